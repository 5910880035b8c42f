"""Whether a file lies on another machine, where SQLite's WAL cannot work.

WAL needs memory that all programs share, and those of two machines share none.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

__all__ = ["is_remote"]

MOUNTS = Path("/proc/self/mounts")  # Linux; elsewhere every file is taken for local
_REMOTE = re.compile(
    "nfs|nfs4|cifs|smb3|smbfs|9p|afs|ceph|davfs|lustre|fuse[.](sshfs|glusterfs|davfs2?|rclone|s3fs)"
)
_ESCAPE = re.compile(r"\\([0-7]{3})")  # of blanks in names of folders


def is_remote(path: str) -> bool:
    """Tell whether a file lies on a file system of another machine."""
    try:
        lines = MOUNTS.read_text("utf-8", "surrogateescape").splitlines()
    except OSError:
        return False
    real = Path(os.path.realpath(path))
    mounts = [line.split(" ")[1:3] for line in lines]
    places = [(_ESCAPE.sub(_unescaped, place), kind) for place, kind in mounts]
    above = [(len(place), kind) for place, kind in places if real.is_relative_to(place)]
    # Of two at the same place, the later one hides the other.
    kind = max(reversed(above), key=lambda mount: mount[0], default=(0, ""))[1]
    return _REMOTE.fullmatch(kind) is not None


def _unescaped(match: re.Match[str]) -> str:
    return chr(int(match[1], 8))
