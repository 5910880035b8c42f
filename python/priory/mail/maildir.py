"""Maildir: one file per message, in ``cur`` once a mail program has seen it, before in ``new``.

What is in ``tmp`` is not delivered yet. Folders within a Maildir, such as ``.Spam``, are
mailboxes of their own.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from priory.mail._names import is_auxiliary
from priory.mail._walk import MailFile, names_in, path_prefix

if TYPE_CHECKING:
    from collections.abc import Iterator

    from priory.mail.entry import Reading

__all__ = ["FOLDERS", "is_maildir", "is_state", "maildir_files", "state_files"]

FOLDERS = ("cur", "new", "tmp")


def is_maildir(folder: str) -> bool:
    """Tell whether a folder is a Maildir; ``tmp`` may be missing from a copy."""
    return all(os.path.isdir(Path(folder, name)) for name in ("cur", "new"))


def is_state(folder: str) -> bool:
    """Tell whether a folder is the ``cur`` or the ``new`` of a Maildir."""
    real = Path(os.path.realpath(folder))
    return real.name in ("cur", "new") and is_maildir(str(real.parent))


def maildir_files(folder: str, reading: Reading) -> Iterator[MailFile]:
    """Find the messages of a Maildir, the older ones of ``cur`` first; nothing is renamed."""
    for state in ("cur", "new"):
        yield from state_files(str(Path(folder, state)), reading)


def state_files(folder: str, reading: Reading) -> Iterator[MailFile]:
    """Find the messages of the ``cur`` or the ``new`` of a Maildir: each file is one."""
    before = path_prefix(folder)
    for name in sorted(names_in(folder, reading)):
        if not is_auxiliary(name):
            yield MailFile(before + name, "file")
