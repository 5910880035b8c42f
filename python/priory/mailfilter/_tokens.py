"""The tokens of a store, dozens to a block: how counts are read and changed.

A row a token is what SQL would suggest. But what a batch of messages changes is then a statement
for each of its tokens, where a block is decoded, changed and written by the core at once: learning
and loading in bulk take a fraction of the time.
"""

from __future__ import annotations

import sqlite3
from itertools import islice
from typing import TYPE_CHECKING

from priory import _core
from priory.mailfilter._classes import ids as class_ids
from priory.mailfilter._schema import get_meta, put_meta
from priory.mailfilter.errors import corrupt_on_error

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

__all__ = [
    "Counts",
    "Row",
    "around",
    "by_class",
    "change",
    "change_blocks",
    "change_rows",
    "counts",
    "find",
    "histogram",
    "number",
    "parts",
    "repack",
    "rows",
    "whole",
]

Row = tuple[str, int, list[tuple[int, int, int]]]  # token, day; class, messages, occurrences
Counts = tuple[tuple[int, int], ...]  # messages and occurrences, by class
Homes = list[tuple[int, str, bytes]]  # the id, the first token and the bytes of blocks
Written = tuple[str, int, bytearray]  # the first token, the number and the bytes of a block

_PART = 400  # blocks that are held in memory together
_ROWS = 10_000
_AT_ONCE = 500  # tokens that one query looks for
_FEW = 2  # so many times fewer tokens than blocks, and looking them up beats reading all


def number(db: sqlite3.Connection, schema: str = "main") -> int:
    """Return how many tokens there are."""
    with corrupt_on_error():
        return int(get_meta(db, "tokens", schema) or 0)


def change(
    db: sqlite3.Connection, changes: _core.Ledger, schema: str = "main", threads: int = 1
) -> None:
    """Add to counts, or take from them; a token of which nothing is left leaves."""
    if len(changes):
        more = change_blocks(db, changes, f"{schema}.blocks", threads)
        put_meta(db, "tokens", number(db, schema) + more, schema)


def change_blocks(
    db: sqlite3.Connection, changes: _core.Ledger, table: str, threads: int = 1
) -> int:
    """Make changes in a table of blocks; return how many tokens there are more."""
    few = _are_few(db, len(changes), table)
    old = _homes(db, changes.tokens(), table) if few else _all(db, table)
    firsts, blocks = [first for _, first, _ in old], [block for *_, block in old]
    try:
        with corrupt_on_error():
            new, more = changes.change(firsts, blocks, threads)
    except ArithmeticError as error:
        raise sqlite3.IntegrityError(str(error)) from error
    _replace(db, old, new, table)
    return more


def _replace(
    db: sqlite3.Connection, old: Homes, new: list[list[Written] | None], table: str
) -> None:
    """Put blocks in the place of others; where there are none, the first ones."""
    if not old:
        _add(db, new[0] or [], table)
        return
    kept, moved, gone, added = [], [], [], []
    for (home, before, _), blocks in zip(old, new, strict=True):
        if blocks:
            first, tokens, block = blocks[0]
            if first == before:  # then nothing changes in the index
                kept.append((tokens, block, home))
            else:
                moved.append((first, tokens, block, home))
            added += blocks[1:]
        elif blocks is not None:
            gone.append((home,))
    db.executemany(f"UPDATE {table} SET tokens = ?, block = ? WHERE id = ?", kept)
    db.executemany(f"UPDATE {table} SET first = ?, tokens = ?, block = ? WHERE id = ?", moved)
    db.executemany(f"DELETE FROM {table} WHERE id = ?", gone)
    _add(db, added, table)


def _add(db: sqlite3.Connection, blocks: list[Written], table: str) -> None:
    db.executemany(f"INSERT INTO {table} (first, tokens, block) VALUES (?, ?, ?)", blocks)


def repack(db: sqlite3.Connection) -> None:
    """Write all blocks anew, as few as they need be."""
    blocks = whole(db).write()
    db.execute("DELETE FROM blocks")
    _add(db, blocks, "blocks")


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


def whole(db: sqlite3.Connection, table: str = "main.blocks") -> _core.Ledger:
    """Return all tokens at once."""
    return _read([block for (block,) in db.execute(f"SELECT block FROM {table} ORDER BY first")])


def find(db: sqlite3.Connection, tokens: Iterable[str], table: str = "main.blocks") -> _core.Ledger:
    """Look tokens up."""
    wanted = sorted(token for token in set(tokens) if _is_text(token))
    few = _are_few(db, len(wanted), table)
    blocks = _homes(db, wanted, table) if few else _all(db, table)
    with corrupt_on_error():
        return _core.Ledger.find([block for *_, block in blocks], wanted)


def around(db: sqlite3.Connection, ledger: _core.Ledger, table: str) -> _core.Ledger:
    """Return what a table has of the tokens of a ledger, and of others that stand beside them."""
    few = _are_few(db, len(ledger), table)
    return _read(
        [block for *_, block in (_homes(db, ledger.tokens(), table) if few else _all(db, table))]
    )


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


def _are_few(db: sqlite3.Connection, n_tokens: int, table: str) -> bool:
    (blocks,) = db.execute(f"SELECT max(id) FROM {table}").fetchone()
    return n_tokens * _FEW < (blocks or 0)


def _all(db: sqlite3.Connection, table: str) -> Homes:
    return db.execute(f"SELECT id, first, block FROM {table} ORDER BY first").fetchall()


def _homes(db: sqlite3.Connection, tokens: list[str], table: str) -> Homes:
    """Return the blocks to which sorted tokens belong, in order."""
    homes: dict[int, tuple[int, str, bytes]] = {}
    for start in range(0, len(tokens), _AT_ONCE):
        some = tokens[start : start + _AT_ONCE]
        homes |= {row[0]: row for row in db.execute(_home(table, len(some)), some)}
    with corrupt_on_error():
        return sorted(homes.values(), key=lambda home: home[1])


def _home(table: str, n_tokens: int) -> str:
    """Return the query for so many tokens; what comes before all blocks belongs to the first."""
    marks = ", ".join(["(?)"] * n_tokens)
    return (
        f"WITH wanted(token) AS (VALUES {marks}) SELECT id, first, block FROM {table} WHERE id IN "
        f"(SELECT coalesce((SELECT id FROM {table} WHERE first <= token ORDER BY first DESC LIMIT 1"
        f"), (SELECT id FROM {table} ORDER BY first LIMIT 1)) FROM wanted)"
    )


def _is_text(token: str) -> bool:
    """Tell whether a token can be written, which half a character cannot."""
    return token.isascii() or not any("\ud800" <= char <= "\udfff" for char in token)


def _read(blocks: list[bytes]) -> _core.Ledger:
    with corrupt_on_error():
        return _core.Ledger.read(blocks)


def _pairs(cells: list[tuple[int, int, int]], order: list[int]) -> Counts:
    held = {one: (messages, occurrences) for one, messages, occurrences in cells}
    return tuple(held.get(one, (0, 0)) for one in order)
