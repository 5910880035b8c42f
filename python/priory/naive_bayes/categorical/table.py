"""A table of categories that grows when new ones come, and shrinks when they are forgotten."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

import numpy as np

from priory._undo import all_or_nothing
from priory.naive_bayes._discrete import DiscreteNB
from priory.naive_bayes._learning import rounding
from priory.naive_bayes.categorical.domains import joined, positions, refuse_strangers, starts
from priory.naive_bayes.categorical.rows import CategoryRows
from priory.naive_bayes.rows.tables import named

if TYPE_CHECKING:
    from priory.naive_bayes._learning import Tables
    from priory.naive_bayes.categorical.domains import Domain
    from priory.naive_bayes.rows.rows import Batch

__all__ = ["CategoryTable"]


class CategoryTable(DiscreteNB):
    """Counts by class and category, the categories of all features side by side in one table."""

    _tables = ("class_count_", "_category_count")
    _category_count: Any
    _domains: list[Domain]
    missing: str

    def _check_X(self, X: Any, *, reset: bool = False) -> Any:
        if isinstance(X, CategoryRows):  # which partial_fit and forget have checked
            return X
        if reset:
            self._domains = []
        rows = CategoryRows.of(self, X, self._domains, reset=reset)
        if reset:
            self._domains = rows.domains
        rows = rows.encoded(self, self._domains)
        rows.all_columns = self.missing == "category"
        return rows

    def _empty(self, n_classes: int) -> Tables:
        return np.zeros(n_classes), np.zeros((n_classes, self._starts()[-1]))

    def _count(self, batch: Batch, tables: Tables, *, can_stop: bool = True) -> None:
        rows: Any = batch.rows
        rows.add_to(batch, tables, self._starts(), can_stop=can_stop)

    def _starts(self) -> Any:
        """Return where the categories of each feature begin in the table."""
        return starts([domain.size for domain in self._domains])

    def partial_fit(self, X: Any, y: Any, classes: Any = None, sample_weight: Any = None) -> Self:
        if "class_count_" not in self.__dict__:
            return super().partial_fit(X, y, classes, sample_weight)
        with all_or_nothing(self):  # the table grows before it is added to
            rows = CategoryRows.of(self, X, self._domains)
            self._grow(rows.domains)
            rows = rows.encoded(self, self._domains)
            return super().partial_fit(rows, y, classes, sample_weight)

    def forget(self, X: Any, y: Any, sample_weight: Any = None) -> Self:
        self._check_is_fitted()
        with all_or_nothing(self):
            rows = self._check_X(X)
            self._refuse_unknown(rows)
            had = self._category_count.any(axis=0)
            super().forget(rows, y, sample_weight)
            self._shrink(had)
        return self

    def merge(self, other: Self) -> Self:
        self._check_is_fitted()
        self._refuse_stranger(other)
        with all_or_nothing(self):
            self._grow(other._domains)
            return super().merge(other)

    partial_fit.__doc__ = DiscreteNB.partial_fit.__doc__
    forget.__doc__ = DiscreteNB.forget.__doc__
    merge.__doc__ = DiscreteNB.merge.__doc__

    def _seen_from(self, other: Self) -> Tables:
        class_count, table = other._tables_now()
        return class_count, _spread(table, other._domains, self._domains)

    def _grow(self, domains: list[Domain]) -> None:
        """Make room for the categories of these domains."""
        refuse_strangers(self, self._domains, domains)
        grown = joined(self._domains, domains)
        if grown is not self._domains:
            table = _spread(self._category_count, self._domains, grown)
            # New tables both, so that none of before is added to in place.
            kept = {"class_count_": self.class_count_.copy(), "_category_count": table}
            self.__dict__.update(kept, _domains=grown, _derived={})

    def _shrink(self, had: Any) -> None:
        """Let go of the categories whose last row was forgotten."""
        has, begins = self._category_count.any(axis=0), self._starts().tolist()
        stays = np.ones(len(has), dtype=bool)
        for domain, begin, end in zip(self._domains, begins[:-1], begins[1:], strict=True):
            gone = had[begin:end] & ~has[begin:end]
            if domain.places is not None:
                stays[begin:end] = ~gone
            elif domain.size and gone[-1]:  # codes go as far as the largest
                stays[begin:end] = np.logical_or.accumulate(has[begin:end][::-1])[::-1]
        if not stays.all():
            parts = zip(self._domains, np.split(stays, begins[1:-1]), strict=True)
            domains = [domain.kept(part) for domain, part in parts]
            table = np.ascontiguousarray(self._category_count[:, stays])
            self.__dict__.update(_category_count=table, _domains=domains, _derived={})

    def _missing_count(self) -> Any:
        """Return the weight of the rows of each class in which a feature is missing."""
        rows = self.class_count_[:, np.newaxis]
        missing = rows - _observed(self._category_count, self._starts())
        return np.where(missing <= rounding(self._category_count) * rows, 0.0, missing)

    def _refuse_unknown(self, rows: CategoryRows) -> None:
        if (place := rows.unknown(self._starts())) is not None:
            row, column = place
            raise ValueError(
                f"forget: row {row}, {named(self, column)} is {rows.value(row, column)!r}, which "
                "was never learned; nothing is changed"
            )

    def _left(self, taken: Tables) -> Tables:
        class_count, table = super()._left(taken)
        table[table <= rounding(taken[1]) * taken[1]] = 0.0  # nothing but rounding
        return class_count, table

    def _spoil(self, left: list[Any], class_count: Any) -> None:
        (table,), begins = left, self._starts()
        if np.isnan(table).any():  # is spoilt already
            return
        observed = _observed(table, begins)
        for row, feature in np.argwhere(observed > class_count[:, np.newaxis]):
            table[row, begins[feature]] = np.nan  # a value was learned where none is forgotten

    def _refuse_debt(self, class_count: Any, left: list[Any]) -> None:
        below = np.argwhere(np.isnan(left[0])).tolist()
        if not below:
            return super()._refuse_debt(class_count, left)
        row, place = below[0]
        begins = self._starts()
        feature = int(np.searchsorted(begins, place, side="right")) - 1
        category = self._domains[feature].labels.tolist()[place - begins[feature]]
        raise ValueError(
            f"forget: the count of {category!r} in {named(self, feature)} of class "
            f"{self.classes_.tolist()[row]!r} would fall below zero, or be more than the class has "
            "rows: some of these rows were not learned, or not with these labels and weights; "
            "nothing is changed"
        )


def _observed(table: Any, begins: Any) -> Any:
    """Return how often each class has each feature, whatever its category is."""
    sums = np.insert(np.cumsum(table, axis=1), 0, 0.0, axis=1)
    return sums[:, begins[1:]] - sums[:, begins[:-1]]


def _spread(table: Any, before: list[Domain], after: list[Domain]) -> Any:
    """Return a table whose columns stand where their categories stand among more categories."""
    larger = np.zeros((len(table), sum(domain.size for domain in after)))
    larger[:, positions(before, after)] = table
    return larger
