"""File of the places database: private, checked, and taken over from earlier versions."""

from __future__ import annotations

import os
import sqlite3
import stat
from contextlib import closing, contextmanager, suppress
from typing import TYPE_CHECKING

from priory.mailfilter._beside import HEAD, PLACES_ID, is_marked
from priory.mailfilter._connect import transaction, translated, uri
from priory.mailfilter._patience import PatientConnection, open_patiently
from priory.mailfilter._trust import PLAINLY, check_folder
from priory.mailfilter.errors import StoreError, from_os

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = [
    "check_safe",
    "connect",
    "create",
    "is_takeable",
    "make",
    "readable",
    "sorted_maildirs",
    "take_over",
]

_VERSION = 1
# SQLITE_ERROR is what it says of tables that are not there.
_DAMAGE = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_ERROR)
_REMEDY = "delete it: then nothing is known of earlier moves, and what you put back is judged anew"
_UNSAFE = "set places to a file in a folder that only root can change, or sort as the owner"
_TABLES = """
CREATE TABLE places (maildir BLOB, folder BLOB, base BLOB, digest BLOB NOT NULL,
                     day INTEGER NOT NULL, PRIMARY KEY (maildir, folder, base)) WITHOUT ROWID;
CREATE TABLE acts (maildir BLOB, digest BLOB, act TEXT, done INTEGER NOT NULL,
                   PRIMARY KEY (maildir, digest, act)) WITHOUT ROWID
"""
_UNKNOWN = """
SELECT maildir FROM earlier.places UNION SELECT maildir FROM earlier.acts
EXCEPT SELECT maildir FROM main.places EXCEPT SELECT maildir FROM main.acts
"""


def check_safe(path: str) -> None:
    """Refuse, as root, a file that somebody else could replace by another one.

    Raises
    ------
    StoreError
        If one of the folders on the way to it belongs to somebody else, or others may change it.
    """
    check_folder(path, _UNSAFE, "places")


def is_takeable(path: str, used: str) -> bool:
    """Tell whether a file of an earlier version is there, ours, and not the one that is used."""
    try:
        check_safe(path)
        descriptor = os.open(path, PLAINLY)
    except (OSError, StoreError):
        return False
    try:
        status = os.fstat(descriptor)
        is_own = stat.S_ISREG(status.st_mode) and status.st_uid == os.geteuid()
        is_other = not os.path.exists(used) or not os.path.samestat(status, os.stat(used))
        return is_own and is_other and is_marked(os.read(descriptor, HEAD), [PLACES_ID])
    finally:
        os.close(descriptor)


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
    db = open_patiently(name, timeout, PatientConnection)
    try:
        _check(db, path)
    except BaseException:
        db.close()
        raise
    return db


def _check(db: sqlite3.Connection, path: str) -> None:
    (program,) = db.execute("PRAGMA application_id").fetchone()
    (version,) = db.execute("PRAGMA user_version").fetchone()
    if program != PLACES_ID and (program or _n_tables(db)):
        what = "a database of another program"
        raise StoreError(path, what, "move it away", code="not-a-store")
    if version > _VERSION:
        what = "written by a newer Priory"
        raise StoreError(path, what, "update Priory", code="newer-store")


def _n_tables(db: sqlite3.Connection) -> int:
    return int(db.execute("SELECT count(*) FROM main.sqlite_master").fetchone()[0])


def make(db: sqlite3.Connection, path: str) -> None:
    """Make the tables where there are none."""
    if _n_tables(db):
        return
    with transaction(db, path):
        if not _n_tables(db):  # another program may have been faster
            for statement in _TABLES.split(";"):
                db.execute(statement)
            db.execute(f"PRAGMA application_id = {PLACES_ID}")
            db.execute(f"PRAGMA user_version = {_VERSION}")


def take_over(db: sqlite3.Connection, earlier: str) -> None:
    """Copy what an earlier version knew of Maildirs that are not known yet; then its file goes."""
    with readable(earlier):
        db.execute("ATTACH ? AS earlier", [uri(os.path.abspath(earlier), mode="rw")])
        try:
            with transaction(db, earlier):
                unknown = db.execute(_UNKNOWN).fetchall()
                for table in ("places", "acts"):
                    copy = f"INSERT INTO {table} SELECT * FROM earlier.{table} WHERE maildir = ?"
                    db.executemany(copy, unknown)
        finally:
            db.execute("DETACH earlier")
    with suppress(OSError):  # where it may not be removed, its Maildirs are known from now on
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
