"""SQLite connections to a store: open modes, WAL, transactions, and translated errors."""

from __future__ import annotations

import os
import sqlite3
import stat
from contextlib import closing, contextmanager, nullcontext, suppress
from typing import TYPE_CHECKING

from priory.mailfilter._alone import lacks_index, open_alone, unchanged
from priory.mailfilter._network import is_remote
from priory.mailfilter._patience import PatientConnection, open_patiently, uri
from priory.mailfilter._schema import (
    APPLICATION_ID,
    MIGRATIONS,
    NUMBER,
    READABLE,
    UNRELEASED,
    get_meta,
    migrate,
)
from priory.mailfilter._trust import check_store, checked
from priory.mailfilter._watch import Watch, unmerged
from priory.mailfilter.errors import StoreError, corrupt, from_os, from_sqlite

if TYPE_CHECKING:
    from collections.abc import Iterator
    from contextlib import AbstractContextManager

__all__ = [
    "connect",
    "locate",
    "look",
    "settle",
    "transaction",
    "translated",
    "translated_os",
    "uri",
]

_SMALLEST = 512  # bytes of a file that is not empty
_CACHE = 64 * 2**10  # KiB: a bulk that fits is written to the file once
_PAGE = 2**13  # bytes: a bag fits, and less room is left over than in smaller ones


def connect(path: str, timeout: float, *, write: bool) -> sqlite3.Connection:
    """Open a store, or create one if it is to be written and there is none."""
    with translated_os(path):
        look(path, write=write)
        return _to_write(path, timeout) if write else _to_read(path, timeout)


def _to_write(path: str, timeout: float) -> sqlite3.Connection:
    try:
        return _prepared(_sqlite(path, "rw", timeout), path, write=True)
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_CANTOPEN:
            raise
    _leave_wal(path, timeout)
    return _prepared(_sqlite(path, "rw", timeout), path, write=True)


def _to_read(path: str, timeout: float) -> sqlite3.Connection:
    # Who reads opens it for writing, too, where possible: so the last one to close clears up.
    mode = "rw" if _writable(path) else "ro"
    try:
        return _prepared(_sqlite(path, mode, timeout), path, write=False)
    except sqlite3.OperationalError as error:
        if not lacks_index(error):
            raise
    return _prepared(open_alone(path, timeout), path, write=False)


def _prepared(db: sqlite3.Connection, path: str, *, write: bool) -> sqlite3.Connection:
    try:
        with unchanged(db):
            _prepare(db, path, write=write)
    except BaseException:
        db.close()
        raise
    return db


@contextmanager
def translated(path: str) -> Iterator[None]:
    """Turn errors of SQLite into StoreError."""
    try:
        yield
    except sqlite3.Error as error:
        raise from_sqlite(error, path) from error


@contextmanager
def translated_os(path: str) -> Iterator[None]:
    """Turn errors of SQLite and of the operating system into StoreError."""
    with translated(path):
        try:
            yield
        except OSError as error:
            raise from_os(error, path) from error


@contextmanager
def transaction(db: sqlite3.Connection, path: str, *, write: bool = True) -> Iterator[None]:
    """Do everything within, or nothing of it: also when Ctrl-C comes."""
    with translated(path):
        try:
            db.execute("BEGIN IMMEDIATE" if write else "BEGIN")
            yield
            db.execute("COMMIT")
        finally:
            if db.in_transaction:  # SQLite itself has gone back after some errors
                db.execute("ROLLBACK")


def look(path: str, *, write: bool) -> None:
    """Refuse what can be no store, and make an empty file for a new one."""
    check_store(path)
    try:
        status = os.stat(path)
    except FileNotFoundError:
        if not write:
            what, remedy = "the store does not exist", "learn some mail first"
            raise StoreError(path, what, remedy, code="store-missing") from None
        _create(path)
        return
    if stat.S_ISDIR(status.st_mode):
        raise StoreError(path, "it is a folder", "name a file in it", code="is-a-folder")
    if not stat.S_ISREG(status.st_mode):
        raise StoreError(path, "not a regular file", "name another file", code="not-a-file")
    if 0 < status.st_size < _SMALLEST:  # which SQLite would take for an empty one
        raise StoreError(path, "not a Priory store", "name another file", code="not-a-store")
    if not _may(path, os.R_OK):
        raise StoreError(
            path, "permission to read denied", "change its permissions", code="no-permission"
        )
    if write and not _writable(path):
        what = "the file or its folder is not writable"
        remedy = 'change the permissions, or open it with mode="ro"'
        raise StoreError(path, what, remedy, code="store-readonly", parameter="mode")


def _create(path: str) -> None:
    parent = os.path.dirname(os.path.realpath(path))
    if not os.path.isdir(parent):
        what = f"the folder {parent} does not exist"
        raise StoreError(path, what, "create it first", code="folder-missing")
    # Words of mail are nobody else's business; files that SQLite puts beside it get the same mode.
    with suppress(FileExistsError):  # to close a file that is in use would take its locks away
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))


