"""What the tests of the commands of the mail filter share."""

import os
import sys

import pytest
from mailfilter.sorting.maildirs import BILL, HAM, LIST, SPAM, UNSURE, make

from priory import MailFilter
from priory.cli.main import main

PAIRS = [(SPAM, "spam"), (HAM, "ham")]
OTHERS = [(LIST, "lists"), (BILL, "receipts")]


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    """Let settings and stores be looked for in a folder of the test."""
    for name in ("config", "data", "state"):
        monkeypatch.setenv(f"XDG_{name.upper()}_HOME", str(tmp_path / "home" / name))
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    (tmp_path / "home").mkdir()
    return tmp_path / "home"


@pytest.fixture
def configure(home):
    """Return a function that writes the file with the settings, and gives its path."""

    def write(text):
        path = home / "config" / "priory" / "config.toml"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return path

    return write


@pytest.fixture
def message(tmp_path):
    """Return a function that writes a message, and gives its path."""

    def write(content, name="a.eml"):
        path = tmp_path / name
        path.write_bytes(content)
        return path

    return write


@pytest.fixture
def mbox(tmp_path):
    """Return a function that writes messages as an mbox, and gives its path."""

    def write(messages, name="inbox"):
        separator = b"From ann@example.com Sat Jan  3 01:05:34 2026\n"
        path = tmp_path / name
        path.write_bytes(b"".join(separator + message + b"\n" for message in messages))
        return path

    return write


@pytest.fixture
def store(home):
    """Return the path of the store that commands use by default."""
    return home / "data" / "priory" / "mail.db"


@pytest.fixture
def taught(store):
    """Make a store that knows spam from ham, and return its path."""
    store.parent.mkdir(parents=True)
    with MailFilter(store) as mail:
        mail.learn_many((text % n, label) for text, label in PAIRS for n in range(60))
    return store


@pytest.fixture
def taught_more(taught):
    """Let the store know lists and receipts, too, and return its path."""
    with MailFilter(taught) as mail:
        mail.learn_many((text % n, label) for text, label in OTHERS for n in range(60))
    return taught


@pytest.fixture
def maildir(tmp_path):
    """Make a Maildir with a message of each kind, and return its path."""
    files = {
        ("", "cur/1:2,"): SPAM % 91,
        ("", "new/2"): HAM % 92,
        ("", "cur/3:2,"): UNSURE % 93,
        (".Work", "new/4"): SPAM % 94,
    }
    make(tmp_path / "Maildir", files)
    return tmp_path / "Maildir"


@pytest.fixture
def pipe(monkeypatch, capsys, tmp_path):
    """Return a function that sends a message through the command, judged in this process."""
    monkeypatch.delattr(os, "fork", raising=False)  # as on Windows

    def send(raw, *words):
        source, sink = tmp_path / "in", tmp_path / "out"
        source.write_bytes(raw)
        with monkeypatch.context() as patch, source.open() as stdin, sink.open("w") as stdout:
            patch.setattr(sys, "stdin", stdin)
            patch.setattr(sys, "stdout", stdout)
            code = main(["filter", *map(str, words)])
        return code, sink.read_bytes(), capsys.readouterr().err

    return send
