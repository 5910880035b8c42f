"""Name of the sample_weight parameter, through pipelines and searches."""

from __future__ import annotations

from typing import Any

from sklearn.frozen import FrozenEstimator
from sklearn.pipeline import Pipeline

from priory._sklearn import BaseSearchCV, _routing_enabled
from priory.decision.wrapper._base import Wrapper

__all__ = ["WEIGHT", "weight_name", "weights_of"]

WEIGHT = "sample_weight"


def weight_name(model: Any) -> str:
    """Return how the weights of rows are called for the classifier inside: a pipeline's, by step.

    With scikit-learn's routing of metadata they are called the same everywhere.
    """
    if isinstance(model, Pipeline) and not _routing_enabled():
        step, last = model.steps[-1]
        return f"{step}__{weight_name(last)}"
    if isinstance(model, Wrapper | BaseSearchCV | FrozenEstimator):
        return weight_name(model.estimator)
    return WEIGHT


def weights_of(model: Any, params: dict[str, Any]) -> Any:
    """Return the weights of rows among what is given to `fit`; None if there are none."""
    plain = params.get(WEIGHT)
    return params.get(weight_name(model)) if plain is None else plain