def _writable(path: str) -> bool:
    real = os.path.realpath(path)
    return _may(real, os.W_OK) and _may(os.path.dirname(real), os.W_OK)


def _may(path: str, what: int) -> bool:
    return os.access(path, what, effective_ids=os.access in os.supports_effective_ids)


def locate(path: str, timeout: float) -> tuple[str, AbstractContextManager[None]]:
    """Return how SQLite is to attach a store that is there, and what guards its reading."""
    with closing(_sqlite(path, "ro", timeout)) as db:
        try:
            db.execute("SELECT 1 FROM sqlite_master").fetchone()
        except sqlite3.OperationalError as error:
            if not lacks_index(error):
                raise
        else:
            return uri(path, mode="ro"), nullcontext()
    watch = Watch.settled(path)
    if watch.has_log:
        raise unmerged(path)
    return uri(path, mode="ro", immutable="1"), watch.guarding()


def _sqlite(path: str, mode: str, timeout: float) -> PatientConnection:
    return checked(open_patiently(uri(path, mode=mode), timeout, PatientConnection), path)


def _prepare(db: sqlite3.Connection, path: str, *, write: bool) -> None:
    db.execute(f"PRAGMA query_only = {int(not write)}")
    if write:
        db.execute(f"PRAGMA cache_size = -{_CACHE}")
    number = _number(db, path)
    if write and number == 0:
        db.execute(f"PRAGMA page_size = {_PAGE}")
        _use_wal(db, path)
    else:
        settle(db)
    if number == len(MIGRATIONS) or (number >= READABLE and not write):
        return
    if not write:
        what, code = f"the schema is outdated (version {number})", "store-outdated"
        if number == 0:
            what, code = "the store is empty", "store-empty"
        raise StoreError(path, what, 'open it once with mode="rw"', code=code, parameter="mode")
    with transaction(db, path):
        if _number(db, path) < len(MIGRATIONS):  # another program may have been faster
            migrate(db)


def _use_wal(db: sqlite3.Connection, path: str) -> None:
    if not is_remote(path):
        # There is nothing to lose yet, so the disk need not be waited for until the store is made.
        db.execute("PRAGMA synchronous = OFF")
        db.execute("PRAGMA journal_mode = WAL")  # stays as it was where that cannot work
    if _journal_mode(db) != "wal":
        settle(db)


def settle(db: sqlite3.Connection) -> None:
    """See to it that what changes is on the disk, and what made a new store is."""
    (before,) = db.execute("PRAGMA synchronous").fetchone()
    # Without WAL, only EXTRA makes sure that a power cut does not bring back an old journal.
    db.execute(f"PRAGMA synchronous = {'FULL' if _journal_mode(db) == 'wal' else 'EXTRA'}")
    if before == 0:
        db.execute("PRAGMA wal_checkpoint")


def _journal_mode(db: sqlite3.Connection) -> str:
    return str(db.execute("PRAGMA journal_mode").fetchone()[0])


def _leave_wal(path: str, timeout: float) -> None:
    """Bring a store that was moved to where WAL cannot work back to a journal of its own."""
    with closing(_sqlite(path, "rw", timeout)) as db:
        db.execute("PRAGMA locking_mode = EXCLUSIVE")  # then WAL needs no shared memory
        db.execute("PRAGMA journal_mode = DELETE")


# One statement, so that all of it is of one moment: another program may be making the store.
_IDENTITY = """
    SELECT application_id, user_version, (SELECT count(*) FROM sqlite_master)
    FROM pragma_application_id, pragma_user_version
"""


def _number(db: sqlite3.Connection, path: str) -> int:
    """Return the number of the schema: 0 if there is none yet."""
    program, number, tables = db.execute(_IDENTITY).fetchone()
    if program != APPLICATION_ID and (program or number or tables):
        what = "a database of another program, not a Priory store"
        raise StoreError(path, what, "name another file", code="not-a-store")
    if number != len(MIGRATIONS) and _written(db) not in (None, number):
        raise corrupt("the number of the schema is damaged")
    if number > len(MIGRATIONS):
        what = f"written by a newer Priory (schema {number}, supported up to {len(MIGRATIONS)})"
        raise StoreError(path, what, "update Priory", code="newer-store")
    if number == UNRELEASED:
        what = f"written by an unreleased version of Priory (schema {number})"
        remedy = "learn the mail again into a new store"
        raise StoreError(path, what, remedy, code="unreleased-store")
    return int(number)


def _written(db: sqlite3.Connection) -> object:
    """Return the number of the schema as a table has it, if there is one; older ones have none."""
    try:
        return get_meta(db, NUMBER)
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode != sqlite3.SQLITE_ERROR:  # which it is where there is no table
            raise
        return None
