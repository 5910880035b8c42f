"""Rows of a damaged database, read around the damage."""

from __future__ import annotations

import os
import sqlite3
from collections import deque
from typing import TYPE_CHECKING, Any

from priory.mailfilter._patience import PatientConnection, open_patiently, uri

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

__all__ = ["Salvage"]

_AT_ONCE = 1000  # ids that are asked for together
_FAILURES = 20_000  # queries that fail before the rest of a table is given up
_ID_BYTES = 64  # for each so many bytes of the file there may be an id
_ROW_BYTES = 8  # that a row takes at least: pages may lead to each other in circles
_MOST_PADDING = 64  # times the size of the file: a damaged header may tell anything


class Salvage:
    """A copy of a damaged store, of which what can be read is read.

    Parameters
    ----------
    path : str
        The copy, which nobody else has open.

    Attributes
    ----------
    unreadable : int
        Places at which rows could not be read.
    """

    def __init__(self, path: str) -> None:
        self._size = os.stat(path).st_size
        _pad(path, self._size)
        self._db = open_patiently(uri(path, mode="rw"), 0.0, PatientConnection)
        self._db.text_factory = lambda raw: raw.decode("utf-8", "replace")
        self.unreadable = 0

    def close(self) -> None:
        """Close the copy."""
        self._db.close()

    def tables(self) -> set[str]:
        """Return the names of the tables; where those cannot be read, SQLite raises."""
        self._db.execute("PRAGMA locking_mode = EXCLUSIVE")
        rows = self._db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
        return {str(name) for (name,) in rows}

    def value(self, query: str, parameters: Sequence[Any] = ()) -> Any:
        """Return the only column of the first row, if there is one and it can be read."""
        rows, _ = self._read(query, parameters)
        return rows[0][0] if rows else None

    def rows(self, query: str) -> list[Any]:
        """Return the rows of a small table that can be read."""
        rows, is_whole = self._read(query)
        self.unreadable += not is_whole
        return rows

    def table(self, name: str, columns: str) -> Iterator[Any]:
        """Return the rows of a table, each with its id first; some may come twice.

        Ranges of ids are read from both ends. What is left between two faults is halved, until
        nothing lies between them.
        """
        query = f"SELECT id, {columns} FROM {name} NOT INDEXED WHERE id BETWEEN ? AND ? ORDER BY id"
        largest = self.value(f"SELECT max(id) FROM {name}")
        largest = max(largest if isinstance(largest, int) else 0, self._size // _ID_BYTES)
        starts = range(0, min(largest, self._size) + 1, _AT_ONCE)
        ranges = deque((start, start + _AT_ONCE - 1) for start in starts)
        failures, left = 0, self._size // _ROW_BYTES
        while ranges and failures < _FAILURES and left > 0:
            low, high = ranges.popleft()
            found, is_whole = self._read(query, (low, high))
            if not is_whole:
                failures += 1
                more, low, high = self._from_the_end(query, found, low, high)
                found += more
                middle = (low + high) // 2
                ranges += [(low, middle), (middle + 1, high)] if low < high else []
                self.unreadable += low == high
            left -= len(found)
            yield from found

    def _from_the_end(
        self, query: str, found: list[Any], low: int, high: int
    ) -> tuple[list[Any], int, int]:
        """Read a range backwards, and return with the rows what is left between the faults."""
        more, _ = self._read(f"{query} DESC", (low, high))
        low = max([low, *(row[0] + 1 for row in found if isinstance(row[0], int))])
        high = min([high, *(row[0] - 1 for row in more if isinstance(row[0], int))])
        return more, low, high

    def digests(self) -> Iterator[tuple[bytes, int]]:
        """Return digests and ids of the journal as its index has them, which is a second copy."""
        query = (
            "SELECT digest, id FROM journal INDEXED BY sqlite_autoindex_journal_1 "
            "WHERE digest >= ? AND digest < ? ORDER BY digest"
        )
        for first in range(256):
            bounds = (bytes([first]), bytes([first, *[255] * 16]))
            found, is_whole = self._read(query, bounds)
            if not is_whole:
                found += self._read(f"{query} DESC", bounds)[0]
            yield from found

    def _read(self, query: str, parameters: Sequence[Any] = ()) -> tuple[list[Any], bool]:
        """Return the rows before the first fault, and whether there was none."""
        found: list[Any] = []
        try:
            for row in self._db.execute(query, parameters):
                found.append(row)
                if len(found) > self._size:
                    return found, False
        except sqlite3.Error:
            return found, False
        return found, True


def _pad(path: str, size: int) -> None:
    """Give a file that was cut the pages it should have, as zeros: SQLite reads no other."""
    with open(path, "rb+") as file:
        head = file.read(32)
        page = int.from_bytes(head[16:18], "big")
        whole = (2**16 if page == 1 else page) * int.from_bytes(head[28:32], "big")
        if size < whole <= _MOST_PADDING * size:
            file.truncate(whole)
