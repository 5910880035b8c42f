"""Moments as counts, about shifts that both operands share."""

from __future__ import annotations

import warnings
from typing import Any, Self

import numpy as np

from priory.errors import InputError
from priory.naive_bayes.counts import Counts
from priory.naive_bayes.counts.subtract import ROUNDING
from priory.naive_bayes.counts.value import NOT_LEARNED
from priory.naive_bayes.gaussian.moments import Moments, overall

__all__ = ["MomentCounts", "refuse_debt", "shared_shift", "warn_of_rounding"]

# The share of the squares that are left which rounding may be without a word.
UNNOTICED = 1e-4


class MomentCounts(Counts):
    """Weights, sums and sums of squares by class and feature, each about a shift of its own."""

    @property
    def moments(self) -> Moments:
        """The sums as moments."""
        return Moments(*self.sums.values())

    def _of(self, moments: Moments) -> Self:
        return self._with(dict(zip(self.sums, moments.tables, strict=True)))

    def _same_sums(self, other: Self) -> bool:
        """Whether sums are the same about the same shifts; what rounding may be does not matter."""
        mine, theirs = self.moments, other.moments.about(self.moments.shift)
        return all(map(np.array_equal, mine.tables[:-2], theirs.tables[:-2]))

    def _aligned(self, other: Self) -> tuple[Self, Self]:
        mine, theirs = super()._aligned(other)
        shift, added = shared_shift(mine.moments, theirs.moments)
        moved = theirs._of(theirs.moments.about(shift))
        return mine, moved._with({**moved.sums, "shift": added})

    def _left(self, taken: Self) -> Self:
        before = self.moments
        left, owed = before.without(taken.moments)
        refuse_debt(self, owed)
        warn_of_rounding(self, before, left)
        return self._of(left)


def shared_shift(mine: Any, theirs: Any) -> tuple[Any, Any]:
    """Return shifts for the sums of both, and what is added to mine to get them.

    Where mine have sums already, these keep their shifts; elsewhere mine are 0.
    """
    known = mine.observed > 0
    shift = np.where(known, mine.shift, theirs.shift)
    return shift, np.where(known, 0.0, shift)


def refuse_debt(counts: Counts, owed: Any) -> None:
    """Refuse to take away what was not learned, as `Moments.without` found it."""
    for place, column in np.argwhere(owed).tolist()[:1]:
        raise InputError(
            "forgetting would make the weight or the sum of squares negative",
            code="below-zero",
            place=counts.location(column - 1 if column else None, place),
            note=NOT_LEARNED,
        )


def warn_of_rounding(counts: Counts, before: Moments, left: Moments) -> None:
    """Warn where rows were forgotten so far from the others that these have lost their digits."""
    eps = np.finfo(float).eps
    noise, weight = eps * before.square, left.observed
    lost = (left.peak > before.peak) & (weight > 0) & (noise > UNNOTICED * left.square)
    if not lost.any():
        return
    # Rows that all lie at the shift have nothing to lose, which their sum tells, if there is one.
    noise_of_sum = 16 * eps * np.sqrt(before.square * before.observed)
    level = weight * np.abs(left.shift)
    lost &= (np.abs(left.sum) > noise_of_sum) | ((level > 0) & (noise_of_sum > ROUNDING * level))
    spread = overall(weight, *left.mean_and_variance())[1]
    for place, column in np.argwhere(lost & (noise > ROUNDING * spread * weight)).tolist()[:1]:
        warnings.warn(
            f"{counts.location(column, place)}: the forgotten rows were so far from those that "
            "are left that the variance is only rounding error: fit again without these rows",
            RuntimeWarning,
            stacklevel=6,
        )
