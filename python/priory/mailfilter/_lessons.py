"""Lessons of a store: what each message taught about its tokens, and when all are taught anew.

Two tables stand beside the counts: `taught` has the errors on each message, and `lessons` their
sums by token, in blocks like those of counts, with what a token gained and lost in the place of
messages and occurrences. Counts never depend on them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from priory import _core
from priory.mailfilter import _classes, _journal, _tokens
from priory.mailfilter._schema import get_meta, put_meta
from priory.mailfilter.errors import corrupt_on_error

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable, Iterator, Sequence

__all__ = [
    "MOST",
    "Lessons",
    "New",
    "Teaching",
    "add",
    "are_kept",
    "find",
    "learn",
    "pending",
    "problems",
    "replay",
    "teaching",
    "unlearn",
    "whole",
]

MOST = 5000  # messages that are taught anew at once where one is forgotten
TABLE = "main.lessons"
STALE = "stale"  # in meta: messages left, and what was taught in their presence is as it was
_IN_A_ROW = 16  # as the core looks at

New = tuple[bytes, bytes, str]  # a bag, its digest, and the class
Old = tuple[int, int]  # a message of the journal, and its class


class Lessons(NamedTuple):
    """What new messages taught, and what the lessons of tokens change by."""

    taught: list[bytes | None]
    of_journal: list[tuple[int, bytes]]
    changes: _core.Ledger


class Teaching(NamedTuple):
    """How far the messages of a store have taught.

    Attributes
    ----------
    taught : int
        Messages that were asked what they teach, and can be asked again.
    frozen : int
        Messages of which only the digest is known: what they taught stays as it is.
    pending : int
        Messages that taught nothing yet.
    stale : int
        Messages that were forgotten or corrected since all were last taught. What they taught is
        gone; what others taught in their presence is not, until all are taught anew.
    """

    taught: int
    frozen: int
    pending: int
    stale: int


def teaching(db: sqlite3.Connection) -> Teaching:
    """Count messages by what became of their lessons."""
    without = pending(db)
    frozen, taught = 0, 0
    if are_kept(db):
        query = "SELECT coalesce(sum(bag IS NULL), 0), count(*) FROM taught JOIN journal USING (id)"
        frozen, taught = db.execute(query).fetchone()
    return Teaching(taught - frozen, frozen, without, int(get_meta(db, STALE) or 0))


def are_kept(db: sqlite3.Connection) -> bool:
    """Tell whether a store has room for lessons, which older ones do not."""
    query = "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'lessons'"
    return db.execute(query).fetchone() is not None


def find(db: sqlite3.Connection, tokens: Iterable[str]) -> _core.Ledger:
    """Look tokens up."""
    return _tokens.find(db, tokens, TABLE) if are_kept(db) else _core.Ledger([])


def whole(db: sqlite3.Connection) -> _core.Ledger:
    """Return the lessons of all tokens."""
    return _tokens.whole(db, TABLE) if are_kept(db) else _core.Ledger([])


def pending(db: sqlite3.Connection) -> int:
    """Count the messages that taught nothing yet; those that are spent never will."""
    told = _classes.told(db)
    if not are_kept(db):
        return told
    return told - int(db.execute("SELECT count(*) FROM taught").fetchone()[0])


def learn(db: sqlite3.Connection, new: Sequence[New], changes: _core.Ledger) -> Lessons:
    """Teach new messages, before they are counted; if it is time, all that are there, too.

    `changes` are those of the counts.
    """
    if not new:
        return Lessons([], [], _core.Ledger([]))
    ledgers = _tokens.around(db, changes, "main.blocks"), _tokens.around(db, changes, TABLE)
    teacher = _teacher(db, ledgers, [], new, _absent(db))
    if teacher.learn(whole=False):
        return Lessons(teacher.taught(), [], teacher.changes())
    ids, journal = _entries(db)
    teacher = _teacher(db, (_tokens.whole(db), whole(db)), journal, new, _spent(db, journal))
    teacher.learn(whole=True)
    db.execute("DELETE FROM meta WHERE key = ?", [STALE])
    taught = teacher.taught()
    before = [entry[3] for entry in journal]
    changed = [
        (message, errors)
        for message, errors, old in zip(ids, taught, before, strict=False)
        if errors is not None and errors != old
    ]
    return Lessons(taught[len(ids) :], changed, teacher.changes())


def add(db: sqlite3.Connection, lessons: Lessons, digests: Sequence[bytes]) -> None:
    """Write what was taught, when the messages are in the journal."""
    _write(db, lessons.of_journal, lessons.changes)
    db.executemany(
        "INSERT INTO taught SELECT id, ?1 FROM journal WHERE digest = ?2",
        [
            (errors, digest)
            for digest, errors in zip(digests, lessons.taught, strict=True)
            if errors is not None
        ],
    )


def unlearn(db: sqlite3.Connection, messages: Sequence[int] | None = None) -> None:
    """Take back what some messages taught, or all, while they are in the journal as they were."""
    if messages is not None and not messages:
        return
    which = "" if messages is None else f"AND journal.id IN ({', '.join('?' * len(messages))})"
    ids, journal = _entries(db, which, messages or ())
    ledger = _core.Ledger([])
    teacher = _teacher(db, (ledger, ledger), journal, [], (0, 0, []))
    teacher.unteach()
    _write(db, [], teacher.changes())
    db.executemany("DELETE FROM taught WHERE id = ?", [(one,) for one in ids])
    put_meta(db, STALE, int(get_meta(db, STALE) or 0) + len(ids))


def replay(db: sqlite3.Connection, *, force: bool = False) -> bool:
    """Teach all messages anew, if something was taken back or it is wanted, and there is time."""
    if not force and (not get_meta(db, STALE) or _classes.told(db) > MOST):
        return False
    _drop_classes(db)
    db.execute("INSERT OR IGNORE INTO taught SELECT id, x'' FROM journal WHERE bag IS NULL")
    ids, journal = _entries(db)
    teacher = _teacher(db, (_tokens.whole(db), whole(db)), journal, [], _spent(db, journal))
    teacher.replay()
    taught = [
        (one, said) for one, said in zip(ids, teacher.taught(), strict=True) if said is not None
    ]
    db.execute("DELETE FROM taught WHERE id IN (SELECT id FROM journal WHERE bag IS NOT NULL)")
    _write(db, taught, teacher.changes())
    db.execute("DELETE FROM meta WHERE key = ?", [STALE])
    return True


def problems(db: sqlite3.Connection) -> Iterator[str]:
    """Find lessons of tokens that are not the sums of what the messages taught."""
    if not are_kept(db):
        return
    _, journal = _entries(db)
    none = _core.Ledger([])
    taught = _by_token(_teacher(db, (none, none), journal, [], (0, 0, [])).sum())
    kept = _by_token(whole(db))
    is_whole = _classes.told(db) == len(journal)
    for token in sorted(taught.keys() | kept.keys()):
        sums, found = taught.get(token, {}), kept.get(token, {})
        if sums == found or (not is_whole and _exceeds(found, sums)):
            continue
        yield f"The token {token!r}: its lessons are not what the messages taught."


def _by_token(ledger: _core.Ledger) -> dict[str, dict[int, tuple[int, int]]]:
    return {
        token: {number: (gain, loss) for number, gain, loss in cells}
        for token, _, cells in ledger.rows()
    }


def _exceeds(found: dict[int, tuple[int, int]], sums: dict[int, tuple[int, int]]) -> bool:
    """Tell whether lessons are no less than sums: the rest is of spent messages."""
    pairs = ((found.get(number, (0, 0)), least) for number, least in sums.items())
    return all(gain >= least[0] and loss >= least[1] for (gain, loss), least in pairs)


def _write(
    db: sqlite3.Connection, taught: Sequence[tuple[int, bytes]], changes: _core.Ledger
) -> None:
    db.executemany("INSERT OR REPLACE INTO taught VALUES (?, ?)", taught)
    if len(changes):
        _tokens.change_blocks(db, changes, TABLE)


def _teacher(
    db: sqlite3.Connection,
    ledgers: tuple[_core.Ledger, _core.Ledger],
    journal: list[tuple[bytes, bytes, int, bytes | None]],
    new: Sequence[New],
    absent: tuple[int, int, list[int]],
) -> _core.Teacher:
    known = [(one.messages, one.tokens) for one in _classes.read(db)]
    label = {name: index for index, name in enumerate(_classes.ids(db))}
    numbers, n_tokens = list(_classes.ids(db).values()), _tokens.number(db)
    rows = [(bag, digest, label[name]) for bag, digest, name in new]
    with corrupt_on_error():
        return _core.Teacher(numbers, known, n_tokens, *ledgers, journal, rows, absent)


def _absent(db: sqlite3.Connection) -> tuple[int, int, list[int]]:
    """Return how many messages are in the journal, and the classes of the last ones."""
    query = "SELECT class FROM journal ORDER BY id DESC LIMIT ?"
    label = {number: index for index, number in enumerate(_classes.ids(db).values())}
    recent = [label[number] for (number,) in db.execute(query, [_IN_A_ROW])]
    return _classes.told(db), pending(db), recent[::-1]


def _spent(db: sqlite3.Connection, journal: Sequence[object]) -> tuple[int, int, list[int]]:
    """Return how many messages are known, but for those of which all is known."""
    return _classes.told(db) - len(journal), 0, []


def _entries(
    db: sqlite3.Connection, which: str = "", values: Sequence[int] = ()
) -> tuple[list[int], list[tuple[bytes, bytes, int, bytes | None]]]:
    """Return the messages whose tokens are known, in the order in which they were learned."""
    label = {number: index for index, number in enumerate(_classes.ids(db).values())}
    query = (
        "SELECT journal.id, bag, digest, class, errors FROM journal LEFT JOIN taught USING (id) "
        f"WHERE bag IS NOT NULL {which} ORDER BY journal.id"
    )
    ids, entries = [], []
    with corrupt_on_error():
        for message, bag, digest, number, errors in db.execute(query, values):
            ids.append(message)
            entries.append((_journal.bound(bag, digest), _padded(digest), label[number], errors))
    return ids, entries


def _padded(digest: bytes) -> bytes:
    """Return a digest of an earlier version at the length of one of this."""
    return digest.ljust(_journal.DIGEST, b"\0")


def _drop_classes(db: sqlite3.Connection) -> None:
    """Drop what was taught of classes that are gone."""
    there = set(_classes.ids(db).values())
    rows = (
        (token, [(number, -gain, -loss) for number, gain, loss in cells if number not in there])
        for token, _, cells in whole(db).rows()
    )
    gone = [(token, 0, cells) for token, cells in rows if cells]
    if gone:
        _tokens.change_blocks(db, _core.Ledger(gone), TABLE)
