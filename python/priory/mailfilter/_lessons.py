"""Lessons of a store: what each message taught about its tokens, and when all are taught anew.

Two tables stand beside the counts: `taught` has the errors on each message, and `lessons` their
sums by token, in blocks like those of counts, with what a token gained and lost in the place of
messages and occurrences. Counts never depend on them.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, NamedTuple

from priory import _core
from priory.mailfilter import _classes, _journal, _tokens
from priory.mailfilter._schema import get_meta, put_meta
from priory.mailfilter._seal import bound, is_intact_bag
from priory.mailfilter.errors import corrupt_on_error

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable, Mapping, Sequence

__all__ = [
    "MOST",
    "Lessons",
    "New",
    "Teaching",
    "add",
    "adopt",
    "are_kept",
    "drop",
    "drop_classes",
    "excuse",
    "find",
    "learn",
    "pending",
    "replay",
    "sums",
    "teach_again",
    "teaching",
    "unlearn",
    "whole",
]

MOST = 5000  # messages that are taught anew at once where one is forgotten
TABLE = "main.lessons"
STALE = "stale"  # in meta: messages left, and what was taught in their presence is as it was
_IN_A_ROW = 16  # as the core looks at

New = tuple[bytes, bytes, str]  # a bag, its digest, and the class


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


def are_kept(db: sqlite3.Connection, schema: str = "main") -> bool:
    """Tell whether a store has room for lessons, which older ones do not."""
    query = f"SELECT 1 FROM {schema}.sqlite_master WHERE type = 'table' AND name = 'lessons'"
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
    excuse(db)
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


def teach_again(db: sqlite3.Connection, corrected: Sequence[New], changes: _core.Ledger) -> Lessons:
    """Teach corrected messages as new ones, where there are too many to teach all of them anew.

    It is done before they are counted as what they are, so that they teach a little more. What
    would wait for a replay waits.
    """
    if not corrected or _classes.told(db) <= MOST:
        return Lessons([None] * len(corrected), [], _core.Ledger([]))
    ledgers = _tokens.around(db, changes, "main.blocks"), _tokens.around(db, changes, TABLE)
    teacher = _teacher(db, ledgers, [], corrected, _absent(db))
    teacher.learn(whole=False)
    taught = teacher.taught()
    return Lessons([*taught, *[None] * (len(corrected) - len(taught))], [], teacher.changes())


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
    ids, lessons = _sums(db, -1, messages)
    _write(db, [], lessons)
    db.executemany("DELETE FROM taught WHERE id = ?", [(one,) for one in ids])
    put_meta(db, STALE, int(get_meta(db, STALE) or 0) + len(ids))


def sums(db: sqlite3.Connection) -> tuple[int, _core.Ledger]:
    """Return how many messages there are whose tokens are known, and what they taught."""
    ids, taught = _sums(db, 1)
    return len(ids), taught


def adopt(db: sqlite3.Connection, ours: Mapping[int, int]) -> None:
    """Add what is left in the other store of its spent messages: all others are taught anew.

    `ours` are the numbers here of the classes there.
    """
    if not are_kept(db, "other"):
        return
    for part in (_tokens.whole(db, "other.lessons"), _sums(db, -1, schema="other")[1]):
        _write(db, [], part.renumber(dict(ours)))


def drop(db: sqlite3.Connection, tokens: Iterable[str]) -> None:
    """Drop what was taught about tokens of which nothing else is known any more."""
    _subtract(db, find(db, tokens))


def excuse(db: sqlite3.Connection) -> None:
    """Note that messages whose tokens are not known will teach nothing more."""
    db.execute("INSERT OR IGNORE INTO taught SELECT id, x'' FROM journal WHERE bag IS NULL")


def replay(db: sqlite3.Connection, *, force: bool = False) -> bool:
    """Teach all messages anew, if something was taken back and that takes no time, or by force.

    It must be by force where classes left.
    """
    if not force and (not get_meta(db, STALE) or _classes.told(db) > MOST):
        return False
    if force:
        drop_classes(db)
    excuse(db)
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


def _sums(
    db: sqlite3.Connection, sign: int, messages: Sequence[int] | None = None, schema: str = "main"
) -> tuple[list[int], _core.Ledger]:
    """Return some messages, or all, whose tokens are known, and what they taught in all."""
    ids, journal = _entries(db, messages, schema)
    numbers, none = list(_classes.ids(db, schema).values()), _core.Ledger([])
    with corrupt_on_error():
        teacher = _core.Teacher(
            numbers, [(0, 0)] * len(numbers), 0, none, none, journal, [], (0, 0, [])
        )
    if sign > 0:
        return ids, teacher.sum()
    teacher.unteach()
    return ids, teacher.changes()


def _absent(db: sqlite3.Connection) -> tuple[int, int, list[int]]:
    """Return how many messages are in the journal, and the classes of the last ones."""
    return _classes.told(db), pending(db), _recent(db)


def _spent(db: sqlite3.Connection, journal: Sequence[object]) -> tuple[int, int, list[int]]:
    """Return the same of the messages of which not all is known."""
    return _classes.told(db) - len(journal), 0, _recent(db, "WHERE bag IS NULL")


def _recent(db: sqlite3.Connection, which: str = "") -> list[int]:
    query = f"SELECT class FROM journal {which} ORDER BY id DESC LIMIT ?"
    label = {number: index for index, number in enumerate(_classes.ids(db).values())}
    numbers = (number for (number,) in db.execute(query, [_IN_A_ROW]))
    recent = [label[number] for number in numbers if number in label]  # damage may be anything
    return recent[::-1]


def _entries(
    db: sqlite3.Connection, messages: Sequence[int] | None = None, schema: str = "main"
) -> tuple[list[int], list[tuple[bytes, bytes, int, bytes | None]]]:
    """Return messages whose tokens are known, in the order in which they were learned.

    What of a damaged one is left here stays as it is: who learns other mail is not to pay for it.
    """
    label = {number: index for index, number in enumerate(_classes.ids(db, schema).values())}
    some = "" if messages is None else "AND id IN (SELECT value FROM json_each(?))"
    query = (
        f"SELECT id, bag, digest, class, errors FROM {schema}.journal "
        f"LEFT JOIN {schema}.taught USING (id) WHERE bag IS NOT NULL {some} ORDER BY id"
    )
    ids, entries = [], []
    with corrupt_on_error():
        values = [] if messages is None else [json.dumps(messages)]
        for message, bag, digest, number, errors in db.execute(query, values):
            if not is_intact_bag(bag, digest, number):
                continue
            if number not in label:
                raise ValueError(f"message {message} is of an unknown class")
            ids.append(message)
            entries.append((bound(bag, digest, number), _padded(digest), label[number], errors))
    return ids, entries


def _padded(digest: bytes) -> bytes:
    """Return a digest of an earlier version at the length of one of this."""
    return digest.ljust(_journal.DIGEST, b"\0")


def drop_classes(db: sqlite3.Connection) -> None:
    """Drop what was taught of classes that are gone."""
    lessons, there = whole(db), set(_classes.ids(db).values())
    if lessons.totals().keys() <= there:
        return
    rows = (
        (token, day, [cell for cell in cells if cell[0] not in there])
        for token, day, cells in lessons.rows()
    )
    _subtract(db, _core.Ledger([row for row in rows if row[2]]))


def _subtract(db: sqlite3.Connection, ledger: _core.Ledger) -> None:
    """Take from the lessons of tokens."""
    rows = [
        (token, day, [(number, -gain, -loss) for number, gain, loss in cells])
        for token, day, cells in ledger.rows()
    ]
    _write(db, [], _core.Ledger(rows))
