"""The classes table of a store: names, ids and totals."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from priory.errors import InputError, InputTypeError
from priory.mailfilter.errors import corrupt
from priory.mailfilter.settings import UNSURE

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable

__all__ = ["MOST", "ClassCounts", "change", "check_name", "declare", "ids", "read", "told"]

_LONGEST = 100  # characters of a name
MOST = 500  # classes: in memory, each token has a count for each of them


@dataclass(frozen=True, slots=True)
class ClassCounts:
    """What is known of a class.

    Attributes
    ----------
    name : str
    messages : int
        Messages learned.
    tokens : int
        The sum over all tokens of the messages that have it.
    occurrences : int
        The sum over all tokens of how often it occurs.
    """

    name: str
    messages: int
    tokens: int
    occurrences: int


def check_name(name: str) -> None:
    """Refuse an invalid class name."""
    if not isinstance(name, str):
        what = f"a class name must be a str, not {type(name).__name__}"
        raise InputTypeError(what, code="class-name")
    if not name or name != name.strip() or not name.isprintable() or len(name) > _LONGEST:
        raise InputError(
            f"invalid class name {name[:_LONGEST]!r}",
            code="class-name",
            remedy=f"use 1 to {_LONGEST} printable characters, without surrounding whitespace",
        )
    if name.casefold() == UNSURE:  # readers of headers may not care about case
        raise InputError(
            f"invalid class name {name!r}",
            code="class-name",
            remedy="choose another: it is reserved for the verdict without a class",
        )


def read(db: sqlite3.Connection) -> tuple[ClassCounts, ...]:
    """Return the classes in the order of their numbers."""
    query = "SELECT name, messages, tokens, occurrences FROM classes ORDER BY id"
    found = tuple(ClassCounts(*row) for row in db.execute(query))
    for one in found:
        _check_types(one.name, one.messages, one.tokens, one.occurrences)
    return found


def ids(db: sqlite3.Connection, schema: str = "main") -> dict[str, int]:
    """Return the number of each class, in their order."""
    found = dict(db.execute(f"SELECT name, id FROM {schema}.classes ORDER BY id"))
    for name, number in found.items():
        _check_types(name, number)
    return found


def told(db: sqlite3.Connection) -> int:
    """Return how many messages the journal must have."""
    return int(db.execute("SELECT coalesce(sum(messages - untold), 0) FROM classes").fetchone()[0])


def _check_types(name: object, *numbers: object) -> None:
    """Refuse values of other types, which only damage brings."""
    if not isinstance(name, str) or not all(isinstance(one, int) for one in numbers):
        raise corrupt("a class is damaged")


def declare(db: sqlite3.Connection, names: Iterable[str]) -> dict[str, int]:
    """Return the numbers of some classes, and make those that are new."""
    known = ids(db)
    wanted = list(dict.fromkeys(names))
    for name in wanted:
        if name not in known:
            known[name] = _add(db, name, set(known.values()))
    return {name: known[name] for name in wanted}


def _add(db: sqlite3.Connection, name: str, taken: set[int]) -> int:
    check_name(name)
    if len(taken) >= MOST:
        what = f"a store has at most {MOST} classes, and {name!r} would be one more"
        raise InputError(what, code="too-many-classes")
    number = next(free for free in range(1, MOST + 1) if free not in taken)
    db.execute("INSERT INTO classes (id, name) VALUES (?, ?)", [number, name])
    return number


def change(db: sqlite3.Connection, changes: list[tuple[int, int, int, int]]) -> None:
    """Add to messages, tokens and occurrences of classes; one with nothing left leaves."""
    db.executemany(
        "UPDATE classes SET messages = messages + ?2, tokens = tokens + ?3, "
        "occurrences = occurrences + ?4 WHERE id = ?1",
        changes,
    )
    db.execute("DELETE FROM classes WHERE messages = 0 AND tokens = 0 AND occurrences = 0")
