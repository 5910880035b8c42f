"""Trust in the file system: whether somebody else could have led a program to another file.

Root may write anywhere, and SQLite, as root, gives what stands beside a store to the owner of the
store. So root must not go where somebody else can put links, or other names of other files.
"""

from __future__ import annotations

import os
import sqlite3
import stat
from contextlib import suppress
from time import sleep
from typing import TYPE_CHECKING

from priory._links import exposed, exposed_folder, is_planted, is_root, resolve
from priory.mailfilter._beside import SQLITE
from priory.mailfilter.errors import StoreError

if TYPE_CHECKING:
    from typing import TypeVar

    C = TypeVar("C", bound=sqlite3.Connection)

__all__ = [
    "AS_OWNER",
    "PLAINLY",
    "check_folder",
    "check_opened",
    "check_store",
    "checked",
    "follow",
    "open_folder",
]

# How a file is opened without following a link, or waiting for the other end of a pipe.
PLAINLY = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
_STEP = getattr(os, "O_PATH", os.O_RDONLY) | getattr(os, "O_DIRECTORY", 0)
_TRIES = 5
_PAUSE = 0.02  # seconds between them
AS_OWNER = "run it as the owner (sudo -u), or use a folder that only root can change"
_NAME_IT = "name the file that it leads to, or run it as the owner (sudo -u)"


def check_store(path: str) -> None:
    """Refuse a store if somebody else could have led us to it, or to what is beside it.

    Raises
    ------
    StoreError
        If there are such links on the way; for root also if the folder is not root's alone, and
        the store has another name, or a file of SQLite beside it is not the store's.
    """
    real = follow(path)
    if not is_root() or exposed(os.path.dirname(real)) is None:
        return
    for _ in range(_TRIES):  # SQLite makes a file before it gives it to the owner of the store
        problem = _problem(real)
        if problem is None:
            return
        sleep(_PAUSE)
    what = f"root does not open what others could have put there: {problem}"
    remedy = f"find out who put it there, and {AS_OWNER}"
    raise StoreError(path, what, remedy, code="unsafe-place")


def check_folder(path: str, remedy: str = AS_OWNER, parameter: str | None = None) -> None:
    """Refuse, as root, to work where somebody else can swap files while they are written.

    Raises
    ------
    StoreError
        If one of the folders on the way to a file belongs to somebody else, or others may change
        it.
    """
    folder = exposed_folder(path) if is_root() else None
    if folder is not None:
        what = f"root does not write where others could put a link: {folder} is not root's alone"
        raise StoreError(path, what, remedy, code="unsafe-place", parameter=parameter)


def follow(path: str) -> str:
    """Return where a path leads; refuse one on which somebody else could have put a link.

    Raises
    ------
    StoreError
        For root, if a link is in a folder that is not root's alone. For others, if it is in a
        folder that everybody may write, and not theirs, root's, or that of the folder's owner.
    """
    links, real = resolve(path)
    link = next(filter(is_planted, links), None)
    if link is not None:
        what = f"somebody else could have put a link there: {link}"
        raise StoreError(path, what, _NAME_IT, code="unsafe-place")
    return real


def open_folder(path: str) -> int:
    """Open a folder, by a path without links: one that somebody has put there since is refused.

    Where a system can, the descriptor only serves to reach what is in the folder (O_PATH).
    """
    if os.open not in os.supports_dir_fd:  # as on Windows
        what = "this system lets nobody hold a folder open, so that nothing is swapped in it"
        raise StoreError(path, what, "delete the files yourself", code="system-error")
    descriptor = os.open("/", _STEP)
    for name in filter(None, path.split("/")):
        try:
            following = os.open(name, _STEP | os.O_NOFOLLOW, dir_fd=descriptor)
        finally:
            os.close(descriptor)
        descriptor = following
    return descriptor


def checked(db: C, path: str) -> C:
    """Return a database that was just opened, or close it if it is not where a path leads."""
    try:
        check_opened(db, path)
    except BaseException:
        db.close()
        raise
    return db


def check_opened(db: sqlite3.Connection, path: str, schema: str = "main") -> None:
    """Refuse, as root, another file than that to which a path leads, before it is read or written.

    Somebody may have put a link there just before SQLite opened it: SQLite says where that led.
    """
    if is_root():
        files = {row[1]: row[2] for row in sqlite3.Connection.execute(db, "PRAGMA database_list")}
        if files[schema] != follow(path):
            what = "somebody else swapped it for a link while it was opened"
            raise StoreError(path, what, AS_OWNER, code="unsafe-place")


def _problem(store: str) -> str | None:
    """Return what is wrong with a store in a folder of others, or with a file beside it."""
    owner = os.geteuid()
    with suppress(FileNotFoundError):
        status = os.lstat(store)
        owner = status.st_uid
        if stat.S_ISREG(status.st_mode) and status.st_nlink > 1:
            return f"{store} is another name of a file (a hard link)"
    return next(filter(None, (_why_not(f"{store}{end}", owner) for end in SQLITE)), None)


def _why_not(path: str, owner: int) -> str | None:
    try:
        status = os.lstat(path)
    except FileNotFoundError:
        return None
    if not stat.S_ISREG(status.st_mode):
        return f"{path} is not a regular file"
    if status.st_nlink > 1:
        return f"{path} is another name of a file (a hard link)"
    return None if status.st_uid == owner else f"{path} is not of the store's owner"
