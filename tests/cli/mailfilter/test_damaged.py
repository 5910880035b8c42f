"""Commands on damaged stores: they may refuse, and never end with a traceback."""

import random

import pytest
from mailfilter.damaged import damaged
from mailfilter.sorting.maildirs import make

from priory import MailFilter

WORDS = [f"word{n}" for n in range(3000)]


def mail(number, label):
    """Write one of many messages of a class."""
    rng = random.Random(f"{number} {label}")  # noqa: S311
    return f"Subject: {label} {number}\n\n{' '.join(rng.choices(WORDS, k=60))}\n".encode()


@pytest.fixture
def taught(store):
    """Make a store of some dozen pages, and return its path."""
    store.parent.mkdir(parents=True)
    with MailFilter(store) as one:
        one.learn_many((mail(n, name), name) for name in ("spam", "ham") for n in range(120))
    return store


@pytest.fixture
def commands(taught, tmp_path, mbox):
    """Return commands that read or write a store."""
    with MailFilter(taught, mode="ro") as one:
        one.store.backup(tmp_path / "other.db")
    known = mbox([mail(n, "ham") for n in range(20)], "known")
    new = mbox([mail(n, "ham") for n in range(200, 220)], "new")
    make(tmp_path / "Maildir", {("", f"new/{n}"): mail(n, "spam") for n in range(300, 304)})
    return [
        ["store", "check"],
        ["classify", new],
        ["explain", new],
        ["words"],
        ["words", "word1", "word7"],
        ["stats"],
        ["store", "export", tmp_path / "lines", "--force"],
        ["store", "export", tmp_path / "lines", "--force", "--format", "bogofilter"],
        ["store", "backup", tmp_path / "backup.db", "--force"],
        ["store", "merge", taught, "--store", tmp_path / "other.db"],
        ["sort", tmp_path / "Maildir", "--learn-from-moves"],
        ["store", "compact", "--older-than-days", "0"],
        ["learn", "ham", new],
        ["learn", "spam", known],
        ["forget", known],
        ["store", "merge", tmp_path / "other.db"],
        ["store", "check", "--repair", "--force"],
    ]


def run_all(priory, path, commands, numbers):
    """Run all commands on stores with random damage; a traceback would be an error here."""
    raw = path.read_bytes()
    for number in numbers:
        spoilt, _ = damaged(raw, random.Random(number), 1 + number % 3)  # noqa: S311
        for words in commands:
            for end in ("-wal", "-shm"):
                path.with_name(f"{path.name}{end}").unlink(missing_ok=True)
            path.write_bytes(spoilt)
            ran = priory(*words)
            assert ran.code in (0, 1, 2, 3), (number, words)
            assert "reopen the store" not in ran.err, (number, words)


def test_some_damage(priory, taught, commands):
    """No command ends with a traceback, whatever happened to a few stores."""
    run_all(priory, taught, commands, range(4))


@pytest.mark.slow
def test_damage(priory, taught, commands):
    """No command ends with a traceback, whatever happened to many stores."""
    run_all(priory, taught, commands, range(4, 84))
