"""Messages of a Maildir, by the digests that its places know them by."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from priory.mailfilter._journal import identify
from priory.mailfilter.sorting.places import Place
from priory.mailfilter.sorting.remembered import Remembered

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from priory.mail import Fault
    from priory.mailfilter.sorting.maildir import File, Maildir
    from priory.mailfilter.sorting.places import Places

__all__ = ["Contents"]


class Contents:
    """The messages of one Maildir.

    Parameters
    ----------
    maildir : Maildir
        The Maildir.
    places : Places
        What is remembered of it.
    on_fault : callable
        Called with what could not be read.
    """

    def __init__(
        self, maildir: Maildir, places: Places, on_fault: Callable[[Fault], object]
    ) -> None:
        self.maildir = maildir
        self.places = places
        self.read = partial(maildir.read, on_fault=on_fault)
        self._remembered = Remembered(places, maildir)

    def known_by(self, file: File, digest: bytes) -> bytes:
        """Return by what the places know a message, or will know it."""
        return self._remembered.known_by(file, digest)

    def digests(self, folders: Iterable[str]) -> Iterator[tuple[File, bytes]]:
        """Read the messages of some folders."""
        for folder in folders:
            for file in self.maildir.files(folder):
                if (raw := self.read(file)) is not None:
                    yield file, self.known_by(file, identify([raw])[0])

    def scan(self, folders: Iterable[str], before: dict[Place, bytes]) -> dict[File, bytes]:
        """Find the messages of some folders; of those seen before only the names are read."""
        found: dict[File, bytes] = {}
        for folder in folders:
            for file in self.maildir.files(folder):
                if "T" in file.flags:  # on its way to the trash, as old mail programs do it
                    continue
                known = before.get(Place(folder, file.base))
                if known is None and (raw := self.read(file)) is not None:
                    known = self.known_by(file, identify([raw])[0])
                if known is not None:
                    found[file] = known
        return found
