"""Delegation to inner estimators: metadata routing, and parameters set after fit."""

from __future__ import annotations

from typing import Any

from sklearn.pipeline import Pipeline
from sklearn.utils.metadata_routing import MethodMapping

__all__ = ["same_name_mapping", "set_fitted"]


def same_name_mapping() -> MethodMapping:
    """Return a routing in which fit calls fit, and partial_fit calls partial_fit."""
    mapping = MethodMapping()
    for method in ("fit", "partial_fit"):
        mapping.add(caller=method, callee=method)
    return mapping


def set_fitted(fitted: dict[str, Any], params: dict[str, Any]) -> None:
    """Hand parameters on to fitted clones, by the names that ``set_params`` of their owner has.

    Models and decisions of Priory answer by what they counted and by the parameters that they have
    when asked, alone or in a pipeline: they take them. What others learned stays as it is until
    the next `fit`, and so does what was made from a classifier that is replaced.
    """
    for name, value in params.items():
        part, _, rest = name.partition("__")
        if rest and part in fitted and part not in params:
            _set(fitted[part], rest, value)


def _set(model: Any, name: str, value: Any) -> None:
    if _is_ours(model):
        model.set_params(**{name: value})
    elif isinstance(model, Pipeline):
        step, _, rest = name.partition("__")
        if rest:
            _set(model.named_steps[step], rest, value)


def _is_ours(model: Any) -> bool:
    """Tell whether a model is one of Priory; its transformers learn with their parameters."""
    modules = (cls.__module__ for cls in type(model).__mro__)
    return hasattr(model, "predict") and any(one.startswith("priory.") for one in modules)
