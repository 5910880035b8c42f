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
    from collections.abc import Iterator

__all__ = ["check", "seal"]

_KEY = "seal"


def seal(db: sqlite3.Connection) -> None:
    """Write the checksum of the totals, within the transaction that changes them."""
    put_meta(db, _KEY, _checksum(db))


def check(db: sqlite3.Connection) -> None:
    """Refuse totals that are not those that were written; older stores have no checksum."""
    sealed = get_meta(db, _KEY)
    if sealed is not None and sealed != _checksum(db):
        raise corrupt("the totals of the classes are damaged")


def _checksum(db: sqlite3.Connection) -> int:
    return crc32("\n".join(_totals(db)).encode("utf-8", "surrogatepass"))


def _totals(db: sqlite3.Connection) -> Iterator[str]:
    yield repr(get_meta(db, "tokens"))
    query = "SELECT id, name, messages, tokens, occurrences, untold FROM classes ORDER BY id"
    yield from map(repr, db.execute(query))
