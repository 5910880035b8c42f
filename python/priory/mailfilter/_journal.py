"""The journal table of a store: learned messages, their classes and their bags of tokens."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from priory import _core
from priory.mailfilter._seal import bound
from priory.mailfilter.errors import corrupt_on_error

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable, Sequence

__all__ = [
    "Identity",
    "JournalCounts",
    "JournalEntry",
    "add",
    "bag",
    "counts",
    "find",
    "identify",
    "move",
    "remove",
]

_AT_ONCE = 500  # messages that one query looks for
_stored = bytearray  # for bytes, sqlite3 first looks for what may adapt them, which takes long


class Identity(NamedTuple):
    """What a message is known by.

    Attributes
    ----------
    digest : bytes
        Of its lasting headers, of those that decide what is seen of it, and of its body.
    earlier : bytes
        What journals of schema 3 and before have instead, without what decides what is seen.
    """

    digest: bytes
    earlier: bytes


class JournalEntry(NamedTuple):
    """A message of the journal; one that is spent has lost its bag."""

    id: int
    name: str
    spent: bool


class JournalCounts(NamedTuple):
    """How many messages the journal has.

    Attributes
    ----------
    messages : int
        Messages that are known one by one.
    spent : int
        Those of them that can be neither forgotten nor corrected, because `compact` has dropped
        what they added.
    """

    messages: int
    spent: int


def counts(db: sqlite3.Connection) -> JournalCounts:
    """Count the messages."""
    query = "SELECT count(*), count(*) - count(bag) FROM journal"
    return JournalCounts(*db.execute(query).fetchone())


def identify(messages: Sequence[bytes], threads: int = 1) -> list[Identity]:
    """Return the digests, of 16 bytes each, by which messages and their copies are known."""
    return list(map(Identity._make, _core.mail_digests(list(messages), threads)))


def find(db: sqlite3.Connection, identities: Sequence[Identity]) -> dict[bytes, JournalEntry]:
    """Return what is known of some messages, by their digests."""
    if db.execute("SELECT 1 FROM journal LIMIT 1").fetchone() is None:
        return {}
    entries = _entries(db, (digest for identity in identities for digest in identity))
    known = {digest: entries[digest] for digest, _ in identities if digest in entries}
    for digest, earlier in identities:
        if digest not in known and earlier in entries:
            known[digest] = entries.pop(earlier)  # one message alone is what was learned then
    return known


def _entries(db: sqlite3.Connection, digests: Iterable[bytes]) -> dict[bytes, JournalEntry]:
    known: dict[bytes, JournalEntry] = {}
    wanted = list(dict.fromkeys(digests))
    for start in range(0, len(wanted), _AT_ONCE):
        some = wanted[start : start + _AT_ONCE]
        marks = ", ".join("?" * len(some))
        query = (
            "SELECT digest, journal.id, name, bag IS NULL FROM journal "
            f"JOIN classes ON class = classes.id WHERE digest IN ({marks})"
        )
        rows = db.execute(query, list(map(_stored, some)))
        known |= {row[0]: JournalEntry(row[1], row[2], bool(row[3])) for row in rows}
    return known


def bag(db: sqlite3.Connection, learned: JournalEntry) -> bytes:
    """Return what a message added."""
    query = "SELECT bag, digest FROM journal WHERE id = ?"
    kept = db.execute(query, [learned.id]).fetchone()
    with corrupt_on_error():
        return bound(*kept)


def add(db: sqlite3.Connection, entries: Iterable[tuple[bytes, int, int, bytearray]]) -> None:
    """Add messages, each with its digest, class, day and bag."""
    db.executemany(
        "INSERT INTO journal (digest, class, day, bag) VALUES (?, ?, ?, ?)",
        (
            (_stored(digest), number, day, _stored(bound(bag, digest)))
            for digest, number, day, bag in entries
        ),
    )


def move(db: sqlite3.Connection, moves: list[tuple[int, int]]) -> None:
    """Give messages another class: the class first, then the message."""
    db.executemany("UPDATE journal SET class = ? WHERE id = ?", moves)


def remove(db: sqlite3.Connection, messages: list[int]) -> None:
    """Take messages out."""
    db.executemany("DELETE FROM journal WHERE id = ?", [(message,) for message in messages])
