"""The classes of a store: their names, their numbers, and how they come and go."""

from __future__ import annotations

from priory._record import Record
from priory.mailfilter.settings import UNSURE

TYPE_CHECKING = False
if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable

__all__ = ["MOST", "ClassCounts", "change", "check_name", "declare", "ids", "read"]

_LONGEST = 100  # characters of a name
MOST = 500  # classes: in memory, each token has a count for each of them


class ClassCounts(Record):
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
    """Refuse what is no name for a class."""
    if not isinstance(name, str):
        raise TypeError(f"a class must be a str, not {type(name).__name__}")
    if not name or name != name.strip() or not name.isprintable() or len(name) > _LONGEST:
        raise ValueError(
            f"{name[:_LONGEST]!r} cannot be the name of a class: it must have 1 to {_LONGEST} "
            "characters that can be printed, and no blanks at its ends"
        )
    if name == UNSURE:
        raise ValueError(
            f"{name!r} cannot be the name of a class: it is the verdict that chooses none"
        )


def read(db: sqlite3.Connection) -> tuple[ClassCounts, ...]:
    """Return the classes in the order of their numbers."""
    query = "SELECT name, messages, tokens, occurrences FROM classes ORDER BY id"
    return tuple(ClassCounts(*row) for row in db.execute(query))


def ids(db: sqlite3.Connection, schema: str = "main") -> dict[str, int]:
    """Return the number of each class, in their order."""
    return dict(db.execute(f"SELECT name, id FROM {schema}.classes ORDER BY id"))


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
        raise ValueError(f"a store has at most {MOST} classes: {name!r} would be one more")
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
