"""scikit-learn's private names, in one place: what a new version may move."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from sklearn import get_config
from sklearn.base import _fit_context
from sklearn.utils import _safe_indexing, validation
from sklearn.utils._param_validation import (
    HasMethods,
    Interval,
    InvalidParameterError,
    StrOptions,
    validate_parameter_constraints,
)
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

from priory.errors import InputError

__all__ = [
    "HasMethods",
    "Interval",
    "ParameterError",
    "ParameterMixin",
    "SklearnError",
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


class SklearnError(InputError):
    """An error that scikit-learn has, too: its text is scikit-learn's, its fields are ours."""

    def __init__(self, what: str = "", *, text: str = "", **fields: Any) -> None:
        super().__init__(what, **fields)
        self.text = text

    def __str__(self) -> str:
        return self.text


class ParameterError(SklearnError, InvalidParameterError):
    """A parameter that scikit-learn's validation refuses."""


class ParameterMixin:
    """Mixin for estimators: what scikit-learn's validation refuses is a `ParameterError`."""

    def _validate_params(self: Any) -> None:
        """Validate one parameter at a time, so that the error knows which it is."""
        owner = type(self).__name__
        for name, value in self.get_params(deep=False).items():
            try:
                validate_parameter_constraints(self._parameter_constraints, {name: value}, owner)
            except InvalidParameterError as error:
                what = str(error).removeprefix(f"The {name!r} parameter of {owner} ")
                raise ParameterError(
                    what, text=str(error), code="bad-parameter", place=name, parameter=name
                ) from None


def _check_sample_weight(sample_weight: Any, X: Any, **options: Any) -> Any:
    """Check the weights of rows; old versions let pass those that are all 0."""
    try:
        weights = validation._check_sample_weight(sample_weight, X, **options)
    except ValueError as error:
        raise _bad_weight(str(error)) from error
    if not weights.any():
        raise _bad_weight("Sample weights must contain at least one non-zero number.")
    return weights


def _bad_weight(what: str) -> InputError:
    return InputError(what, code="bad-weight", parameter="sample_weight")


def _routing_enabled() -> bool:
    """Tell whether metadata is routed, as the private function of this name does."""
    return get_config()["enable_metadata_routing"]


def __getattr__(name: str) -> Any:
    if name not in _SLOW:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_SLOW[name]), name)
