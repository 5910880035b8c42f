"""Stores of older schemas, from a script that is as old as they are."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from mailfilter.written import LUNCH, NEWS, PILLS
from priory.mailfilter import _check, _connect, _learning, _tokens
from priory.mailfilter._journal import digest
from priory.mailfilter._tally import Tally
from priory.tokens import MailAnalyzer

SCRIPT = (Path(__file__).parent / "schema_1.sql").read_text("utf-8")
OTHERS = ("classes", "journal", "meta")


@pytest.fixture
def tally():
    """Return what counts bags, whatever the analyser that made them."""
    return Tally(MailAnalyzer().native())


@pytest.fixture
def old(path):
    """Return where a store of schema 1 stands."""
    with closing(sqlite3.connect(path)) as db:
        db.executescript(SCRIPT)
    return path


def test_rows_become_blocks(old, tally):
    """A store that had a row a token holds the same after it was brought up to date."""
    with closing(sqlite3.connect(old)) as db:
        rows = db.execute("SELECT token, day, m1, o1, m3, o3 FROM tokens ORDER BY token").fetchall()
        others = [db.execute(f"SELECT * FROM {name}").fetchall() for name in OTHERS]  # noqa: S608

    with closing(_connect.connect(str(old), 1.0, write=True)) as db:
        assert list(_tokens.rows(db)) == [(t, day, ((a, b), (c, d))) for t, day, a, b, c, d in rows]
        assert [db.execute(f"SELECT * FROM {name}").fetchall() for name in OTHERS] == others  # noqa: S608
        assert _check.problems(db, tally) == []


def test_old_messages_are_forgotten(old, tally):
    """What was learned with schema 1 can be forgotten, and nothing of it is left."""
    with closing(_connect.connect(str(old), 1.0, write=True)) as db:
        outcomes = _learning.forget(db, list(map(digest, [LUNCH, NEWS, PILLS])), tally, 20260201)

        assert outcomes == ["forgotten"] * 3
        assert list(_tokens.rows(db)) == []
        assert _check.problems(db, tally) == []
