"""Maildir: a file a message, in ``cur`` when somebody has seen it and in ``new`` before.

What is in ``tmp`` is not delivered yet. Folders within a Maildir, such as ``.Spam``, are
mailboxes of their own.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from priory.mail._file import read_file
from priory.mail._names import is_aside
from priory.mail._walk import before_names, is_folder, names_in

if TYPE_CHECKING:
    from collections.abc import Iterator

    from priory.mail.entry import Entry, Reading

__all__ = ["FOLDERS", "is_maildir", "read_maildir"]

FOLDERS = ("cur", "new", "tmp")


def is_maildir(folder: str) -> bool:
    """Tell whether a folder is a Maildir; ``tmp`` may be missing from a copy."""
    return all(is_folder(str(Path(folder, name))) for name in ("cur", "new"))


def read_maildir(folder: str, reading: Reading) -> Iterator[Entry]:
    """Read the messages of a Maildir, the older ones of ``cur`` first; nothing is renamed."""
    for state in ("cur", "new"):
        inside = str(Path(folder, state))
        before = before_names(inside)
        for name in sorted(names_in(inside, reading)):
            if not is_aside(name):
                yield from read_file(before + name, "file", reading)
