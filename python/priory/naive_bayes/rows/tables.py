"""Validation of tables, and their conversion to arrays where all columns are numeric."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy import sparse
from sklearn.utils.validation import validate_data

from priory._naming import Location
from priory.errors import InputError
from priory.tables.frame import is_frame
from priory.tables.matrix import refuse_other_order

__all__ = [
    "as_array",
    "as_numbers",
    "category_error",
    "has_names_of_fit",
    "is_plain",
    "read_table",
    "refuse_empty",
]


def read_table(estimator: Any, X: Any, *, reset: bool) -> Any:
    """Check a table, and return it as an array, or as a frame if not all of it is numbers."""
    if not reset and is_plain(estimator, X, np.int64, np.float64, np.object_):
        return X
    if is_frame(X):
        if reset or not has_names_of_fit(estimator, X):
            if not reset:
                refuse_other_order(estimator, X)
            validate_data(estimator, X, reset=reset, skip_check_array=True)
        refuse_empty(X)
        return _without_frame(X)
    X = validate_data(
        estimator,
        as_array(X),
        dtype=None,
        ensure_all_finite=False,
        reset=reset,
    )
    return as_numbers(X)


def is_plain(estimator: Any, X: Any, *dtypes: Any, csr: bool = False) -> bool:
    """Whether a matrix needs no conversion: scikit-learn's checks cost more than a short row.

    Dense ones stand row by row, and sparse ones, if such may come, are compressed by rows.
    """
    is_dense = type(X) is np.ndarray
    return (
        (X.flags.c_contiguous if is_dense else csr and sparse.issparse(X) and X.format == "csr")
        and X.ndim == 2  # noqa: PLR2004
        and X.dtype in dtypes
        and X.shape[0] > 0
        and X.shape[1] == estimator.n_features_in_
        and not hasattr(estimator, "feature_names_in_")
    )


def has_names_of_fit(estimator: Any, X: Any) -> bool:
    """Whether the columns of a frame are those of fit: scikit-learn takes longer to find out."""
    learned = getattr(estimator, "feature_names_in_", None)
    return learned is not None and list(getattr(X, "column_names", X.columns)) == learned.tolist()


def refuse_empty(X: Any) -> None:
    """Refuse a frame without rows or columns, in the words of scikit-learn."""
    for n, what in zip(X.shape, ("sample", "feature"), strict=True):
        if n == 0:
            raise InputError(
                f"Found array with 0 {what}(s) (shape={X.shape}) while a minimum of 1 is required.",
                code="empty-input",
                parameter="X",
            )


def _without_frame(X: Any) -> Any:
    """Return a frame as an array if all its columns are NumPy's numbers."""
    dtypes = getattr(X, "dtypes", None)
    if dtypes is None or not all(isinstance(d, np.dtype) and d.kind in "biuf" for d in dtypes):
        return X
    array = np.asarray(X)
    return as_numbers(array) if array.dtype.kind in "biuf" else X  # bools beside numbers: objects


def as_array(X: Any) -> Any:
    """Make an array of lists, in which a number beside strings stays a number."""
    if not isinstance(X, list | tuple):
        return X
    array = np.array(X)
    return np.array(X, dtype=object) if array.dtype.kind in "US" else array


def as_numbers(X: Any) -> Any:
    """Return an array whose numbers, if it has such, are of a type that the core reads."""
    kind = X.dtype.kind
    if kind in "bi" or (kind == "u" and X.dtype.itemsize < 8):  # noqa: PLR2004
        return np.ascontiguousarray(X, np.int64)
    return np.ascontiguousarray(X, np.float64) if kind in "uf" else X


def category_error(estimator: Any, row: int, j: int, value: Any) -> InputError:
    """Make the error for a number that is not the code of a category."""
    what, code = f"{value} is too large for a category code", "too-large"
    remedy = "codes start at 0, without large gaps; pass such numbers as strings"
    if np.isinf(value):
        what, code = f"Input X contains infinity: {value}", "infinite-value"
        remedy = "replace it by NaN if it is not known"
    elif value < 0:
        name = type(estimator).__name__
        what, code = (
            f"Negative values in data passed to {name} (input X): {value}",
            "negative-value",
        )
        remedy = "category codes start at 0; pass other numbers as strings"
    elif value % 1:
        what, code = f"{value} is not a category", "not-a-category"
        remedy = "discretize measurements, or pass them as strings"
    place = Location.of(estimator, row, j)
    return InputError(what, code=code, place=place, parameter="X", remedy=remedy)
