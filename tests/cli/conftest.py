"""What the tests of the command line share."""

import io
import sys
from typing import NamedTuple

import pytest

from priory.cli.main import main


class Ran(NamedTuple):
    """How a command ended, and what it wrote."""

    code: int
    out: str
    err: str


MAIL = """\
label,text
spam,"Buy cheap watches, buy now"
spam,Cheap loans now
ham,See you at lunch
ham,"The meeting is now at noon, see you"
ham,Lunch was great
"""


@pytest.fixture
def mail(tmp_path):
    """Write five labelled messages as CSV, and return the path."""
    path = tmp_path / "mail.csv"
    path.write_text(MAIL, encoding="utf-8")
    return path


@pytest.fixture
def priory(capsys):
    """Run a command in this process, and return its exit code and what it wrote."""

    def run(*words):
        code = main(list(map(str, words)))
        return Ran(code, *capsys.readouterr())

    return run


@pytest.fixture
def standard_input(monkeypatch):
    """Let a command read these bytes from standard input."""

    def feed(content):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(content)))

    return feed


@pytest.fixture
def model(tmp_path, mail, priory):
    """Fit a model to the messages, and return its path."""
    path = tmp_path / "mail.safetensors"
    assert priory("text", "fit", mail, "-o", path).code == 0
    return path


@pytest.fixture
def near(tmp_path, mail, priory):
    """Fit a model of neighbours to the messages, and return its path."""
    path = tmp_path / "near.safetensors"
    assert priory("text", "fit", mail, "--model", "knn", "--neighbors", "3", "-o", path).code == 0
    return path


class Terminal(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self):
        """Say yes."""
        return True


@pytest.fixture
def terminal(monkeypatch):
    """Return the class of streams that say they are terminals; bars are drawn there at once."""
    monkeypatch.setattr("priory.cli._progress.DELAY", 0.0)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "200")
    return Terminal
