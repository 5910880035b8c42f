"""Files that stand beside a store: their names, and the mark by which ours are known."""

from __future__ import annotations

import os

__all__ = ["LEFT", "PLACES_ID", "SQLITE", "application_id", "old_places"]

SQLITE = ("-wal", "-shm", "-journal")  # what SQLite keeps beside a file
LEFT = (".repaired", ".damaged")  # what a repair leaves beside a store
PLACES_ID = 0x50726953  # "PriS": the application id of files that remember places of messages
_MAGIC = b"SQLite format 3\0"
_ID = slice(68, 72)  # where the header of a database has the application id


def old_places(store: str) -> str:
    """Return the file of places that earlier versions kept beside a store."""
    return f"{store}.places"


def application_id(descriptor: int) -> int | None:
    """Return the application id of an open database; None if it is no database."""
    head = os.read(descriptor, _ID.stop)
    return int.from_bytes(head[_ID], "big") if head.startswith(_MAGIC) else None
