"""Atomic rename without overwriting: renameat2, renamex_np, or link and unlink."""

from __future__ import annotations

import errno
import os
import sys
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["rename"]

_AT_FDCWD = -100
_NOREPLACE = 1  # of Linux
_EXCL = 4  # of macOS
_UNABLE = (errno.ENOSYS, errno.EINVAL, errno.ENOTSUP)


def rename(old: str, new: str) -> None:
    """Rename a file in one step, unless the new name is taken.

    Parameters
    ----------
    old, new : str
        Paths on the same file system.

    Raises
    ------
    FileExistsError
        If the new name is taken.
    OSError
        If it cannot be renamed, such as a `FileNotFoundError` if it is not there any more.
    """
    system = _system()
    if system is not None:
        failed = system(os.fsencode(old), os.fsencode(new))
        if not failed:
            return
        if failed not in _UNABLE:  # network file systems are
            raise OSError(failed, os.strerror(failed), old, None, new)
    _relink(old, new)


def _relink(old: str, new: str) -> None:
    """Rename in two steps: whoever breaks in between finds the file twice, never not at all."""
    os.link(old, new, follow_symlinks=False)
    try:
        os.unlink(old)
    except FileNotFoundError:
        # Another program has renamed it meanwhile: its name counts.
        if os.lstat(new).st_nlink > 1:
            os.unlink(new)
            raise


@cache
def _system() -> Callable[[bytes, bytes], int] | None:
    """Return the call of the system that does it and returns what went wrong, if there is one."""
    import ctypes  # noqa: PLC0415 (only who renames needs it)

    library = ctypes.CDLL(None, use_errno=True) if os.name == "posix" else None
    if sys.platform == "linux" and hasattr(library, "renameat2"):
        call = library.renameat2  # type: ignore[union-attr]
        return lambda old, new: (
            ctypes.get_errno() if call(_AT_FDCWD, old, _AT_FDCWD, new, _NOREPLACE) else 0
        )
    if hasattr(library, "renamex_np"):
        other = library.renamex_np  # type: ignore[union-attr]
        return lambda old, new: ctypes.get_errno() if other(old, new, _EXCL) else 0
    return None
