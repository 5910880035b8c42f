"""Atomic rename without overwriting: renameat2, renameatx_np, or link and unlink."""

from __future__ import annotations

import errno
import os
import sys
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    System = Callable[[int, bytes, int, bytes], int]

__all__ = ["rename", "rename_directory"]

_NOREPLACE = 1  # of Linux
_EXCL = 4  # of macOS
_UNABLE = (errno.ENOSYS, errno.EINVAL, errno.ENOTSUP)


def rename(old: str, new: str, source: int, target: int) -> None:
    """Rename a file in one step, unless the new name is taken.

    Parameters
    ----------
    old, new : str
        Names in these directories, of the same file system; links are not followed.
    source, target : int
        Descriptors of the directories.

    Raises
    ------
    FileExistsError
        If the new name is taken.
    OSError
        If it cannot be renamed, such as a `FileNotFoundError` if it is not there any more.
    """
    if not _renamed(old, new, source, target):
        _relink(old, new, source, target)


def rename_directory(old: str, new: str, source: int, target: int) -> None:
    """Rename a directory in one step, unless the new name is taken: see `rename`.

    Where the system cannot tell, an empty directory of that name is replaced.
    """
    if not _renamed(old, new, source, target):
        os.rename(old, new, src_dir_fd=source, dst_dir_fd=target)


def _renamed(old: str, new: str, source: int, target: int) -> bool:
    """Rename by a call of the system, if it can: network file systems cannot."""
    system = _system()
    if system is None:
        return False
    failed = system(source, os.fsencode(old), target, os.fsencode(new))
    if failed and failed not in _UNABLE:
        raise OSError(failed, os.strerror(failed), old, None, new)
    return not failed


def _relink(old: str, new: str, source: int, target: int) -> None:
    """Rename in two steps: whoever breaks in between finds the file twice, never not at all."""
    os.link(old, new, src_dir_fd=source, dst_dir_fd=target, follow_symlinks=False)
    try:
        os.unlink(old, dir_fd=source)
    except FileNotFoundError:
        # Another program has renamed it meanwhile: its name counts.
        if os.stat(new, dir_fd=target, follow_symlinks=False).st_nlink > 1:
            os.unlink(new, dir_fd=target)
            raise


@cache
def _system() -> System | None:
    """Return the call of the system that does it and returns what went wrong, if there is one."""
    import ctypes  # noqa: PLC0415 (only who renames needs it)

    library = ctypes.CDLL(None, use_errno=True) if os.name == "posix" else None
    names = {"linux": ("renameat2", _NOREPLACE), "darwin": ("renameatx_np", _EXCL)}
    name, flag = names.get(sys.platform, ("", 0))
    call = getattr(library, name, None) if name else None
    if call is None:
        return None
    return lambda *names: ctypes.get_errno() if call(*names, flag) else 0
