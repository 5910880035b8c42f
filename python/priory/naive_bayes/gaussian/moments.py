"""Shifted moments: weight, sum and sum of squares, their addition, subtraction and re-centering."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from priory import _core
from priory.naive_bayes.counts.subtract import ROUNDING, difference, rounding, rows_left
from priory.naive_bayes.gaussian.shifts import choose, choose_stored, present

if TYPE_CHECKING:
    from priory.naive_bayes.rows.rows import Batch

__all__ = ["Moments", "overall"]


@dataclass(frozen=True, slots=True, eq=False)
class Moments:
    """Weights, sums and sums of squares by class and feature, each about a shift of its own.

    Sums add up and can be taken away. About a shift near the data they lose no digits that a
    variance needs, and whole numbers are summed exactly. NaN was not observed: its weight is kept
    apart. What was never observed has the shift 0, all else one that its first rows gave it.
    ``peak`` holds the largest squares from which some were taken that are not whole: what is left
    has their rounding.
    """

    class_count: Any
    missing: Any
    sum: Any
    square: Any
    peak: Any
    shift: Any

    @property
    def tables(self) -> tuple[Any, ...]:
        """The arrays, in their order."""
        return self.class_count, self.missing, self.sum, self.square, self.peak, self.shift

    def add(self, batch: Batch, *, can_stop: bool) -> None:
        """Add rows, in place.

        Parameters
        ----------
        batch : Batch
            The rows with their classes and weights.
        can_stop : bool
            Whether Ctrl-C may stop it, because these arrays are copies.
        """
        self.choose_shifts(batch)
        flat = [table.reshape(-1) for table in self.tables]
        _core.add_row_moments(
            batch.rows,
            batch.codes,
            batch.weights,
            flat[-1],
            flat[:4],
            batch.rows.threads,
            can_stop,
        )

    def choose_shifts(self, batch: Batch) -> None:
        """Give what was never observed a shift near the numbers that come, one of them.

        Of sparse rows only columns that the first rows of a class hold have one: about the shift 0,
        zeros add nothing.
        """
        places = present(batch)
        if batch.rows.indptr is not None:
            choose_stored(self.shift, batch, places, self._is_unseen)
            return
        weight = self.class_count[places, np.newaxis]
        unseen = _observed(weight, self.missing[places]) == 0
        if (some := unseen.any(axis=1)).any():
            choose(self.shift, batch, places[some], unseen[some])

    def _is_unseen(self, place: int, columns: Any) -> Any:
        return _observed(self.class_count[place], self.missing[place, columns]) == 0

    @property
    def observed(self) -> Any:
        """The weight of the rows in which a feature was observed."""
        return _observed(self.class_count[:, np.newaxis], self.missing)

    def mean_and_variance(self) -> tuple[Any, Any]:
        """Return means and variances by class, NaN where nothing was observed."""
        with np.errstate(invalid="ignore", divide="ignore"):
            observed = self.observed
            mean, square = self.sum / observed, self.square / observed
            variance = square - mean**2
        variance[variance < 4 * np.finfo(float).eps * square] = 0.0  # that is rounding, too
        return self.shift + mean, variance

    def about(self, shift: Any) -> Moments:
        """Return the same moments about other shifts."""
        move = self.shift - shift
        total = self.sum + self.observed * move
        square = self.square + move * (self.sum + total)
        return Moments(self.class_count, self.missing, total, square, self.peak, shift)

    def without(self, taken: Moments) -> tuple[Moments, Any]:
        """Return what is left of the moments, and where more was taken than was there.

        Parameters
        ----------
        taken : Moments
            What to subtract, of the same classes.

        Returns
        -------
        left : Moments
        owed : ndarray of bool, of shape (n_classes, 1 + n_features)
            For each class first the rows, then the features.
        """
        taken = taken.about(self.shift)
        class_count, rows_owed = _apart(rows_left(self.class_count, taken.class_count))
        missing, owed = _apart(difference(self.missing, taken.missing))
        total, square = self.sum - taken.sum, self.square - taken.square
        peak = np.where(_are_exact(self.square, taken.square), self.peak, self.square)
        peak = np.maximum(self.peak, peak)
        left = Moments(class_count, missing, total, square, peak, self.shift.copy())
        slack = rounding(taken.class_count, self.class_count) * self.class_count
        owed |= missing > (class_count + slack)[:, np.newaxis]
        owed |= self._is_impossible(left)
        left._tidy()
        return left, np.hstack([rows_owed[:, np.newaxis], owed])

    def _is_impossible(self, left: Moments) -> Any:
        """Say where no rows can have what is left: squares below 0, or too small for the sums."""
        slack = ROUNDING * np.maximum(left.peak, self.square)
        most = (left.square + slack) * (left.observed + ROUNDING * self.observed)
        return (left.square < -slack) | (left.sum**2 > most)

    def _tidy(self) -> None:
        """Remove what rounding left where there is nothing."""
        nothing = self.observed == 0
        self.sum[nothing] = 0.0
        self.square[nothing] = 0.0
        self.peak[nothing] = 0.0
        np.maximum(self.square, 0.0, out=self.square)
        self.shift[nothing] = 0.0
        self.missing[self.class_count == 0] = 0.0


def overall(observed: Any, mean: Any, variance: Any) -> tuple[Any, Any]:
    """Return mean and variance of each feature in all rows, from those of the classes."""
    mean, variance = (np.where(observed > 0, table, 0.0) for table in (mean, variance))
    with np.errstate(invalid="ignore"):
        share = observed / observed.sum(axis=0)
    middle = (share * mean).sum(axis=0)
    return middle, (share * (variance + (mean - middle) ** 2)).sum(axis=0)


def _observed(weight: Any, missing: Any) -> Any:
    """Return weights without those that are missing; of fractions rounding may have left some."""
    observed = weight - missing
    little = observed <= ROUNDING * weight
    if little.any():  # whole numbers are exact
        observed[little & ((weight % 1 != 0) | (missing % 1 != 0))] = 0.0
    return observed


def _apart(left: Any) -> tuple[Any, Any]:
    """Return what is left, and where it would fall below zero."""
    owed = np.isnan(left)
    return np.where(owed, 0.0, left), owed


def _are_exact(square: Any, taken: Any) -> Any:
    """Say where squares are subtracted without rounding: whole numbers that are not too large."""
    return (square % 1 == 0) & (taken % 1 == 0) & (square < 2**53)
