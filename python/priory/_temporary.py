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
    from collections.abc import Iterator

__all__ = ["sync_folder", "temporary_folder", "temporary_path"]

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
    _remove_stale(folder)
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


def sync_folder(folder: str | os.PathLike[str]) -> None:
    """Let a new name survive a loss of power, where folders can be synced."""
    with suppress(OSError):  # not on every system and file system
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def _remove_stale(folder: str | os.PathLike[str]) -> None:
    """Remove what killed programs of this user left; links are never followed, nor removed."""
    with suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            match = _OURS.fullmatch(entry.name)
            if match is not None:
                with suppress(OSError):  # another program may be removing it, too
                    _remove_if_stale(entry, int(match[1]))


def _remove_if_stale(entry: os.DirEntry[str], process: int) -> None:
    status = entry.stat(follow_symlinks=False)
    is_folder = stat.S_ISDIR(status.st_mode)
    if not (is_folder or stat.S_ISREG(status.st_mode)) or status.st_uid != _user():
        return
    newest = max([status.st_mtime, *(_times_within(entry.path) if is_folder else ())])
    if newest > time() - _AGE or _is_running(process):
        return
    if is_folder:
        shutil.rmtree(entry.path)
    else:
        Path(entry.path).unlink()


def _times_within(folder: str) -> list[float]:
    with os.scandir(folder) as entries:
        return [entry.stat(follow_symlinks=False).st_mtime for entry in entries]


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
