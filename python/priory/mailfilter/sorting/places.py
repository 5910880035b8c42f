"""Places database: last known folders of messages, and a log of moves."""

from __future__ import annotations

import os
from contextlib import contextmanager
from typing import TYPE_CHECKING, NamedTuple

from priory.mailfilter._connect import transaction
from priory.mailfilter._schema import day_before
from priory.mailfilter.sorting.places_file import (
    connect,
    create,
    is_takeable,
    make,
    readable,
    take_over,
)

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable, Iterator
    from typing import Any, Self

    from priory.mailfilter.sorting.maildir import File

__all__ = ["Act", "Place", "Places"]

_DAYS = 30  # that a message is remembered which is nowhere any more


class Place(NamedTuple):
    """A folder and a name without flags."""

    folder: str
    base: str


class Act(NamedTuple):
    """Something that is done to a message, once."""

    digest: bytes
    what: str


class Places:
    """What is remembered of the messages of one Maildir.

    Parameters
    ----------
    path : str
        The file; made when something is to be remembered.
    maildir : str
        The Maildir.
    timeout : float, default=30.0
        Seconds to wait for another program that writes.
    earlier : str or None, default=None
        A file of an earlier version, from which Maildirs are taken over that are not known yet.

    Raises
    ------
    StoreError
        If the file is something else, or cannot be read.
    """

    def __init__(
        self, path: str, maildir: str, timeout: float = 30.0, *, earlier: str | None = None
    ) -> None:
        self._path = path
        self._timeout = timeout
        self._maildir = os.fsencode(os.path.realpath(maildir))
        self._earlier = earlier if earlier is not None and is_takeable(earlier, path) else None
        self._db: sqlite3.Connection | None = None
        if os.path.lexists(path):
            self._open(path)
        if self._earlier is not None and not self._is_known:  # until something is to be remembered
            self._close()
            self._open(self._earlier)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._close()

    @property
    def _is_known(self) -> bool:
        """Whether anything is known of the Maildir."""
        return bool(self._select(f"{_PLACED} UNION ALL {_ACTED} LIMIT 1"))

    @property
    def seen(self) -> dict[Place, bytes]:
        """The digests of messages, where they were last seen."""
        query = "SELECT folder, base, digest FROM places WHERE maildir = ?"
        rows = self._select(query)
        return {Place(os.fsdecode(row[0]), os.fsdecode(row[1])): row[2] for row in rows}

    @property
    def done(self) -> set[Act]:
        """What was done to messages."""
        return {Act(digest, what) for digest, what in self._select(f"{_ACTS} AND done")}

    @property
    def broken_off(self) -> set[Act]:
        """What may have been done to messages when the program was killed."""
        return {Act(digest, what) for digest, what in self._select(f"{_ACTS} AND NOT done")}

    def announce(self, acts: Iterable[Act]) -> None:
        """Remember what is about to be done."""
        with self._changing() as db:
            _insert(db, self._maildir, acts, done=False)

    def settle(self, done: Iterable[Act], moved: Iterable[tuple[File | None, File, bytes]]) -> None:
        """Remember what was done, and where messages are since; what was only announced was not.

        A message of which nobody knows where it was before is nowhere else.
        """
        with self._changing() as db:
            db.execute("DELETE FROM acts WHERE maildir = ? AND NOT done", [self._maildir])
            _insert(db, self._maildir, done, done=True)
            for old, new, digest in moved:
                self._take(db, old, digest)
                self._put(db, {Place(new.folder, new.base): digest})

    def see(self, seen: dict[Place, bytes]) -> None:
        """Remember where all messages are; those that are nowhere stay remembered for a while."""
        with self._changing() as db:
            db.execute("CREATE TEMP TABLE found (digest BLOB PRIMARY KEY) WITHOUT ROWID")
            rows = [(digest,) for digest in set(seen.values())]
            db.executemany("INSERT INTO found VALUES (?)", rows)
            db.execute(
                "DELETE FROM places WHERE maildir = ?1 AND (day < ?2 OR digest IN found)",
                [self._maildir, day_before(_DAYS)],
            )
            self._put(db, seen)
            db.execute("DROP TABLE found")

    def _take(self, db: sqlite3.Connection, old: File | None, digest: bytes) -> None:
        if old is None:
            query, values = "digest = ?", [digest]
        else:
            query, values = "folder = ? AND base = ?", [*map(os.fsencode, (old.folder, old.base))]
        db.execute(f"DELETE FROM places WHERE maildir = ? AND {query}", [self._maildir, *values])

    def _put(self, db: sqlite3.Connection, seen: dict[Place, bytes]) -> None:
        day = day_before()
        db.executemany(
            "INSERT OR REPLACE INTO places VALUES (?, ?, ?, ?, ?)",
            (
                (self._maildir, os.fsencode(place.folder), os.fsencode(place.base), digest, day)
                for place, digest in seen.items()
            ),
        )

    def _select(self, query: str) -> list[Any]:
        if self._db is None:
            return []
        with readable(self._opened):
            return self._db.execute(query, [self._maildir]).fetchall()

    @contextmanager
    def _changing(self) -> Iterator[sqlite3.Connection]:
        if self._db is None or self._opened != self._path:
            self._close()
            create(self._path)
            self._open(self._path)
        db = self._db
        if db is None:  # pragma: no cover (mypy cannot know)
            raise AssertionError
        if self._earlier is not None:
            take_over(db, self._earlier)
            self._earlier = None
        with readable(self._path), transaction(db, self._path):
            yield db

    def _open(self, path: str) -> None:
        with readable(path):
            self._db, self._opened = connect(path, self._timeout), path
            if path == self._path and os.access(path, os.W_OK):
                make(self._db, path)

    def _close(self) -> None:
        if self._db is not None:
            self._db.close()


_PLACED = "SELECT 1 FROM places WHERE maildir = ?1"
_ACTED = "SELECT 1 FROM acts WHERE maildir = ?1"
_ACTS = "SELECT digest, act FROM acts WHERE maildir = ?"


def _insert(db: sqlite3.Connection, maildir: bytes, acts: Iterable[Act], *, done: bool) -> None:
    rows = [(maildir, act.digest, act.what, done) for act in acts]
    db.executemany("INSERT OR REPLACE INTO acts VALUES (?, ?, ?, ?)", rows)
