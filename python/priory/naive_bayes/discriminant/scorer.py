"""Log-likelihoods of Gaussian features, correlated or independent."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from priory._memo import frozen
from priory.naive_bayes.discriminant.densities import correlated, independent
from priory.naive_bayes.scores.scorer import Scorer

if TYPE_CHECKING:
    from priory.naive_bayes.discriminant.correlated import Correlated
    from priory.naive_bayes.discriminant.estimated import Estimated
    from priory.naive_bayes.rows.measurements import Measurements
    from priory.naive_bayes.scores.densities import Densities
    from priory.naive_bayes.scores.explanation import Explanation

__all__ = ["CorrelatedScorer", "IndependentScorer"]


class DiscriminantScorer(Scorer):
    """Classes are normal, with the means and covariances that were estimated."""

    def __init__(self, prior: Any, estimated: Estimated) -> None:
        super().__init__(estimated.counts, prior)
        self.estimated = estimated

    def explain(self, rows: Measurements) -> list[Explanation]:
        """Return the terms of each row's joint log-probabilities."""
        return super().explain(rows.shown(self.estimated.observed))


class CorrelatedScorer(DiscriminantScorer):
    """The features of a class have one density together."""

    @cached_property
    def density(self) -> Correlated:
        """The densities."""
        return correlated(self.estimated, self.prior)

    def score(self, rows: Measurements) -> Any:
        """Return the joint log-probability of each row and each class."""
        scores = self.density.score(rows.shown(self.estimated.observed))
        return np.where(np.isneginf(self.prior), -np.inf, scores + self.prior)

    def explain_row(self, columns: Any, values: Any) -> Explanation:
        """Return what leaving each number of one row out would change."""
        terms, remainder = self.density.split(columns, values)
        return self._explanation(columns, values, terms, remainder=remainder)

    @cached_property
    def linear(self) -> tuple[Any, Any]:
        """The weights and the bias that one covariance leads to."""
        weights, bias = self.density.linear()
        prior = self.prior
        prior = prior[1:] - prior[:1] if len(prior) == 2 else prior  # noqa: PLR2004
        return frozen(weights), frozen(bias + prior)


class IndependentScorer(DiscriminantScorer):
    """Each feature of a class has a density of its own."""

    @cached_property
    def density(self) -> Densities:
        """The densities."""
        return independent(self.estimated, self.prior)

    def score(self, rows: Measurements) -> Any:
        """Return the joint log-probability of each row and each class."""
        density, rows = self.density, rows.shown(self.estimated.observed)
        rows.is_whole()
        return density.score(rows.flat, None)

    def explain_row(self, columns: Any, values: Any) -> Explanation:
        """Return what the numbers of one row add to each class."""
        return self._explanation(columns, values, self.density.terms(columns, values))
