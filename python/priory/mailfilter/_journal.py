"""The journal table of a store: learned messages, their classes and their bags of tokens."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from priory import _core
from priory.mailfilter._seal import bound
from priory.mailfilter.errors import corrupt_on_error

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from typing import TypeAlias

__all__ = [
    "DIGEST",
    "EARLIER",
    "Counting",
    "Identity",
    "JournalCounts",
    "JournalEntry",
    "add",
    "bag",
    "counts",
    "find",
    "identify",
    "is_digest",
    "move",
    "remove",
    "rename",
    "renew",
]

DIGEST = 20  # bytes
EARLIER = 16  # those of digests by which schema 3 and before knew messages

Counting: TypeAlias = "Callable[[bytes], dict[str, int]]"  # the tokens of a message
_AT_ONCE = 500  # messages that one query looks for
_stored = bytearray  # for bytes, sqlite3 first looks for what may adapt them, which takes long


class Identity(NamedTuple):
    """What a message is known by.

    Attributes
    ----------
    digest : bytes
        Of its lasting headers, of those that decide what is seen of it, and of its body.
    earlier : bytes
        What journals of schema 3 and before have instead, without what decides what is seen: a
        copy that shows another text has the same.
    """

    digest: bytes
    earlier: bytes


class JournalEntry(NamedTuple):
    """A message of the journal; one that is spent has lost its bag.

    That of an earlier version has the digest of one.
    """

    id: int
    name: str
    spent: bool
    is_earlier: bool = False


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
    """Return the digests by which messages and their copies are known."""
    return list(map(Identity._make, _core.mail_digests(list(messages), threads)))


def is_digest(value: object) -> bool:
    """Tell whether a value may be a digest, of this version or an earlier one."""
    return isinstance(value, bytes) and len(value) in (DIGEST, EARLIER)


def find(
    db: sqlite3.Connection, messages: Mapping[Identity, bytes], count: Counting
) -> dict[bytes, JournalEntry]:
    """Return what is known of some messages, by their digests.

    Those of earlier versions are compared by their tokens, which `count` finds.
    """
    if db.execute("SELECT 1 FROM journal LIMIT 1").fetchone() is None:
        return {}
    known = _entries(db, (one.digest for one in messages))
    others = [one for one in messages if one.digest not in known]
    earlier = _entries(db, (one.earlier for one in others))
    for one in others:
        entry = earlier.get(one.earlier)
        if entry is not None and _is_same(db, entry, messages[one], count):
            known[one.digest] = entry._replace(is_earlier=True)
            del earlier[one.earlier]  # one message alone is what was learned then
    return known


def _is_same(db: sqlite3.Connection, entry: JournalEntry, raw: bytes, count: Counting) -> bool:
    """Tell whether a message with the digest of an earlier version is the one that was learned."""
    from priory.mailfilter._content import content  # noqa: PLC0415 (later versions need it rarely)

    if entry.spent:
        return True  # nothing can be compared, and nothing that it added be taken away
    with corrupt_on_error():
        learned = _core.read_bag(bag(db, entry))
    return content(learned) == content(count(raw).items())


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


def renew(db: sqlite3.Connection, known: Mapping[bytes, JournalEntry]) -> None:
    """Give messages that were learned by an earlier version the digests of this one.

    A message that is spent keeps its own: whether it was this one, nothing tells.
    """
    for digest, one in known.items():
        if one.is_earlier and not one.spent:
            rename(db, one.id, digest)


def rename(db: sqlite3.Connection, message: int, digest: bytes) -> None:
    """Give a message another digest, to which its bag is bound anew."""
    query = "SELECT digest, bag FROM journal WHERE id = ?"
    old, kept = db.execute(query, [message]).fetchone()
    with corrupt_on_error():
        bag = None if kept is None else bound(bound(kept, old), digest)
    change = "UPDATE journal SET digest = ?, bag = ? WHERE id = ?"
    db.execute(change, [digest, bag, message])


def remove(db: sqlite3.Connection, messages: list[int]) -> None:
    """Take messages out."""
    db.executemany("DELETE FROM journal WHERE id = ?", [(message,) for message in messages])
