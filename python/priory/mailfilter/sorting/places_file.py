"""File of the places database: private, checked, and taken over from earlier versions."""

from __future__ import annotations

import os
import sqlite3
import stat
from contextlib import closing, contextmanager, suppress
from typing import TYPE_CHECKING

from priory.mailfilter._connect import transaction, translated, uri
from priory.mailfilter.errors import StoreError, from_os

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = [
    "beside",
    "check_safe",
    "connect",
    "create",
    "is_takeable",
    "make",
    "readable",
    "sorted_maildirs",
]

_APPLICATION_ID = 0x50726953  # "PriS"
_VERSION = 1
# SQLITE_ERROR is what it says of tables that are not there.
_DAMAGE = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_ERROR)
_REMEDY = "delete it: then nothing is known of earlier moves, and what you put back is judged anew"
_TABLES = """
CREATE TABLE places (maildir BLOB, folder BLOB, base BLOB, digest BLOB NOT NULL,
                     day INTEGER NOT NULL, PRIMARY KEY (maildir, folder, base)) WITHOUT ROWID;
CREATE TABLE acts (maildir BLOB, digest BLOB, act TEXT, done INTEGER NOT NULL,
                   PRIMARY KEY (maildir, digest, act)) WITHOUT ROWID
"""


def beside(store: str) -> str:
    """Return the file that earlier versions kept beside a store."""
    return f"{store}.places"


def check_safe(path: str) -> None:
    """Refuse, as root, a file that somebody else could replace by another one.

    Raises
    ------
    StoreError
        If one of the folders above it belongs to somebody else, or others may change it.
    """
    if os.geteuid() != 0:
        return
    folder = os.path.dirname(os.path.realpath(path))
    is_last = True
    while True:
        with suppress(FileNotFoundError):
            _check_folder(path, folder, os.stat(folder), is_last=is_last)
            is_last = False
        above = os.path.dirname(folder)
        if above == folder:
            return
        folder = above


def _check_folder(path: str, folder: str, status: os.stat_result, *, is_last: bool) -> None:
    is_shared = status.st_mode & 0o022 and (is_last or not status.st_mode & stat.S_ISVTX)
    if status.st_uid != 0 or is_shared:
        raise StoreError(
            path,
            f"root does not write where others could put a link: {folder} is not root's alone",
            "set places to a file in a folder that only root can change, or sort as the owner",
            code="unsafe-place",
            parameter="places",
        )


def is_takeable(path: str) -> bool:
    """Tell whether a file of an earlier version is there, and ours."""
    try:
        status = os.lstat(path)
        check_safe(path)
    except (OSError, StoreError):
        return False
    return stat.S_ISREG(status.st_mode) and status.st_uid == os.geteuid()


def create(path: str) -> None:
    """Make an empty file; which folders somebody has is nobody else's business."""
    check_safe(path)
    flags = os.O_CREAT | os.O_EXCL | os.O_RDWR
    try:
        with suppress(FileExistsError):
            os.close(os.open(path, flags, 0o600))
    except OSError as error:
        what = f"cannot create the file: {error.strerror}"
        raise from_os(error, path, what) from error


def connect(path: str, timeout: float) -> sqlite3.Connection:
    """Open a file, for writing where it may be written."""
    check_safe(path)
    mode = "rw" if os.access(path, os.W_OK) else "ro"
    name = uri(os.path.abspath(path), mode=mode)
    db = sqlite3.connect(name, timeout=timeout, isolation_level=None, uri=True)
    try:
        db.execute("PRAGMA trusted_schema = OFF")
        _check(db, path)
    except BaseException:
        db.close()
        raise
    return db


def _check(db: sqlite3.Connection, path: str) -> None:
    (program,) = db.execute("PRAGMA application_id").fetchone()
    (version,) = db.execute("PRAGMA user_version").fetchone()
    if program != _APPLICATION_ID and (program or _n_tables(db)):
        what = "a database of another program"
        raise StoreError(path, what, "move it away", code="not-a-store")
    if version > _VERSION:
        what = "written by a newer Priory"
        raise StoreError(path, what, "update Priory", code="newer-store")


def _n_tables(db: sqlite3.Connection) -> int:
    return int(db.execute("SELECT count(*) FROM main.sqlite_master").fetchone()[0])


def make(db: sqlite3.Connection, path: str, earlier: str | None) -> None:
    """Make the tables where there are none, with what an earlier version knew, which then goes."""
    if _n_tables(db):
        return
    if earlier is not None:
        db.execute("ATTACH ? AS earlier", [uri(os.path.abspath(earlier), mode="rw")])
    with transaction(db, path):
        if not _n_tables(db):  # another program may have been faster
            for statement in _TABLES.split(";"):
                db.execute(statement)
            db.execute(f"PRAGMA application_id = {_APPLICATION_ID}")
            db.execute(f"PRAGMA user_version = {_VERSION}")
            if earlier is not None:
                db.execute("INSERT INTO places SELECT * FROM earlier.places")
                db.execute("INSERT INTO acts SELECT * FROM earlier.acts")
    if earlier is not None:
        db.execute("DETACH earlier")
        with suppress(OSError):  # where it may not be removed, it is never read again
            os.unlink(earlier)


def sorted_maildirs(path: str, timeout: float) -> list[str]:
    """Return the Maildirs in which messages were flagged or moved, by a file that may be none."""
    if not os.path.lexists(path):
        return []
    with readable(path), closing(connect(path, timeout)) as db:
        if not _n_tables(db):
            return []
        rows = db.execute("SELECT DISTINCT maildir FROM acts WHERE done ORDER BY maildir")
        return [os.fsdecode(row[0]) for row in rows]


@contextmanager
def readable(path: str) -> Iterator[None]:
    """Let errors of SQLite speak of the file, which can be done without, unlike a store."""
    try:
        with translated(path):
            yield
    except StoreError as error:
        if getattr(error.__cause__, "sqlite_errorcode", 0) & 0xFF not in _DAMAGE:
            raise
        what = "the file is damaged"
        raise StoreError(path, what, _REMEDY, code="store-damaged") from error.__cause__
