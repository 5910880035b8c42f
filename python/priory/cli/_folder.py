"""Folders: each file is a text, and the folder it stands in its label."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from priory.cli._file import File
from priory.cli._rows import Bad, Layout, Row, good_or_bad

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["read_folder"]


def read_folder(root: str, layout: Layout) -> Iterator[Row | Bad]:
    """Read each file below a folder as a text; the folder of the first level is its label."""
    for path in _files(root):
        inside = Path(path).relative_to(root).parts
        if layout.label is not None and len(inside) == 1:
            yield Bad("it stands in no folder of a class", path, 1)
            continue
        with File(path) as file:
            content = file.whole()
            file.check_unchanged()
        yield _from_file(content, inside[0], path, layout)


def _files(folder: str) -> Iterator[str]:
    """List the files below a folder, in the order of their names; those with a dot are hidden."""
    for entry in sorted(os.scandir(folder), key=lambda entry: entry.name):
        if entry.name.startswith("."):
            continue
        if entry.is_dir(follow_symlinks=False):
            yield from _files(entry.path)
        elif entry.is_file():
            yield entry.path


def _from_file(content: bytes, label: str, path: str, layout: Layout) -> Row | Bad:
    try:
        text = content.decode(layout.encoding)
    except UnicodeDecodeError as error:
        number = content.count(b"\n", 0, error.start) + 1
        return Bad(f"bytes that are not {layout.encoding}: name the --encoding", path, number)
    return good_or_bad(text.removeprefix("\ufeff"), label, (path, 1), layout)
