"""Reading a store beside which SQLite can make no files: on a full disk, in a read-only folder.

SQLite reads a store through its log (-wal) and an index of that in shared memory (-shm). Where the
index cannot be made, a store whose log is empty is read as a file that does not change, as long as
it does not. If the log holds changes, a copy of both is read, in memory. So is a store with what
a killed program left to be rolled back (-journal), where that cannot be done.
"""

from __future__ import annotations

import errno
import os
import sqlite3
from contextlib import closing, contextmanager, nullcontext
from typing import TYPE_CHECKING

from priory.mailfilter._patience import PatientConnection, open_patiently, uri
from priory.mailfilter._trust import checked
from priory.mailfilter._watch import Watch, copy_unchanged, unmerged

if TYPE_CHECKING:
    from collections.abc import Iterator
    from contextlib import AbstractContextManager
    from typing import Any

__all__ = ["Snapshot", "lacks_index", "open_alone", "unchanged"]

_MEMORY = "/dev/shm"  # noqa: S108 (on Linux, a file system in memory)
_FULL = (errno.ENOSPC, errno.EDQUOT)
# By which SQLite says that it cannot make -shm, or a file at all, or not roll back.
_PRIMARY = (sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_FULL)
_EXTENDED = (
    sqlite3.SQLITE_IOERR_SHMSIZE,
    sqlite3.SQLITE_IOERR_SHMMAP,
    sqlite3.SQLITE_IOERR_SHMOPEN,
    sqlite3.SQLITE_IOERR_DELETE,
)


class Snapshot(PatientConnection):
    """A connection to what a store held at one moment, which is read within `guarded` alone."""

    watch: Watch | None = None
    _readers = 0

    @contextmanager
    def guarded(self) -> Iterator[None]:
        """Let it be read, and refuse what was read of a file that changed."""
        assert self.watch is not None  # noqa: S101 (whoever opens one sets it)
        self._readers += 1
        try:
            with self.watch.guarding():
                yield
        finally:
            self._readers -= 1

    @property
    def is_outdated(self) -> bool:
        """Whether the store has changed since, and nobody is reading this any more."""
        return not self._readers and self.watch is not None and self.watch.is_outdated

    def execute(self, sql: str, parameters: Any = (), /) -> sqlite3.Cursor:
        """Execute a statement."""
        self._check_guard()
        return super().execute(sql, parameters)

    def backup(self, *args: Any, **options: Any) -> None:
        """Copy it."""
        self._check_guard()
        super().backup(*args, **options)

    def _check_guard(self) -> None:
        if self.watch is not None and not self._readers:
            raise RuntimeError("a snapshot was read outside of guarded()")


def unchanged(db: sqlite3.Connection) -> AbstractContextManager[None]:
    """Guard what is read of a snapshot; other connections have SQLite's locks."""
    return db.guarded() if isinstance(db, Snapshot) else nullcontext()


def lacks_index(error: sqlite3.Error) -> bool:
    """Tell whether SQLite could not make, or not roll back, what it needs beside the file."""
    code = getattr(error, "sqlite_errorcode", 0)
    return code & 0xFF in _PRIMARY or code in _EXTENDED


def open_alone(path: str, timeout: float) -> Snapshot:
    """Open a store for reading without making a file beside it."""
    watch = Watch.settled(path)
    if watch.has_log:
        return _in_memory(path, timeout)
    db = checked(open_patiently(uri(path, mode="ro", immutable="1"), timeout, Snapshot), path)
    db.watch = watch
    return db


def _in_memory(path: str, timeout: float) -> Snapshot:
    """Copy a store with its log into memory."""
    if os.access(path, os.W_OK, effective_ids=os.access in os.supports_effective_ids):
        try:
            return _from_file(path, timeout)
        except sqlite3.OperationalError as error:
            if not lacks_index(error):
                raise
    return _from_copy(path, timeout)


def _from_file(path: str, timeout: float) -> Snapshot:
    """Copy a store that nobody else has open, for as long as that takes."""
    opened = open_patiently(uri(path, mode="rw"), timeout, PatientConnection)
    with closing(checked(opened, path)) as db:
        db.execute("PRAGMA locking_mode = EXCLUSIVE")  # then the index needs no shared memory
        db.execute("SELECT 1 FROM sqlite_master").fetchone()
        copy = open_patiently(":memory:", timeout, Snapshot)
        db.backup(copy)
        copy.watch = Watch.settled(path, is_copied=True)  # while nobody else can write
        return copy


def _from_copy(path: str, timeout: float) -> Snapshot:
    """Copy a store that may not be written by way of another folder."""
    from tempfile import gettempdir  # noqa: PLC0415 (few need it)

    from priory._temporary import temporary_folder  # noqa: PLC0415

    for folder in (gettempdir(), _MEMORY):
        try:
            with temporary_folder(folder) as place:
                watch = copy_unchanged(path, str(place / "copy.db"))
                copy = _from_file(str(place / "copy.db"), timeout)
                copy.watch = watch
                return copy
        except OSError as error:
            if error.errno not in (*_FULL, errno.ENOENT, errno.EROFS, errno.EACCES):
                raise
        except sqlite3.OperationalError as error:  # no room to bring the log into the copy
            if not lacks_index(error):
                raise
    raise unmerged(path)
