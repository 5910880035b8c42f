"""Means and smoothed variances estimated from moments."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from priory._memo import frozen
from priory.naive_bayes.gaussian.moments import overall

if TYPE_CHECKING:
    from priory.naive_bayes.gaussian.moments import Moments

__all__ = ["Estimated"]


class Estimated:
    """Means and variances by class and feature, computed when they are first asked for.

    Parameters
    ----------
    moments : Moments
        What was learned.
    var_smoothing : float
        The share of the largest variance of all rows that is added to every variance.
    """

    def __init__(self, moments: Moments, var_smoothing: float) -> None:
        self.moments, self.var_smoothing = moments, var_smoothing

    @cached_property
    def observed(self) -> Any:
        """The (weighted) number of rows in which each feature was observed."""
        return frozen(self.moments.observed)

    @cached_property
    def mean_and_variance(self) -> tuple[Any, Any]:
        """The means and variances, NaN where nothing was observed."""
        mean, variance = self.moments.mean_and_variance()
        return frozen(mean), frozen(variance)

    @property
    def mean(self) -> Any:
        """The means."""
        return self.mean_and_variance[0]

    @cached_property
    def smoothed(self) -> Any:
        """The variances, with epsilon added."""
        return frozen(self.mean_and_variance[1] + self.epsilon)

    @cached_property
    def overall(self) -> tuple[Any, Any]:
        """The mean and the variance of each feature in all rows."""
        return overall(self.observed, *self.mean_and_variance)

    @cached_property
    def epsilon(self) -> Any:
        """What is added to every variance."""
        variance = self.overall[1]
        known = variance[~np.isnan(variance)]
        return self.var_smoothing * np.max(known, initial=0.0)
