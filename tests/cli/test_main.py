import re
import shutil
import subprocess
import sys
import warnings
from pathlib import Path

import pytest

from priory.cli import demo, main
from priory.cli._parser import COMMANDS, parser_for
from priory.cli.mailfilter._settings import SETTINGS, TUNING
from priory.cli.main import OVERVIEW
from priory.errors import InputError


def program():
    """Find the installed command."""
    found = shutil.which("priory", path=Path(sys.executable).parent)
    return (
        [found] if found else [sys.executable, "-c", "from priory.cli.main import *; exit(main())"]
    )


def run(*words):
    """Run the command in a process of its own."""
    return subprocess.run([*program(), *words], check=False, capture_output=True, text=True)  # noqa: S603


def test_installed():
    """The command is installed beside the Python that has the package."""
    assert shutil.which("priory", path=Path(sys.executable).parent)


def test_module():
    """The package runs as a module, too."""
    words = [sys.executable, "-m", "priory", "--version"]

    assert subprocess.check_output(words, text=True) == run("--version").stdout  # noqa: S603


def test_demo():
    """The demo runs from a shell, and says nothing beside its result."""
    ran = run("demo")

    assert ran.returncode == 0
    assert ran.stdout.startswith("Learned ")
    assert ran.stderr == ""


@pytest.mark.parametrize(
    "words",
    [
        ["nonsense"],
        ["clasify", "x"],
        ["classify", "--no-such"],
        ["classify", "--kind", "tar"],
        ["classify", "--timeout", "x"],
        ["demo", "nonsense"],
        ["--nonsense"],
        ["--nonsense", "demo"],
        ["text"],
        ["text", "nonsense"],
        ["text", "fit"],
        ["mail"],
        ["mail", "show"],
        ["store"],
        ["store", "nonsense"],
        ["store", "backup"],
    ],
)
def test_misuse(words):
    """Who misuses a command is shown its usage, and the exit code is three, which is no verdict."""
    ran = run(*words)

    assert ran.returncode == 3
    assert ran.stderr.startswith("usage: priory")
    assert ran.stdout == ""


def test_no_words():
    """Without a command, it is said what the program is for and what to do first."""
    ran = run()

    assert (ran.returncode, ran.stderr) == (0, "")
    assert ran.stdout == f"{OVERVIEW}\n"
    examples = re.findall(r"(?m)^ +priory (.*?) {2,}", OVERVIEW)
    first = [words.split()[0] for words in examples]
    assert first == ["demo", "learn", "review", "evaluate", "text"]
    for words in map(str.split, examples):
        assert parser_for(words).parse_args(words).run
    assert "`priory --help`" in OVERVIEW
    assert max(map(len, OVERVIEW.splitlines())) <= 80


@pytest.mark.parametrize("name", ["classify", "explain", "stats", "words", "filter"])
def test_tuning(name):
    """What few people change stands behind the everyday options, in a group of its own."""
    everyday, _, tuning = run(name, "--help").stdout.partition("\ntuning:\n")

    everyday = everyday.partition("\n\n")[2]  # without the usage
    for setting in SETTINGS.values():
        assert (f"  {setting.flag} " in tuning) == (setting.name in TUNING)
    assert "  --store FILE" in everyday
    assert "  --spam NAME" in everyday


def test_help():
    """The help lists every command with what it does."""
    ran = run("--help")

    assert ran.returncode == 0
    for name, what in COMMANDS.items():
        assert name in ran.stdout
        assert what in " ".join(ran.stdout.split())


@pytest.mark.parametrize(("columns", "widest"), [("100", 98), ("200", 198), ("x", 78), ("", 78)])
def test_width_of_the_help(monkeypatch, capsys, columns, widest):
    """The help is as wide as the terminal."""
    monkeypatch.setenv("COLUMNS", columns)

    with pytest.raises(SystemExit):
        main.main(["classify", "--help"])

    width = max(map(len, capsys.readouterr().out.splitlines()))
    assert widest - 15 < width <= widest


@pytest.mark.parametrize("name", COMMANDS)
def test_help_of_a_command(name):
    """Every command has a help of its own."""
    assert f"usage: priory {name}" in run(name, "--help").stdout


def test_called_from_python(capsys):
    """The entry point takes its words from who calls it, and returns the exit code."""
    assert main.main(["demo"]) == 0
    assert capsys.readouterr().out.startswith("Learned ")


