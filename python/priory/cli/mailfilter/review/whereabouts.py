"""Whether a message is still where it was read: mail programs move and delete."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from priory.mail import Entry

__all__ = ["is_there"]

_STATES = ("cur", "new")


def is_there(entry: Entry) -> bool:
    """Tell whether the file of a message is there; in a Maildir, other flags are another name."""
    if os.path.lexists(entry.path):
        return True
    folder, name = os.path.split(entry.path)
    maildir, state = os.path.split(folder)
    if entry.number is not None or state not in _STATES:
        return False
    return any(_has(os.path.join(maildir, one), _base(name)) for one in _STATES)


def _has(folder: str, base: str) -> bool:
    try:
        return base in map(_base, os.listdir(folder))
    except OSError:
        return False


def _base(name: str) -> str:
    """Return what stays of the name of a message in a Maildir."""
    return name.partition(":")[0]
