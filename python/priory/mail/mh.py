"""MH folders: one file per message, named by its number."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from priory.mail._names import is_auxiliary
from priory.mail._walk import MailFile, names_in, path_prefix

if TYPE_CHECKING:
    from collections.abc import Iterator

    from priory.mail.entry import Reading

__all__ = ["is_mh", "mh_files"]


def is_mh(folder: str) -> bool:
    """Tell whether a folder has MH's own file, or nothing in it but numbered files."""
    numbers = others = 0
    with os.scandir(folder) as inside:
        for entry in inside:
            if entry.name == ".mh_sequences":
                return True
            if not is_auxiliary(entry.name):
                is_message = _is_number(entry.name) and not entry.is_dir(follow_symlinks=False)
                numbers += is_message
                others += not is_message
    return numbers > 0 and others == 0


def mh_files(folder: str, reading: Reading) -> Iterator[MailFile]:
    """Find the messages of an MH folder in the order of their numbers."""
    before = path_prefix(folder)
    numbered = filter(_is_number, names_in(folder, reading))
    for name in sorted(numbered, key=lambda name: (int(name), name)):
        yield MailFile(before + name, "file")


def _is_number(name: str) -> bool:
    return name.isascii() and name.isdigit()
