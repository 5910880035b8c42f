"""Binned values as counts: weights of grid points, which add up on the same grid."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from priory.errors import InputError
from priory.naive_bayes.counts import Counts
from priory.naive_bayes.counts.subtract import rounding

if TYPE_CHECKING:
    from priory.naive_bayes.kernel.grid import Grid
    from priory.naive_bayes.rows.rows import Batch

__all__ = ["GridCounts"]

# Numbers that are worked on at a time.
NUMBERS = 2**18


@dataclass(frozen=True, eq=False, repr=False)
class GridCounts(Counts):
    """Weights by class and feature: of what was observed, and of each point of a grid.

    ``within`` is what sharing out between two points added to the sums of squares.
    """

    grid: Any = None
    adds_in_place = False  # other points need other arrays

    __hash__ = None  # as of all values that hold arrays

    def __eq__(self, other: object) -> bool:
        """Whether the same things were counted as often, at the same points."""
        if type(other) is not type(self):
            return NotImplemented
        return Counts.__eq__(self._tidy(), other._tidy())

    def _same_frame(self, other: Self) -> bool:
        return super()._same_frame(other) and self.grid.is_like(other.grid)

    def _tidy(self) -> Self:
        """Return the same counts without points for values that were all forgotten."""
        return self._on(self.grid.holding(self.held))

    @property
    def held(self) -> Any:
        """The weight of each point in all classes."""
        return self["points"].sum(axis=0)

    def add(self, batch: Batch) -> None:
        """Add rows, in place."""
        size = max(1, NUMBERS // self.n_features)
        for first in range(0, len(batch.codes), size):
            some = slice(first, first + size)
            weights = None if batch.weights is None else batch.weights[some]
            self._add(batch.rows.data[some], batch.codes[some], weights)
        rows = self["rows"]
        rows += np.bincount(batch.codes, batch.weights, minlength=len(rows))

    def _add(self, X: Any, codes: Any, weights: Any) -> None:
        """Share each number out between the points below and above it."""
        below, share = self.grid.places(X)
        weight = np.where(np.isnan(share), 0.0, 1.0 if weights is None else weights[:, np.newaxis])
        share = np.fmax(share, 0.0)
        cells = codes[:, np.newaxis] * X.shape[1] + np.arange(X.shape[1])
        places = cells * self.grid.size + below
        observed, within, points = (self[n].reshape(-1) for n in ("observed", "within", "points"))
        np.add.at(observed, cells.ravel(), weight.ravel())
        np.add.at(within, cells.ravel(), (weight * share * (1 - share)).ravel())
        np.add.at(points, places.ravel(), (weight * (1 - share)).ravel())
        np.add.at(points, places.ravel() + 1, (weight * share).ravel())

    def room_for(self, batch: Batch) -> Self:
        """Return the same counts with points for these rows."""
        counts, X = super().room_for(batch), batch.rows.data
        if self.grid.has(X):
            return counts
        return counts._on(self.grid.with_values(X, batch.weights, self.held))

    def settled(self) -> Self:
        """Return the same counts on a grid with evenly spaced points for all features."""
        return self._on(self.grid.settled(self.held)) if self.grid.waits.any() else self

    def _on(self, grid: Grid) -> Self:
        """Return the same counts on another grid."""
        if grid is self.grid:
            return self
        if not self["rows"].any():  # nothing is nothing on any grid
            return replace(self, grid=grid)
        within, points = self.grid.moved(grid, self["within"], self["points"])
        return replace(self, grid=grid, sums={**self.sums, "within": within, "points": points})

    def _aligned(self, other: Self) -> tuple[Self, Self]:
        mine, theirs = super()._aligned(other)
        return mine._on_one_grid(theirs)

    def _on_one_grid(self, other: Self) -> tuple[Self, Self]:
        """Return both on a grid that has the points of both, or refuse."""
        if self.grid is other.grid:
            return self, other
        grid = self.grid.joined(other.grid, self.held, other.held)
        if grid is None:
            raise InputError(
                "cannot merge: the two models have different grids, each chosen from its first "
                "rows",
                code="incompatible-merge",
                parameter="grid",
                remedy="fit both on the same points, such as grid=np.linspace(low, high, 512)",
            )
        return self._on(grid), other._on(grid)

    def _left(self, taken: Self) -> Self:
        mine, taken = self._on_one_grid(taken)
        left = Counts._left(mine, taken)
        points, less = left["points"], taken["points"]
        points[points <= rounding(less) * less] = 0.0  # nothing but rounding
        return left

    def _spoil(self, left: dict[str, Any], rows: Any) -> None:
        observed = left["observed"]
        most = rows + rounding(observed) * self["rows"]
        observed[observed > most[:, np.newaxis]] = np.nan