def test_closed_pipe():
    """A reader who stops listening, as `head` does, gets no traceback."""
    with subprocess.Popen(  # noqa: S603
        [*program(), "demo"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        process.stdout.close()
        complaint = process.stderr.read()

    assert "Traceback" not in complaint


@pytest.mark.parametrize(
    "words",
    [
        ["spam", "--store", "x.db", "a", "-"],
        ["spam", "a", "--store", "x.db", "-"],
        ["--store", "x.db", "spam", "a", "-"],
        ["spam", "--store", "x.db", "--", "a", "-"],
        ["spam", "--store", "x.db", "a", "--json", "-"],
    ],
)
def test_mixed(words):
    """Options may stand before, between and behind the other arguments."""
    words = ["learn", *words]

    options = parser_for(words).parse_args(words)

    assert (options.label, options.path, options.setting_store) == ("spam", ["a", "-"], "x.db")


@pytest.mark.parametrize("words", [["learn", "spam", "--nonsense"], ["store", "backup", "-x", "a"]])
def test_wrong_option(words):
    """A wrong option is answered with the usage of the command it was given to."""
    ran = run(*words)

    assert ran.returncode == 3
    assert ran.stderr.startswith(f"usage: priory {words[0]} ")
    assert "COMMAND" not in ran.stderr
    assert "unrecognized arguments: -" in ran.stderr


@pytest.mark.parametrize(
    ("words", "meant"),
    [
        (["clasify", "x"], ["classify"]),
        (["mial", "show"], ["mail"]),
        (["store", "bakcup", "x"], ["backup"]),
        (["text", "ift"], ["fit"]),
        (["classify", "x", "--stroe", "y"], ["--store"]),
        (["classify", "x", "--stor", "y"], ["--store"]),
        (["classify", "--lots-ham=2", "x", "--jsno"], ["--lost-ham", "--json"]),
        (["classify", "--kind", "mboks"], ["mbox"]),
        (["filter", "--exitcode"], ["--exit-code"]),
        (["nothing", "x"], []),
        (["classify", "--qqq"], []),
        (["classify", "--nope"], []),
    ],
)
def test_nearest(capsys, words, meant):
    """The name that is nearest to a wrong one is told, if one is near."""
    with pytest.raises(SystemExit):
        parser_for(words).parse_args(words)

    said = capsys.readouterr().err
    assert said.endswith("".join(f"; did you mean {name}?" for name in meant) + "\n")
    assert said.count("did you mean") == len(meant)


def test_interrupted_at_the_start():
    """Ctrl-C before a command is loaded is one line, as later."""
    code = (
        "import sys\nfrom priory import cli\nfrom priory.cli import main\n"
        "def interrupted():\n    raise KeyboardInterrupt\n"
        "main.main = interrupted\nsys.exit(cli.program())\n"
    )

    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, check=False)  # noqa: S603

    assert (ran.returncode, ran.stdout, ran.stderr) == (130, b"", b"priory: interrupted\n")


@pytest.mark.parametrize("mistake", [2, 3])
def test_errors_of_the_library(monkeypatch, capsys, mistake):
    """What the library refuses is one line with the option that is wrong, and the remedy here."""

    def refuse(_):
        raise InputError("too\nmany", code="too-many", place="n", parameter="n", remedy="lower n")

    monkeypatch.setattr(demo, "run", refuse)
    monkeypatch.setattr(demo, "MISTAKE", mistake, raising=False)
    assert main.main(["demo"]) == mistake
    assert capsys.readouterr().err == "priory: n: too many: lower n\n"

    monkeypatch.setattr(demo, "OPTIONS", {"n": "--top"}, raising=False)
    monkeypatch.setattr(demo, "REMEDIES", {"too-many": "lower it"}, raising=False)
    assert main.main(["demo"]) == mistake
    assert capsys.readouterr().err == "priory: --top: too many: lower it\n"


def test_warnings(monkeypatch, capsys):
    """A warning is one line on standard error, however often it comes from the same place."""

    def warn(_):
        for _ in range(3):
            warnings.warn("odd\nmail", UserWarning, stacklevel=1)
        return 0

    monkeypatch.setattr(demo, "run", warn)

    assert main.main(["demo"]) == 0
    assert capsys.readouterr().err == "priory: odd mail\n"


@pytest.mark.parametrize("words", [["--frob"], ["text", "--frob"], ["text", "plot", "--frob"]])
def test_unknown_option_before_a_command(priory, capsys, words):
    """An option that does not exist is named, rather than the command that is missing."""
    with pytest.raises(SystemExit):
        priory(*words)

    assert "unrecognized arguments: --frob" in capsys.readouterr().err


def test_optional_arguments_are_not_missing(priory, capsys):
    """Of what a command takes, only what it needs is said to be missing."""
    with pytest.raises(SystemExit):
        priory("learn")

    assert capsys.readouterr().err.endswith("the following arguments are required: CLASS\n")
