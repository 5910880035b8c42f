"""Read a folder: each file is a text, labelled by its subfolder."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from priory.cli._file import File
from priory.cli._rows import Bad, Layout, Row, good_or_bad, is_unicode, undecodable

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["count_files", "read_folder"]


def read_folder(root: str, layout: Layout) -> Iterator[Row | Bad]:
    """Read each file below a folder as a text; the folder of the first level is its label."""
    for path in _files(root, root):
        if isinstance(path, Bad):
            yield path
            continue
        inside = Path(path).relative_to(root).parts
        if layout.label is not None and len(inside) == 1:
            yield Bad("not in a class folder", path, 1)
        elif layout.label is not None and not is_unicode(inside[0]):
            yield Bad("the name of the class folder is not valid UTF-8", path, 1, "rename it")
        else:
            yield _from_file(path, inside[0], layout)


def count_files(root: str) -> int:
    """Return how many texts `read_folder` finds, good and bad."""
    return sum(1 for _ in _files(root, root))


def _files(folder: str, root: str) -> Iterator[str | Bad]:
    """List the files below a folder, in the order of their names; those with a dot are hidden."""
    for entry in sorted(os.scandir(folder), key=lambda entry: entry.name):
        if entry.name.startswith("."):
            continue
        if entry.is_symlink() and (why := _broken(entry.path, root)):
            yield Bad(why, entry.path, 1)
        elif entry.is_dir(follow_symlinks=folder == root):  # a class may be a link
            yield from _files(entry.path, root)
        elif entry.is_file():
            yield entry.path


def _broken(link: str, root: str) -> str | None:
    """Say why a link cannot be followed, if it cannot."""
    try:
        target = Path(link).resolve(strict=True)
    except (OSError, RuntimeError):  # RuntimeError: a circle, before Python 3.13
        return "broken symbolic link"
    if Path(root).resolve().is_relative_to(target):
        return "symbolic link to a parent folder"
    return None


def _from_file(path: str, label: str, layout: Layout) -> Row | Bad:
    with File(path) as file:
        content = file.whole()
        file.check_unchanged()
    try:
        text = content.decode(layout.encoding)
    except UnicodeDecodeError as error:
        number = content.count(b"\n", 0, error.start) + 1
        return undecodable(layout, path, number)
    return good_or_bad(
        text.removeprefix("\ufeff"), label if layout.label else "", (path, 1), layout
    )
