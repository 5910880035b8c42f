"""Detects network file systems, on which SQLite's WAL mode does not work.

WAL needs memory that all programs share, and those of two machines share none.
"""

from __future__ import annotations

import os
import re

__all__ = ["is_remote"]

MOUNTS = "/proc/self/mounts"  # Linux; elsewhere every file is taken for local
_REMOTE = {"nfs", "nfs4", "cifs", "smb3", "smbfs", "9p", "afs", "ceph", "davfs", "lustre"}
_REMOTE |= {f"fuse.{name}" for name in ("sshfs", "glusterfs", "davfs", "davfs2", "rclone", "s3fs")}
_ESCAPE = r"\\([0-7]{3})"  # of blanks in names of folders


def is_remote(path: str) -> bool:
    """Tell whether a file lies on a file system of another machine."""
    try:
        with open(MOUNTS, encoding="utf-8", errors="surrogateescape") as file:
            lines = file.read().splitlines()
    except OSError:
        return False
    real = os.path.realpath(path)
    mounts = [line.split(" ")[1:3] for line in lines]
    places = [(_unescaped(place), kind) for place, kind in mounts]
    above = [(len(place), kind) for place, kind in places if _is_within(real, place)]
    # Of two at the same place, the later one hides the other.
    kind = max(reversed(above), key=lambda mount: mount[0], default=(0, ""))[1]
    return kind in _REMOTE


def _unescaped(place: str) -> str:
    if "\\" not in place:  # most often: a pattern takes its time to compile
        return place
    return re.sub(_ESCAPE, lambda match: chr(int(match[1], 8)), place)


def _is_within(path: str, folder: str) -> bool:
    """Tell whether a path is a folder's or below it, without pathlib, which takes long to load."""
    return folder != "" and f"{path}/".startswith(f"{folder.rstrip('/')}/")
