"""Mailboxes to evaluate filters on, in a home of their own."""

import os

import pytest
from tests.cli.evaluate.letters import HAM, SPAM, N, letter


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    """Let settings and stores be looked for in a folder of the test."""
    for name in [one for one in os.environ if one.startswith("PRIORY_")]:
        monkeypatch.delenv(name)
    for name in ("config", "data", "state"):
        monkeypatch.setenv(f"XDG_{name.upper()}_HOME", str(tmp_path / "home" / name))
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    (tmp_path / "home").mkdir()
    return tmp_path / "home"


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Write a folder of spam and one of ham, and go where they are."""
    for name, words in (("junk", SPAM), ("inbox", HAM)):
        (tmp_path / name).mkdir()
        for number in range(N):
            (tmp_path / name / f"{number:02}").write_bytes(letter(words, number))
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def evaluate(priory, folder):
    """Run the command on both folders, with some options."""
    assert folder
    return lambda *words: priory("evaluate", "spam=junk", "ham=inbox", *words)
