"""Recursive folders of messages, mboxes and Maildirs."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from priory.mail._file import read_file
from priory.mail._names import is_auxiliary
from priory.mail._walk import is_folder, names_in, path_prefix
from priory.mail.entry import Fault
from priory.mail.maildir import FOLDERS, is_maildir, read_maildir

if TYPE_CHECKING:
    from collections.abc import Iterator

    from priory.mail.entry import Entry, Reading

__all__ = ["read_folder"]


def read_folder(root: str, reading: Reading) -> Iterator[Entry]:
    """Read the messages below a folder, in the order of names; each folder is read once."""
    yield from _read(root, os.path.realpath(root), set(), reading)


def _read(folder: str, root: str, seen: set[str], reading: Reading) -> Iterator[Entry]:
    seen.add(os.path.realpath(folder))
    maildir = is_maildir(folder)
    if maildir:
        yield from read_maildir(folder, reading)
    before = path_prefix(folder)
    for name in sorted(names_in(folder, reading)):
        path = before + name
        if is_auxiliary(name) or (maildir and name in FOLDERS):
            continue
        if not is_folder(path):
            if not maildir:
                yield from read_file(path, None, reading, only_mail=True)
        elif Path(root).is_relative_to(target := os.path.realpath(path)):
            why = "symbolic link to a parent folder"
            reading.report(Fault(path, why, code="link-loop"))
        elif target not in seen:
            yield from _read(path, root, seen, reading)
