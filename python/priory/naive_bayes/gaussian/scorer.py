"""Log-likelihoods of Gaussian features: normal, or Student t as the posterior predictive."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from priory._memo import frozen
from priory.errors import InputError
from priory.naive_bayes.gaussian.normal_gamma import NormalGamma
from priory.naive_bayes.scores.densities import Densities, normal, student
from priory.naive_bayes.scores.scorer import Scorer

if TYPE_CHECKING:
    from priory.naive_bayes.gaussian.counts import MomentCounts
    from priory.naive_bayes.gaussian.estimated import Estimated
    from priory.naive_bayes.rows.rows import Rows
    from priory.naive_bayes.scores.explanation import Explanation

__all__ = ["NormalScorer", "StudentScorer"]


class NormalScorer(Scorer):
    """Each feature of each class is normal, with the mean and variance that were estimated."""

    def __init__(
        self, counts: MomentCounts, prior: Any, class_prior: Any, estimated: Estimated
    ) -> None:
        super().__init__(counts, prior)
        self.class_prior, self.estimated = frozen(class_prior), estimated

    @cached_property
    def densities(self) -> Densities:
        """The densities; a class that never showed a feature has that of all rows."""
        known, (mean, variance) = self.estimated, self.estimated.overall
        seen = known.observed > 0
        mean = np.where(seen, known.mean, mean)
        variance = np.where(seen, known.smoothed, variance + known.epsilon)
        self._refuse_no_variance(
            variance, "var_smoothing", "raise var_smoothing or use estimate='predictive'"
        )
        return normal(self.prior, mean, variance)

    @cached_property
    def zeros(self) -> Any:
        """What the features of a row of zeros add to each class."""
        return self.densities.of_zeros()

    def score(self, rows: Rows) -> Any:
        """Return the joint log-probability of each row and each class."""
        return self.densities.score(rows, None if rows.indptr is None else self.zeros)

    def explain_row(self, columns: Any, values: Any) -> Explanation:
        """Return what the numbers of one row add to each class."""
        observed, absent = ~np.isnan(values), None
        if len(columns) < self.counts.n_features:  # the zeros of a sparse row
            others = np.delete(np.arange(self.counts.n_features), columns)
            absent = self.densities.terms(others, np.zeros(len(others))).sum(axis=0)
        columns, values = columns[observed], values[observed]
        return self._explanation(
            columns, values, self.densities.terms(columns, values), absent=absent
        )

    def _refuse_no_variance(self, variance: Any, parameter: str, remedy: str) -> None:
        """Refuse densities that are infinitely narrow, in classes that can be the answer."""
        narrow = (variance == 0) & (self.class_prior > 0)[:, np.newaxis]
        for place, feature in np.argwhere(narrow).tolist()[:1]:
            raise InputError(
                "the variance is 0, so there is no density",
                code="zero-variance",
                place=self.counts.location(feature, place),
                parameter=parameter,
                remedy=f"learn rows that differ, drop the feature, or {remedy}",
            )


class StudentScorer(NormalScorer):
    """Mean and variance of a feature are not known: their posterior is integrated out.

    ``mean`` and ``variance`` are those of the prior; None stands for those of all rows.
    """

    def __init__(self, *known: Any, count: float, mean: Any, variance: Any) -> None:
        super().__init__(*known)
        self.count, self.mean, self.variance = count, mean, variance

    @cached_property
    def densities(self) -> Densities:
        """Student's distributions."""
        known, (mean, variance) = self.estimated, self.estimated.overall
        mean = mean if self.mean is None else self.mean
        variance = variance + known.epsilon if self.variance is None else self.variance
        freedom, location, squared_scale = NormalGamma(self.count, mean, variance).predictive(
            known.observed, *known.mean_and_variance
        )
        self._refuse_no_variance(squared_scale, "prior_var", "pass a prior_var above 0")
        return student(self.prior, freedom, location, squared_scale)
