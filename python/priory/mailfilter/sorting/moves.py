"""Infers labels from moves: messages that a person moved into or out of Junk."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from priory.mailfilter.sorting.places import Place

__all__ = ["HAM", "SPAM", "by_hand", "folders_of"]

SPAM, HAM = "spam", "ham"


def by_hand(
    before: Mapping[bytes, set[str]],
    now: Mapping[bytes, set[str]],
    is_junk: Callable[[str], bool],
    is_trash: Callable[[str], bool],
) -> Iterator[tuple[bytes, str]]:
    """Tell what moves mean.

    Parameters
    ----------
    before, now : mapping of bytes to set of str
        The folders in which a message was, and is, by its digest.
    is_junk, is_trash : callable
        Tell what a folder is for.

    Yields
    ------
    digest : bytes
        A message that was moved.
    label : {"spam", "ham"}
        Spam is what came into Junk; ham is what left it for a folder that is not for trash, and
        in which it was not before.

    Examples
    --------
    >>> from priory.mailfilter.sorting.moves import by_hand
    >>> before = {b"1": {""}, b"2": {".Junk"}, b"3": {".Junk"}, b"4": {""}}
    >>> now = {b"1": {".Junk"}, b"2": {".Work"}, b"3": {".Trash"}, b"4": {".Work"}, b"5": {".Junk"}}
    >>> list(by_hand(before, now, ".Junk".__eq__, ".Trash".__eq__))
    [(b'1', 'spam'), (b'2', 'ham')]
    """
    for digest, folders in now.items():
        old = before.get(digest)
        if not old:
            continue
        was, is_now = any(map(is_junk, old)), any(map(is_junk, folders))
        if is_now and not was:
            yield digest, SPAM
        elif was and not is_now and any(not is_trash(folder) for folder in folders - old):
            yield digest, HAM


def folders_of(seen: Mapping[Place, bytes]) -> dict[bytes, set[str]]:
    """Return the folders in which each message is."""
    folders: dict[bytes, set[str]] = {}
    for place, digest in seen.items():
        folders.setdefault(digest, set()).add(place.folder)
    return folders
