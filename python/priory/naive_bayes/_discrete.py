"""What the families of counts share: a Dirichlet prior, and scores that are linear."""

from __future__ import annotations

from abc import abstractmethod
from numbers import Real
from typing import TYPE_CHECKING, Any

import numpy as np
from sklearn.utils._param_validation import Interval, StrOptions

from priory.naive_bayes._base import JOBS, NaiveBayes
from priory.naive_bayes.scores.estimate import pseudo_counts
from priory.naive_bayes.scores.explanation import Explanation

if TYPE_CHECKING:
    from priory.naive_bayes.rows.rows import Rows
    from priory.naive_bayes.scores.linear import Linear

__all__ = ["DiscreteNB"]


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
        seen, absent = ~np.isnan(values), np.zeros(len(self.classes_))
        there, numbers = columns[seen], values[seen]
        terms, remainder = self._contributions(there, numbers), self._remainder(numbers)
        if (absences := self._absences(values)) is not None:
            others = np.delete(np.arange(self.n_features_in_), columns)
            if self._absences_apart:
                there, numbers = np.append(there, others), np.append(numbers, np.zeros(len(others)))
                order = np.argsort(there)
                terms = np.vstack([terms, absences[:, others].T])[order]
                there, numbers = there[order], numbers[order]
            else:
                absent = absences[:, others].sum(axis=1)
        features, prior = self._names(there), self.class_log_prior_
        return Explanation(self.classes_, features, numbers, terms, absent, prior, remainder)

    def _contributions(self, columns: Any, values: Any) -> Any:
        """Return what each number adds to each class."""
        return values[:, np.newaxis] * self.feature_log_prob_[:, columns].T

    def _absences(self, values: Any) -> Any:  # noqa: ARG002
        """Return what the absence of each feature would add to each class, None if nothing."""
        return None

    def _remainder(self, values: Any) -> Any:  # noqa: ARG002
        """Return what contributions are short of together, None if nothing."""
        return None

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
