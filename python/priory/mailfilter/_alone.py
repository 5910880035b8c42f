"""Reading a store beside which SQLite can make no files: on a full disk, in a read-only folder.

SQLite reads a store through its log (-wal) and an index of that in shared memory (-shm). Where the
index cannot be made, a store whose log is empty is read as a file that does not change, as long as
it does not. If the log holds changes, a copy of both is read, in memory.
"""

from __future__ import annotations

import errno
import os
import sqlite3
from contextlib import closing, contextmanager, suppress
from time import sleep
from typing import TYPE_CHECKING, NamedTuple

from priory.mailfilter._patience import PatientConnection, open_patiently, uri
from priory.mailfilter.errors import StoreError

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = [
    "LOGS",
    "Snapshot",
    "copy_unchanged",
    "has_log",
    "lacks_index",
    "open_alone",
    "unchanged",
]

# What SQLite keeps beside a file and belongs to it: changes that are not in it yet, or, where WAL
# does not work, what it held before changes that are.
LOGS = ("-wal", "-journal")
_TRIES = 5
_PAUSE = 0.1  # seconds between them
_MEMORY = "/dev/shm"  # noqa: S108 (on Linux, a file system in memory)
_FULL = (errno.ENOSPC, errno.EDQUOT)
# By which SQLite says that it cannot make -shm, or a file at all.
_PRIMARY = (sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_FULL)
_EXTENDED = (
    sqlite3.SQLITE_IOERR_SHMSIZE,
    sqlite3.SQLITE_IOERR_SHMMAP,
    sqlite3.SQLITE_IOERR_SHMOPEN,
)


class FileState(NamedTuple):
    """By which it is seen that a file was changed or replaced."""

    device: int
    inode: int
    size: int
    modified: int


class Snapshot(PatientConnection):
    """A connection to what a store held at one moment."""

    path = ""
    taken: tuple[FileState | None, ...] = ()

    @property
    def is_outdated(self) -> bool:
        """Whether the store has changed since."""
        return _states(self.path) != self.taken

    @property
    def is_torn(self) -> bool:
        """Whether the file that is read changed; only its log may, and a copy does not."""
        (name,) = super().execute("SELECT file FROM pragma_database_list").fetchone()
        return bool(name) and _states(self.path)[0] != self.taken[0]


def lacks_index(error: sqlite3.Error) -> bool:
    """Tell whether SQLite could not make what it needs beside the file."""
    code = getattr(error, "sqlite_errorcode", 0)
    return code & 0xFF in _PRIMARY or code in _EXTENDED


def has_log(path: str) -> bool:
    """Tell whether changes of a store stand in the file beside it."""
    return any(log is not None and log.size > 0 for log in _states(path)[1:])


def open_alone(path: str, timeout: float) -> Snapshot:
    """Open a store for reading without making a file beside it."""
    if has_log(path):
        return _in_memory(path, timeout)
    taken = _states(path)
    db = open_patiently(uri(path, mode="ro", immutable="1"), timeout, Snapshot)
    db.path, db.taken = path, taken
    if has_log(path):  # somebody was faster
        db.close()
        return _in_memory(path, timeout)
    return db


@contextmanager
def unchanged(db: sqlite3.Connection, path: str) -> Iterator[None]:
    """Refuse what was read, or went wrong, while another program wrote to the same file."""
    try:
        yield
    except Exception as error:
        if isinstance(db, Snapshot) and db.is_torn:
            raise _changed(path) from error
        raise
    if isinstance(db, Snapshot) and db.is_torn:
        raise _changed(path)


def _changed(path: str) -> StoreError:
    what = "another process wrote to the store while it was read"
    return StoreError(path, what, "try again", code="store-busy")


def _states(path: str) -> tuple[FileState | None, ...]:
    real = os.path.realpath(path)
    return tuple(_state(f"{real}{end}") for end in ("", *LOGS))


def _state(path: str) -> FileState | None:
    try:
        status = os.stat(path)
    except FileNotFoundError:
        return None
    return FileState(status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns)


def _in_memory(path: str, timeout: float) -> Snapshot:
    """Copy a store with its log into memory."""
    if os.access(path, os.W_OK, effective_ids=os.access in os.supports_effective_ids):
        copy = _from_file(path, timeout)
        copy.taken = _states(path)
    else:
        before = _states(path)
        copy = _from_copy(path, timeout)
        copy.taken = before
    copy.path = path
    return copy


def _from_file(path: str, timeout: float) -> Snapshot:
    """Copy a store that nobody else has open, for as long as that takes."""
    with closing(open_patiently(uri(path, mode="rw"), timeout, PatientConnection)) as db:
        db.execute("PRAGMA locking_mode = EXCLUSIVE")  # then the index needs no shared memory
        db.execute("SELECT 1 FROM sqlite_master").fetchone()
        copy = open_patiently(":memory:", timeout, Snapshot)
        db.backup(copy)
        return copy


def _from_copy(path: str, timeout: float) -> Snapshot:
    """Copy a store that may not be written by way of another folder."""
    from tempfile import gettempdir  # noqa: PLC0415 (few need it)

    from priory._temporary import temporary_folder  # noqa: PLC0415

    for folder in (gettempdir(), _MEMORY):
        try:
            with temporary_folder(folder) as place:
                copy_unchanged(path, str(place / "copy.db"))
                return _from_file(str(place / "copy.db"), timeout)
        except OSError as error:
            if error.errno not in (*_FULL, errno.ENOENT, errno.EROFS, errno.EACCES):
                raise
    what = f"the latest changes are in {os.path.realpath(path)}-wal, and no file can be made"
    remedy = "open it once where it can be written, or copy both files elsewhere"
    raise StoreError(path, what, remedy, code="wal-unmerged")


def copy_unchanged(path: str, target: str) -> None:
    """Copy a store and its log, neither of which changes meanwhile."""
    import shutil  # noqa: PLC0415 (a verdict does without)

    real = os.path.realpath(path)
    for _ in range(_TRIES):
        before = _states(path)
        shutil.copyfile(real, target)
        for end in LOGS:
            with suppress(FileNotFoundError):  # there may be none, or none any more
                shutil.copyfile(f"{real}{end}", f"{target}{end}")
        if _states(path) == before:
            return
        sleep(_PAUSE)
    raise _changed(path)
