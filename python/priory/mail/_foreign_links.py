"""Links that root does not follow: who put them there may not read where they lead."""

from __future__ import annotations

import os
import stat

from priory._links import is_root

__all__ = ["refuse_link"]


def refuse_link(path: str) -> int:
    """Refuse, as root, a link that belongs to somebody else; return flags to open the path by.

    Raises
    ------
    OSError
        If it is such a link, or nothing is there.
    """
    if not is_root():
        return 0
    status = os.lstat(path)
    if not stat.S_ISLNK(status.st_mode):
        return os.O_NOFOLLOW  # so that none can take its place meanwhile
    if status.st_uid != 0:
        raise OSError(None, "a link of another user, which root does not follow", path)
    return 0
