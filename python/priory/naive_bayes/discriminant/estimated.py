"""Means and covariances estimated from sums of products."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from priory._memo import frozen
from priory.naive_bayes.discriminant import covariance

if TYPE_CHECKING:
    from priory.naive_bayes.discriminant.counts import ProductCounts
    from priory.naive_bayes.discriminant.products import Products

__all__ = ["Estimated"]


class Estimated:
    """Means and covariances, computed when they are first asked for.

    Parameters
    ----------
    counts : ProductCounts
        What was learned.
    kind : {"shared", "full", "diagonal"}
        Which covariances there are.
    shrinkage : float, "auto" or None
        How far they are shrunk.
    ddof : int
        What is taken from the number of rows for each mean, by maximum likelihood.
    predictive : bool
        Whether they are averaged over, instead.
    """

    def __init__(
        self, counts: ProductCounts, kind: str, shrinkage: Any, ddof: int, *, predictive: bool
    ) -> None:
        self.counts, self.kind, self.shrinkage = counts, kind, shrinkage
        self.ddof, self.predictive = ddof, predictive

    @cached_property
    def observed(self) -> Any:
        """The (weighted) number of rows of each class in which each feature was observed."""
        return frozen(np.array(self.counts.products.observed))

    @cached_property
    def pooled(self) -> Products:
        """The sums, where a class that never showed a feature has those of all."""
        return self.counts.products.pooled()

    @cached_property
    def means(self) -> Any:
        """The mean of each feature in each class."""
        return frozen(self.pooled.shift + covariance.means(self.pooled))

    @cached_property
    def covariance(self) -> Any:
        """The covariance: one, one for each class, or variances."""
        sums = self.counts.products if self.kind == "shared" else self.pooled
        ddof = 0 if self.predictive else self.ddof
        return frozen(covariance.estimate(sums, self.kind, self.shrinkage, ddof))
