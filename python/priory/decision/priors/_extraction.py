"""Prior extraction from a fitted model, through pipelines, searches and wrappers."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy.special import logsumexp
from sklearn.calibration import CalibratedClassifierCV
from sklearn.frozen import FrozenEstimator
from sklearn.naive_bayes import ComplementNB as TheirComplementNB
from sklearn.pipeline import Pipeline

from priory._sklearn import BaseSearchCV, BaseThresholdClassifier
from priory.decision.wrapper import Wrapper
from priory.naive_bayes import ComplementNB

__all__ = ["inmost", "is_frozen", "log_prior_of", "with_prior"]

LOGS = ("class_log_prior_",)
PROBABILITIES = ("class_prior_", "priors_")


def log_prior_of(model: Any) -> Any:
    """Return the logarithms of the prior inside a fitted model's posteriors; None if unknown."""
    model = with_prior(model)
    if _has_none(model):
        return np.full(len(model.classes_), -np.log(len(model.classes_)))
    for names, logs in ((LOGS, True), (PROBABILITIES, False)):
        for name in names:
            prior = getattr(model, name, None)
            if prior is not None:
                with np.errstate(divide="ignore"):
                    found = np.asarray(prior, dtype=float) if logs else np.log(prior)
                return found - logsumexp(found)
    return None


def _has_none(model: Any) -> bool:
    """Tell of ComplementNB that no prior is in its scores, whatever its attribute says."""
    if not isinstance(model, ComplementNB | TheirComplementNB):
        return False
    asked_for = isinstance(model, ComplementNB) and model.class_prior is not None
    return not asked_for


def inmost(model: Any) -> Any:
    """Return the classifier inside all others, also inside those that have a prior of their own."""
    inside = _inside(model)
    return model if inside is None else inmost(inside)


def with_prior(model: Any) -> Any:
    """Return the classifier whose prior is in the posteriors that a model hands on."""
    inside = None if hasattr(type(model), "class_log_prior_") else _inside(model)
    return model if inside is None else with_prior(inside)


def is_frozen(model: Any) -> bool:
    """Tell whether the classifier inside all others learns nothing in `fit`."""
    if isinstance(model, CalibratedClassifierCV):  # whose other methods learn the shares
        return model.method == "temperature" and isinstance(model.estimator, FrozenEstimator)
    inside = _inside(model)
    return isinstance(model, FrozenEstimator) or (inside is not None and is_frozen(inside))


def _inside(model: Any) -> Any:
    """Return the classifier that a model around it asks; None if there is none."""
    if isinstance(model, Pipeline):
        return model[-1]
    if isinstance(model, BaseSearchCV):
        return model.best_estimator_
    if isinstance(model, BaseThresholdClassifier):
        return getattr(model, "estimator_", model.estimator)
    if isinstance(model, FrozenEstimator):
        return model.estimator
    return model._model if isinstance(model, Wrapper) else None
