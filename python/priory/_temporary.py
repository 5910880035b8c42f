"""Temporary files and folders beside what they become, and removal of those that were left."""

from __future__ import annotations

import os
import re
import shutil
import stat
from contextlib import contextmanager, suppress
from pathlib import Path
from secrets import token_hex
from time import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

__all__ = ["is_named", "set_mode", "sweep", "sync_folder", "temporary_folder", "temporary_path"]

_OURS = re.compile(r"\.priory-(\d{1,10})-[0-9a-f]{16}\.tmp(-journal|-wal|-shm)?")
_AGE = 3600  # seconds after which what a program left is stale, if the program is gone


def temporary_path(folder: str | os.PathLike[str]) -> Path:
    """Return the path of a new temporary file of this process, and remove stale ones beside it.

    Parameters
    ----------
    folder : path-like
        The folder of the file that it will become.

    Returns
    -------
    Path
        A name that begins with ``.priory-`` and has the number of this process.
    """
    sweep(folder, age=_AGE)
    return Path(folder, f".priory-{os.getpid()}-{token_hex(8)}.tmp")


@contextmanager
def temporary_folder(folder: str | os.PathLike[str]) -> Iterator[Path]:
    """Make a temporary folder that only its owner may enter, and remove it in the end."""
    made = temporary_path(folder)
    made.mkdir(mode=0o700)
    try:
        yield made
    finally:
        shutil.rmtree(made, ignore_errors=True)


def is_named(descriptor: int, path: str | os.PathLike[str]) -> bool:
    """Tell whether a path still names a file that is open: another user may have swapped it."""
    try:
        return os.path.samestat(os.fstat(descriptor), os.lstat(path))
    except FileNotFoundError:
        return False


def set_mode(descriptor: int, mode: int) -> None:
    """Say who may read an open file, where a system has such permissions.

    By its path it could be another file, if somebody else may change the folder.
    """
    if hasattr(os, "fchmod"):
        os.fchmod(descriptor, stat.S_IMODE(mode))


def sync_folder(folder: str | os.PathLike[str] | int) -> None:
    """Let a new name survive a loss of power, where folders can be synced."""
    with suppress(OSError), _opened(folder) as descriptor:  # not on every system and file system
        os.fsync(descriptor)


def sweep(
    folder: str | os.PathLike[str] | int, owners: Iterable[int] = (), age: float | None = None
) -> dict[str, str | None]:
    """Remove what killed programs left; links are never followed, nor removed.

    Parameters
    ----------
    folder : path-like or int
        The folder, or a descriptor of it.
    owners : iterable of int, default=()
        Whose files are removed as well as those of this user.
    age : float or None, default=None
        Seconds in which nothing must have changed; None takes all.

    Returns
    -------
    dict from str to str or None
        What was found: why it is still there, or None for what is gone.
    """
    found: dict[str, str | None] = {}
    with suppress(OSError), _opened(folder) as descriptor, os.scandir(descriptor) as entries:
        for entry in entries:
            match = _OURS.fullmatch(entry.name)
            if match and _is_left(entry, descriptor, {*owners, _user()}, age):
                found[entry.name] = _remove_unless_running(entry.name, descriptor, int(match[1]))
    return found


@contextmanager
def _opened(folder: str | os.PathLike[str] | int, parent: int | None = None) -> Iterator[int]:
    """Open a folder for reading, by its path or by a descriptor of it; no link within another."""
    path, parent = (".", folder) if isinstance(folder, int) else (folder, parent)
    flags = os.O_RDONLY | getattr(os, "O_DIRECTORY", 0)
    flags |= 0 if parent is None else getattr(os, "O_NOFOLLOW", 0)
    descriptor = os.open(path, flags, dir_fd=parent)
    try:
        yield descriptor
    finally:
        os.close(descriptor)


def _is_left(entry: os.DirEntry[str], folder: int, owners: set[int], age: float | None) -> bool:
    """Tell whether a file or folder is of one of the owners, and old enough."""
    try:
        status = entry.stat(follow_symlinks=False)
        is_folder = stat.S_ISDIR(status.st_mode)
        times = [status.st_mtime, *(_times_within(entry.name, folder) if is_folder else ())]
    except OSError:  # another program may be removing it, too
        return False
    is_ours = (is_folder or stat.S_ISREG(status.st_mode)) and status.st_uid in owners
    return is_ours and (age is None or max(times) <= time() - age)


def _times_within(name: str, parent: int) -> list[float]:
    with _opened(name, parent) as folder, os.scandir(folder) as entries:
        return [entry.stat(follow_symlinks=False).st_mtime for entry in entries]


def _remove_unless_running(name: str, folder: int, process: int) -> str | None:
    if _is_running(process):
        return f"process {process} may still be using it"
    try:
        if stat.S_ISDIR(os.stat(name, dir_fd=folder, follow_symlinks=False).st_mode):
            shutil.rmtree(name, dir_fd=folder)
        else:
            os.unlink(name, dir_fd=folder)
    except FileNotFoundError:  # another program was faster
        return None
    except OSError as error:
        return error.strerror or str(error)
    return None


def _user() -> int:
    return os.geteuid() if hasattr(os, "geteuid") else 0


def _is_running(process: int) -> bool:
    """Tell whether there is such a process; where that cannot be told, there is."""
    if os.name != "posix":  # where signal 0 would end it
        return True
    try:
        os.kill(process, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except OSError:
        return True
    return process > 0
