"""Opening the file of a store, where it can be written and where it cannot."""

from __future__ import annotations

import os
import sqlite3
import stat
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from priory.mailfilter._schema import APPLICATION_ID, MIGRATIONS, migrate
from priory.mailfilter.errors import StoreError, translate

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["connect", "transaction", "uri"]

_CACHE = 64 * 2**10  # KiB: a bulk that fits is written to the file once


def uri(path: str, **query: str) -> str:
    """Write a path as SQLite reads it, whatever characters it has."""
    escaped = path.replace("%", "%25").replace("?", "%3f").replace("#", "%23")
    options = "&".join(f"{key}={value}" for key, value in query.items())
    return f"file:///{escaped.lstrip('/')}?{options}"


def connect(path: str, timeout: float, *, write: bool) -> sqlite3.Connection:
    """Open a store, or create one if it is to be written and there is none."""
    with translated(path):
        _look(path, write=write)
        db = _open(path, timeout, write=write)
        try:
            _prepare(db, path, write=write)
        except BaseException:
            db.close()
            raise
        return db


@contextmanager
def translated(path: str) -> Iterator[None]:
    """Let errors of SQLite and of the system speak of the store."""
    try:
        yield
    except sqlite3.Error as error:
        raise translate(error, path) from error
    except OSError as error:
        raise StoreError(
            path, error.strerror or str(error), "look at the file and its folder"
        ) from error


@contextmanager
def transaction(db: sqlite3.Connection, path: str, *, write: bool = True) -> Iterator[None]:
    """Do everything within, or nothing of it: also when Ctrl-C comes."""
    with translated(path):
        db.execute("BEGIN IMMEDIATE" if write else "BEGIN")
        try:
            yield
            db.execute("COMMIT")
        finally:
            if db.in_transaction:  # SQLite itself has gone back after some errors
                db.execute("ROLLBACK")


def _look(path: str, *, write: bool) -> None:
    """Refuse what can be no store, and make an empty file for a new one."""
    file = Path(path)
    try:
        mode = file.stat().st_mode
    except FileNotFoundError:
        if not write:
            raise StoreError(path, "there is no store", "learn some mail first") from None
        _create(file)
        return
    if stat.S_ISDIR(mode):
        raise StoreError(path, "it is a folder", "name a file in it")
    if not stat.S_ISREG(mode):
        raise StoreError(path, "it is no ordinary file", "name another file")
    if not os.access(path, os.R_OK):
        raise StoreError(path, "it may not be read", "change its permissions")
    if write and not _writable(path):
        what = "it cannot be written, or no files beside it"
        raise StoreError(path, what, 'change the permissions, or read it with mode="ro"')


def _create(file: Path) -> None:
    parent = Path(os.path.realpath(file)).parent
    if not parent.is_dir():
        raise StoreError(str(file), f"there is no folder {parent}", "create it first")
    # Words of mail are nobody else's business; files that SQLite puts beside it get the same mode.
    os.close(os.open(file, os.O_CREAT | os.O_RDWR, 0o600))


def _writable(path: str) -> bool:
    real = os.path.realpath(path)
    return os.access(real, os.W_OK) and os.access(Path(real).parent, os.W_OK)


def _open(path: str, timeout: float, *, write: bool) -> sqlite3.Connection:
    if write or _writable(path):
        # Who reads opens it for writing, too, where possible: so the last one to close clears up.
        db = _sqlite(uri(path, mode="rw"), timeout)
        db.execute(f"PRAGMA query_only = {int(not write)}")
        return db
    db = _sqlite(uri(path, mode="ro"), timeout)
    try:
        db.execute("SELECT 1 FROM sqlite_master").fetchone()
    except sqlite3.OperationalError:
        db.close()
        wal = Path(os.path.realpath(path) + "-wal")
        if wal.exists() and wal.stat().st_size:
            what = f"its latest changes stand in {wal}, and the folder cannot be written"
            remedy = "open it once where it can be written, or copy both files elsewhere"
            raise StoreError(path, what, remedy) from None
        # All is in the file, and nobody who cannot write beside it changes it.
        db = _sqlite(uri(path, mode="ro", immutable="1"), timeout)
    return db


def _sqlite(name: str, timeout: float) -> sqlite3.Connection:
    # A thread has a connection of its own; whoever closes the store closes them all.
    db = sqlite3.connect(
        name, timeout=timeout, isolation_level=None, check_same_thread=False, uri=True
    )
    db.execute("PRAGMA trusted_schema = OFF")  # a file may come from a stranger
    db.execute(f"PRAGMA cache_size = -{_CACHE}")
    return db


def _prepare(db: sqlite3.Connection, path: str, *, write: bool) -> None:
    number = _number(db, path)
    if write and number == 0:
        db.execute("PRAGMA journal_mode = WAL")  # stays as it was where that cannot work
    # Without WAL, only EXTRA makes sure that a power cut does not bring back an old journal.
    (journal,) = db.execute("PRAGMA journal_mode").fetchone()
    db.execute(f"PRAGMA synchronous = {'FULL' if journal == 'wal' else 'EXTRA'}")
    if number == len(MIGRATIONS):
        return
    if not write:
        what = "it is empty" if number == 0 else f"its tables are old (schema {number})"
        raise StoreError(path, what, "open it once for writing")
    with transaction(db, path):
        _number(db, path)  # another program may have been faster
        migrate(db)


def _number(db: sqlite3.Connection, path: str) -> int:
    """Return the number of the schema: 0 if there is none yet."""
    (program,) = db.execute("PRAGMA application_id").fetchone()
    (number,) = db.execute("PRAGMA user_version").fetchone()
    (tables,) = db.execute("SELECT count(*) FROM sqlite_master").fetchone()
    if program != APPLICATION_ID and (program or number or tables):
        raise StoreError(path, "it is a database of another program", "name another file")
    if number > len(MIGRATIONS):
        raise StoreError(
            path,
            f"a newer Priory wrote it (schema {number}, and here is {len(MIGRATIONS)})",
            "update Priory",
        )
    return int(number)
