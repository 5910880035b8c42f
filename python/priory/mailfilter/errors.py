"""What goes wrong with a store: what, where, and what to do about it."""

from __future__ import annotations

import _sqlite3 as sqlite3  # which takes less time to load than what stands on it
from contextlib import contextmanager

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["UNDONE", "StoreError", "damaged", "disagreeing", "translate", "undamaged"]

UNDONE = "; nothing of this transaction was kept"


class StoreError(Exception):
    """Something is wrong with a store, and nothing of the transaction at hand was kept.

    Parameters
    ----------
    where : str
        The file.
    what : str
        What is wrong.
    remedy : str
        What to do.

    Examples
    --------
    >>> from priory.mailfilter import StoreError
    >>> print(StoreError("words.db", "the disk is full", "make room and try again"))
    words.db: the disk is full: make room and try again
    """

    def __init__(self, where: str, what: str, remedy: str) -> None:
        super().__init__(where, what, remedy)
        self.where = where
        self.what = what
        self.remedy = remedy

    def __str__(self) -> str:
        return f"{self.where}: {self.what}: {self.remedy}"


_BUSY = (
    "another program is writing to it and did not finish in time",
    "try again, or wait longer with a larger timeout",
)
_CORRUPT = (
    "it is damaged",
    "put a backup in its place, or learn the mail again into a new store",
)
_DISAGREEING = (
    "its counts and its journal do not agree",
    "look with `priory store check`, and put a backup in its place",
)
_READONLY = ("it cannot be written", 'change its permissions, or read it with mode="ro"')

# By the primary code of SQLite, which is the low byte of the extended one.
_FAULTS = {
    sqlite3.SQLITE_BUSY: _BUSY,
    sqlite3.SQLITE_LOCKED: _BUSY,
    sqlite3.SQLITE_READONLY: _READONLY,
    sqlite3.SQLITE_PERM: _READONLY,
    sqlite3.SQLITE_FULL: ("the disk is full", f"make room on it and try again{UNDONE}"),
    sqlite3.SQLITE_CORRUPT: _CORRUPT,
    sqlite3.SQLITE_NOTADB: ("it is no store of Priory's", "name another file"),
    sqlite3.SQLITE_CANTOPEN: (
        "it cannot be opened",
        "look at the permissions of the file and of its folder",
    ),
    sqlite3.SQLITE_IOERR: (
        "the disk failed, or is full",
        f"look at the disk and try again{UNDONE}",
    ),
    sqlite3.SQLITE_TOOBIG: ("a message is too large for it", "leave that message out"),
    sqlite3.SQLITE_CONSTRAINT: _DISAGREEING,
}


@contextmanager
def undamaged() -> Iterator[None]:
    """Let what is not as it was written be damage of the file."""
    try:
        yield
    except (TypeError, ValueError) as error:
        damage = sqlite3.DatabaseError(str(error))
        damage.sqlite_errorcode = sqlite3.SQLITE_CORRUPT
        raise damage from error


def damaged(where: str) -> StoreError:
    """Say that a file does not hold together."""
    return StoreError(where, *_CORRUPT)


def disagreeing(where: str, problem: str) -> StoreError:
    """Say that a file does not say the same everywhere."""
    what, remedy = _DISAGREEING
    return StoreError(where, f"{what} ({problem.rstrip('.')})", remedy)


def translate(error: sqlite3.Error, where: str) -> StoreError:
    """Say what an error of SQLite means to who keeps the store."""
    code = getattr(error, "sqlite_errorcode", None)  # errors of Python's own module have none
    if code is None and isinstance(error, sqlite3.IntegrityError):
        code = sqlite3.SQLITE_CONSTRAINT
    primary = (code or 0) & 0xFF
    what, remedy = _FAULTS.get(primary, (str(error), "open it anew and try again"))
    if primary in (sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CONSTRAINT):
        what = f"{what} ({error})"
    return StoreError(where, what, remedy)
