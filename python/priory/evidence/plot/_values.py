"""Feature ranges for plots, and input tables for models."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy.sparse import issparse
from sklearn.utils.validation import check_is_fitted

from priory._show import counted
from priory.errors import InputError
from priory.tables.frame import Frame, is_frame

__all__ = ["asked", "limits_of", "n_neighbors_of", "reach", "read_table"]

LEAST_STEPS = 1000  # numbers that can be told apart from end to end


def reach(values: Any, margin: float = 0.05) -> tuple[float, float]:
    """Return from where to where values are drawn: beyond the least and the greatest by a margin.

    The margin is a share of their range, and wide enough for equal values to have room.
    """
    values = values[np.isfinite(values)]
    low, high = (float(values.min()), float(values.max())) if len(values) else (0.0, 1.0)
    least = LEAST_STEPS * np.spacing(max(abs(low), abs(high)))
    room = max(margin * (high - low), least) if low < high else margin * abs(low) or 1.0
    if not np.isfinite(high - low + 2 * room):
        raise InputError(
            f"the range from {low:g} to {high:g} is too wide to plot",
            code="too-large",
            parameter="X",
        )
    return low - room, high + room


def limits_of(rows: Any, limits: Any) -> Any:
    """Return from where to where each feature is drawn, as it is told or by its values."""
    if limits is None:
        return np.array([reach(column) for column in rows.T])
    limits = np.atleast_2d(np.asarray(limits, dtype=np.float64))
    if limits.shape != (rows.shape[1], 2) or not (limits[:, 0] < limits[:, 1]).all():
        raise InputError(
            "limits must be (low, high) for each feature, with low < high",
            code="bad-parameter",
            parameter="limits",
        )
    return limits


def read_table(model: Any, X: Any, n_features: int) -> tuple[Any, Any]:
    """Return the rows of a fitted model's features as numbers, and the features' names."""
    check_is_fitted(model)
    learned = getattr(model, "n_features_in_", n_features)
    if learned != n_features:
        raise InputError(
            f"{type(model).__name__} has {counted(learned, 'feature')}, but this plot is "
            f"for {counted(n_features, 'feature')}",
            code="shape-mismatch",
            parameter="model",
            remedy=f"fit a model to {counted(n_features, 'feature')}",
        )
    names: Any = Frame.of(X).names if is_frame(X) else None
    if names is None:
        names = getattr(model, "feature_names_in_", range(n_features))
    rows = np.asarray(X.toarray() if issparse(X) else X, dtype=np.float64)
    if rows.ndim != 2 or rows.shape[1] != n_features or not len(rows):  # noqa: PLR2004 (a table)
        raise InputError(
            f"X has shape {rows.shape}, but this plot needs rows of "
            f"{counted(n_features, 'feature')}",
            code="shape-mismatch",
            parameter="X",
        )
    return rows, list(names)


def asked(X: Any, rows: Any) -> Any:
    """Return rows of numbers as a table of the kind that X is, with its names."""
    if not is_frame(X):
        return rows
    if hasattr(X, "iloc"):
        return type(X)(rows, columns=X.columns)
    columns = dict(zip(Frame.of(X).names or (), rows.T, strict=True))
    return type(X)(columns) if hasattr(X, "to_series") else type(X).from_pydict(columns)


def n_neighbors_of(model: Any) -> int | None:
    """Return how many neighbours a model asks, or the last step of a pipeline, if any."""
    last = model.steps[-1][1] if hasattr(model, "steps") else model
    return getattr(last, "n_neighbors", None)
