import json
import signal
import sqlite3
from contextlib import closing

import pytest
from mailfilter.written import LUNCH, NEWS, PILLS, contents, empty, set_schema

from priory.mailfilter import Store
from priory.mailfilter._upkeep import Upkeep
from priory.tokens import MailAnalyzer


@pytest.fixture
def other(tmp_path):
    """Make another store, and return its path."""
    path = tmp_path / "other.db"
    with Store(path) as store:
        store.learn([(LUNCH, "ham"), (NEWS, "ham"), (PILLS, "spam")])
    return path


def test_merge(priory, other, message, taught):
    """What became of the messages of another store is told."""
    priory("learn", "ham", message(LUNCH))
    priory("learn", "ham", message(PILLS))

    ran = priory("store", "merge", other)

    assert ran == (0, f"{other}: 1 learned, 1 known, 1 corrected\n", "")
    with Store(taught, mode="ro") as store:
        assert [one.messages for one in store.classes] == [61, 62]


def test_json(priory, other, store):
    """For programs there is an object."""
    ran = priory("store", "merge", other, "--json")

    counts = {"learned": 3, "known": 0, "corrected": 0, "doubled": 0, "untold": 0}
    assert json.loads(ran.out) == {"from": str(other), "store": str(store), **counts}
    assert contents(store) == contents(other)


def test_damaged_store(priory, taught, other):
    """A damaged store is named, and nothing of it is added."""
    empty(other, "journal")
    before = contents(taught)

    ran = priory("store", "merge", other)

    remedy = "restore a backup, or salvage what is whole with `priory store check --repair`"
    assert ran == (2, "", f"priory: {other}: the store is damaged: {remedy}\n")
    assert contents(taught) == before


def test_doubled(priory, other, store):
    """Messages that count twice are told with the reason."""
    priory("store", "merge", other)
    for path in (other, store):
        with closing(sqlite3.connect(path)) as db, db:
            db.execute("UPDATE journal SET bag = NULL WHERE id = 1")

    ran = priory("store", "merge", other)

    assert (ran.code, ran.out) == (0, f"{other}: 2 known\n")
    assert ran.err.startswith(
        "priory: 1 message of both stores count twice, or may: journals were compacted"
    )


@pytest.mark.usefixtures("store")
def test_doubled_by_an_earlier_version(priory, other):
    """So are messages that an earlier version may have learned."""
    priory("store", "merge", other)
    with closing(sqlite3.connect(other)) as db, db:
        db.execute("UPDATE journal SET bag = NULL, digest = substr(digest, 1, 16) WHERE id = 1")
        set_schema(db, 3)

    ran = priory("store", "merge", other, "--json")

    told = json.loads(ran.out)
    assert [told[name] for name in ("learned", "known", "doubled", "untold")] == [0, 2, 1, 0]
    assert ran.err.startswith("priory: 1 message of both stores count twice, or may")


def test_nothing_there(priory, store, tmp_path):
    """Where there is no other store, that is said, and none is made."""
    ran = priory("store", "merge", tmp_path / "no.db")

    what = "store not found: name another file"
    assert ran == (2, "", f"priory: {tmp_path}/no.db: {what}\n")
    assert not store.exists()


def test_itself(priory, taught):
    """A store is not merged with itself."""
    ran = priory("store", "merge", taught)

    assert ran == (
        2,
        "",
        f"priory: {taught}: source and target are the same store: name another store\n",
    )


def test_no_store(priory, taught, message):
    """What is no store is named."""
    before = contents(taught)
    mail = message(b"Subject: no store\n\n" + b"x" * 1000)

    ran = priory("store", "merge", mail)

    assert ran == (2, "", f"priory: {mail}: not a Priory store: name another file\n")
    assert contents(taught) == before


@pytest.mark.usefixtures("taught")
def test_other_analyzer(priory, tmp_path):
    """A store with other tokens is refused in the words of the command line."""
    with Store(tmp_path / "x.db", analyzer=MailAnalyzer(pairs=True)) as store:
        store.learn([(LUNCH, "ham")])

    ran = priory("store", "merge", tmp_path / "x.db")

    assert ran.code == 2
    assert "learned with another analyser (pairs=" in ran.err
    assert ran.err.endswith("): name another store with --store\n")


def test_class_that_is_none(priory, other, store):
    """A store of old with a class called unsure is refused, and nothing is merged."""
    with closing(sqlite3.connect(other)) as db, db:
        db.execute("UPDATE classes SET name = 'unsure' WHERE name = 'spam'")

    ran = priory("store", "merge", other)

    remedy = "choose another: it is reserved for the verdict without a class"
    what = f"invalid class name 'unsure': {remedy}; nothing was merged"
    assert ran == (2, "", f"priory: {other}: {what}\n")
    assert not store.exists()


@pytest.mark.parametrize("times", [1, 2])
def test_interrupt(priory, other, store, monkeypatch, times):
    """Ctrl-C waits for the end, and it is told what was done; a second one breaks it off."""
    merge, signals = Upkeep.merge, [signal.SIGINT] * times

    def merge_meanwhile(self, path):
        while signals:
            signal.raise_signal(signals.pop())
        return merge(self, path)

    monkeypatch.setattr(Upkeep, "merge", merge_meanwhile)

    ran = priory("store", "merge", other)

    out = f"{other}: 3 learned\n" if times == 1 else ""
    assert ran == (130, out, "priory: interrupted\n")
    assert store.exists() == (times == 1)


def test_no_store_for_nothing(priory, other, store):
    """Where something is wrong with the other store, no new one is made, nor anything else."""
    empty(other, "journal")

    ran = priory("store", "merge", other)

    assert ran.code == 2
    assert ran.err.startswith(f"priory: {other}: the store is damaged: ")
    assert list(store.parent.iterdir()) == []


def test_new_store_with_another_analyzer(priory, tmp_path, store):
    """So it is where the other store has tokens that a new one would not have."""
    with Store(tmp_path / "x.db", analyzer=MailAnalyzer(pairs=True)) as one:
        one.learn([(LUNCH, "ham")])

    ran = priory("store", "merge", tmp_path / "x.db")

    assert ran.code == 2
    assert ran.err.startswith(f"priory: {tmp_path}/x.db: learned with another analyser")
    assert list(store.parent.iterdir()) == []
