"""Decisions by cost: with the posterior, and alone."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from sklearn.base import BaseEstimator, ClassifierMixin

import priory
from benchmarks.decisions_posterior import COSTS

if TYPE_CHECKING:
    from benchmarks.data import Data


def CostClassifier(n_jobs: int) -> Any:
    """Return what computes the posterior and decides."""
    return priory.CostClassifier(priory.GaussianNB(), COSTS, n_jobs=n_jobs)


class Known(ClassifierMixin, BaseEstimator):
    """A classifier to which the posterior is told."""

    def fit(self, X: Any, y: Any) -> Any:
        """Learn the labels and how a posterior is computed."""
        self.model_ = priory.GaussianNB().fit(X, y)
        self.classes_ = self.model_.classes_
        return self

    def predict_proba(self, X: Any) -> Any:
        """Return what was told."""
        return X

    predict_log_proba = predict_proba


class Decision(priory.CostClassifier):
    """What decides by a posterior that was computed in advance."""

    def __init__(self, n_jobs: int) -> None:
        super().__init__(Known(), COSTS, n_jobs=n_jobs)

    def prepare(self, data: Data) -> Data:
        """Compute the posterior, unmeasured."""
        if not hasattr(self, "estimator_"):
            return data
        return replace(data, new=self.estimator_.model_.predict_log_proba(data.new))
