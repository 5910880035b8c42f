"""Files that stand beside a store: their names, and the marks by which they are known."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["HEAD", "LEFT", "PLACES_ID", "SQLITE", "begins_as", "is_marked", "old_places", "orphans"]

SQLITE = ("-wal", "-shm", "-journal")  # what SQLite keeps beside a file
LEFT = (".repaired", ".damaged")  # what a repair leaves beside a store
PLACES_ID = 0x50726953  # "PriS": the application id of files that remember places of messages
_MAGIC = b"SQLite format 3\0"
_INDEX = 3007000  # the version of the format of an index
_BEGINNINGS = {
    "-wal": (b"\x37\x7f\x06\x82", b"\x37\x7f\x06\x83"),
    "-shm": (_INDEX.to_bytes(4, "little"), _INDEX.to_bytes(4, "big")),
    "-journal": (b"\xd9\xd5\x05\xf9\x20\xa1\x63\xd7", bytes(8)),  # zeros when it was used up
}
HEAD = 72  # bytes of a file that tell what it is
_ID = slice(68, HEAD)  # where the header of a database has the application id


def old_places(store: str) -> str:
    """Return the file of places that earlier versions kept beside a store."""
    return f"{store}.places"


def orphans(path: str) -> list[str]:
    """Return what SQLite kept beside a file that is gone: an erasing was interrupted."""
    real = os.path.realpath(path)
    beside = [] if os.path.lexists(real) else [f"{real}{end}" for end in SQLITE]
    return [one for one in beside if os.path.lexists(one)]


def is_marked(head: bytes, numbers: Iterable[int]) -> bool:
    """Tell whether a file is a database with one of some application ids, by its beginning."""
    return head.startswith(_MAGIC) and int.from_bytes(head[_ID], "big") in numbers


def begins_as(name: str, head: bytes) -> bool:
    """Tell whether a file begins as its name says that SQLite wrote it; it may be empty."""
    ends = [end for end in SQLITE if name.endswith(end)]
    return any(not head or head.startswith(_BEGINNINGS[end]) for end in ends)
