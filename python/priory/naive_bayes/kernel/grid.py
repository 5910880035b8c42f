"""Grids and linear binning: each value is split between its two neighbouring points."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Self

import numpy as np

from priory.errors import InputError
from priory.naive_bayes.kernel.span import distinct_values, even_points

__all__ = ["Grid"]

# Shares of a step are multiples of this: so sums of shares and of their squares are exact.
PARTS = 2**12
# A feature with at most so many values has these for points, and no other grid yet.
FEW = 32
# Rows whose numbers are compared with all values at once.
SOME = 100
# How uneven the steps of a given grid may be.
UNEVEN = 1e-6


@dataclass(frozen=True, slots=True, eq=False)
class Grid:
    """Points of each feature: evenly spaced ones, or the values themselves while these are few.

    ``low`` is the lowest point and ``step`` goes to the next, of ``size`` points in all. Where the
    step is 0, the points are the row of ``values``, which rise; infinity stands behind the last.
    """

    low: Any
    step: Any
    size: int
    values: Any

    @classmethod
    def waiting(cls, n_features: int, size: int) -> Self:
        """Make a grid that waits for values."""
        values = np.full((n_features, min(FEW, size - 1)), np.inf)
        return cls(np.zeros(n_features), np.zeros(n_features), size, values)

    @classmethod
    def given(cls, points: Any, n_features: int) -> Self:
        """Take the points of a user, for all features or for each."""
        points = np.asarray(points, dtype=np.float64)
        if points.ndim not in (1, 2) or points.shape[-1] < 2:  # noqa: PLR2004
            raise InputError(
                f"grid has the shape {points.shape}",
                code="shape-mismatch",
                parameter="grid",
                remedy="pass a number of points, or points of shape (n_points,) or (n_features, "
                "n_points)",
            )
        if points.ndim > 1 and len(points) != n_features:
            raise InputError(
                f"grid has {len(points)} rows for {n_features} features",
                code="shape-mismatch",
                parameter="grid",
                remedy="pass one row for each feature",
            )
        points = np.broadcast_to(points, (n_features, points.shape[-1]))
        steps = np.diff(points, axis=1)
        step = steps.mean(axis=1)
        if not ((step > 0) & (np.abs(steps - step[:, None]).max(axis=1) < UNEVEN * step)).all():
            raise InputError(
                "the points of grid are not increasing and evenly spaced",
                code="bad-parameter",
                parameter="grid",
                remedy="use np.linspace",
            )
        return cls(points[:, 0].copy(), step, points.shape[1], np.empty((n_features, 0)))

    @property
    def waits(self) -> Any:
        """Which features have their values for points."""
        return self.step == 0

    def is_like(self, other: Grid) -> bool:
        """Whether another grid has the same points."""
        mine, theirs = ((grid.low, grid.step, grid.known()) for grid in (self, other))
        return self.size == other.size and all(map(_equal, mine, theirs))

    def holding(self, held: Any) -> Grid:
        """Return the same grid, without values that hold nothing; ``held`` is what points hold."""
        empty = self.waits[:, np.newaxis] & (held[:, : self.values.shape[1]] == 0)
        values = np.sort(np.where(empty, np.inf, self.values), axis=1)
        return Grid(self.low, self.step, self.size, values)

    def known(self) -> Any:
        """Return the values that are points, a column a feature; NaN behind the last."""
        return np.where(self.waits[:, np.newaxis] & (self.values < np.inf), self.values, np.nan).T

    def with_values(self, X: Any, weights: Any, held: Any) -> Grid:
        """Return a grid with points for these rows, too; ``held`` is what its own points hold."""
        if self.has(X):
            return self
        features = np.flatnonzero(self.waits)
        low, step, values = self.low.copy(), self.step.copy(), self.values.copy()
        rows = X if weights is None else X[weights > 0]
        for j, column in zip(features.tolist(), rows[:, features].T.copy(), strict=True):
            there = np.flatnonzero(held[j, : values.shape[1]])  # others were forgotten
            own, held_here = values[j, there], held[j, there]
            distinct = distinct_values(own, column, values.shape[1])
            if distinct is not None:
                values[j, : len(distinct)] = distinct
                values[j, len(distinct) :] = np.inf
            else:
                more = np.ones(len(column)) if weights is None else weights[weights > 0]
                both = np.concatenate([own, column]), np.concatenate([held_here, more])
                low[j], step[j] = even_points(*both, self.size)
        return Grid(low, step, self.size, values)

    def has(self, X: Any) -> bool:
        """Whether all features have their grid, or all numbers of a few rows are points already."""
        features = np.flatnonzero(self.waits)
        if not len(features):
            return True
        if len(X) > SOME:
            return False
        some = X if len(features) == X.shape[1] else X[:, features]
        known = (some[:, :, np.newaxis] == self.values[features]).any(axis=2)
        return bool((known | (some != some)).all())  # noqa: PLR0124 (NaN, at once)

    def _values_below(self, X: Any, features: Any) -> Any:
        """Return the places of numbers among the values of features; the last point for others."""
        values, some = self.values[features], X[:, features]
        if len(X) <= SOME:
            places = (some[:, :, np.newaxis] > values).sum(axis=2)
        else:
            places = np.array([*map(np.searchsorted, values, some.T)]).T
        columns = np.arange(len(features))
        found = values[columns, np.minimum(places, values.shape[1] - 1)] == some
        return np.where(found | np.isnan(some), places, self.size - 1)

    def settled(self, held: Any) -> Grid:
        """Return a grid with evenly spaced points for all features."""
        low, step = self.low.copy(), self.step.copy()
        for j in np.flatnonzero(self.waits).tolist():
            there = np.flatnonzero(held[j])
            low[j], step[j] = even_points(self.values[j, there], held[j, there], self.size)
        return Grid(low, step, self.size, self.values)

    def joined(self, other: Grid, held: Any, held_there: Any) -> Grid | None:
        """Return a grid for what either counted, or None if their points do not go together."""
        either = self.waits | other.waits
        if not (either | ((self.low == other.low) & (self.step == other.step))).all():
            return None
        low = np.where(self.waits, other.low, self.low)
        step = np.where(self.waits, other.step, self.step)
        theirs = np.where(held_there[:, : other.values.shape[1]] > 0, other.known().T, np.nan).T
        return Grid(low, step, self.size, self.values).with_values(theirs, None, held)

    def places(self, X: Any, columns: Any = slice(None)) -> tuple[Any, Any]:
        """Return the point below each number, and the share of the step above it.

        Numbers beyond the grid stand at its ends, and one that is none of a few values at the last
        point, where nothing is; NaN stands anywhere, with the share NaN.
        """
        last = self.size - 1
        waits = np.flatnonzero(self.waits)  # never those of some columns
        if 0 < len(waits) == X.shape[1]:  # the points are values, and nothing is between them
            place = self._values_below(X, waits)
            return np.minimum(place, last - 1), np.where(np.isnan(X), np.nan, place == last)
        with np.errstate(divide="ignore", invalid="ignore"):
            distance = (X - self.low[columns]) / self.step[columns]
        distance = np.minimum(np.maximum(distance, 0.0), last)
        if len(waits):
            place = self._values_below(X, waits)
            distance[:, waits] = np.where(np.isnan(X[:, waits]), np.nan, place)
        distance = np.round(distance * PARTS) / PARTS
        below = np.fmin(distance, last - 1).astype(np.int64)
        return below, distance - below

    def moved(self, grid: Grid, within: Any, counts: Any) -> tuple[Any, Any]:
        """Return what was counted at these points as it would have been counted on a grid."""
        n_values = self.values.shape[1]
        held = counts[:, :, :n_values].copy()
        held[:, ~self.waits] = 0.0
        within, counts = within.copy(), counts.copy()
        counts[:, self.waits] = 0.0
        below, share = (part.T for part in grid.places(self.known()))
        share = np.fmax(share, 0.0)
        features = np.arange(len(below))[:, np.newaxis]
        for points, shares in ((below, 1 - share), (below + 1, share)):
            at: Any = slice(None), features, points
            np.add.at(counts, at, held * shares)
        return within + (held * share * (1 - share)).sum(axis=2), counts

    def deviations(self, counts: Any, within: Any, observed: Any) -> Any:
        """Return the standard deviations of what was counted, with n - 1 below, in steps.

        To share a number out between two points adds to the variance, which ``within`` undoes.
        """
        points = np.arange(self.size)
        n = np.where(observed > 0, observed, 1.0)
        mean = counts @ points / n
        squares = ((points - mean[..., np.newaxis]) ** 2 * counts).sum(axis=-1) - within
        # What weighs less than two rows is taken for two: n - 1 would be nothing, or less.
        return np.sqrt(np.maximum(squares, 0.0) / np.maximum(n - 1, n / 2))


def _equal(one: Any, other: Any) -> bool:
    return np.array_equal(one, other, equal_nan=True)
