"""Directory listings; a folder that cannot be read becomes a Fault."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from priory.mail.entry import Fault

if TYPE_CHECKING:
    from priory.mail.entry import Reading

__all__ = ["is_folder", "names_in", "path_prefix"]


def names_in(folder: str, reading: Reading) -> list[str]:
    """List the names in a folder, in no order; one that cannot be listed is reported."""
    try:
        with os.scandir(folder) as inside:
            return [entry.name for entry in inside]
    except OSError as error:
        why = f"cannot read the folder: {error.strerror or error}"
        reading.report(Fault(folder, why, code="unreadable"))
        return []


def path_prefix(folder: str) -> str:
    """Return what stands before the names in a folder, to make paths of them."""
    return str(Path(folder, "x")).removesuffix("x")  # once: for each name it would take long


def is_folder(path: str) -> bool:
    """Tell whether a path leads to a folder, as far as that may be known."""
    return os.path.isdir(path)
