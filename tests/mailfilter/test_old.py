"""Stores of older schemas, from a script that is as old as they are."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from mailfilter.written import LUNCH, NEWS, PILLS
from priory import _core
from priory.mailfilter import _check, _connect, _learning, _schema, _tokens
from priory.mailfilter._counter import MailCounter
from priory.mailfilter._journal import identify
from priory.mailfilter.store import Store
from priory.tokens import MailAnalyzer

SCRIPT = (Path(__file__).parent / "schema_1.sql").read_text("utf-8")
OTHERS = ("classes", "journal", "meta")


@pytest.fixture
def counter():
    """Return what counts bags, whatever the analyser that made them."""
    return MailCounter(MailAnalyzer().native())


@pytest.fixture
def old(path):
    """Return where a store of schema 1 stands."""
    with closing(sqlite3.connect(path)) as db:
        db.executescript(SCRIPT)
    return path


def test_rows_become_blocks(old, counter):
    """A store that had a row a token holds the same after it was brought up to date."""
    with closing(sqlite3.connect(old)) as db:
        rows = db.execute("SELECT token, day, m1, o1, m3, o3 FROM tokens ORDER BY token").fetchall()
        others = [db.execute(f"SELECT * FROM {name}").fetchall() for name in OTHERS]  # noqa: S608

    with closing(_connect.connect(str(old), 1.0, write=True)) as db:
        assert list(_tokens.rows(db)) == [(t, day, ((a, b), (c, d))) for t, day, a, b, c, d in rows]
        assert [db.execute(f"SELECT * FROM {name}").fetchall() for name in OTHERS] == others  # noqa: S608
        assert _check.problems(db, counter) == []


def test_old_messages_are_forgotten(old, counter):
    """What was learned with schema 1 can be forgotten, and nothing of it is left."""
    messages = [LUNCH, NEWS, PILLS]
    given = list(zip(identify(messages), messages, strict=True))
    with closing(_connect.connect(str(old), 1.0, write=True)) as db:
        outcomes = _learning.forget(db, given, counter, 20260201)

        assert outcomes == ["forgotten"] * 3
        assert list(_tokens.rows(db)) == []
        assert _check.problems(db, counter) == []


def of_schema_2(path):
    """Make a store of schema 2, with a message whose bag is of version 1."""
    old = b"\x01\x02\x00\x05cheap\x03\x00\x05pills\x01"
    with Store(path) as store:
        store.learn([(PILLS, "spam")])
        with store._writing() as db:
            db.execute("DELETE FROM blocks")
            rows = [("cheap", 20260101, [(1, 1, 3)]), ("pills", 20260101, [(1, 1, 1)])]
            _schema.put_meta(db, "tokens", 0)
            _tokens.change(db, _core.Ledger(rows))
            db.execute("UPDATE classes SET tokens = 2, occurrences = 4")
            db.execute("UPDATE journal SET bag = ?", [old])
            db.execute("DROP TABLE lessons")
            db.execute("DROP TABLE taught")
            db.execute("PRAGMA user_version = 2")


def test_old_bags(path):
    """A store with bags of version 1 is read as it is, and its messages can be forgotten."""
    of_schema_2(path)

    with Store(path, mode="ro") as store:
        assert store.check() == []
        assert store._db.execute("PRAGMA user_version").fetchone() == (2,)
    with Store(path) as store:
        assert store._db.execute("PRAGMA user_version").fetchone() == (len(_schema.MIGRATIONS),)
        store.learn([(LUNCH, "ham")])
        assert store.check() == []
        assert store.forget([PILLS, LUNCH]) == ["forgotten", "forgotten"]
        assert store.classes == ()
        assert store.n_tokens == 0


def test_old_lines(path, tmp_path):
    """JSON lines of the first format, with bags of version 1, are imported."""
    of_schema_2(path)
    with Store(path, mode="ro") as store:
        header, *rest = store.export_lines()
    lines = [header.replace(b'"format":4', b'"format":1'), *rest]

    with Store(tmp_path / "other.db") as other:
        assert other.import_lines(lines).learned == 1
        assert other.check() == []
        assert other.forget([PILLS]) == ["forgotten"]
