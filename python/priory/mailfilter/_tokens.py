"""The table of tokens: how its counts are changed and read."""

from __future__ import annotations

import sqlite3
from itertools import chain
from typing import TYPE_CHECKING

from priory.mailfilter._classes import ids as class_ids
from priory.mailfilter._schema import columns, get_meta, put_meta

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from priory.mailfilter._tally import Row

__all__ = ["change", "counts", "histogram", "number", "recount", "rows"]

_AT_ONCE = 500  # tokens that one query looks for
_VALUES = 900  # that one statement may have, everywhere
_FEW = 20  # so many times fewer rows than tokens, and looking them up beats counting all


def number(db: sqlite3.Connection) -> int:
    """Return how many tokens there are."""
    return int(get_meta(db, "tokens") or 0)


def recount(db: sqlite3.Connection) -> None:
    """Count the tokens."""
    put_meta(db, "tokens", *db.execute("SELECT count(*) FROM tokens").fetchone())


def change(
    db: sqlite3.Connection, ids: Sequence[int], changes: list[Row], day: int, *, falls: bool
) -> None:
    """Change the counts of some classes; a token of which nothing is left leaves.

    Only where `falls` is true, counts may fall.
    """
    fewer = [row for row in changes if min(row[1:]) < 0] if falls else []
    more = [row for row in changes if min(row[1:]) >= 0] if falls else changes
    known = number(db)
    few = len(changes) * _FEW < known
    if few:
        known += len(more) - sum(1 for _ in _find(db, "token", [row[0] for row in more]))
    _add(db, ids, more, day)
    gone = _move(db, ids, fewer, day)
    if few:
        put_meta(db, "tokens", known - gone)
    else:
        recount(db)


def _add(db: sqlite3.Connection, ids: Sequence[int], changes: list[Row], day: int) -> None:
    """Add rows, many with one statement: that takes two thirds of the time."""
    names = columns(ids)
    row = f"(?{', ?' * len(names)}, {day})"
    sums = ", ".join(f"{name} = {name} + excluded.{name}" for name in names)
    query = (
        f"INSERT INTO tokens (token, {', '.join(names)}, day) VALUES {{}} "
        f"ON CONFLICT (token) DO UPDATE SET {sums}, day = max(day, excluded.day)"
    )
    size = max(1, _VALUES // (1 + len(names)))
    end = len(changes) // size * size
    groups = (chain.from_iterable(changes[i : i + size]) for i in range(0, end, size))
    db.executemany(query.format(", ".join([row] * size)), map(tuple, groups))
    db.executemany(query.format(row), changes[end:])


def _move(db: sqlite3.Connection, ids: Sequence[int], changes: list[Row], day: int) -> int:
    """Change counts of which some fall, and return how many tokens left."""
    if not changes:
        return 0
    # What gains in one class was learned, or corrected; what only loses keeps its day.
    sums = ", ".join(f"{name} = {name} + ?{i}" for i, name in enumerate(columns(ids), 2))
    gains = " OR ".join(f"?{2 + 2 * i} > 0" for i in range(len(ids)))
    moved = db.executemany(
        f"UPDATE tokens SET {sums}, day = CASE WHEN {gains} THEN max(day, {day}) ELSE day END "
        "WHERE token = ?1",
        changes,
    )
    if moved.rowcount != len(changes):
        raise sqlite3.IntegrityError("a token that the journal knows is missing")
    nothing = " AND ".join(f"{name} = 0" for name in columns(class_ids(db).values()))
    gone = db.executemany(
        f"DELETE FROM tokens WHERE token = ? AND {nothing}", [row[:1] for row in changes]
    )
    return gone.rowcount


def counts(db: sqlite3.Connection, tokens: Iterable[str]) -> dict[str, tuple[tuple[int, int], ...]]:
    """Return messages and occurrences by class, of the tokens that are known."""
    names = columns(class_ids(db).values())
    if not names:
        return {}
    found = _find(db, f"token, {', '.join(names)}", list(dict.fromkeys(tokens)))
    return {row[0]: _pairs(row[1:]) for row in found}


def _find(db: sqlite3.Connection, what: str, tokens: Sequence[str]) -> Iterator[Row]:
    for start in range(0, len(tokens), _AT_ONCE):
        some = tokens[start : start + _AT_ONCE]
        marks = ", ".join("?" * len(some))
        yield from db.execute(f"SELECT {what} FROM tokens WHERE token IN ({marks})", some)


def rows(db: sqlite3.Connection) -> Iterator[tuple[str, int, tuple[tuple[int, int], ...]]]:
    """Return all tokens in order, each with its day and its counts by class."""
    names = ["token", "day", *columns(class_ids(db).values())]
    for row in db.execute(f"SELECT {', '.join(names)} FROM tokens ORDER BY token"):
        yield row[0], row[1], _pairs(row[2:])


def histogram(db: sqlite3.Connection) -> list[list[tuple[int, int]]]:
    """Return for each class how many tokens stand in so many messages."""
    # What is zero need not be sorted, and most counts are.
    query = "SELECT {0}, count(*) FROM tokens WHERE {0} > 0 GROUP BY {0}"
    tokens = number(db)
    found = [db.execute(query.format(f"m{i}")).fetchall() for i in class_ids(db).values()]
    zeros = [tokens - sum(count for _, count in some) for some in found]
    return [[(0, zero), *some] if zero else some for zero, some in zip(zeros, found, strict=True)]


def _pairs(flat: Row) -> tuple[tuple[int, int], ...]:
    return tuple(zip(flat[::2], flat[1::2], strict=True))
