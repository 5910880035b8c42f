"""By which digest a message of a Maildir is remembered."""

from __future__ import annotations

from collections import defaultdict
from functools import cached_property
from typing import TYPE_CHECKING

from priory.mailfilter._journal import EARLIER

if TYPE_CHECKING:
    from priory.mailfilter.sorting.maildir import File, Maildir
    from priory.mailfilter.sorting.places import Place, Places

__all__ = ["Remembered"]


class Remembered:
    """Finds the digests of messages, also where an earlier version remembered them.

    Parameters
    ----------
    places : Places
        What is remembered.
    maildir : Maildir
        Where messages are now.
    """

    def __init__(self, places: Places, maildir: Maildir) -> None:
        self._places = places
        self._maildir = maildir
        self._bases: dict[str, set[str]] = {}

    def known_by(self, file: File, digest: bytes) -> bytes:
        """Return by what the places know a message, or will know it.

        A copy that shows another text has the digest of earlier versions, too. So a message is
        known by that only under its old name, or where it has left the place it was in.
        """
        earlier = digest[:EARLIER]
        places = self._places_of.get(earlier)
        if places is None:
            return digest
        is_named_so = any(place.base == file.base for place in places)
        return earlier if is_named_so or not self._is_at(places) else digest

    @cached_property
    def _places_of(self) -> dict[bytes, list[Place]]:
        found = defaultdict(list)
        for place, known in self._places.seen.items():
            found[known].append(place)
        return dict(found)

    def _is_at(self, places: list[Place]) -> bool:
        return any(place.base in self._bases_in(place.folder) for place in places)

    def _bases_in(self, folder: str) -> set[str]:
        if folder not in self._bases:
            self._bases[folder] = {file.base for file in self._maildir.files(folder)}
        return self._bases[folder]
