"""What every Naive Bayes model answers, whatever its features are."""

from __future__ import annotations

from abc import abstractmethod
from numbers import Integral, Real
from typing import TYPE_CHECKING, Any

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.utils._param_validation import Interval

from priory.naive_bayes._class_weight import CLASS_WEIGHT
from priory.naive_bayes._learning import Learning
from priory.naive_bayes.scores.estimate import class_log_prior
from priory.naive_bayes.scores.posterior import Posterior

if TYPE_CHECKING:
    from priory.naive_bayes.rows.rows import Rows
    from priory.naive_bayes.scores.explanation import Explanation

__all__ = ["JOBS", "NaiveBayes"]

JOBS = [
    Interval(Integral, None, -1, closed="right"),
    Interval(Integral, 1, None, closed="left"),
    None,
]


class NaiveBayes(Learning, Posterior, ClassifierMixin, BaseEstimator):
    """Tables of sums by class, and what follows from them.

    Everything is computed from the tables and the parameters when it is asked for, so parameters
    may change after fit. A family overrides the verbs `_check_X`, `_count` with `_empty`, and
    `_joint_log_likelihood`, from parameters that it derives.
    """

    _parameter_constraints: dict[str, Any] = {  # noqa: RUF012 (scikit-learn's protocol)
        "fit_prior": ["boolean"],
        "class_prior": ["array-like", None],
        "prior_alpha": [Interval(Real, 0, None, closed="left"), "array-like", None],
        "class_weight": CLASS_WEIGHT,
    }
    fit_prior: bool
    class_prior: Any
    prior_alpha: Any
    n_jobs: int | None = None  # a family whose work is shared out has it as a parameter
    _prior_apart = False  # whether the prior is that of a model of which this one is a part
    _absences_apart = False  # whether absent features are explained one by one

    @abstractmethod
    def _joint_log_likelihood(self, rows: Rows) -> Any:
        """Return the joint log-probability of each row and each class."""

    @abstractmethod
    def _explain(self, columns: Any, values: Any) -> Explanation:
        """Return what the numbers of one row add to each class."""

    def _names(self, columns: Any) -> Any:
        """Return the names of features, or their places if they have none."""
        names = getattr(self, "feature_names_in_", None)
        return columns if names is None else names[columns]

    def _check_parameters(self) -> None:
        self._class_log_prior()

    def predict_joint_log_proba(self, X: Any) -> Any:
        """Return log P(x, c) for each row and each class c.

        Parameters
        ----------
        X : {array-like, sparse matrix} of shape (n_samples, n_features)
            The features.

        Returns
        -------
        ndarray of shape (n_samples, n_classes)
        """
        return self._joint_log_likelihood(self._judged(X))

    def _judged(self, X: Any) -> Rows:
        """Return the rows of a matrix, if they can be judged by what was counted."""
        self._check_is_fitted()
        self._check_counting()
        rows = self._check_X(X)
        self._check_classes()
        return rows

    def explain(self, X: Any) -> list[Explanation]:
        """Return what each feature adds to the joint log-probability of each class.

        Parameters
        ----------
        X : {array-like, sparse matrix} of shape (n_samples, n_features)
            The features.

        Returns
        -------
        list of Explanation
            One a row. The prior's term, the absent features' and the contributions add up to
            `predict_joint_log_proba`. Models that are no sum over the features (correlated
            features, the posterior predictive of `MultinomialNB`) have a remainder besides: there
            a contribution is what leaving the feature out would change. Where zeros are
            measurements, those of a sparse row are no features of their own: what they add together
            stands under ``absent``.
        """
        return [self._explain(columns, values) for columns, values in self._judged(X)]

    @property
    def class_log_prior_(self) -> Any:
        """The logarithms of the class priors."""
        return self._derive("prior", self._no_prior if self._prior_apart else self._class_log_prior)

    def _no_prior(self) -> Any:
        return np.zeros(len(self.class_count_))

    def _class_log_prior(self) -> Any:
        return class_log_prior(
            self.class_count_,
            self.class_prior,
            fit_prior=self.fit_prior,
            prior_alpha=self.prior_alpha,
            classes=self.classes_,
            estimate=self._prior_estimate(),
        )

    def _prior_estimate(self) -> str:
        """Return how a prior of the class prior is used: `estimate` may speak of densities only."""
        return "mean"

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        tags.classifier_tags.poor_score = True
        return tags
