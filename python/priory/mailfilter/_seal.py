"""Checksum of the totals of a store: its classes, and the number of its tokens.

Blocks and bags have checksums of their own, which the core writes and checks.
"""

from __future__ import annotations

from typing import TYPE_CHECKING
from zlib import crc32

from priory.mailfilter._schema import get_meta, put_meta
from priory.mailfilter.errors import corrupt

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable

__all__ = ["COLUMNS", "KEY", "check", "checksum", "seal"]

KEY = "seal"
COLUMNS = "id, name, messages, tokens, occurrences, untold"  # of the rows of classes


def seal(db: sqlite3.Connection) -> None:
    """Write the checksum of the totals, within the transaction that changes them."""
    put_meta(db, KEY, _checksum(db))


def check(db: sqlite3.Connection) -> None:
    """Refuse totals that are not those that were written; older stores have no checksum."""
    sealed = get_meta(db, KEY)
    if sealed is not None and sealed != _checksum(db):
        raise corrupt("the totals of the classes are damaged")


def checksum(tokens: object, classes: Iterable[object]) -> int:
    """Return the checksum of the number of tokens and of the rows of classes."""
    totals = [repr(tokens), *map(repr, classes)]
    return crc32("\n".join(totals).encode("utf-8", "surrogatepass"))


def _checksum(db: sqlite3.Connection) -> int:
    query = f"SELECT {COLUMNS} FROM classes ORDER BY id"
    return checksum(get_meta(db, "tokens"), db.execute(query))
