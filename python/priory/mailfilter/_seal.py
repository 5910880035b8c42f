"""Checksums of a store: of its analyser and its totals, and whose a bag is.

Blocks and bags have checksums of their own, which the core writes and checks.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from zlib import crc32

from priory import _core
from priory.mailfilter._schema import get_meta, put_meta
from priory.mailfilter.errors import corrupt

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable

__all__ = [
    "COLUMNS",
    "KEY",
    "bound",
    "check",
    "check_analyzer",
    "is_bag",
    "is_intact_bag",
    "seal",
    "seals_analyzer",
    "seals_totals",
]

KEY = "seal"
COLUMNS = "id, name, messages, tokens, occurrences, untold"  # of the rows of classes
_SEALED = 0xC5  # the first byte of what the core sealed
_END = 5  # of the checksum that follows it


def seal(db: sqlite3.Connection) -> None:
    """Write the checksums, within the transaction that changes the totals."""
    put_meta(db, KEY, f"{_checksum(get_meta(db, 'analyzer'))} {_of_totals(db)}")


def check(db: sqlite3.Connection) -> None:
    """Refuse totals that are not those that were written; older stores have no checksum."""
    sealed = get_meta(db, KEY)
    if sealed is not None and not _has(sealed, 1, _of_totals(db)):
        raise corrupt("the totals of the classes are damaged")


def check_analyzer(db: sqlite3.Connection) -> None:
    """Refuse an analyser that is not the one that was written."""
    if not seals_analyzer(get_meta(db, KEY), get_meta(db, "analyzer")):
        raise corrupt("the analyser is damaged")


def seals_analyzer(sealed: object, analyzer: object) -> bool:
    """Tell whether a seal is of an analyser; where there is none, as in older stores, it may be."""
    return sealed is None or _has(sealed, 0, _checksum(analyzer))


def seals_totals(sealed: object, tokens: object, classes: Iterable[object]) -> bool:
    """Tell whether a seal is of a number of tokens and of rows of classes."""
    return _has(sealed, 1, _checksum(tokens, *classes))


def _checksum(*values: object) -> str:
    text = "\n".join(map(repr, values))
    return f"{crc32(text.encode('utf-8', 'surrogatepass')):08x}"


def _has(sealed: object, which: int, found: str) -> bool:
    return str(sealed).split(" ")[which : which + 1] == [found]


def _of_totals(db: sqlite3.Connection) -> str:
    query = f"SELECT {COLUMNS} FROM classes ORDER BY id"
    return _checksum(get_meta(db, "tokens"), *db.execute(query))


def bound(bag: bytes | bytearray, digest: bytes, number: int | None = None) -> bytes:
    """Bind the checksum of a bag to the message that it is of and to its class, or free it.

    The bag of another message, or of a message of another class, is then as damaged as one with a
    flipped bit. Bags of earlier versions, which have no checksum, stay as they are. Without the
    number of a class, which other stores give to another, it is bound to the message alone.

    >>> bag = bytes([0xC5, 1, 2, 3, 4, 5])
    >>> bound(bag, b"a") != bag, bound(bound(bag, b"a"), b"a") == bag
    (True, True)
    >>> bound(bag, b"a", 1) != bound(bag, b"a", 2)
    True
    """
    view = memoryview(bag)  # which nothing but bytes has: what a damaged file holds may be a number
    if len(view) < _END or view[0] != _SEALED:
        return bytes(view)
    whose = crc32(b"" if number is None else repr(number).encode(), crc32(digest))
    own = int.from_bytes(view[1:_END], "little") ^ whose
    return b"".join((view[:1], own.to_bytes(_END - 1, "little"), view[_END:]))


def is_bag(bag: Any, digest: Any, number: Any) -> bool:
    """Tell whether something, which may be anything, is the bag of a message of a class."""
    try:
        _core.read_bag(bound(bag, digest, number))
    except (TypeError, ValueError):
        return False
    return True


def is_intact_bag(bag: Any, digest: Any, number: Any) -> bool:
    """Tell the same, and sooner: what has its checksum need not be read."""
    try:
        kept = bound(bag, digest, number)
    except TypeError:
        return False
    return _core.is_intact(kept) if kept[:1] == bytes([_SEALED]) else is_bag(bag, digest, number)
