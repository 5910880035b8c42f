"""StoreError: a store that cannot be used, with a code for each cause."""

from __future__ import annotations

import errno
import sqlite3
from contextlib import contextmanager
from typing import TYPE_CHECKING, NamedTuple

from priory._remedies import remedy as remedy_for
from priory.errors import PrioryError

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = [
    "StoreError",
    "corrupt",
    "corrupt_on_error",
    "damaged",
    "disagreeing",
    "from_os",
    "from_sqlite",
]


class StoreError(PrioryError):
    """A store that cannot be used; the transaction at hand was rolled back.

    Parameters
    ----------
    where : str
        The file; `place` is the same.
    what : str
        What is wrong.
    remedy : str or None, default=None
        What to do.
    code : str, default="store-error"
        The kind of mistake, such as ``"store-busy"`` or ``"store-damaged"``.
    parameter : str or None, default=None
        The parameter of the call that is wrong or that helps.
    note : str or None, default=None
        What became of the changes at hand.

    Examples
    --------
    >>> from priory.mailfilter import StoreError
    >>> error = StoreError("words.db", "the disk is full", "free some space", code="disk-full")
    >>> print(error)
    words.db: the disk is full: free some space
    >>> error.code, error.where
    ('disk-full', 'words.db')
    """

    def __init__(
        self,
        where: str,
        what: str,
        remedy: str | None = None,
        *,
        code: str = "store-error",
        parameter: str | None = None,
        note: str | None = None,
    ) -> None:
        super().__init__(
            what, code=code, place=where, parameter=parameter, remedy=remedy, note=note
        )
        self.args = (where, what, remedy)  # by which it is pickled
        self.where = where


class _Cause(NamedTuple):
    code: str
    what: str
    remedy: str
    parameter: str | None = None
    note: str | None = None

    def at(self, where: str, detail: object = None) -> StoreError:
        """Return the error of a file, with more about it in brackets."""
        what = self.what if detail is None else f"{self.what} ({detail})"
        return StoreError(
            where, what, self.remedy, code=self.code, parameter=self.parameter, note=self.note
        )


_ROLLED_BACK = "the transaction was rolled back"
_BUSY = _Cause(
    "store-busy",
    "locked by another process, which did not finish in time",
    "try again, or wait longer with a larger timeout",
    parameter="timeout",
)
_CORRUPT = _Cause(
    "store-damaged",
    "the store is damaged",
    "restore a backup, or salvage what is whole with `priory store check --repair`",
)
_INCOMPLETE = _Cause(
    "store-incomplete",
    "the store lacks a table or a column",
    "restore a backup, or salvage what is whole with `priory store check --repair`",
)
_DISAGREEING = _Cause(
    "store-disagrees",
    "the token counts do not match the journal",
    "restore a backup, or salvage what is whole with `priory store check --repair`",
)
_READONLY = _Cause(
    "store-readonly",
    "the store is not writable",
    'change its permissions, or open it with mode="ro"',
    parameter="mode",
)
_DISK_FULL = _Cause(
    "disk-full", "the disk is full", "free some space and try again", note=_ROLLED_BACK
)

# By the primary result code of SQLite, which is the low byte of the extended one.
_CAUSES = {
    sqlite3.SQLITE_BUSY: _BUSY,
    sqlite3.SQLITE_LOCKED: _BUSY,
    sqlite3.SQLITE_READONLY: _READONLY,
    sqlite3.SQLITE_PERM: _READONLY,
    sqlite3.SQLITE_FULL: _DISK_FULL,
    sqlite3.SQLITE_CORRUPT: _CORRUPT,
    sqlite3.SQLITE_NOTADB: _Cause("not-a-store", "not a Priory store", "name another file"),
    sqlite3.SQLITE_CANTOPEN: _Cause(
        "cannot-open",
        "the store cannot be opened",
        "check the permissions of the file and of its folder",
    ),
    sqlite3.SQLITE_IOERR: _Cause(
        "disk-error",
        "I/O error: the disk failed, or is full",
        "check the disk and try again",
        note=_ROLLED_BACK,
    ),
    sqlite3.SQLITE_TOOBIG: _Cause(
        "message-too-large", "a message is too large for the store", "leave that message out"
    ),
    sqlite3.SQLITE_CONSTRAINT: _DISAGREEING,
}
# By the extended code: there was no room for an index of the log.
_EXTENDED = {sqlite3.SQLITE_IOERR_SHMSIZE: _DISK_FULL}
_DETAILED = ("cannot-open", "disk-error", "store-disagrees")
_CODES = {
    errno.ENOSPC: "disk-full",
    errno.EDQUOT: "disk-full",
    errno.EACCES: "no-permission",
    errno.EPERM: "no-permission",
    errno.EEXIST: "path-taken",
}


def corrupt(what: str) -> sqlite3.DatabaseError:
    """Return the error that SQLite itself would raise for a damaged file."""
    error = sqlite3.DatabaseError(what)
    error.sqlite_errorcode = sqlite3.SQLITE_CORRUPT
    return error


@contextmanager
def corrupt_on_error() -> Iterator[None]:
    """Turn errors of decoding, of values that may be anything, into SQLITE_CORRUPT."""
    try:
        yield
    except (TypeError, ValueError, AttributeError) as error:
        raise corrupt(str(error)) from error


def damaged(where: str) -> StoreError:
    """Return the error of a corrupt file."""
    return _CORRUPT.at(where)


def disagreeing(where: str, problem: str) -> StoreError:
    """Return the error of a file whose counts and journal contradict each other."""
    return _DISAGREEING.at(where, problem.rstrip("."))


def from_os(error: OSError, where: str, what: str | None = None) -> StoreError:
    """Return the StoreError for an error of the operating system."""
    code = _CODES.get(error.errno or 0, "system-error")
    return StoreError(where, what or error.strerror or str(error), remedy_for(error), code=code)


def from_sqlite(error: sqlite3.Error, where: str) -> StoreError:
    """Return the StoreError for an error of SQLite."""
    code = getattr(error, "sqlite_errorcode", None)  # errors of Python's own module have none
    if code is None and isinstance(error, sqlite3.IntegrityError):
        code = sqlite3.SQLITE_CONSTRAINT
    elif code is None and isinstance(error, sqlite3.OperationalError):
        code = sqlite3.SQLITE_CORRUPT  # a text is not UTF-8
    primary = (code or 0) & 0xFF
    cause = _EXTENDED.get(code or 0, _CAUSES.get(primary))
    if primary == sqlite3.SQLITE_ERROR and str(error).startswith("no such "):
        return _INCOMPLETE.at(where, error)  # for which SQLite has no code of its own
    if cause is None:
        return StoreError(where, str(error), "reopen the store and try again", code="sqlite-error")
    return cause.at(where, error if cause.code in _DETAILED else None)
