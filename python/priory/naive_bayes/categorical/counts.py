"""Counts by category, in a table that grows with new categories and drops forgotten ones."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from priory._naming import UNCHANGED
from priory.errors import InputError
from priory.naive_bayes.categorical.domains import joined, positions, same, starts
from priory.naive_bayes.counts import Counts
from priory.naive_bayes.counts.subtract import rounding
from priory.naive_bayes.counts.value import NOT_LEARNED

if TYPE_CHECKING:
    from priory.naive_bayes.categorical.domains import Domain
    from priory.naive_bayes.categorical.rows import CategoryRows
    from priory.naive_bayes.rows.rows import Batch

__all__ = ["CategoryCounts"]


@dataclass(frozen=True, eq=False, repr=False)
class CategoryCounts(Counts):
    """Counts by class and category; ``category`` has those of all features side by side.

    Attributes
    ----------
    domains : list of Domain
        The categories of each feature, in the order of their columns. The list is never changed:
        where it is the same, so are the columns.
    """

    domains: list[Domain] = field(default_factory=list)

    @property
    def starts(self) -> Any:
        """Where the categories of each feature begin in the table, and where the last ones end."""
        return starts([domain.size for domain in self.domains])

    @property
    def missing(self) -> Any:
        """The weight of the rows of each class in which each feature is missing."""
        rows, table = self["rows"][:, np.newaxis], self["category"]
        missing = rows - _observed(table, self.starts)
        return np.where(missing <= rounding(table) * rows, 0.0, missing)

    def _same_frame(self, other: Self) -> bool:
        return super()._same_frame(other) and same(self.domains, other.domains)

    def _aligned(self, other: Self) -> tuple[Self, Self]:
        self.refuse_strangers(other.domains)
        mine, theirs = super()._aligned(other)
        domains = joined(self.domains, other.domains)
        return mine.over(domains), theirs.over(domains)

    def over(self, domains: list[Domain]) -> Self:
        """Return the counts over more categories, with zeros for new ones."""
        if domains is self.domains:
            return self
        table = self["category"]
        larger = np.zeros((len(table), sum(domain.size for domain in domains)))
        larger[:, positions(self.domains, domains)] = table
        return self._of(larger, domains)

    def _of(self, table: Any, domains: list[Domain]) -> Self:
        return replace(self, sums={**self.sums, "category": table}, domains=domains)

    def room_for(self, batch: Batch) -> Self:
        """Return the same counts with room for these rows, of whatever categories they are."""
        return super().room_for(batch).over(joined(self.domains, batch.rows.domains))

    def zeros(self, batch: Batch) -> Self:
        """Return counts of nothing for these rows, if there is room for them."""
        self._refuse_unseen(batch.rows)
        return super().zeros(batch)

    def refuse_strangers(self, domains: list[Domain]) -> None:
        """Refuse labels in a column that has codes, codes in one that has labels, other labels."""
        for j, (mine, theirs) in enumerate(zip(self.domains, domains, strict=True)):
            if (kinds := mine.clash(theirs)) is not None:
                raise InputError(
                    f"expected {kinds[0]}, as in fit, got {kinds[1]}",
                    code="column-type",
                    place=self.location(j),
                    parameter="X",
                    remedy="convert the column to the type that it had in fit",
                )

    def _refuse_unseen(self, rows: CategoryRows) -> None:
        if joined(self.domains, rows.domains) is self.domains:
            return
        encoded = rows.encoded(self.domains)
        row, column = encoded.unknown(self.starts)
        raise InputError(
            f"cannot forget the category {encoded.value(row, column)!r}, which was never learned",
            code="unknown-category",
            place=self.location(column).moved(row=row),
            parameter="X",
            note=UNCHANGED,
        )

    def _left(self, taken: Self) -> Self:
        self.refuse_strangers(taken.domains)
        domains = joined(self.domains, taken.domains)
        taken = taken.over(domains)
        left = super(CategoryCounts, self.over(domains))._left(taken)
        table, less = left["category"], taken["category"]
        table[table <= rounding(less) * less] = 0.0  # nothing but rounding
        if domains is not self.domains:  # of what only the others have nothing was taken
            table = table[:, positions(self.domains, domains)]
        return left._of(table, self.domains)._shrunk(self["category"].any(axis=0))

    def _shrunk(self, had: Any) -> Self:
        """Return the counts without the categories whose last row was taken away."""
        table, begins = self["category"], self.starts.tolist()
        has, stays = table.any(axis=0), np.ones(table.shape[1], dtype=bool)
        for domain, begin, end in zip(self.domains, begins[:-1], begins[1:], strict=True):
            gone = had[begin:end] & ~has[begin:end]
            if domain.places is not None:
                stays[begin:end] = ~gone
            elif domain.size and gone[-1]:  # codes go as far as the largest
                stays[begin:end] = np.logical_or.accumulate(has[begin:end][::-1])[::-1]
        if stays.all():
            return self
        parts = zip(self.domains, np.split(stays, begins[1:-1]), strict=True)
        domains = [domain.kept(part) for domain, part in parts]
        return self._of(np.ascontiguousarray(table[:, stays]), domains)

    def _spoil(self, left: dict[str, Any], rows: Any) -> None:
        table, begins = left["category"], self.starts
        if np.isnan(table).any():  # is spoilt already
            return
        observed = _observed(table, begins)
        for row, feature in np.argwhere(observed > rows[:, np.newaxis]):
            table[row, begins[feature]] = np.nan  # a value was learned where none is forgotten

    def _refuse_debt(self, left: dict[str, Any]) -> None:
        for row, place in np.argwhere(np.isnan(left["category"])).tolist()[:1]:
            begins = self.starts
            feature = int(np.searchsorted(begins, place, side="right")) - 1
            category = self.domains[feature].labels.tolist()[place - begins[feature]]
            raise InputError(
                f"forgetting would make the count of {category!r} negative, or larger than the "
                "number of rows of the class",
                code="below-zero",
                place=self.location(feature, row),
                note=NOT_LEARNED,
            )
        super()._refuse_debt(left)


def _observed(table: Any, begins: Any) -> Any:
    """Return how often each class has each feature, whatever its category is."""
    sums = np.insert(np.cumsum(table, axis=1), 0, 0.0, axis=1)
    return sums[:, begins[1:]] - sums[:, begins[:-1]]
