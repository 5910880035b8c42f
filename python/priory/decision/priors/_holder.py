"""The classifier whose prior it is, inside of pipelines, searches and decisions around it."""

from __future__ import annotations

from typing import Any

from sklearn.calibration import CalibratedClassifierCV
from sklearn.frozen import FrozenEstimator
from sklearn.model_selection._classification_threshold import BaseThresholdClassifier
from sklearn.model_selection._search import BaseSearchCV
from sklearn.pipeline import Pipeline

from priory.decision.wrapper import Wrapper

__all__ = ["inmost", "is_frozen", "with_prior"]


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
