"""Errors of the system become advice: what a user can do about each."""

from __future__ import annotations

import errno

__all__ = ["remedy"]

_PERMISSIONS = "look at the permissions of the file and of its folder"
_REMEDIES = {
    errno.ENOSPC: "make room on that disk and try again",
    errno.EDQUOT: "make room within your quota and try again",
    errno.EFBIG: "allow larger files (ulimit -f) or name another place, and try again",
    errno.EROFS: "name a place that can be written",
    errno.EACCES: _PERMISSIONS,
    errno.EPERM: _PERMISSIONS,
    errno.ENOENT: "look at the name, and whether its folder is there",
    errno.EISDIR: "name a file in it",
    errno.EMFILE: "allow more open files (ulimit -n) and try again",
    errno.EIO: "look whether the disk is sound",
}


def remedy(error: OSError, otherwise: str = "look at the file and its folder") -> str:
    """Say what to do about an error of the system.

    >>> remedy(OSError(errno.ENOSPC, "No space left on device"))
    'make room on that disk and try again'
    """
    return _REMEDIES.get(error.errno or 0, otherwise)
