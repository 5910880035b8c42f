"""Merging stores, as if the messages of the other had been learned after those here.

The other store is attached as the schema `other`. All of it is added; then, of each message that
both know, what is there twice is taken away again.
"""

from __future__ import annotations

import sqlite3
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from priory.mailfilter import _classes, _digests, _journal, _lessons, _pairs, _tokens
from priory.mailfilter._schema import get_meta, put_meta
from priory.mailfilter._seal import bound
from priory.mailfilter.errors import corrupt, corrupt_on_error

if TYPE_CHECKING:
    from priory.mailfilter._counter import Bags, MailCounter

__all__ = ["Merged", "merge"]


class Merged(NamedTuple):
    """What became of the messages of another store.

    Attributes
    ----------
    learned : int
        Messages that were new here.
    known : int
        Messages that had been learned here, too, and count once.
    corrected : int
        Messages that had been learned here as another class, and now have that of the other store.
    doubled : int
        Messages that count twice although both stores learned them, or may have: journals were
        compacted, so that nothing tells what to take away, or whether messages with the digest of
        an earlier version are the same.
    """

    learned: int
    known: int
    corrected: int
    doubled: int


@dataclass(slots=True)
class _Twins:
    """Messages that both stores know: what to take away, and what to write in the journal."""

    bags: Bags = field(default_factory=list)
    lost: Counter[int] = field(default_factory=Counter)  # messages, by class
    doubled: Counter[int] = field(default_factory=Counter)
    moved: list[tuple[int, int]] = field(default_factory=list)
    spent: list[tuple[int]] = field(default_factory=list)
    known: int = 0


def merge(db: sqlite3.Connection, counter: MailCounter) -> Merged:
    """Add what is attached as `other`, within a transaction."""
    _check_tables(db)
    theirs = _classes.ids(db, "other")
    ids = _classes.declare(db, theirs)
    if not ids:
        return Merged(0, 0, 0, 0)
    for schema in ("main", "other"):  # or what both know would count twice
        if not _digests.are_whole(db, schema):
            raise corrupt("digests of the journal are damaged")
    doubtful = _pairs.find(db)
    ours = {theirs[name]: number for name, number in ids.items()}
    twins = _compare(db, ours)
    (learned,) = db.execute("SELECT count(*) FROM other.journal").fetchone()
    doubled = sum(twins.doubled.values()) + doubtful
    _add(db, ids, theirs)
    _pairs.drop(db)
    _lessons.unlearn(db)
    _lessons.adopt(db, ours)
    _subtract(db, twins, counter)
    _lessons.replay(db, force=True)
    if get_meta(db, "bogofilter") is None and (lines := get_meta(db, "bogofilter", "other")):
        put_meta(db, "bogofilter", lines)
    both = twins.known + len(twins.moved) + doubled
    return Merged(learned - both, twins.known, len(twins.moved), doubled)


def _check_tables(db: sqlite3.Connection) -> None:
    """Refuse another store that lacks a table, as damaged: this one is not to be blamed.

    Older ones have no lessons.
    """
    query = (
        "SELECT name FROM main.sqlite_master WHERE type = 'table' "
        "AND name NOT IN ('lessons', 'taught') EXCEPT SELECT name FROM other.sqlite_master"
    )
    missing = [name for (name,) in db.execute(query)]
    with corrupt_on_error():
        if missing:
            raise ValueError(f"no such table: other.{missing[0]}")


def _compare(db: sqlite3.Connection, ours: dict[int, int]) -> _Twins:
    twins = _Twins()
    query = (
        "SELECT ours, theirs, main.class, other.class "
        "FROM pairs JOIN main.journal AS main ON main.id = ours JOIN other.journal AS other "
        "ON other.id = theirs"
    )
    for message, theirs, here, there in db.execute(query):
        other = ours.get(there)
        bag, other_bag = _journal.bag(db, message), _journal.bag(db, theirs, "other")
        if other is None:
            raise sqlite3.IntegrityError(f"the other journal has messages of class {there}")
        if bag is None and other_bag is None:
            twins.doubled[other] += 1
        elif bag is not None and other_bag is None:  # theirs cannot be taken away, so ours is
            twins.lost[here] += 1
            twins.bags.append((bag, here, -1))
            twins.spent.append((message,))
            _note(twins, message, here, other)
        elif other_bag is not None:
            twins.bags.append((other_bag, other, -1))
            if bag is None or here == other:
                twins.lost[other] += 1
                twins.known += 1
            else:
                twins.lost[here] += 1
                twins.bags += [(bag, here, -1), (bag, other, 1)]
                _note(twins, message, here, other)
    return twins


def _note(twins: _Twins, message: int, here: int, other: int) -> None:
    if here == other:
        twins.known += 1
    else:
        twins.moved.append((other, message))


def _add(db: sqlite3.Connection, ids: dict[str, int], theirs: dict[str, int]) -> None:
    """Add all tables, but for messages that are known."""
    ours = {theirs[name]: number for name, number in ids.items()}
    for part in _tokens.parts(db, "other"):
        _tokens.change(db, part.renumber(ours))
    for name in ("messages", "tokens", "occurrences", "untold"):
        db.execute(
            f"UPDATE main.classes SET {name} = {name} + coalesce("
            f"(SELECT {name} FROM other.classes AS o WHERE o.name = main.classes.name), 0)"
        )
    query = (
        "SELECT digest, class, day, bag FROM other.journal "
        "WHERE id NOT IN (SELECT theirs FROM pairs) ORDER BY id"
    )
    _journal.add(db, (_renumbered(ours, *row) for row in db.execute(query)))


def _renumbered(
    ours: dict[int, int], digest: bytes, number: int, day: int, kept: bytes | None
) -> tuple[bytes, int, int, bytes | None]:
    """Return a message of the other journal with the number that its class has here."""
    if number not in ours:
        raise sqlite3.IntegrityError(f"the other journal has messages of class {number}")
    with corrupt_on_error():
        return digest, ours[number], day, None if kept is None else bound(kept, digest, number)


def _subtract(db: sqlite3.Connection, twins: _Twins, counter: MailCounter) -> None:
    """Take away what is there twice."""
    numbers = list(_classes.ids(db).values())
    label = {number: index for index, number in enumerate(numbers)}
    bags = [(bag, label[number], sign) for bag, number, sign in twins.bags]
    changes, totals = counter.of_bags(bags, numbers)
    _tokens.change(db, changes)
    db.executemany(
        "UPDATE classes SET untold = untold + ? WHERE id = ?",
        [(count, number) for number, count in twins.doubled.items()],
    )
    db.executemany("UPDATE journal SET bag = NULL WHERE id = ?", twins.spent)
    _journal.move(db, twins.moved)
    _classes.change(
        db, [(number, -twins.lost[number], *totals[label[number]]) for number in numbers]
    )
