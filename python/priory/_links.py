"""Links on the way to a file, and whether somebody else could have put them there.

Root may write anywhere, so root must not go where somebody else can put links. Others are warned
as Linux does in folders that everybody may write.
"""

from __future__ import annotations

import os
import stat
from contextlib import suppress

__all__ = ["exposed", "exposed_folder", "is_planted", "is_root", "resolve"]

_MOST_LINKS = 40  # that Linux follows on one way


def is_root() -> bool:
    """Tell whether permissions do not count for this process."""
    return hasattr(os, "geteuid") and os.geteuid() == 0


def exposed_folder(path: str) -> str | None:
    """Return a folder on the way to a file that is not root's alone, if there is one.

    The way goes through the folders of all links, to that of the file itself.
    """
    links, real = resolve(path)
    folders = map(os.path.dirname, [*links, real])
    return next(filter(None, map(exposed, folders)), None)


def resolve(path: str) -> tuple[list[str], str]:
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


def is_planted(link: str) -> bool:
    """Tell whether somebody else could have put a link there.

    For root, if its folder is not root's alone. For others, if everybody may write the folder, and
    the link is not theirs, root's, or that of the folder's owner.
    """
    folder = os.path.dirname(link)
    if is_root():
        return exposed(folder) is not None
    try:
        status, owner = os.stat(folder), os.lstat(link).st_uid
    except FileNotFoundError:
        return False
    # As Linux protects links in /tmp, whether the folder is sticky or not.
    return bool(status.st_mode & 0o002) and owner not in (0, os.geteuid(), status.st_uid)


def exposed(folder: str) -> str | None:
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


def _reversed(path: str) -> list[str]:
    return [name for name in reversed(path.split("/")) if name not in ("", ".")]


def _target(path: str) -> str | None:
    try:
        return os.readlink(path)
    except OSError:  # it is no link, or nothing
        return None
