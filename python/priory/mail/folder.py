"""Recursive folders of messages, mboxes and Maildirs."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from priory.mail._names import is_auxiliary
from priory.mail._walk import MailFile, names_in, path_prefix
from priory.mail.entry import Fault
from priory.mail.maildir import FOLDERS, is_maildir, maildir_files

if TYPE_CHECKING:
    from collections.abc import Iterator

    from priory.mail.entry import Reading

__all__ = ["folder_files"]


def folder_files(root: str, reading: Reading) -> Iterator[MailFile]:
    """Find the mail below a folder, in the order of names; each folder is listed once."""
    yield from _files(root, os.path.realpath(root), set(), reading)


def _files(folder: str, root: str, seen: set[str], reading: Reading) -> Iterator[MailFile]:
    seen.add(os.path.realpath(folder))
    maildir = is_maildir(folder)
    if maildir:
        yield from maildir_files(folder, reading)
    before = path_prefix(folder)
    for name in sorted(names_in(folder, reading)):
        path = before + name
        if is_auxiliary(name) or (maildir and name in FOLDERS):
            continue
        if not os.path.isdir(path):
            if not maildir:
                yield MailFile(path, None, only_mail=True)
        elif Path(root).is_relative_to(target := os.path.realpath(path)):
            why = "symbolic link to a parent folder"
            reading.report(Fault(path, why, code="link-loop"))
        elif target not in seen:
            yield from _files(path, root, seen, reading)
