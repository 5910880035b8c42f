"""Remedies for OS errors, by errno."""

from __future__ import annotations

import errno

__all__ = ["remedy"]

_PERMISSIONS = "check the permissions of the file and of its folder"
_REMEDIES = {
    errno.ENOSPC: "free disk space and try again",
    errno.EDQUOT: "free space within your disk quota and try again",
    errno.EFBIG: "allow larger files (ulimit -f) or name another folder, and try again",
    errno.EROFS: "name a writable folder",
    errno.EACCES: _PERMISSIONS,
    errno.EPERM: _PERMISSIONS,
    errno.ENOENT: "check the path",
    errno.EISDIR: "name a file in it",
    errno.EAGAIN: "try again when fewer processes run, or allow more (ulimit -u)",
    errno.ENOMEM: "free some memory, or allow more (ulimit -v), and try again",
    errno.EMFILE: "allow more open files (ulimit -n) and try again",
    errno.EIO: "check the disk",
}


def remedy(error: OSError, otherwise: str = "check the file and its folder") -> str:
    """Say what to do about an error of the system.

    >>> remedy(OSError(errno.ENOSPC, "No space left on device"))
    'free disk space and try again'
    """
    return _REMEDIES.get(error.errno or 0, otherwise)
