"""Erasing a store: its file, what belongs to it, and nothing that is not Priory's."""

from __future__ import annotations

import os
import stat
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from priory._temporary import sync_folder
from priory.mailfilter._schema import APPLICATION_ID

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["Erased", "companions", "erase"]

PLACES_ID = 0x50726953  # "PriS", of the files that remember places of messages
_MAGIC = b"SQLite format 3\0"
_ID = slice(68, 72)  # where the header of a file says whose it is
_ENDS = ("-wal", "-shm", "-journal")  # of files that SQLite keeps beside another
# Without following a link, or waiting for the other end of a pipe.
_PLAINLY = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
_OURS = (".places", ".repaired", ".damaged")  # of files that belong to a store


@dataclass(slots=True)
class Erased:
    """What was removed, and why something was not.

    Attributes
    ----------
    removed : list of str
        Files that are gone.
    kept : dict from str to str
        Files that are not, each with the reason.
    """

    removed: list[str] = field(default_factory=list)
    kept: dict[str, str] = field(default_factory=dict)


def companions(store: str) -> list[str]:
    """Return a store and the files beside it that hold words or places of its messages."""
    real = os.path.realpath(store)
    beside = [f"{real}{end}" for end in _OURS]
    return [store, *(path for path in beside if os.path.lexists(path))]


def erase(paths: Iterable[str]) -> Erased:
    """Remove stores and files of places, each with what SQLite keeps beside it.

    A link is removed with the file that it leads to, if that is Priory's.
    """
    done = Erased()
    for path in paths:
        try:
            _erase(path, done)
        except OSError as error:
            done.kept[path] = error.strerror or str(error)
    return done


def _erase(path: str, done: Erased) -> None:
    real = os.path.realpath(path)
    reason = _why_not(real)
    if reason:
        done.kept[path] = reason
        return
    # First the file itself: what is left beside it without it is no store.
    for one in (real, *(f"{real}{end}" for end in _ENDS)):
        if os.path.lexists(one):
            os.unlink(one)
            done.removed.append(one)
    if os.path.islink(path):
        os.unlink(path)
        done.removed.append(path)
    sync_folder(os.path.dirname(real))


def _why_not(path: str) -> str:
    """Return why a file must stay, if it must."""
    descriptor = os.open(path, os.O_RDONLY | _PLAINLY)
    try:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            return "not a regular file"
        head = os.read(descriptor, _ID.stop)
    finally:
        os.close(descriptor)
    owner = int.from_bytes(head[_ID], "big")
    if not head.startswith(_MAGIC) or owner not in (APPLICATION_ID, PLACES_ID):
        return "not a Priory store: if it is one that is damaged, delete it yourself"
    return ""
