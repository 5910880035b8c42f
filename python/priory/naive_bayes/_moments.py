"""Sums about a shift become means and variances; what is left of them, and how they move."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from priory import _core
from priory._threads import n_threads
from priory.naive_bayes._learning import ROUNDING

if TYPE_CHECKING:
    from priory.naive_bayes._rows import Batch, Rows

__all__ = ["Moments", "overall"]

WORTH_THREADS = 2**17
HEAD = 63  # rows of a class that are looked at for its shift


@dataclass(frozen=True, slots=True, eq=False)
class Moments:
    """Weights, sums and sums of squares by class and feature, each about a shift of its own.

    Sums add up and can be taken away. About a shift near the data they lose no digits that a
    variance needs, and whole numbers are summed exactly. NaN was not observed: its weight is kept
    apart. What was never observed has the shift 0, all else one that its first rows gave it.
    """

    class_count: Any
    missing: Any
    sum: Any
    square: Any
    shift: Any

    @classmethod
    def empty(cls, n_classes: int, n_features: int) -> Moments:
        """Return the moments of no rows."""
        return cls(np.zeros(n_classes), *(np.zeros((n_classes, n_features)) for _ in range(4)))

    @property
    def tables(self) -> tuple[Any, ...]:
        """The arrays, in their order."""
        return self.class_count, self.missing, self.sum, self.square, self.shift

    def add(self, batch: Batch, *, can_stop: bool) -> None:
        """Add rows, in place.

        Parameters
        ----------
        batch : Batch
            The rows with their classes and weights.
        can_stop : bool
            Whether Ctrl-C may stop it, because these arrays are copies.
        """
        self._choose_shifts(batch)
        flat = [table.reshape(-1) for table in self.tables]
        threads = n_threads(-1) if batch.rows.data.size > WORTH_THREADS else 1
        _core.add_row_moments(
            batch.rows, batch.codes, batch.weights, flat[-1], flat[:-1], threads, can_stop
        )
        if batch.weights is not None:
            self.shift[self.observed == 0] = 0.0

    def _choose_shifts(self, batch: Batch) -> None:
        """Give what was never observed a shift near the numbers that come, one of them.

        About the shift 0 of sparse rows, zeros add nothing.
        """
        if batch.rows.indptr is not None:
            return
        places = batch.codes if len(batch.codes) == 1 else _present(batch.codes)
        weight = self.class_count[places, np.newaxis]
        unseen = weight * (1 - ROUNDING) <= self.missing[places]
        if not unseen.any():
            return
        rows = _first_rows(batch.codes, places)
        for i in np.flatnonzero(unseen.any(axis=1)):
            self.shift[places[i], unseen[i]] = _medians(batch.rows, rows[i])[unseen[i]]

    @property
    def observed(self) -> Any:
        """The weight of the rows in which a feature was observed."""
        weight = self.class_count[:, np.newaxis]
        observed = weight - self.missing
        observed[observed <= ROUNDING * weight] = 0.0  # which is what rounding left
        return observed

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
        return Moments(self.class_count, self.missing, total, square, shift)

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
        class_count, rows_owed = _less(self.class_count, taken.class_count)
        class_count[class_count <= _slack(taken.class_count) * taken.class_count] = 0.0
        missing, owed = _less(self.missing, taken.missing)
        total, square = self.sum - taken.sum, self.square - taken.square
        left = Moments(class_count, missing, total, square, self.shift.copy())
        slack = _slack(taken.class_count) * self.class_count
        owed |= missing > (class_count + slack)[:, np.newaxis]
        owed |= self._is_impossible(left)
        left._tidy()
        return left, np.hstack([rows_owed[:, np.newaxis], owed])

    def _is_impossible(self, left: Moments) -> Any:
        """Say where no rows can have what is left: squares below 0, or too small for the sums."""
        slack = ROUNDING * self.square
        most = (left.square + slack) * (left.observed + ROUNDING * self.observed)
        return (left.square < -slack) | (left.sum**2 > most)

    def _tidy(self) -> None:
        """Remove what rounding left where there is nothing."""
        nothing = self.observed == 0
        self.sum[nothing] = 0.0
        self.square[nothing] = 0.0
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


def _present(codes: Any) -> Any:
    """Return the places of the classes that have rows."""
    return np.flatnonzero(np.bincount(codes))


def _first_rows(codes: Any, places: Any) -> list[Any]:
    """Return the first few rows of each of some classes, all of which have some."""
    for some in (codes[: HEAD * len(places)], codes):
        order = np.argsort(some, kind="stable")
        starts, ends = (np.searchsorted(some[order], places, side) for side in ("left", "right"))
        if (starts < ends).all():
            break
    return [order[start : min(end, start + HEAD)] for start, end in zip(starts, ends, strict=True)]


def _medians(rows: Rows, places: Any) -> Any:
    """Return the lower median of each column in some rows; 0 where nothing was observed."""
    some = rows.data.reshape(-1, rows.columns)[places].astype(np.float64)
    some.sort(axis=0)  # NaN comes last
    middle = np.maximum(np.sum(~np.isnan(some), axis=0) - 1, 0) // 2
    return np.nan_to_num(some[middle, np.arange(rows.columns)])


def _less(table: Any, taken: Any) -> tuple[Any, Any]:
    """Return weights without others, and where they fall below zero."""
    left = table - taken
    owed = left < -_slack(taken) * np.max(table, initial=0.0)
    return np.maximum(left, 0.0), owed


def _slack(taken: Any) -> float:
    """Return what rounding may have changed, as a share: whole numbers are exact."""
    return ROUNDING if np.any(np.mod(taken, 1)) else 0.0
