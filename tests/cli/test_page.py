"""The pages on commands say what the parser says, and show what the commands print."""

import re
import shlex
from pathlib import Path

import pytest

from priory.cli import mail, main, text

DOCS = Path(__file__).parents[2] / "docs"
PAGE = DOCS / "commands.md"
GROUPS = {"text": text, "mail": mail}
NAMES = [name for name in main.COMMANDS if name not in GROUPS]
NAMES += [f"{group} {name}" for group in GROUPS for name in GROUPS[group].COMMANDS]


def parser_of(name):
    """Return the parser of a command."""
    parser = main.parser_for(name.split())
    for word in name.split():
        parser = parser._subparsers._group_actions[0].choices[word]
    return parser


def section(name):
    """Return what the page must say of a command: what it does, and a row for each argument."""
    parser = parser_of(name)
    rows = [row(action) for action in parser._actions if action.dest != "help"]
    head = ["| argument | what it is |", "|---|---|"] if rows else []
    return "\n".join([f"## priory {name}", "", parser.description, "", *head, *rows]).rstrip()


def row(action):
    """Return the row of an argument."""
    choices = "{" + ",".join(action.choices) + "}" if action.choices else None
    value = action.metavar or choices or action.dest.upper()
    names = [*action.option_strings[:-1], " ".join([*action.option_strings[-1:], value])]
    if action.nargs == 0:
        names = action.option_strings
    what = (action.help % {"default": action.default}).replace("|", r"\|")
    return f"| {', '.join(f'`{name}`' for name in names)} | {what} |"


@pytest.mark.parametrize("name", NAMES)
def test_arguments(name):
    """What a command does and takes stands on the page in the words of its help."""
    page = PAGE.read_text(encoding="utf-8")
    found = re.search(rf"^## priory {name}\n.*?(?=\n## |\Z)", page, re.MULTILINE | re.DOTALL)

    assert found
    assert found[0].strip() == section(name)


def sessions(page):
    """Return the commands of a page, each with what it prints."""
    blocks = re.findall(r"(?s)```console\n(.*?)```", page.read_text(encoding="utf-8"))
    steps = [step for block in blocks for step in re.split(r"(?m)^\$ ", block) if step]
    return [step.partition("\n")[::2] for step in steps]


def rounded(printed):
    """Return what was printed without the last digits, in which machines may differ."""
    return re.sub(r"\d\.\d{7,}", lambda found: f"{float(found[0]):.6f}", printed)


@pytest.mark.parametrize("name", ["commands.md", "mail-filter.md"])
def test_examples(priory, tmp_path, monkeypatch, name):
    """The commands of a page, run one after the other, print what the page says."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))
    for variable in ("XDG_CONFIG_HOME", "XDG_DATA_HOME"):
        monkeypatch.delenv(variable, raising=False)
    for command, expected in sessions(DOCS / name):
        program, *words = shlex.split(command)
        if program == "cat":
            written = Path(words[0]).expanduser()
            written.parent.mkdir(parents=True, exist_ok=True)
            written.write_text(expected, encoding="utf-8")
        else:
            ran = priory(*words)
            assert rounded(ran.out + ran.err) == rounded(expected), command
