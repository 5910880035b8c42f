"""The tokens of a store, in blocks of some hundred: how their counts are changed and read.

A row a token is what SQL would suggest. But what a batch of messages changes is then a statement
for each of its tokens, where a block is decoded, changed and written by the core at once: learning
and loading in bulk take a fraction of the time, and the file a third of the room.
"""

from __future__ import annotations

import sqlite3
from itertools import islice

from priory import _core
from priory.mailfilter._classes import ids as class_ids
from priory.mailfilter._schema import get_meta, put_meta

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

__all__ = [
    "Counts",
    "Row",
    "by_class",
    "change",
    "change_rows",
    "counts",
    "find",
    "histogram",
    "number",
    "parts",
    "rows",
    "whole",
]

Row = tuple[str, int, list[tuple[int, int, int]]]  # token, day; class, messages, occurrences
Counts = tuple[tuple[int, int], ...]  # messages and occurrences, by class

_PART = 100  # blocks that are held in memory together
_ROWS = 10_000


def number(db: sqlite3.Connection, schema: str = "main") -> int:
    """Return how many tokens there are."""
    return int(get_meta(db, "tokens", schema) or 0)


def change(db: sqlite3.Connection, changes: _core.Ledger, schema: str = "main") -> None:
    """Add to counts, or take from them; a token of which nothing is left leaves."""
    if not len(changes):
        return
    ids, firsts = _places(db, schema)
    touched = [ids[at] for at in changes.touched(firsts)]
    try:
        new, more = changes.change(firsts, [_block(db, one, schema) for one in touched])
    except ValueError as error:
        raise sqlite3.IntegrityError(str(error)) from error
    homes = dict(zip(touched, new, strict=False))
    other = [block for one in homes.values() for block in one[1:]] if homes else new[0]
    table = f"{schema}.blocks"
    db.executemany(
        f"UPDATE {table} SET first = ?, tokens = ?, block = ? WHERE id = ?",
        [(*blocks[0], home) for home, blocks in homes.items() if blocks],
    )
    gone = [(home,) for home, blocks in homes.items() if not blocks]
    db.executemany(f"DELETE FROM {table} WHERE id = ?", gone)
    db.executemany(f"INSERT INTO {table} (first, tokens, block) VALUES (?, ?, ?)", other)
    put_meta(db, "tokens", number(db, schema) + more, schema)


def change_rows(db: sqlite3.Connection, rows: Iterable[Row], schema: str = "main") -> None:
    """Add rows that come in order."""
    remaining = iter(rows)
    while some := list(islice(remaining, _ROWS)):
        change(db, _core.Ledger(some), schema)


def parts(db: sqlite3.Connection, schema: str = "main") -> Iterator[_core.Ledger]:
    """Return all tokens in order, some thousand at a time; the store may change in between."""
    query = f"SELECT first, block FROM {schema}.blocks {{}} ORDER BY first LIMIT {_PART}"
    found = db.execute(query.format("")).fetchall()
    while found:
        yield _read([block for _, block in found])
        found = db.execute(query.format("WHERE first > ?"), found[-1][:1]).fetchall()


def whole(db: sqlite3.Connection) -> _core.Ledger:
    """Return all tokens at once."""
    return _read([block for (block,) in db.execute("SELECT block FROM blocks ORDER BY first")])


def find(db: sqlite3.Connection, tokens: Iterable[str]) -> _core.Ledger:
    """Look tokens up."""
    wanted = sorted(set(tokens))
    ids, firsts = _places(db)
    blocks = [_block(db, ids[at]) for at in sorted(_core.blocks_of(firsts, wanted))]
    try:
        return _core.Ledger.find(blocks, wanted)
    except ValueError as error:
        raise sqlite3.DatabaseError(str(error)) from error


def counts(db: sqlite3.Connection, tokens: Iterable[str]) -> dict[str, Counts]:
    """Return messages and occurrences by class, of the tokens that are known."""
    return by_class(db, find(db, tokens))


def by_class(
    db: sqlite3.Connection, ledger: _core.Ledger, schema: str = "main"
) -> dict[str, Counts]:
    """Return what a ledger holds, by token and in the order of classes."""
    order = list(class_ids(db, schema).values())
    return {token: _pairs(cells, order) for token, _, cells in ledger.rows()}


def rows(db: sqlite3.Connection, schema: str = "main") -> Iterator[tuple[str, int, Counts]]:
    """Return all tokens in order, each with its day and its counts by class."""
    order = list(class_ids(db, schema).values())
    for part in parts(db, schema):
        for token, day, cells in part.rows():
            yield token, day, _pairs(cells, order)


def histogram(db: sqlite3.Connection) -> list[list[tuple[int, int]]]:
    """Return for each class how many tokens stand in so many messages."""
    found, tokens = whole(db).histogram(), number(db)
    some = [found.get(one, {}) for one in class_ids(db).values()]
    zeros = [tokens - sum(held.values()) for held in some]
    return [
        [(0, zero)] * (zero > 0) + [*held.items()] for zero, held in zip(zeros, some, strict=True)
    ]


def _places(db: sqlite3.Connection, schema: str = "main") -> tuple[list[int], list[str]]:
    """Return the ids of the blocks and their first tokens, in order."""
    found = db.execute(f"SELECT id, first FROM {schema}.blocks ORDER BY first").fetchall()
    return [row[0] for row in found], [row[1] for row in found]


def _block(db: sqlite3.Connection, one: int, schema: str = "main") -> bytes:
    (block,) = db.execute(f"SELECT block FROM {schema}.blocks WHERE id = ?", [one]).fetchone()
    return bytes(block)


def _read(blocks: list[bytes]) -> _core.Ledger:
    try:
        return _core.Ledger.read(blocks)
    except ValueError as error:
        raise sqlite3.DatabaseError(str(error)) from error


def _pairs(cells: list[tuple[int, int, int]], order: list[int]) -> Counts:
    held = {one: (messages, occurrences) for one, messages, occurrences in cells}
    return tuple(held.get(one, (0, 0)) for one in order)
