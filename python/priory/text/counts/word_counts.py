"""WordCounts: the unpruned counts of words by class, in compressed sparse rows."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any

import numpy as np

from priory import _core
from priory._threads import n_threads

__all__ = ["Addend", "BelowZeroError", "TooLargeError", "WordCounts"]

BLOCK = 4096  # words that are gathered at a time
BETWEEN = 0xFF


class BelowZeroError(ValueError):
    """No texts have the counts that would be left: the word, and the place of its class."""


class TooLargeError(ValueError):
    """No count can hold so much: the word, and the place of its class."""


@dataclass(frozen=True, slots=True, eq=False)
class WordCounts:
    """Sorted words, and of each one the classes that have it, with two counts.

    Words are the UTF-8 letters between two ends. The entries ``indptr[i]`` to ``indptr[i + 1]``
    are those of word i: classes in order, how often it occurs there, and in how many documents.
    Arrays may be mapped from a file.
    """

    letters: Any
    ends: Any
    indptr: Any
    classes: Any
    occurrences: Any
    documents: Any
    is_mapped: bool = False

    def __post_init__(self) -> None:
        for array in self.arrays().values():
            array.flags.writeable = False

    def __reduce__(self) -> tuple[Any, ...]:
        # By the constructor, as a copied array can be written to again.
        return WordCounts, tuple(getattr(self, field.name) for field in fields(self))

    @classmethod
    def sum(cls, addends: list[Addend]) -> WordCounts:
        """Add tables up, or take them away: any number of them at once.

        Words of which nothing is left leave.
        """
        parts = _core.sum_tables(addends, n_threads(-1))
        if len(parts) == 3:  # noqa: PLR2004
            word, place, is_below = parts
            raise (BelowZeroError if is_below else TooLargeError)(word, place)
        return cls(*parts)

    def __len__(self) -> int:
        return len(self.ends)

    def arrays(self) -> dict[str, Any]:
        """Return the arrays by name."""
        names = [field.name for field in fields(self) if field.name != "is_mapped"]
        return {name: getattr(self, name) for name in names}

    @property
    def nbytes(self) -> int:
        """The size of the arrays."""
        return sum(array.nbytes for array in self.arrays().values())

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, WordCounts):
            return NotImplemented
        pairs = zip(self.arrays().values(), other.arrays().values(), strict=True)
        return all(np.array_equal(one, another) for one, another in pairs)

    __hash__ = None  # type: ignore[assignment]

    def check_documents(self, class_count: Any) -> None:
        """Refuse a word in more documents of a class than there are."""
        too_many = np.flatnonzero(self.documents > class_count[self.classes])
        if len(too_many):
            place = np.searchsorted(self.indptr, too_many[0], side="right") - 1
            raise BelowZeroError(self.words([place])[0], int(self.classes[too_many[0]]))

    def words(self, places: Any) -> list[str]:
        """Return the words at some places."""
        places = np.asarray(places, dtype=np.int64)
        blocks = (places[first : first + BLOCK] for first in range(0, len(places), BLOCK))
        return [word for block in blocks for word in self._words(block)]

    def _words(self, places: Any) -> list[str]:
        """Gather the letters first: one text that is cut costs less than many that are decoded.

        Between words stands a byte that no text has, and a surrogate when it is decoded.
        """
        starts, stops = np.where(places > 0, self.ends[places - 1], 0), self.ends[places]
        sizes = stops - starts + 1
        ends = np.cumsum(sizes)
        gathered = np.repeat(stops + 1 - ends, sizes) + np.arange(ends[-1])
        gathered[ends - 1] = 0  # behind the last word of the table is no letter
        letters = self.letters[gathered]
        letters[ends - 1] = BETWEEN
        return (
            letters[:-1].tobytes().decode("utf-8", "surrogateescape").split(chr(0xDC00 + BETWEEN))
        )

    def find(self, words: list[str]) -> Any:
        """Return the places of words, -1 for those that are not there."""
        return _core.find_terms(self, words)

    @property
    def rows(self) -> Any:
        """The word of each entry."""
        return np.repeat(np.arange(len(self)), np.diff(self.indptr))

    def document_frequency(self) -> Any:
        """Return in how many documents each word is."""
        return self._by_word(self.documents)

    def frequency(self) -> Any:
        """Return how often each word occurs."""
        return self._by_word(self.occurrences)

    def _by_word(self, counts: Any) -> Any:
        # Every word has an entry, so that no sum is empty.
        return np.add.reduceat(counts, self.indptr[:-1]) if len(self) else counts[:0]

    def counts(self, places: Any, n_classes: int, *, of_documents: bool = False) -> Any:
        """Return how often each of some words occurs in each class, or in how many documents."""
        counts = self.documents if of_documents else self.occurrences
        places = np.asarray(places, dtype=np.int64)
        starts, sizes = self.indptr[places], self.indptr[places + 1] - self.indptr[places]
        rows = np.repeat(np.arange(len(places)), sizes)
        # The entries of a word are neighbours: its first, and as many steps from there.
        steps = np.arange(len(rows)) - np.repeat(np.cumsum(sizes) - sizes, sizes)
        entries = np.repeat(starts, sizes) + steps
        dense = np.zeros((len(places), n_classes), dtype=np.int64)
        dense[rows, self.classes[entries]] = counts[entries]
        return dense


@dataclass(frozen=True, slots=True, eq=False)
class Addend:
    """A table that is added or (``sign`` -1) taken away."""

    table: WordCounts
    places: Any  # where each of its classes stands in the sum, in the same order
    sign: int = 1
