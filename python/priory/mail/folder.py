"""A folder of files, each a message or an mbox, and of folders of them."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from priory.mail._file import read_file
from priory.mail._names import is_aside
from priory.mail._walk import before_names, is_folder, names_in
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
    before = before_names(folder)
    for name in sorted(names_in(folder, reading)):
        path = before + name
        if is_aside(name) or (maildir and name in FOLDERS):
            continue
        if not is_folder(path):
            if not maildir:
                yield from read_file(path, None, reading, only_mail=True)
        elif Path(root).is_relative_to(target := os.path.realpath(path)):
            reading.report(Fault(path, "the link leads back to a folder it stands in"))
        elif target not in seen:
            yield from _read(path, root, seen, reading)
