"""The journal table of a store: learned messages, their classes and their bags of tokens."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from priory import _core
from priory.mailfilter import _digests
from priory.mailfilter._classes import ids
from priory.mailfilter._seal import bound, is_bag
from priory.mailfilter.errors import corrupt, corrupt_on_error

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from typing import TypeAlias

__all__ = [
    "DIGEST",
    "EARLIER",
    "Counting",
    "JournalCounts",
    "JournalEntry",
    "add",
    "bag",
    "bags",
    "bound",
    "counts",
    "find",
    "identify",
    "is_digest",
    "labels",
    "move",
    "remove",
    "rename",
    "renew",
]

DIGEST = 32  # bytes
EARLIER = 16  # the first of them, by which schema 3 and before knew messages

Counting: TypeAlias = "Callable[[bytes], dict[str, int]]"  # the tokens of a message
_AT_ONCE = 500  # messages that one query looks for
_stored = bytearray  # for bytes, sqlite3 first looks for what may adapt them, which takes long


class JournalEntry(NamedTuple):
    """A message of the journal; one that is spent has lost its bag.

    That of an earlier version has the digest of one.
    """

    id: int
    name: str
    spent: bool
    is_earlier: bool = False

    @property
    def is_doubtful(self) -> bool:
        """Whether nothing tells if it is the message at hand, or one that shows another text."""
        return self.is_earlier and self.spent


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


def identify(messages: Sequence[bytes], threads: int = 1) -> list[bytes]:
    """Return the digests by which messages and their copies are known.

    The first bytes, as many as `EARLIER`, leave out what decides what is seen: a copy that shows
    another text has the same.
    """
    return _core.mail_digests(list(messages), threads)


def is_digest(value: object) -> bool:
    """Tell whether a value may be a digest, of this version or an earlier one."""
    return isinstance(value, bytes) and len(value) in (DIGEST, EARLIER)


def find(
    db: sqlite3.Connection, messages: Mapping[bytes, bytes], count: Counting
) -> dict[bytes, JournalEntry]:
    """Return what is known of some messages, both by their digests.

    Those of earlier versions are compared by their tokens, which `count` finds. Of messages that
    an entry of such a version may be, the one with the smallest digest is: one was learned then.
    Where there is nothing to compare, all of them are, so that none is counted twice.
    """
    found = _alike(db, messages, count)
    owners = {one.id: digest for digest, one in sorted(found.items(), reverse=True)}
    return {d: one for d, one in found.items() if one.is_doubtful or owners[one.id] == d}


def labels(
    db: sqlite3.Connection, messages: Mapping[bytes, bytes], count: Counting
) -> dict[bytes, str]:
    """Return the classes of those of some messages that were surely learned."""
    found = _alike(db, messages, count)
    return {digest: one.name for digest, one in found.items() if not one.is_doubtful}


def _alike(
    db: sqlite3.Connection, messages: Mapping[bytes, bytes], count: Counting
) -> dict[bytes, JournalEntry]:
    """Return the entry that each message has, or may have."""
    known = _entries(db, messages)
    others = [digest for digest in messages if digest not in known]
    _digests.check(db, others)
    earlier = _entries(db, (digest[:EARLIER] for digest in others))
    for digest in others:
        entry = earlier.get(digest[:EARLIER])
        if entry is not None and _may_be(db, entry, messages[digest], count):
            known[digest] = entry._replace(is_earlier=True)
    return known


def _may_be(db: sqlite3.Connection, entry: JournalEntry, raw: bytes, count: Counting) -> bool:
    """Tell whether a message with the digest of an earlier version may be what was learned."""
    from priory.mailfilter._content import content  # noqa: PLC0415 (later versions need it rarely)

    kept = bag(db, entry.id)
    if kept is None:
        return True
    with corrupt_on_error():
        learned = _core.read_bag(kept)
    return content(learned) == content(count(raw).items())


def _entries(db: sqlite3.Connection, digests: Iterable[bytes]) -> dict[bytes, JournalEntry]:
    known: dict[bytes, JournalEntry] = {}
    wanted = list(dict.fromkeys(digests))
    for start in range(0, len(wanted), _AT_ONCE):
        some = wanted[start : start + _AT_ONCE]
        marks = ", ".join("?" * len(some))
        query = (
            "SELECT digest, journal.id, name, class, bag FROM journal "
            f"LEFT JOIN classes ON class = classes.id WHERE digest IN ({marks})"
        )
        for digest, message, name, number, kept in db.execute(query, list(map(_stored, some))):
            one = JournalEntry(message, name, kept is None)
            with corrupt_on_error():
                if kept is None or not _core.is_intact(bound(kept, digest, number)):
                    _check_row(db, one, digest)
            known[digest] = one
    return known


def _check_row(db: sqlite3.Connection, one: JournalEntry, digest: bytes) -> None:
    """Refuse a message to which damage has given the row or the class of another one.

    A bag that is damaged itself is refused when it is needed.
    """
    query = "SELECT digest, bag FROM journal WHERE id = ?"
    own, kept = db.execute(query, [one.id]).fetchone()
    is_moved = kept is not None and any(is_bag(kept, digest, other) for other in ids(db).values())
    if own != digest or not isinstance(one.name, str) or is_moved:
        raise corrupt(f"the journal entry {digest.hex()} is damaged")


def bag(db: sqlite3.Connection, message: int, schema: str = "main") -> bytes | None:
    """Return what a message added, as the core reads it; None if it is spent."""
    return _row(db, message, schema)[2]


def _row(
    db: sqlite3.Connection, message: int, schema: str = "main"
) -> tuple[bytes, int, bytes | None]:
    """Return the digest, the class and the bag of a message."""
    query = f"SELECT digest, class, bag FROM {schema}.journal WHERE id = ?"
    with corrupt_on_error():  # damage may hide a row that an index knows
        digest, number, kept = db.execute(query, [message]).fetchone()
        return digest, number, None if kept is None else bound(kept, digest, number)


def bags(db: sqlite3.Connection, schema: str = "main") -> Iterator[tuple[int, bytes]]:
    """Return what all messages added that are not spent, each with its class."""
    query = f"SELECT class, bag, digest FROM {schema}.journal WHERE bag IS NOT NULL"
    for number, kept, digest in db.execute(query):
        yield number, bound(kept, digest, number)


def add(
    db: sqlite3.Connection,
    entries: Iterable[tuple[bytes, int, int, bytes | bytearray | None]],
    schema: str = "main",
) -> None:
    """Add messages, each with its digest, class, day and bag."""
    new: list[bytes] = []

    def rows() -> Iterator[tuple[bytearray, int, int, bytearray | None]]:
        for digest, number, day, kept in entries:
            new.append(digest)
            bag = None if kept is None else _stored(bound(kept, digest, number))
            yield _stored(digest), number, day, bag

    query = f"INSERT INTO {schema}.journal (digest, class, day, bag) VALUES (?, ?, ?, ?)"
    db.executemany(query, rows())
    _digests.change(db, new, schema)


def move(db: sqlite3.Connection, moves: list[tuple[int, int]]) -> None:
    """Give messages another class, to which their bags are bound: the class, then the message."""
    for number, message in moves:
        digest, _, kept = _row(db, message)
        _write(db, message, digest, number, kept)


def renew(db: sqlite3.Connection, known: Mapping[bytes, JournalEntry]) -> None:
    """Give messages that were learned by an earlier version the digests of this one."""
    for digest, one in known.items():
        if one.is_earlier and not one.is_doubtful:
            rename(db, one.id, digest)


def rename(db: sqlite3.Connection, message: int, digest: bytes) -> None:
    """Give a message another digest, to which its bag is bound anew."""
    before, number, kept = _row(db, message)
    _write(db, message, digest, number, kept)
    _digests.change(db, [before, digest])


def _write(
    db: sqlite3.Connection, message: int, digest: bytes, number: int, kept: bytes | None
) -> None:
    bag = None if kept is None else bound(kept, digest, number)
    change = "UPDATE journal SET digest = ?, class = ?, bag = ? WHERE id = ?"
    db.execute(change, [digest, number, bag, message])


def remove(db: sqlite3.Connection, messages: list[int]) -> None:
    """Take messages out."""
    gone = [_row(db, message)[0] for message in messages]
    db.executemany("DELETE FROM journal WHERE id = ?", [(message,) for message in messages])
    _digests.change(db, gone)
