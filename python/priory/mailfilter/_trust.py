"""Trust in the file system: whether somebody else could have led a program to another file.

Root may write anywhere, and SQLite, as root, gives what stands beside a store to the owner of the
store. So root must not go where somebody else can put links, or other names of other files.
"""

from __future__ import annotations

import os
import stat
from contextlib import suppress
from time import sleep

from priory.mailfilter._beside import SQLITE
from priory.mailfilter.errors import StoreError

__all__ = ["PLAINLY", "check_store", "exposed_folder", "follow", "is_root", "open_folder"]

# How a file is opened without following a link, or waiting for the other end of a pipe.
PLAINLY = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
_STEP = getattr(os, "O_PATH", os.O_RDONLY) | getattr(os, "O_DIRECTORY", 0)
_MOST_LINKS = 40  # that Linux follows on one way
_TRIES = 5
_PAUSE = 0.02  # seconds between them
_AS_OWNER = "run it as the owner (sudo -u), or use a folder that only root can change"
_NAME_IT = "name the file that it leads to, or run it as the owner (sudo -u)"


def is_root() -> bool:
    """Tell whether permissions do not count for this process."""
    return hasattr(os, "geteuid") and os.geteuid() == 0


def exposed_folder(path: str) -> str | None:
    """Return a folder on the way to a file that is not root's alone, if there is one.

    The way goes through the folders of all links, to that of the file itself.
    """
    links, real = _resolve(path)
    folders = map(os.path.dirname, [*links, real])
    return next(filter(None, map(_exposed, folders)), None)


def check_store(path: str) -> None:
    """Refuse a store if somebody else could have led us to it, or to what is beside it.

    Raises
    ------
    StoreError
        If there are such links on the way; for root also if the folder is not root's alone, and
        the store has another name, or a file of SQLite beside it is not the store's.
    """
    real = follow(path)
    if not is_root() or _exposed(os.path.dirname(real)) is None:
        return
    for _ in range(_TRIES):  # SQLite makes a file before it gives it to the owner of the store
        problem = _problem(real)
        if problem is None:
            return
        sleep(_PAUSE)
    what = f"root does not open what others could have put there: {problem}"
    remedy = f"find out who put it there, and {_AS_OWNER}"
    raise StoreError(path, what, remedy, code="unsafe-place")


def follow(path: str) -> str:
    """Return where a path leads; refuse one on which somebody else could have put a link.

    Raises
    ------
    StoreError
        For root, if a link is in a folder that is not root's alone. For others, if it is in a
        folder that everybody may write, and not theirs, root's, or that of the folder's owner.
    """
    links, real = _resolve(path)
    for link in links:
        if _is_planted(link):
            what = f"somebody else could have put a link there: {link}"
            raise StoreError(path, what, _NAME_IT, code="unsafe-place")
    return real


def open_folder(path: str) -> int:
    """Open a folder, by a path without links: one that somebody has put there since is refused.

    Where a system can, the descriptor only serves to reach what is in the folder (O_PATH).
    """
    descriptor = os.open("/", _STEP)
    for name in filter(None, path.split("/")):
        try:
            following = os.open(name, _STEP | os.O_NOFOLLOW, dir_fd=descriptor)
        finally:
            os.close(descriptor)
        descriptor = following
    return descriptor


def _resolve(path: str) -> tuple[list[str], str]:
    """Return the links on the way to a file, and the file, each by a path without other links.

    Each link is read once, so that what is checked is what is followed.
    """
    if not hasattr(os, "geteuid"):  # a system that has other permissions
        return [], os.path.realpath(path)
    links: list[str] = []
    place, rest = "/", _reversed(path if os.path.isabs(path) else f"{os.getcwd()}/{path}")
    while rest:
        name = rest.pop()
        following = os.path.dirname(place) if name == ".." else os.path.join(place, name)
        target = _target(following) if len(links) < _MOST_LINKS else None
        if target is None:
            place = following
        else:
            links.append(following)
            rest += _reversed(target)
            place = "/" if target.startswith("/") else place
    return links, place


def _reversed(path: str) -> list[str]:
    return [name for name in reversed(path.split("/")) if name not in ("", ".")]


def _target(path: str) -> str | None:
    try:
        return os.readlink(path)
    except OSError:  # it is no link, or nothing
        return None


def _is_planted(link: str) -> bool:
    folder = os.path.dirname(link)
    if is_root():
        return _exposed(folder) is not None
    try:
        status, owner = os.stat(folder), os.lstat(link).st_uid
    except FileNotFoundError:
        return False
    # As Linux protects links in /tmp, whether the folder is sticky or not.
    return bool(status.st_mode & 0o002) and owner not in (0, os.geteuid(), status.st_uid)


def _exposed(folder: str) -> str | None:
    """Return the first folder, from one without links up, that is not root's alone."""
    is_last = True
    while True:
        with suppress(FileNotFoundError):
            if not _is_roots(os.stat(folder), is_last=is_last):
                return folder
            is_last = False
        above = os.path.dirname(folder)
        if above == folder:
            return None
        folder = above


def _is_roots(status: os.stat_result, *, is_last: bool) -> bool:
    is_shared = status.st_mode & 0o022 and (is_last or not status.st_mode & stat.S_ISVTX)
    return status.st_uid == 0 and not is_shared


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
