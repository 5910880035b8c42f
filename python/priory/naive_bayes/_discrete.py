"""What the families of counts share: a Dirichlet prior, and scores that are linear."""

from __future__ import annotations

from abc import abstractmethod
from numbers import Real
from typing import TYPE_CHECKING, Any

import numpy as np
from sklearn.utils._param_validation import Interval, StrOptions

from priory.naive_bayes._base import NaiveBayes
from priory.naive_bayes._estimate import pseudo_counts
from priory.naive_bayes._explanation import Explanation

if TYPE_CHECKING:
    from priory.naive_bayes._linear import Linear
    from priory.naive_bayes._rows import Rows

__all__ = ["DiscreteNB"]


class DiscreteNB(NaiveBayes):
    """Counts by class and feature, smoothed, whose logarithms are weights."""

    _parameter_constraints: dict[str, Any] = {  # noqa: RUF012 (scikit-learn's protocol)
        **NaiveBayes._parameter_constraints,
        "alpha": [Interval(Real, 0, None, closed="left"), "array-like"],
        "force_alpha": ["boolean"],
        "estimate": [StrOptions({"mean", "map", "mle", "predictive"})],
    }
    alpha: Any
    force_alpha: bool
    estimate: str
    feature_log_prob_: Any

    @abstractmethod
    def _parameters(self) -> Linear:
        """Return the scores' weights and bias, from the counts and the prior."""

    def _joint_log_likelihood(self, rows: Rows) -> Any:
        return self._linear.score(rows)

    def _check_parameters(self) -> None:
        self._check_alpha()
        super()._check_parameters()

    def _explain(self, columns: Any, values: Any) -> Explanation:
        absent, seen = self._absent(columns, values), ~np.isnan(values)
        columns, values = columns[seen], values[seen]
        contributions, prior = self._contributions(columns, values), self.class_log_prior_
        features = self._names(columns)
        return Explanation(self.classes_, features, values, contributions, absent, prior)

    def _contributions(self, columns: Any, values: Any) -> Any:
        """Return what each number adds to each class."""
        return values[:, np.newaxis] * self.feature_log_prob_[:, columns].T

    def _absent(self, columns: Any, values: Any) -> Any:  # noqa: ARG002
        """Return what the absence of all other columns adds; these are there or not observed."""
        return np.zeros(len(self.classes_))

    @property
    def _linear(self) -> Linear:
        return self._derive("linear", self._parameters)

    def _check_alpha(self) -> Any:
        """Return what the prior adds to each count."""
        shape = (len(getattr(self, "classes_", ())), getattr(self, "n_features_in_", 0))
        return pseudo_counts(self.alpha, self.estimate, *shape, force_alpha=self.force_alpha)

    def _prior_estimate(self) -> str:
        return self.estimate

    @property
    def _is_linear(self) -> bool:
        return True

    @property
    def coef_(self) -> Any:
        """The weights of the softmax form; of the logistic form if there are two classes."""
        weights = self._without_zeros().weights.T
        return weights[1:] - weights[:1] if len(weights) == 2 else weights  # noqa: PLR2004

    @property
    def intercept_(self) -> Any:
        """The bias of the softmax form; of the logistic form if there are two classes."""
        bias = self._without_zeros().bias
        return bias[1:] - bias[:1] if len(bias) == 2 else bias  # noqa: PLR2004

    def _without_zeros(self) -> Linear:
        if not self._is_linear:
            raise AttributeError(
                "the posterior predictive of counts is not linear in them, so there are no "
                "weights: use another estimate"
            )
        if self._linear.ruling_out is not None:
            raise AttributeError(
                "some probabilities are 0, whose logarithms are no weights: smooth the counts with "
                "estimate='mean' and alpha > 0"
            )
        return self._linear
