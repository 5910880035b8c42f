"""Encode the columns of y: labels as class indices, values as floats."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NoReturn

import numpy as np
from scipy import sparse
from sklearn.utils import check_array

from priory._classes import encode
from priory.errors import InputError
from priory.tables.frame import columns_of, is_frame

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

__all__ = [
    "encode_outputs",
    "output_columns",
    "read_values",
    "recoder",
    "refuse_outputs",
    "remaining_classes",
]


def output_columns(y: Any) -> list[Any]:
    """Return the targets of each output; y with one column is one output."""
    if is_frame(y):
        columns = list(columns_of(y))
        return columns if len(columns) > 1 else [y.to_numpy()]
    y = y.toarray() if sparse.issparse(y) else y
    if not hasattr(y, "ndim") and isinstance(y, list | tuple) and _has_rows(y):
        y = np.asarray(y)
    if getattr(y, "ndim", 1) == 2 and y.shape[1] > 1:  # noqa: PLR2004
        return list(np.asarray(y).T)
    return [y]


def _has_rows(y: Any) -> bool:
    return len(y) > 0 and isinstance(y[0], list | tuple | np.ndarray)


def encode_outputs(y: Any, known: list[Any] | None, n: int) -> tuple[list[Any], Any]:
    """Return the classes of each output, with those that are new, and the numbers of the labels.

    Parameters
    ----------
    y : array-like of shape (n_samples,) or (n_samples, n_outputs)
        The labels.
    known : list of ndarray or None
        The classes that are known of each output.
    n : int
        How many labels there must be.
    """
    columns = output_columns(y)
    known = [None] * len(columns) if known is None else known
    if len(columns) != len(known):
        refuse_outputs(len(columns), len(known))
    encoded = [encode(column, old, n) for column, old in zip(columns, known, strict=True)]
    return [classes for classes, _ in encoded], np.column_stack([codes for _, codes in encoded])


def recoder(known: Any, classes: Any) -> Callable[[Any], Any]:
    """Return a function that maps class indices from one set of classes to another."""
    pairs = zip(known, classes, strict=True)
    places = [np.searchsorted(now, before) for before, now in pairs]
    return lambda codes: np.column_stack([to[codes[:, j]] for j, to in enumerate(places)])


def remaining_classes(known: Any, declared: Any, codes: NDArray[np.int64]) -> Any:
    """Return the classes that are declared or still have rows; the same object if all do."""
    stays = np.isin(known, declared)
    stays[codes] = True
    if stays.all():
        return known
    left = known[stays]
    # As it would have been without the others: no wider than the longest name.
    return np.array(left.tolist()) if left.dtype.kind == "U" and len(left) else left


def read_values(y: Any, n: int) -> Any:
    """Return finite numbers, as many as there are rows, that stay as they are when y changes."""
    if y is None:
        raise InputError(
            "This estimator requires y to be passed, but the target y is None.",
            code="missing-target",
            parameter="y",
        )
    y = y.toarray() if sparse.issparse(y) else y
    try:
        values = check_array(y, ensure_2d=False, dtype=np.float64, copy=True, input_name="y")
    except (TypeError, ValueError) as error:
        raise InputError(str(error), code="bad-target", parameter="y") from error
    if len(values) != n:
        raise InputError(
            f"Found input variables with inconsistent numbers of samples: {[n, len(values)]}",
            code="shape-mismatch",
            parameter="y",
        )
    return values


def refuse_outputs(n: int, n_fitted: int) -> NoReturn:
    """Raise the error for another number of outputs than in fit."""
    raise InputError(
        f"y has {n} outputs, but the model was fitted with {n_fitted}",
        code="shape-mismatch",
        parameter="y",
    )
