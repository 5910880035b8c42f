"""Which messages of another store, attached as `other`, are in the journal here, too.

Messages have the same digest, if both stores learned them with a version that makes the same
digests. An entry with the digest of an earlier version and one with that of this version are the
same message if the one digest begins with the other, and both added the same content.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from priory import _core
from priory.mailfilter import _journal
from priory.mailfilter._content import content
from priory.mailfilter._journal import EARLIER
from priory.mailfilter.errors import corrupt_on_error

if TYPE_CHECKING:
    import sqlite3

__all__ = ["drop", "find"]

_TABLE = "CREATE TEMP TABLE pairs (ours INTEGER PRIMARY KEY, theirs INTEGER NOT NULL UNIQUE)"
_SAME_DIGEST = (
    "INSERT INTO pairs SELECT ours.id, theirs.id "
    "FROM other.journal AS theirs JOIN main.journal AS ours USING (digest)"
)
_SAME_BEGINNING = (
    "SELECT ours.id, theirs.id FROM main.journal AS ours JOIN other.journal AS theirs "
    f"ON {{0}}.digest = substr({{1}}.digest, 1, {EARLIER}) AND length({{1}}.digest) > {EARLIER} "
    "WHERE {2} (ours.bag IS NOT NULL AND theirs.bag IS NOT NULL) "
    "AND ours.id NOT IN (SELECT ours FROM pairs) AND theirs.id NOT IN (SELECT theirs FROM pairs) "
    "ORDER BY ours.digest, theirs.digest"
)
_WAYS = (("ours", "theirs"), ("theirs", "ours"))  # the earlier one first
_EARLIER_HERE = (
    "SELECT ours.id, theirs.digest FROM pairs JOIN main.journal AS ours ON ours.id = pairs.ours "
    "JOIN other.journal AS theirs ON theirs.id = pairs.theirs "
    "WHERE length(ours.digest) < length(theirs.digest)"
)


def find(db: sqlite3.Connection) -> int:
    """Make the table `pairs` of the ids here and there, and renew digests that are earlier ones.

    Returns
    -------
    int
        Messages of the other store that may be in the journal here, too. One of both has lost what
        it added, so nothing tells whether they show the same.
    """
    db.execute(_TABLE)
    db.execute(_SAME_DIGEST)
    for ends in _WAYS:
        for pair in db.execute(_SAME_BEGINNING.format(*ends, "")).fetchall():
            if _content(db, pair[0], "main") == _content(db, pair[1], "other"):
                db.execute("INSERT OR IGNORE INTO pairs VALUES (?, ?)", pair)  # one to one
    doubtful = [pair for w in _WAYS for pair in db.execute(_SAME_BEGINNING.format(*w, "NOT"))]
    for message, digest in db.execute(_EARLIER_HERE).fetchall():
        _journal.rename(db, message, digest)
    return min(len({ours for ours, _ in doubtful}), len({theirs for _, theirs in doubtful}))


def drop(db: sqlite3.Connection) -> None:
    """Drop the table."""
    db.execute("DROP TABLE pairs")


def _content(db: sqlite3.Connection, message: int, schema: str) -> dict[str, int]:
    with corrupt_on_error():
        return content(_core.read_bag(_journal.bag(db, message, schema) or b""))
