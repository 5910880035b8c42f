"""The pages on commands say what the parser says, and show what the commands print."""

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from priory import sample
from priory.cli import mail, text
from priory.cli._parser import COMMANDS, parser_for
from priory.cli.mailfilter import store
from priory.cli.text import plot

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
PAGE = DOCS / "commands.md"
GROUPS = {"store": store, "text": text, "text plot": plot, "mail": mail}
NAMES = [*COMMANDS]
NAMES += [f"{group} {name}" for group in GROUPS for name in GROUPS[group].COMMANDS]
NAMES = [name for name in NAMES if name not in GROUPS]


def parser_of(name):
    """Return the parser of a command."""
    parser = parser_for(name.split())
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
    value = value if isinstance(value, str) else " ".join(value)
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
    """Return what was printed without last digits and times, in which machines may differ."""
    lasted = re.sub(r"\d+\.\d seconds", "0.1 seconds", printed)
    return re.sub(r"\d\.\d{7,}", lambda found: f"{float(found[0]):.6f}", lasted)


@pytest.fixture
def folders(tmp_path):
    """Write the sample as two folders of mail."""
    for label, name in (("ham", "INBOX"), ("spam", "Junk")):
        shutil.copytree(sample.mailbox_path() / label, tmp_path / "Mail" / name)


@pytest.mark.usefixtures("folders")
@pytest.mark.parametrize("name", ["commands.md", "mail-filter.md", "evaluate.md"])
def test_examples(priory, tmp_path, monkeypatch, name):
    """The commands of a page, run one after the other, print what the page says."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))
    for variable in ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"):
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


NEW = ("ham/001", "ham/025", "ham/040", "spam/003", "spam/012", "spam/051")


@pytest.fixture
def shell(tmp_path):
    """Return a function that runs a line in a shell, at home, and returns how it ended."""
    folders = (str(Path(sys.executable).parent), os.environ["PATH"])
    environment = {"HOME": str(tmp_path), "PATH": os.pathsep.join(folders)}

    def run(command):
        return subprocess.run(  # noqa: S602 (commands of our own pages)
            command,
            shell=True,
            check=False,
            cwd=tmp_path,
            env=environment,
            capture_output=True,
            text=True,
        )

    return run


@pytest.fixture
def maildir(tmp_path):
    """Write the sample as a Maildir: two thirds as read mail and as junk, and some new messages."""
    for folder in ("Maildir/cur", "Maildir/new", "Maildir/tmp"):
        for path in (tmp_path / folder, tmp_path / folder.replace("/", "/.Junk/")):
            path.mkdir(parents=True)
    for number, one in enumerate(sample.mailbox()):
        folder = "cur" if one.label == "ham" else ".Junk/cur"
        if one.name.startswith(NEW):
            (tmp_path / f"Maildir/new/{1767225600 + number}.nora").write_bytes(one.raw)
        elif number % 3:
            name = f"{1767225600 + number}.nora:2,S"
            (tmp_path / "Maildir" / folder / name).write_bytes(one.raw)


@pytest.mark.skipif(shutil.which("sh") is None, reason="there is no shell")
@pytest.mark.usefixtures("maildir")
def test_first_steps(shell):
    """The commands of the first quarter of an hour, typed into a shell, print what it says."""
    for command, expected in sessions(DOCS / "start-with-mail.md"):
        ran = shell(command)
        assert ran.stdout + ran.stderr == expected, command


@pytest.mark.skipif(shutil.which("sh") is None, reason="there is no shell")
@pytest.mark.parametrize(("page", "n_commands"), [("README.md", 9), ("docs/index.md", 3)])
@pytest.mark.usefixtures("maildir")
def test_first_page(shell, mail, tmp_path, page, n_commands):
    """The commands that people see first run, on a Maildir and a table, without complaints."""
    shutil.copy(mail, tmp_path / "unseen.csv")
    commands = [one for one, _ in sessions(ROOT / page) if one.startswith("priory")]
    for command in commands:
        ran = shell(command)
        assert (ran.returncode, ran.stderr) == (0, ""), command
        assert ran.stdout, command

    assert len(commands) == n_commands
