"""Infers labels from moves: messages that a person moved into or out of folders of classes."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from priory.mailfilter.sorting.filing import Filing
    from priory.mailfilter.sorting.places import Place

__all__ = ["by_hand", "folders_of"]


def by_hand(
    before: Mapping[bytes, set[str]], now: Mapping[bytes, set[str]], filing: Filing
) -> Iterator[tuple[bytes, str]]:
    """Tell what moves mean.

    Parameters
    ----------
    before, now : mapping of bytes to set of str
        The folders in which a message was, and is, by its digest.
    filing : Filing
        Tells what a folder is for.

    Yields
    ------
    digest : bytes
        A message that was moved.
    label : str
        The class into whose folder it came; or ham, if it left such folders for one that is none
        and in which it was not before, and that refutes its class.

    Examples
    --------
    >>> from priory.mailfilter.sorting.filing import Filing
    >>> from priory.mailfilter.sorting.moves import by_hand
    >>> before = {b"1": {""}, b"2": {".Junk"}, b"3": {".Junk"}, b"4": {""}, b"5": {".Lists"}}
    >>> now = {b"1": {".Lists"}, b"2": {".Work"}, b"3": {".Trash"}, b"4": {".Work"}, b"5": {""}}
    >>> list(by_hand(before, now, Filing(folders={"spam": ".Junk", "lists": ".Lists"})))
    [(b'1', 'lists'), (b'2', 'ham'), (b'5', 'ham')]
    """
    for digest, folders in now.items():
        old = before.get(digest)
        label = _lesson(old, folders, filing) if old else None
        if label is not None:
            yield digest, label


def _lesson(old: set[str], new: set[str], filing: Filing) -> str | None:
    was, is_now = filing.labels(old), filing.labels(new)
    came = is_now - was
    if came:  # into several at once: nobody knows which is meant
        return came.pop() if len(came) == 1 else None
    is_put_back = not is_now and any(
        filing.is_refuted(label, folder) for label in was for folder in new - old
    )
    return filing.ham if is_put_back else None


def folders_of(seen: Mapping[Place, bytes]) -> dict[bytes, set[str]]:
    """Return the folders in which each message is."""
    folders: dict[bytes, set[str]] = {}
    for place, digest in seen.items():
        folders.setdefault(digest, set()).add(place.folder)
    return folders
