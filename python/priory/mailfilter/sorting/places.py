"""Places database: last known folders of messages, and a log of moves, beside the store."""

from __future__ import annotations

import os
import sqlite3
from contextlib import contextmanager
from typing import TYPE_CHECKING, NamedTuple

from priory.mailfilter._connect import transaction, translated, uri
from priory.mailfilter._schema import day_before
from priory.mailfilter.errors import StoreError, from_os

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any, Self

    from priory.mailfilter.sorting.maildir import File

__all__ = ["Act", "Place", "Places", "beside"]

_APPLICATION_ID = 0x50726953  # "PriS"
_VERSION = 1
_DAYS = 30  # that a message is remembered which is nowhere any more
# SQLITE_ERROR is what it says of tables that are not there.
_DAMAGE = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_ERROR)
_REMEDY = "delete it: then nothing is known of earlier moves, and what you put back is judged anew"
_TABLES = """
CREATE TABLE places (maildir BLOB, folder BLOB, base BLOB, digest BLOB NOT NULL,
                     day INTEGER NOT NULL, PRIMARY KEY (maildir, folder, base)) WITHOUT ROWID;
CREATE TABLE acts (maildir BLOB, digest BLOB, act TEXT, done INTEGER NOT NULL,
                   PRIMARY KEY (maildir, digest, act)) WITHOUT ROWID
"""


class Place(NamedTuple):
    """A folder and a name without flags."""

    folder: str
    base: str


class Act(NamedTuple):
    """Something that is done to a message, once."""

    digest: bytes
    what: str


def beside(store: str) -> str:
    """Return the file that belongs to a store."""
    return f"{store}.places"


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

    Raises
    ------
    StoreError
        If the file is something else, or cannot be read.
    """

    def __init__(self, path: str, maildir: str, timeout: float = 30.0) -> None:
        self._path = path
        self._timeout = timeout
        self._maildir = os.fsencode(os.path.realpath(maildir))
        self._db: sqlite3.Connection | None = None
        if os.path.exists(path):
            self._open("rw" if os.access(path, os.W_OK) else "ro")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._db is not None:
            self._db.close()

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
        with _readable(self._path):
            return self._db.execute(query, [self._maildir]).fetchall()

    @contextmanager
    def _changing(self) -> Iterator[sqlite3.Connection]:
        if self._db is None:
            self._open("rwc")
        db = self._db
        if db is None:  # pragma: no cover (mypy cannot know)
            raise AssertionError
        with _readable(self._path), transaction(db, self._path):
            yield db

    def _open(self, mode: str) -> None:
        with _readable(self._path):
            if mode == "rwc":  # which folders somebody has is nobody else's business
                self._create()
            path = uri(os.path.abspath(self._path), mode=mode.rstrip("c"))
            db = sqlite3.connect(path, timeout=self._timeout, isolation_level=None, uri=True)
            self._db = db
            (program,) = db.execute("PRAGMA application_id").fetchone()
            (version,) = db.execute("PRAGMA user_version").fetchone()
            (tables,) = db.execute("SELECT count(*) FROM sqlite_master").fetchone()
            if not tables and not program and mode != "ro":
                self._make(db)
            elif program != _APPLICATION_ID:
                what = "a database of another program"
                raise StoreError(self._path, what, "move it away", code="not-a-store")
            elif version > _VERSION:
                what = "written by a newer Priory"
                raise StoreError(self._path, what, "update Priory", code="newer-store")

    def _create(self) -> None:
        try:
            os.close(os.open(self._path, os.O_CREAT | os.O_RDWR, 0o600))
        except OSError as error:
            what = f"cannot create the file: {error.strerror}"
            raise from_os(error, self._path, what) from error

    def _make(self, db: sqlite3.Connection) -> None:
        with transaction(db, self._path):
            if not db.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
                for statement in _TABLES.split(";"):
                    db.execute(statement)
                db.execute(f"PRAGMA application_id = {_APPLICATION_ID}")
                db.execute(f"PRAGMA user_version = {_VERSION}")


@contextmanager
def _readable(path: str) -> Iterator[None]:
    """Let errors of SQLite speak of the file, which can be done without, unlike a store."""
    try:
        with translated(path):
            yield
    except StoreError as error:
        if getattr(error.__cause__, "sqlite_errorcode", 0) & 0xFF not in _DAMAGE:
            raise
        what = "the file is damaged"
        raise StoreError(path, what, _REMEDY, code="store-damaged") from error.__cause__


_ACTS = "SELECT digest, act FROM acts WHERE maildir = ?"


def _insert(db: sqlite3.Connection, maildir: bytes, acts: Iterable[Act], *, done: bool) -> None:
    rows = [(maildir, act.digest, act.what, done) for act in acts]
    db.executemany("INSERT OR REPLACE INTO acts VALUES (?, ?, ?, ?)", rows)
