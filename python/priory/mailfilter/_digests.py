"""Checksums of the digests of the journal: a message that damage hides is not taken for a new one.

There is one for each first byte of a digest: the exclusive or of the checksums of those that begin
so. To look for a message that is not there, a 256th of an index is read.
"""

from __future__ import annotations

from functools import reduce
from operator import xor
from struct import Struct
from typing import TYPE_CHECKING, Any
from zlib import crc32

from priory.mailfilter._schema import SEALED, get_meta, put_meta
from priory.mailfilter.errors import corrupt

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable

__all__ = ["KEY", "are_whole", "change", "check", "seal"]

KEY = "digests"
_SUMS = Struct("<256I")
# No digest is so long as the last one.
_BOUNDS = [*(bytes([first]) for first in range(256)), bytes([255]) * 64]


def seal(db: sqlite3.Connection, schema: str = "main") -> None:
    """Write the checksums of what is there."""
    put_meta(db, KEY, bytes(_SUMS.size), schema)
    query = f"SELECT digest FROM {schema}.journal WHERE digest >= x'00'"
    change(db, (digest for (digest,) in db.execute(query)), schema)


def change(db: sqlite3.Connection, digests: Iterable[bytes], schema: str = "main") -> None:
    """Note digests that came or went, within the transaction in which they do."""
    sums = _sums(db, schema)
    for digest in digests:
        sums[digest[0]] ^= crc32(digest)
    put_meta(db, KEY, _SUMS.pack(*sums), schema)


def check(db: sqlite3.Connection, digests: Iterable[bytes]) -> None:
    """Refuse to say that some digests are not there, if one that was there cannot be found.

    Stores of earlier versions, as long as they are only read, have no checksum.
    """
    firsts = {digest[0] for digest in digests}
    if firsts and _is_sealed(db):
        sums = _sums(db)
        if any(sums[first] != _found(db, first) for first in firsts):
            raise corrupt("digests of the journal are damaged")


def are_whole(db: sqlite3.Connection, schema: str = "main") -> bool:
    """Tell whether all digests are there that were written."""
    if not _is_sealed(db, schema):
        return True
    sums = _sums(db, schema)
    return all(sums[first] == _found(db, first, schema) for first in range(256))


def _is_sealed(db: sqlite3.Connection, schema: str = "main") -> bool:
    (number,) = db.execute(f"PRAGMA {schema}.user_version").fetchone()
    return int(number) >= SEALED


def _sums(db: sqlite3.Connection, schema: str = "main") -> list[int]:
    sums: Any = get_meta(db, KEY, schema)
    if not isinstance(sums, bytes) or len(sums) != _SUMS.size:
        raise corrupt("the checksums of the digests are damaged")
    return list(_SUMS.unpack(sums))


def _found(db: sqlite3.Connection, first: int, schema: str = "main") -> int:
    """Return the checksum of the digests with a first byte, as the index has them."""
    query = f"SELECT digest FROM {schema}.journal WHERE digest >= ? AND digest < ?"
    rows = db.execute(query, _BOUNDS[first : first + 2])
    return reduce(xor, (crc32(digest) for (digest,) in rows), 0)
