"""Directory listings, and what they find; a folder that cannot be read becomes a Fault."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from priory.mail._foreign_links import refuse_link
from priory.mail.entry import Fault

if TYPE_CHECKING:
    from priory.mail.entry import Reading

__all__ = ["MailFile", "names_in", "path_prefix"]


class MailFile(NamedTuple):
    """A file of a mailbox, and how it is read: see `read_file`."""

    path: str
    kind: str | None
    only_mail: bool = False


def names_in(folder: str, reading: Reading) -> list[str]:
    """List the names in a folder, in no order; one that cannot be listed is reported."""
    try:
        refuse_link(folder)
        with os.scandir(folder) as inside:
            return [entry.name for entry in inside]
    except OSError as error:
        why = f"cannot read the folder: {error.strerror or error}"
        reading.report(Fault(folder, why, code="unreadable"))
        return []


def path_prefix(folder: str) -> str:
    """Return what stands before the names in a folder, to make paths of them."""
    return str(Path(folder, "x")).removesuffix("x")  # once: for each name it would take long
