"""SQLite schema of a store: tables, migrations and metadata."""

from __future__ import annotations

from sqlite3 import DatabaseError, OperationalError
from time import gmtime, strftime, time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import sqlite3

__all__ = [
    "APPLICATION_ID",
    "MIGRATIONS",
    "NUMBER",
    "READABLE",
    "SEALED",
    "UNRELEASED",
    "day_before",
    "get_meta",
    "migrate",
    "put_meta",
]

APPLICATION_ID = 0x5072696F  # "Prio": what `file` and SQLite see in the header of the file

_COUNT = "{0} INTEGER NOT NULL DEFAULT 0 CHECK ({0} >= 0)"
# Untold messages are those that the journal does not know: they were imported.
_COUNTS = ", ".join(map(_COUNT.format, ("messages", "tokens", "occurrences", "untold")))
_FIRST = """
CREATE TABLE {0}.meta (key TEXT PRIMARY KEY, value) WITHOUT ROWID;
CREATE TABLE {0}.classes (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, {1});
CREATE TABLE {0}.tokens (token TEXT PRIMARY KEY, day INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE {0}.journal (id INTEGER PRIMARY KEY, digest BLOB NOT NULL UNIQUE,
                          class INTEGER NOT NULL, day INTEGER NOT NULL, bag BLOB);
INSERT INTO {0}.meta VALUES ('tokens', 0);
"""
_BLOCKS = """
CREATE TABLE {0}.blocks (id INTEGER PRIMARY KEY, first TEXT NOT NULL UNIQUE,
                         tokens INTEGER NOT NULL, block BLOB NOT NULL)
"""

# `taught` has a row for each message that was asked what it teaches, `lessons` the sums by token.
_LESSONS = """
CREATE TABLE {0}.taught (id INTEGER PRIMARY KEY, errors BLOB NOT NULL);
CREATE TABLE {0}.lessons (id INTEGER PRIMARY KEY, first TEXT NOT NULL UNIQUE,
                          tokens INTEGER NOT NULL, block BLOB NOT NULL)
"""


def _first(db: sqlite3.Connection, schema: str) -> None:
    for statement in _FIRST.split(";"):
        db.execute(statement.format(schema, _COUNTS))


def _blocks(db: sqlite3.Connection, schema: str) -> None:
    """Put tokens, which had a row each, into blocks."""
    from priory.mailfilter._old import rows_to_blocks  # noqa: PLC0415 (which needs this module)

    db.execute(_BLOCKS.format(schema))
    rows_to_blocks(db, schema)


def _bags(db: sqlite3.Connection, schema: str) -> None:
    """Tell programs that know bags of version 1 alone to leave the store; those here stay."""


def _seals(db: sqlite3.Connection, schema: str) -> None:
    """Tell programs that know no checksums and only the earlier digests to leave the store."""


def _sums(db: sqlite3.Connection, schema: str) -> None:
    """Add the checksums of digests; programs that know none are to leave the store."""
    from priory.mailfilter import _digests  # noqa: PLC0415 (which needs this module)

    _digests.seal(db, schema)


def _lessons(db: sqlite3.Connection, schema: str) -> None:
    """Make room for lessons, and teach what was learned."""
    for statement in _LESSONS.split(";"):
        db.execute(statement.format(schema))
    if schema == "main" and db.execute("SELECT 1 FROM journal LIMIT 1").fetchone() is not None:
        from priory.mailfilter._lessons import replay  # noqa: PLC0415 (which needs this module)

        try:
            replay(db, force=True)
        except OperationalError:  # as on a full disk, where nothing of the migration is left
            raise
        except DatabaseError:  # of damage, which whoever looks for it is told
            return


# The number of a schema is how many of these it went through.
MIGRATIONS = (_first, _blocks, _bags, _seals, _sums, _lessons)
SEALED = 5  # from this number on, totals have a checksum
NUMBER = "schema"  # the key of the number once more, so that one that is damaged is known
READABLE = 2  # from this number on, what is old is read as it is
UNRELEASED = 4  # was written with digests of two kinds, which nothing tells apart


def migrate(db: sqlite3.Connection, schema: str = "main") -> None:
    """Bring the tables up to date, from whatever number they have."""
    (number,) = db.execute(f"PRAGMA {schema}.user_version").fetchone()
    for step in MIGRATIONS[number:]:
        step(db, schema)
    db.execute(f"PRAGMA {schema}.application_id = {APPLICATION_ID}")
    db.execute(f"PRAGMA {schema}.user_version = {len(MIGRATIONS)}")
    put_meta(db, NUMBER, len(MIGRATIONS), schema)


def get_meta(db: sqlite3.Connection, key: str, schema: str = "main") -> str | int | None:
    """Read a setting."""
    row = db.execute(f"SELECT value FROM {schema}.meta WHERE key = ?", [key]).fetchone()
    return None if row is None else row[0]


def put_meta(
    db: sqlite3.Connection, key: str, value: str | int | bytes, schema: str = "main"
) -> None:
    """Write a setting."""
    db.execute(f"INSERT OR REPLACE INTO {schema}.meta (key, value) VALUES (?, ?)", [key, value])


def day_before(days: int = 0) -> int:
    """Return the day so many days ago, in UTC, as a number such as 20260131."""
    return int(strftime("%Y%m%d", gmtime(max(0.0, time() - 86400 * days))))
