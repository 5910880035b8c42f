"""The commands of the mail filter on a pseudo-terminal."""

import re
import subprocess
import sys

import pytest

if sys.platform == "win32":
    pytest.skip("there are no pseudo-terminals", allow_module_level=True)
pytest.importorskip("rich")

from tests.cli.terminals import PROGRAM, WITHOUT_RICH, on_terminal

SPAM = b"From: shop@example.net\nSubject: [red]pills\x1b[2J\n\nBuy cheap pills now, at noon!\n"


def plain(written):
    """Return what a terminal shows without colours, and without blanks at the ends of lines."""
    text = re.sub(r"\x1b\[[0-9;]*m", "", written)
    return "\n".join(line.rstrip() for line in text.split("\n"))


@pytest.mark.usefixtures("taught")
def test_explain(message):
    """An explanation has shades and bars, and what the message says is not obeyed."""
    code, written = on_terminal("explain", message(SPAM), columns=100)

    assert code == 0
    assert "\x1b[1;31mspam\x1b[0m (0." in written or "\x1b[1;31mspam\x1b[0m (1." in written
    assert r"  Subject: [red]pills\x1b[2J" in plain(written)
    assert re.search(r"(?m)^cheap +\+\d\.\d\d +│█+ +\+\d\.\d\d +\+\d\.\d\d +60 +0$", plain(written))
    assert re.search(r"(?m)^noon +-\d\.\d\d +█+│ +-\d\.\d\d +-\d\.\d\d +0 +60$", plain(written))
    assert "\x1b[2J" not in written


@pytest.mark.usefixtures("taught")
def test_no_colour(message):
    """Who wants no colours gets none: only bold and faint letters are left."""
    _, written = on_terminal("explain", message(SPAM), columns=100, NO_COLOR="1")

    assert set(re.findall(r"\x1b\[([0-9;]*)m", written)) <= {"0", "1", "2", "1;2"}
    assert "█" in written


@pytest.mark.usefixtures("taught")
@pytest.mark.parametrize("command", ["classify", "explain"])
def test_without_rich(priory, message, command):
    """Where rich is not installed, or the terminal is dumb, the output is that of a pipe."""
    path = message(SPAM)
    expected = priory(command, path)

    for how in ({"program": WITHOUT_RICH}, {"TERM": "dumb"}):
        assert on_terminal(command, path, **how) == (expected.code, expected.out)


@pytest.mark.usefixtures("taught")
@pytest.mark.parametrize("columns", [80, 120])
def test_classify(mbox, columns):
    """Verdicts are a table as wide as the terminal, with a total."""
    code, written = on_terminal("classify", mbox([SPAM] * 3), columns=columns)

    lines = plain(written).splitlines()
    assert code == 0
    assert lines[0].split()[:4] == ["verdict", "probability", "from", "subject"]
    assert r"[red]pills\x1b[2J" in lines[1]
    assert lines[4:] == ["", "3 messages: 3 spam"]
    assert max(map(len, lines)) <= columns


@pytest.mark.usefixtures("taught")
@pytest.mark.parametrize("name", ["COLUMNS", "LINES"])
@pytest.mark.parametrize("number", ["0", "00", "²"])
def test_no_columns(mbox, name, number):
    """A variable that leaves no room for anything is not believed."""
    _, written = on_terminal("classify", mbox([SPAM] * 2), **{name: number})

    assert plain(written).splitlines()[-1] == "2 messages: 2 spam"


@pytest.mark.parametrize(("answer", "code"), [("y", 0), ("n", 2), ("", 2)])
def test_question(message, store, answer, code):
    """Who learns a class that is another one but for its case is asked, and may mean the other."""
    ended, written = on_terminal("learn", "Spam", message(SPAM), typed=f"{answer}\n")

    assert ended == code
    assert "priory: 'Spam' is a new class; did you mean 'spam'? [y/N] " in written
    assert written.endswith("spam: 1 learned\n") == (code == 0)
    assert store.exists() == (code == 0)


@pytest.mark.usefixtures("taught")
def test_verdict_of_one(message):
    """The exit code is the verdict, as ever."""
    code, written = on_terminal("classify", message(b"Subject: x\n\nSee you at the usual place\n"))

    assert code == 1
    assert "message" not in written


def test_learn(mbox):
    """The bar leaves its line to the outcome."""
    at_once = f"from priory.cli import _progress; _progress.DELAY = 0\n{PROGRAM}"

    code, written = on_terminal("learn", "spam", mbox([SPAM, SPAM + b"more\n"]), program=at_once)

    assert code == 0
    assert "1 message" in written
    assert written.endswith("\x1b[2Kspam: 2 learned\n")


@pytest.mark.usefixtures("taught")
@pytest.mark.parametrize("command", ["classify", "explain"])
def test_pipe_needs_no_rich(message, command):
    """Where output goes to a pipe, rich is not even loaded."""
    ran = subprocess.run(  # noqa: S603
        [sys.executable, "-X", "importtime", "-c", PROGRAM, command, message(SPAM)],
        check=False,
        capture_output=True,
        text=True,
    )

    assert ran.returncode == 0
    assert not re.search(r"\brich\b", ran.stderr)


@pytest.mark.usefixtures("taught")
def test_long_path(tmp_path):
    """A path with blanks that is longer than a line is not broken at them."""
    folder = tmp_path / "a folder with a long name and blanks in it"
    folder.mkdir()
    (folder / "one more name.eml").write_bytes(SPAM)

    _, written = on_terminal("explain", folder / "one more name.eml", columns=60)

    assert f"{folder}/one more name.eml: spam (" in plain(written)


@pytest.mark.usefixtures("taught")
def test_colour_of_spam_by_another_name(message):
    """What the settings name as spam is red."""
    _, written = on_terminal("explain", message(SPAM), "--spam", "ham", "--ham", "spam")

    assert "\x1b[1;32mspam\x1b[0m" in written
