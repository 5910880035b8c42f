"""scikit-learn's private names, in one place: what a new version may move."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from sklearn import get_config
from sklearn.base import _fit_context
from sklearn.utils import _safe_indexing, validation
from sklearn.utils._param_validation import HasMethods, Interval, StrOptions
from sklearn.utils.metadata_routing import _raise_for_params
from sklearn.utils.metaestimators import _BaseComposition
from sklearn.utils.parallel import _get_threadpool_controller
from sklearn.utils.validation import (
    _check_feature_names,
    _check_method_params,
    _check_n_features,
    _check_y,
    _num_samples,
)

__all__ = [
    "HasMethods",
    "Interval",
    "StrOptions",
    "_BaseComposition",
    "_check_feature_names",
    "_check_method_params",
    "_check_n_features",
    "_check_sample_weight",
    "_check_y",
    "_fit_context",
    "_get_threadpool_controller",
    "_num_samples",
    "_raise_for_params",
    "_routing_enabled",
    "_safe_indexing",
]

# Imported when asked for: model_selection is slow to load, and most rooms do without it.
_SLOW = {
    "BaseSearchCV": "sklearn.model_selection._search",
    "BaseThresholdClassifier": "sklearn.model_selection._classification_threshold",
}


def _check_sample_weight(sample_weight: Any, X: Any, **options: Any) -> Any:
    """Check the weights of rows; old versions let pass those that are all 0."""
    weights = validation._check_sample_weight(sample_weight, X, **options)
    if not weights.any():
        raise ValueError("Sample weights must contain at least one non-zero number.")
    return weights


def _routing_enabled() -> bool:
    """Tell whether metadata is routed, as the private function of this name does."""
    return get_config()["enable_metadata_routing"]


def __getattr__(name: str) -> Any:
    if name not in _SLOW:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_SLOW[name]), name)
