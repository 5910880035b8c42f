"""Isotonic calibration: scikit-learn's, applied to log-odds instead of probabilities."""

from __future__ import annotations

from typing import Any, Self

import numpy as np
from sklearn.base import clone
from sklearn.calibration import CalibratedClassifierCV
from sklearn.frozen import FrozenEstimator

from priory.decision._confidence import log_odds_of
from priory.decision._folds import by_source
from priory.decision._posterior import finite, log_posterior
from priory.decision.wrapper import Wrapper
from priory.decision.wrapper._weights import WEIGHT, weight_name, weights_of
from priory.errors import InputError

__all__ = ["isotonic"]


def isotonic(estimator: Any, X: Any, y: Any, folds: Any, params: dict[str, Any]) -> Any:
    """Return a classifier fitted on all rows, and calibrated on those that folds hold out."""
    _check_classes(estimator, y)
    if by_source(X):
        raise InputError(
            "isotonic calibration does not support a dict of rows",
            code="unsupported",
            parameter="method",
            remedy="use method='bias'",
        )
    model = CalibratedClassifierCV(
        LogOdds(clone(estimator)), method="isotonic", cv=folds, ensemble=False
    )
    named = (WEIGHT, weight_name(estimator))
    others = {name: given for name, given in params.items() if name not in named}
    return model.fit(X, y, sample_weight=weights_of(estimator, params), **others)


def _check_classes(estimator: Any, y: Any) -> None:
    """Raise an error unless there are rows of two classes, and of all that are known."""
    labels = np.unique(y)
    if isinstance(estimator, FrozenEstimator):
        missing = np.setdiff1d(estimator.classes_, labels)
        if len(missing):
            raise InputError(
                f"no row is of class {missing.tolist()[0]!r} of the frozen classifier, but "
                "isotonic calibration needs rows of each class",
                code="too-few-classes",
                parameter="y",
                remedy="add rows of it, or use another method",
            )
    elif len(labels) == 1:
        raise InputError(
            f"all rows are of class {labels.tolist()[0]!r}, but isotonic calibration needs "
            "two classes",
            code="too-few-classes",
            parameter="y",
        )


class LogOdds(Wrapper):
    """A classifier with the log odds of each class against the rest for its decisions.

    Isotonic regression only looks at their order, which saturated probabilities have lost.
    """

    def __init__(self, estimator: Any) -> None:
        self.estimator = estimator

    def fit(self, X: Any, y: Any, sample_weight: Any = None, **params: Any) -> Self:
        """Fit the classifier inside; scikit-learn looks whether weights are named here."""
        weighted = {} if sample_weight is None else {weight_name(self.estimator): sample_weight}
        return super().fit(X, y, **weighted, **params)

    def predict(self, X: Any) -> Any:
        """Return the labels of the classifier inside."""
        return self._model.predict(X)

    def decision_function(self, X: Any) -> Any:
        """Return the log odds of each class, or of the second of two."""
        logs = finite(log_posterior(self._model, X))
        n_classes = logs.shape[1]
        if n_classes == 2:  # noqa: PLR2004 (the odds of one are those of the other)
            return log_odds_of(logs, 1)
        return np.column_stack([log_odds_of(logs, c) for c in range(n_classes)])
