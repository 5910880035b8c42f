"""Base class of the classifiers for counts: Dirichlet prior and linear scores."""

from __future__ import annotations

from abc import abstractmethod
from numbers import Real
from typing import TYPE_CHECKING, Any

import numpy as np

from priory._sklearn import Interval, StrOptions
from priory.naive_bayes._base import JOBS, NaiveBayes
from priory.naive_bayes.counts import Counts
from priory.naive_bayes.scores.estimate import pseudo_counts

if TYPE_CHECKING:
    from priory.naive_bayes.rows.rows import Batch
    from priory.naive_bayes.scores.linear import Linear
    from priory.naive_bayes.scores.scorer import LinearScorer

__all__ = ["COUNTS", "DiscreteNB"]

COUNTS = (0.0, np.finfo(np.float64).max)  # between which counts are


class DiscreteNB(NaiveBayes):
    """Counts by class and feature, smoothed, whose logarithms are weights."""

    _parameter_constraints: dict[str, Any] = {  # noqa: RUF012 (scikit-learn's protocol)
        **NaiveBayes._parameter_constraints,
        "alpha": [Interval(Real, 0, None, closed="left"), "array-like"],
        "force_alpha": ["boolean"],
        "estimate": [StrOptions({"mean", "map", "mle", "predictive"})],
        "n_jobs": JOBS,
    }
    alpha: Any
    force_alpha: bool
    estimate: str

    @abstractmethod
    def _smooth(self, counts: Any) -> LinearScorer:
        """Return the scorer that follows from counts and parameters."""

    def _empty(self, batch: Batch) -> Counts:
        return Counts.empty(self, batch, {"feature": (self.n_features_in_,)})

    def _count(self, batch: Batch, counts: Any, *, can_stop: bool) -> None:
        batch.rows.refuse_huge(self)
        batch.add_to(counts["rows"], counts["feature"], can_stop=can_stop)

    def _check_alpha(self, counts: Any = None) -> Any:
        """Return what the prior adds to each count; before fit, if alpha is one number."""
        fitted = counts is not None
        shape = (len(counts.classes) if fitted else 0), getattr(self, "n_features_in_", 0)
        return pseudo_counts(self.alpha, self.estimate, *shape, force_alpha=self.force_alpha)

    def _log_prior(self, counts: Counts, estimate: str | None = None) -> Any:
        return super()._log_prior(counts, estimate or self.estimate)

    @property
    def feature_count_(self) -> Any:
        """The (weighted) sum of each feature over the rows of each class."""
        return self.counts_["feature"]

    @property
    def coef_(self) -> Any:
        """The weights of the softmax form; of the logistic form if there are two classes."""
        weights = self._weights().weights.T
        return weights[1:] - weights[:1] if len(weights) == 2 else weights  # noqa: PLR2004

    @property
    def intercept_(self) -> Any:
        """The bias of the softmax form; of the logistic form if there are two classes."""
        bias = self._weights().bias
        return bias[1:] - bias[:1] if len(bias) == 2 else bias  # noqa: PLR2004

    def _weights(self) -> Linear:
        """Return the linear form, if scores have one that is finite."""
        scorer = self._derived()
        if not scorer.is_linear:
            raise AttributeError(
                "the posterior predictive is not linear in the counts, so it has no coef_ and "
                "intercept_: use another estimate"
            )
        if scorer.linear.ruling_out is not None:
            raise AttributeError(
                "some probabilities are 0, so their log weights are infinite: smooth the counts "
                "with estimate='mean' and alpha > 0"
            )
        return scorer.linear
