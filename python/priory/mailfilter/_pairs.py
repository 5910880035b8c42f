"""Which messages of another store, attached as `other`, are in the journal here, too.

Messages have the same digest, if both stores learned them with a version that makes the same
digests. An entry with the digest of an earlier version and one with that of this version are the
same message if both added the same tokens, each as often.
"""

from __future__ import annotations

from collections import defaultdict
from hashlib import blake2b
from typing import TYPE_CHECKING

from priory import _core
from priory.mailfilter._journal import DIGEST, EARLIER, rename
from priory.mailfilter._seal import bound
from priory.mailfilter.errors import corrupt_on_error

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterator

__all__ = ["drop", "find"]

_TABLE = "CREATE TEMP TABLE pairs (ours INTEGER PRIMARY KEY, theirs INTEGER NOT NULL UNIQUE)"
_SAME_DIGEST = (
    "INSERT INTO pairs SELECT ours.id, theirs.id "
    "FROM other.journal AS theirs JOIN main.journal AS ours USING (digest)"
)
_EARLIER_HERE = (
    "SELECT ours.id, theirs.digest FROM pairs JOIN main.journal AS ours ON ours.id = pairs.ours "
    "JOIN other.journal AS theirs ON theirs.id = pairs.theirs WHERE length(ours.digest) = ?"
)


def find(db: sqlite3.Connection) -> None:
    """Make the table `pairs` of the ids here and there, and renew digests that are earlier ones."""
    db.execute(_TABLE)
    db.execute(_SAME_DIGEST)
    for ours, theirs in ((EARLIER, DIGEST), (DIGEST, EARLIER)):
        found = list(_same_bags(db, ours, theirs))
        db.executemany("INSERT INTO pairs VALUES (?, ?)", found)
    for message, digest in db.execute(_EARLIER_HERE, [EARLIER]).fetchall():
        rename(db, message, digest)


def drop(db: sqlite3.Connection) -> None:
    """Drop the table."""
    db.execute("DROP TABLE pairs")


def _same_bags(db: sqlite3.Connection, ours: int, theirs: int) -> Iterator[tuple[int, int]]:
    """Pair messages that added the same, whose digests have these lengths here and there."""
    if not _has(db, "main", "ours", ours) or not _has(db, "other", "theirs", theirs):
        return
    there: dict[bytes, list[int]] = defaultdict(list)
    for message, key in _keys(db, "other", "theirs", theirs):
        there[key].append(message)
    for message, key in _keys(db, "main", "ours", ours):
        if there[key]:
            yield message, there[key].pop(0)


def _has(db: sqlite3.Connection, schema: str, column: str, length: int) -> bool:
    query = f"SELECT EXISTS ({_unpaired(schema, column, 'id')})"
    return bool(db.execute(query, [length]).fetchone()[0])


def _keys(
    db: sqlite3.Connection, schema: str, column: str, length: int
) -> Iterator[tuple[int, bytes]]:
    query = _unpaired(schema, column, "id, digest, bag") + " ORDER BY id"
    for message, digest, bag in db.execute(query, [length]):
        with corrupt_on_error():
            tokens = _core.read_bag(bound(bag, digest))
        yield message, blake2b(repr(sorted(tokens)).encode(), digest_size=DIGEST).digest()


def _unpaired(schema: str, column: str, what: str) -> str:
    """Return the query for messages with a bag that have no pair yet."""
    return (
        f"SELECT {what} FROM {schema}.journal WHERE length(digest) = ? AND bag IS NOT NULL "
        f"AND id NOT IN (SELECT {column} FROM pairs)"
    )
