"""Read X as the type of rows that the metric compares."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from priory.errors import InputError
from priory.neighbors._metrics import OF_BOTH, OF_STRINGS
from priory.neighbors._rows import (
    are_strings,
    hold_strings,
    read_numbers,
    read_precomputed,
    read_strings,
)

if TYPE_CHECKING:
    from priory.neighbors._examples import Examples, Features

__all__ = ["read_first", "read_more", "refuse_other_kind", "refuse_precomputed"]


def read_first(model: Any, X: Any) -> Any:
    """Return a copy of the first rows; what scikit-learn notes about them is set anew."""
    for name in ("n_features_in_", "feature_names_in_"):
        model.__dict__.pop(name, None)
    metric = model.metric
    if metric == "precomputed":
        return read_precomputed(model, X, reset=True)
    if are_strings(X) if callable(metric) or metric in OF_BOTH else metric in OF_STRINGS:
        return read_strings(X)
    _refuse_strings(X, f"metric={metric!r} compares")
    return read_numbers(model, X, reset=True, copy=True, nan=metric == "nan_euclidean")


def read_more(model: Any, X: Any, examples: Examples, *, copy: bool = False) -> Any:
    """Return rows of the kind that was learned; a copy, if they are to be kept."""
    refuse_other_kind(model.metric, examples.frame)
    if model.metric == "precomputed":
        return read_precomputed(model, X, reset=False)
    if hold_strings(examples.kept.first.rows):
        return read_strings(X)
    _refuse_strings(X, "the rows that were learned are")
    nan = model.metric == "nan_euclidean"
    return read_numbers(model, X, reset=False, copy=copy, nan=nan)


def _refuse_strings(X: Any, why: str) -> None:
    if isinstance(X, str | bytes) or are_strings(X):
        raise InputError(
            f"X holds strings, but {why} numbers",
            code="metric-mismatch",
            parameter="X",
            remedy="choose a string metric, or use priory.TextNeighbors for texts",
        )


def refuse_other_kind(metric: Any, frame: Features) -> None:
    """Refuse a metric, set since fit, for which something else should have been learned."""
    if frame.are_distances and metric != "precomputed":
        raise InputError(
            f"metric={metric!r} compares rows, but the model was fitted with metric='precomputed'",
            code="metric-mismatch",
            parameter="metric",
            remedy="fit the rows themselves",
        )
    if metric == "precomputed" and not frame.are_distances:
        raise InputError(
            "metric='precomputed' takes distances, but the model was fitted on rows",
            code="metric-mismatch",
            parameter="metric",
            remedy="fit the square distance matrix, or choose another metric",
        )


def refuse_precomputed(metric: Any, frame: Features, verb: str) -> None:
    """Refuse to learn more or to forget where there are no rows."""
    if metric == "precomputed" or frame.are_distances:
        raise InputError(
            f"{verb} is not supported with metric='precomputed', which keeps distances but no rows",
            code="unsupported",
            parameter="metric",
            remedy="fit the square distance matrix of all rows",
        )
