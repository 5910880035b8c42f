"""Positions of missing values (NaN) in rows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Self

import numpy as np

__all__ = ["MissingValues"]

# Numbers that are worked on at a time.
NUMBERS = 2**20


@dataclass(frozen=True, slots=True, eq=False)
class MissingValues:
    """The row and the column of each missing value, sorted by row, and the number of columns."""

    rows: Any
    columns: Any
    width: int

    @classmethod
    def of(cls, data: Any, indices: Any, indptr: Any, width: int) -> Self | None:
        """Find NaN among the numbers of rows, dense if there are no indices; None without any."""
        if data.dtype != np.float64 or not np.isnan(data.min(initial=0.0)):
            return None
        at = np.flatnonzero(np.isnan(data))
        if indptr is None:
            return cls(at // width, at % width, width)
        return cls(np.searchsorted(indptr, at, side="right") - 1, indices[at], width)

    @property
    def incomplete_rows(self) -> Any:
        """The rows with missing values."""
        return np.unique(self.rows)

    def of_row(self, row: int) -> Any:
        """Return the columns that a row lacks."""
        return self.columns[slice(*np.searchsorted(self.rows, (row, row + 1)))]

    def sums_of_missing(self, terms: Any, n_rows: int) -> Any:
        """Return for each row and class the sum of the terms of the features that it lacks."""
        sums = [np.bincount(self.rows, each[self.columns], minlength=n_rows) for each in terms]
        return np.array(sums).T.reshape(n_rows, len(terms))

    def sums_of_observed(self, rows: Any, terms: Any) -> Any:
        """Return for some rows and each class the sum of the terms of all other features.

        Parameters
        ----------
        rows : ndarray of int
            Rows with missing values, in order.
        terms : ndarray of shape (n_classes, n_features)
            What each adds; an infinity that was not observed adds nothing.

        Returns
        -------
        ndarray of shape (len(rows), n_classes)
        """
        sums = np.empty((len(rows), len(terms)))
        size = max(1, NUMBERS // max(self.width, 1))
        for first in range(0, len(rows), size):
            some = rows[first : first + size]
            observed = np.ones((len(some), self.width), dtype=bool)
            near = slice(*np.searchsorted(self.rows, (some[0], some[-1] + 1)))
            place, column = self.rows[near], self.columns[near]
            those = np.isin(place, some)
            observed[np.searchsorted(some, place[those]), column[those]] = False
            for c, each in enumerate(terms):
                sums[first : first + size, c] = np.where(observed, each, 0.0).sum(axis=1)
        return sums
