"""Counts with missing values: NaN is counted separately and left out of the sums."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

import numpy as np

from priory.errors import InputError
from priory.naive_bayes.counts import Counts

if TYPE_CHECKING:
    from priory.naive_bayes.rows.rows import Batch

__all__ = ["Observed", "Presences", "count_missing"]


class Observed(Counts):
    """Counts whose ``missing`` is the weight of the rows in which a feature was not observed.

    It has a column a feature as soon as there is NaN, and one column of zeros for all of them
    before, which adds up and subtracts alike.
    """

    @property
    def observed(self) -> Any:
        """The weight of the rows of each class in which a feature was observed."""
        return np.maximum(self["rows"][:, np.newaxis] - self["missing"], 0.0)

    def zeros(self, batch: Batch) -> Self:
        """Return counts of nothing, with room for these rows."""
        return super().zeros(batch)._widened(batch)

    def room_for(self, batch: Batch) -> Self:
        """Return the same counts with room for these rows."""
        return super().room_for(batch)._widened(batch)

    def _widened(self, batch: Batch) -> Self:
        missing = self["missing"]
        if batch.rows.missing is None or missing.shape[1] == self.n_features:
            return self
        return self._with({**self.sums, "missing": np.repeat(missing, self.n_features, axis=1)})

    def compact(self) -> Self:
        """Return the same counts, with one column for what is missing if nothing is."""
        missing = self["missing"]
        if missing.shape[1] == 1 or missing.any():
            return self
        return self._with({**self.sums, "missing": missing[:, :1].copy()})


class Presences(Observed):
    """Counts of which a row has one at most for each feature, and none where it is missing."""

    def check(self) -> None:
        """Refuse counts that no rows can have."""
        super().check()
        counts = {"feature": self["feature"].copy(), "missing": self["missing"]}
        self._spoil(counts, self["rows"])
        for place, feature, *_ in np.argwhere(np.isnan(counts["feature"])).tolist()[:1]:
            raise InputError(
                "the count is larger than the number of rows of the class",
                code="inconsistent-counts",
                place=self.location(feature, place),
                remedy="a row adds at most 1 to a count",
            )

    def _spoil(self, left: dict[str, Any], rows: Any) -> None:
        there, missing = left["feature"], left["missing"]
        total = there if there.ndim == 2 else there.sum(axis=2)  # noqa: PLR2004
        there[total > rows[:, np.newaxis] - missing] = np.nan


def count_missing(batch: Batch, missing: Any, size: Any = 1.0) -> None:
    """Add the weight of each row, times its size, to the features that it lacks."""
    if (gaps := batch.rows.missing) is None:
        return
    weights = np.ones(batch.rows.n_rows) if batch.weights is None else batch.weights
    weights = (weights * size)[gaps.rows]
    # One after the other, as rows are counted, so that a feature that is never observed
    # misses what its class has, to the last bit.
    cells = batch.codes[gaps.rows] * missing.shape[1] + gaps.columns
    np.add.at(missing.reshape(-1), cells, weights)
