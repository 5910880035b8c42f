"""Counts of a mixed model: those of its parts, updated together or not at all."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar, Self

from priory.naive_bayes.counts.value import refuse_other_counting

if TYPE_CHECKING:
    from collections.abc import Mapping

    from priory.naive_bayes.counts import Counts
    from priory.naive_bayes.mixed.parts import MixedPart
    from priory.naive_bayes.rows.rows import Batch

__all__ = ["PartCounts"]


@dataclass(frozen=True, eq=False)
class PartCounts:
    """Parts with families that are fitted: who learns gets others, so all of them do or none.

    Attributes
    ----------
    parts : list of MixedPart
        The parts, whose families have learned the same rows.
    kinds : dict from int to str
        The kinds of the columns that are used, by their places.
    how, class_weight
        As in `Counts`.
    """

    parts: list[MixedPart]
    kinds: Mapping[int, str]
    how: Mapping[str, Any]
    class_weight: Mapping[Any, float]
    adds_in_place: ClassVar[bool] = False  # a part may refuse what others have learned

    @property
    def _rows(self) -> Counts:
        """The counts of the first part, which has seen all rows, as every part has."""
        counts: Counts = self.parts[0].family._counts
        return counts

    @property
    def classes(self) -> Any:
        """The labels, sorted."""
        return self._rows.classes

    def __getitem__(self, name: str) -> Any:
        return self._rows[name]

    def shared(self) -> Self:
        """Return the same value: somebody else holds its arrays, too."""
        for part in self.parts:
            part.family._counts.shared()
        return self

    def room_for(self, batch: Batch) -> Self:  # noqa: ARG002
        """Return the same value: the families make room themselves."""
        return self

    def compact(self) -> Self:
        """Return the same value: the families see to that themselves."""
        return self

    def copied(self) -> Self:
        """Return parts whose families learn by themselves."""
        return replace(self, parts=[part.copied() for part in self.parts])

    def declaring(self, classes: Any) -> Self:
        """Return the same counts, where these classes stay even without rows."""
        for part in self.parts:
            part.family._counts = part.family._counts.declaring(classes)
        return self

    def __add__(self, other: Self) -> Self:
        refuse_other_counting(self, other)
        both = self.copied()
        for mine, theirs in zip(both.parts, other.parts, strict=True):
            mine.family.merge(theirs.family)
        return both
