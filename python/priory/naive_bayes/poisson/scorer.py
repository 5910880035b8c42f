"""Log-likelihoods of Poisson counts, with estimated rates or as the posterior predictive."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from priory._memo import frozen
from priory.naive_bayes.counts.subtract import rest
from priory.naive_bayes.poisson.rates import NegativeBinomial, Poisson
from priory.naive_bayes.scores.scorer import LinearScorer

if TYPE_CHECKING:
    from priory.naive_bayes.counts.observed import Observed
    from priory.naive_bayes.rows.rows import Rows
    from priory.naive_bayes.scores.linear import Linear

__all__ = ["RateScorer", "UnknownRates"]


class RateScorer(LinearScorer):
    """Each feature of each class has a rate, whose posterior is a gamma distribution.

    ``shape`` and ``rate`` are what the prior adds to its parameters.
    """

    def __init__(
        self,
        counts: Observed,
        prior: Any,
        shape: Any,
        rate: Any,
        *,
        by_length: bool,
        absences_apart: bool,
    ) -> None:
        super().__init__(counts, prior, absences_apart=absences_apart)
        self.shape, self.rate, self.by_length = shape, rate, by_length

    @cached_property
    def gamma(self) -> tuple[Any, Any]:
        """The shape and the rate of the posterior."""
        counted, rows = self.counts["feature"], self.counts["rows"]
        exposure = counted.sum(axis=1) if self.by_length else rows
        rate = rest(exposure[:, np.newaxis], self.counts["missing"]) + self.rate
        return counted + self.shape, np.where(rate == 0, np.nan, rate)

    @cached_property
    def rates(self) -> Any:
        """How many of each feature to expect."""
        shape, rate = self.gamma
        return frozen(shape / rate)

    @cached_property
    def density(self) -> Any:
        """What gives counts their probabilities."""
        return Poisson(self.rates)

    @property
    def present(self) -> Any:
        """The logarithms of the rates: what a feature adds for each time it is there."""
        return self.density.log_rate

    @cached_property
    def linear(self) -> Linear:
        """The weights and the bias, in the softmax form."""
        return self.density.linear(self.prior, by_length=self.by_length)

    def score(self, rows: Rows) -> Any:
        """Return the joint log-probability of each row and each class."""
        return self.density.score(self.linear, rows, by_length=self.by_length)

    def contributions(self, columns: Any, values: Any) -> Any:
        """Return what each number adds to each class."""
        return self.density.of_count(columns, values, self._exposure(values))

    def absences(self, values: Any) -> Any:
        """Return what the absence of each feature would add to each class."""
        return self.density.of_zero(self._exposure(values))

    def _exposure(self, values: Any) -> float:
        return float(np.nansum(values)) if self.by_length else 1.0


class UnknownRates(RateScorer):
    """The rates are not known: counts are negative binomial."""

    is_linear = False

    @cached_property
    def density(self) -> Any:
        """What gives counts their probabilities."""
        shape, rate = self.gamma
        return NegativeBinomial(shape, rate, shape.sum(axis=1))

    def score(self, rows: Rows) -> Any:
        """Return the joint log-probability of each row and each class."""
        return self.density.score(self.prior, rows, by_length=self.by_length)
