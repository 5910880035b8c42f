"""Priors: those that people give, those that models have, and the shares of labels."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from scipy.special import logsumexp
from sklearn.calibration import CalibratedClassifierCV
from sklearn.frozen import FrozenEstimator
from sklearn.model_selection._classification_threshold import BaseThresholdClassifier
from sklearn.model_selection._search import BaseSearchCV
from sklearn.naive_bayes import ComplementNB as TheirComplementNB
from sklearn.pipeline import Pipeline
from sklearn.utils.class_weight import compute_sample_weight

from priory.decision._wrapper import Wrapper
from priory.naive_bayes import ComplementNB

__all__ = ["Shares", "inmost", "log_prior_of", "read_prior"]

SUM = 1e-6  # how far a prior may be from a sum of one
LOGS = ("class_log_prior_",)
PROBABILITIES = ("class_prior_", "priors_")


def read_prior(given: Any, classes: Any, name: str = "prior") -> Any:
    """Return a prior, given in the order of the classes or by their names, as an array."""
    given = given.to_dict() if hasattr(given, "to_dict") else given
    if isinstance(given, Mapping):
        given = _by_name(given, list(classes), name)
    prior = np.asarray(given, dtype=np.float64)
    if prior.shape != (len(classes),):
        raise ValueError(
            f"{name} has the shape {prior.shape}: give one number for each of the classes "
            f"{_names(classes)}, in this order or by name"
        )
    if not (np.isfinite(prior) & (prior >= 0)).all():
        raise ValueError(f"{name}={given!r}: its numbers are finite, and 0 or more")
    if abs(prior.sum() - 1) > SUM:
        raise ValueError(
            f"{name} sums to {prior.sum():g}, and not to 1: divide it by its sum, if only the "
            "proportions are meant"
        )
    return prior / prior.sum()


def _by_name(given: Mapping[Any, Any], classes: list[Any], name: str) -> list[Any]:
    """Put the numbers into the order of the classes; none is left out, none is unknown."""
    unknown = [key for key in given if key not in classes]
    if unknown:
        raise ValueError(f"{name} names {unknown!r}; the classes are {_names(classes)}")
    missing = [label for label in classes if label not in given]
    if missing:
        raise ValueError(f"{name} has nothing for {_names(missing)}: give each class its number")
    return [given[label] for label in classes]


def _names(classes: Any) -> list[Any]:
    return np.asarray(classes).tolist()


def log_prior_of(model: Any) -> Any:
    """Return the logarithms of the prior inside a fitted model's posteriors; None if unknown."""
    model = _innermost(model)
    if isinstance(model, ComplementNB | TheirComplementNB):
        # Its scores have no prior of their own, whatever its attribute says; ours if asked for.
        asked = isinstance(model, ComplementNB) and model.class_prior is not None
        if not asked:
            return np.full(len(model.classes_), -np.log(len(model.classes_)))
    for names, logs in ((LOGS, True), (PROBABILITIES, False)):
        for name in names:
            prior = getattr(model, name, None)
            if prior is not None:
                with np.errstate(divide="ignore"):
                    found = np.asarray(prior, dtype=float) if logs else np.log(prior)
                return found - logsumexp(found)
    return None


def _innermost(model: Any) -> Any:
    """Return the classifier whose posteriors a pipeline, a search or a decision hands on."""
    inside = None if hasattr(type(model), "class_log_prior_") else _inside(model)
    return model if inside is None else _innermost(inside)


def is_frozen(model: Any) -> bool:
    """Tell whether the classifier inside all others learns nothing in `fit`."""
    if isinstance(model, CalibratedClassifierCV):  # whose other methods learn the shares
        return model.method == "temperature" and isinstance(model.estimator, FrozenEstimator)
    inside = _inside(model)
    return isinstance(model, FrozenEstimator) or (inside is not None and is_frozen(inside))


def inmost(model: Any) -> Any:
    """Return the classifier inside all others, also inside those that have a prior of their own."""
    inside = _inside(model)
    return model if inside is None else inmost(inside)


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


class Shares:
    """How often each label was learned, with the weights that rows and classes had.

    What a classifier learned elsewhere is unknown, and then no shares are known.
    """

    def __init__(self, *, unknown: bool = False) -> None:
        self.counts: dict[Any, float] = {}
        self.unknown = unknown

    def add(self, model: Any, y: Any, sample_weight: Any = None, *, sign: int = 1) -> None:
        """Count labels as the model did that learned them, if it did; -1 for those forgotten."""
        if self.unknown or is_frozen(model):
            return
        y = np.asarray(y).reshape(-1)
        weight = np.ones(len(y)) if sample_weight is None else np.asarray(sample_weight, float)
        asked = getattr(_innermost(model), "class_weight", None)
        if asked is not None:
            asked = "balanced" if asked == "balanced_subsample" else asked
            weight = weight * compute_sample_weight(asked, y)
        labels, places = np.unique(y, return_inverse=True)
        for label, n in zip(labels.tolist(), np.bincount(places, weight), strict=True):
            self.counts[label] = max(0.0, self.counts.get(label, 0.0) + sign * float(n))

    def log_prior(self, classes: Any) -> Any:
        """Return the logarithms of the shares, in the order of the classes; None if unknown."""
        if not self.counts:
            return None
        counts = np.array([self.counts.get(label, 0.0) for label in np.asarray(classes).tolist()])
        with np.errstate(divide="ignore"):
            return np.log(counts) - np.log(counts.sum())
