"""Domains: the set of categories of each column, and its offset in the joint table."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import accumulate
from numbers import Number
from typing import Any, Self

import numpy as np

__all__ = ["UNKNOWN", "Domain", "joined", "positions", "same", "starts"]

# The code of a label that is not among the categories.
UNKNOWN = np.iinfo(np.int32).max


@dataclass(frozen=True, slots=True)
class Domain:
    """The categories of one column: numbers from 0, or labels, which stand in their order."""

    size: int
    places: dict[Any, int] | None = None

    @classmethod
    def of(cls, labels: Any) -> Self:
        """Make the domain of some labels; their order depends on nothing but them."""
        places = {label: place for place, label in enumerate(_ordered(set(labels)))}
        return cls(len(places), places)

    @property
    def labels(self) -> Any:
        """The categories as an array."""
        if self.places is None:
            return np.arange(self.size)
        if all(type(label) is str for label in self.places):
            return np.array(list(self.places), dtype=object if not self.places else None)
        labels = np.empty(self.size, dtype=object)
        labels[:] = list(self.places)
        return labels

    def clash(self, other: Domain) -> tuple[str, str] | None:
        """Return what the categories of both are, in words, if they cannot be of one column.

        A domain of nothing may be of either kind.
        """
        if not (self.size and other.size):
            return None
        if self.places is None or other.places is None:
            return None if self.places is other.places else (self._kind, other._kind)
        if _are_alike(self.places, other.places):
            return None
        return _kind(next(iter(self.places))), _kind(next(iter(other.places)))

    @property
    def _kind(self) -> str:
        return "integer codes" if self.places is None else "labels"

    def has(self, other: Domain) -> bool:
        """Whether all categories of another domain are here, too."""
        if not other.size:
            return True
        if self.places is None or other.places is None:
            return self.places is other.places and other.size <= self.size
        return other.places.keys() <= self.places.keys()

    def joined(self, other: Domain) -> Domain:
        """Return the domain of the categories of both, which are of one kind."""
        if self.has(other):
            return self
        if other.has(self):
            return other
        return Domain.of([*(self.places or ()), *(other.places or ())])

    def find(self, labels: list[Any]) -> list[int]:
        """Return the place of each label."""
        places = self.places or {}
        return [places.get(label, UNKNOWN) for label in labels]

    def kept(self, stays: Any) -> Domain:
        """Return the domain without the categories that do not stay."""
        if self.places is None:
            return Domain(int(stays.sum()))
        return Domain.of(label for label, place in self.places.items() if stays[place])


def _ordered(labels: set[Any]) -> list[Any]:
    """Sort labels of any types."""
    try:
        return sorted(labels, key=lambda label: (_type(label), label))
    except TypeError:
        return sorted(labels, key=lambda label: (_type(label), repr(label)))


def _type(label: Any) -> str:
    return "str" if isinstance(label, str) else type(label).__name__


def joined(mine: list[Domain], theirs: list[Domain]) -> list[Domain]:
    """Return the domains of the categories of both; the very same list if nothing is new."""
    if all(a.has(b) for a, b in zip(mine, theirs, strict=True)):
        return mine
    return [a.joined(b) for a, b in zip(mine, theirs, strict=True)]


def same(mine: list[Domain], theirs: list[Domain]) -> bool:
    """Whether both have the same categories; a domain of nothing may be of either kind."""
    return all(a == b or not (a.size or b.size) for a, b in zip(mine, theirs, strict=True))


def _are_alike(mine: dict[Any, int], theirs: dict[Any, int]) -> bool:
    """Whether some labels are known, or new ones of a kind that is known."""
    if not mine.keys().isdisjoint(theirs):
        return True
    kinds = set(map(_kind, theirs))
    return any(_kind(label) in kinds for label in mine)


def _kind(label: Any) -> str:
    """Return what a label is, in words: 1 is never "1"."""
    if isinstance(label, str):
        return "strings"
    if isinstance(label, bool | np.bool_):
        return "booleans"
    return "numbers" if isinstance(label, Number) else "other objects"


def starts(sizes: list[int]) -> Any:
    """Return where the categories of each column begin, and where the last ones end."""
    return np.array([0, *accumulate(sizes)], dtype=np.int64)


def positions(before: list[Domain], after: list[Domain]) -> Any:
    """Return the place in a table of domains that have grown of each column of the table before."""
    begins = starts([domain.size for domain in after])
    places = [
        begin + np.array(range(a.size) if a.places is None else b.find(list(a.places)), np.int64)
        for a, b, begin in zip(before, after, begins[:-1], strict=True)
    ]
    return np.concatenate(places) if places else np.zeros(0, np.int64)
