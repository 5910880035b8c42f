"""Stores of older schemas."""

import sqlite3
from contextlib import closing

from mailfilter.written import LUNCH, NEWS, PILLS, contents
from priory.mailfilter.store import Store


def with_rows(path):
    """Write the tokens of a store in rows, as schema 1 did."""
    with Store(path) as store:
        names = [known.name for known in store.classes]
        rows = list(store.rows())
    columns = [f"{kind}{i}" for i in range(1, len(names) + 1) for kind in "mo"]
    marks = ", ".join("?" * (2 + len(columns)))
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("DROP TABLE blocks")
        db.execute(
            f"CREATE TABLE tokens (token PRIMARY KEY, day, {', '.join(columns)}) WITHOUT ROWID"
        )
        flat = [(token, day, *(n for pair in counts for n in pair)) for token, day, counts in rows]
        db.executemany(f"INSERT INTO tokens VALUES ({marks})", flat)  # noqa: S608
        db.execute("PRAGMA user_version = 1")


def test_rows_become_blocks(path):
    """A store that had a row a token holds the same after it was brought up to date."""
    with Store(path) as store:
        store.learn([(LUNCH, "ham"), (NEWS, "work"), (PILLS, "spam")])
    before = contents(path)
    with_rows(path)

    with Store(path) as store:
        assert store.check() == []
    assert contents(path) == before
