"""Row containers: dense and sparse matrices, and arrays of strings."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Any, NoReturn

import numpy as np
from scipy import sparse
from sklearn.utils.validation import validate_data

from priory.errors import InputError, InputTypeError
from priory.neighbors._checks import refuse_value
from priory.tables.frame import column_of, is_frame, is_missing
from priory.tables.matrix import read_matrix

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

__all__ = [
    "are_strings",
    "concatenated",
    "hold_strings",
    "in_format_of",
    "is_dense",
    "keys",
    "n_rows",
    "read_numbers",
    "read_precomputed",
    "read_strings",
]


def n_rows(rows: Any) -> int:
    """Return how many rows there are."""
    return int(rows.shape[0])


def are_strings(X: Any) -> bool:
    """Whether X is a column of strings, as far as its first value tells."""
    if isinstance(X, str | bytes) or sparse.issparse(X) or is_frame(X):
        return False
    if getattr(X, "ndim", 1) != 1 or not hasattr(X, "__iter__"):
        return False
    dtype = getattr(X, "dtype", None)
    if isinstance(dtype, np.dtype) and dtype.kind not in "OUS":
        return False
    values = X.to_pylist() if hasattr(X, "to_pylist") else X
    return any(isinstance(value, str | bytes) for value in islice(values, 1000))


def hold_strings(rows: Any) -> bool:
    """Whether rows that were kept are strings."""
    return np.dtype(rows.dtype).kind == "O"


def is_dense(rows: Any) -> bool:
    """Whether rows that were kept are a dense matrix of numbers."""
    return isinstance(rows, np.ndarray) and not hold_strings(rows)


def read_strings(X: Any) -> NDArray[np.object_]:
    """Return strings in an array of objects, if they are strings and nothing else."""
    if isinstance(X, str | bytes):
        raise InputError(
            "X is a single string",
            code="single-string",
            parameter="X",
            remedy="pass a list of strings, [text]",
        )
    if is_frame(X) or sparse.issparse(X) or getattr(X, "ndim", 1) != 1:
        raise InputError(
            "the metric compares strings, but X is a table",
            code="metric-mismatch",
            parameter="X",
            remedy="pass one column of strings, or choose a numeric metric",
        )
    values = X.to_pylist() if hasattr(X, "to_pylist") else list(X)
    for row, value in enumerate(values):
        if not isinstance(value, str | bytes):
            _refuse_non_string(row, value)
    if not values:
        raise InputError("Found array with 0 sample(s)", code="empty-input", parameter="X")
    strings = np.empty(len(values), dtype=object)
    strings[:] = [value if isinstance(value, bytes) else str(value) for value in values]
    return strings


def _refuse_non_string(row: int, value: Any) -> NoReturn:
    if not isinstance(value, list | tuple | np.ndarray) and is_missing(value):
        raise InputError(
            f"missing value ({value!r})",
            code="missing-value",
            place=f"row {row}",
            parameter="X",
            remedy="drop the row, or pass an empty string",
        )
    raise InputError(
        f"{value!r} is not a string, but the metric compares strings",
        code="metric-mismatch",
        place=f"row {row}",
        parameter="X",
        remedy="choose a numeric metric",
    )


def read_numbers(
    estimator: Any, X: Any, *, reset: bool, copy: bool = False, nan: bool = False
) -> Any:
    """Return a matrix of finite numbers, dense or CSR in order and without zeros.

    Parameters
    ----------
    estimator : object
        Whose ``n_features_in_`` and ``feature_names_in_`` are set, or else compared.
    X : data frame, array-like or sparse matrix of shape (n_samples, n_features)
        The table.
    reset : bool
        Whether they are set.
    copy : bool, default=False
        Whether the matrix shall stay as it is when X changes.
    nan : bool, default=False
        Whether NaN is allowed.
    """
    matrix = read_matrix(
        estimator,
        X,
        reset=reset,
        accept_sparse=("csr", "csc"),
        dtype=np.float64,
        order="C",
        copy=copy,
    )
    _refuse_infinite(X, matrix, nan=nan)
    if not sparse.issparse(matrix):
        return matrix
    tidy = sparse.csr_array(matrix, copy=matrix is X)
    tidy.sum_duplicates()
    tidy.eliminate_zeros()
    return tidy


def _refuse_infinite(X: Any, matrix: Any, *, nan: bool) -> None:
    """Name the first value that has no distance to others."""
    numbers = matrix.data if sparse.issparse(matrix) else matrix
    bad = np.isinf(numbers) if nan else ~np.isfinite(numbers)
    if not bad.any():
        return
    if sparse.issparse(matrix):
        entries = matrix.tocoo()
        row, column = (int(places[bad][0]) for places in (entries.row, entries.col))
    else:
        row, column = (int(place) for place in np.argwhere(bad)[0])
    name = repr(column_of(X, column).name) if hasattr(X, "iloc") else str(column)
    refuse_value("row", row, name, float(numbers[bad].flat[0]))


def in_format_of(rows: Any, others: Any) -> Any:
    """Convert rows to the format of others: sparse or dense."""
    if sparse.issparse(others):
        return rows if sparse.issparse(rows) else sparse.csr_array(rows)
    return rows.toarray() if sparse.issparse(rows) else rows


def concatenated(parts: list[Any]) -> Any:
    """Concatenate rows, in order."""
    if sparse.issparse(parts[0]):
        return sparse.vstack(parts, format="csr")
    return np.concatenate(parts)


def keys(rows: Any) -> Iterator[Any]:
    """Return what equal rows have in common, from the last row to the first."""
    if sparse.issparse(rows):
        for i in range(rows.shape[0] - 1, -1, -1):
            entries = slice(rows.indptr[i], rows.indptr[i + 1])
            columns = rows.indices[entries].astype(np.int64)
            yield columns.tobytes() + rows.data[entries].tobytes()
    elif hold_strings(rows):
        yield from reversed(rows.tolist())
    else:
        for row in reversed(rows):
            yield (row + 0.0).tobytes()  # minus zero is zero


def read_precomputed(estimator: Any, X: Any, *, reset: bool) -> Any:
    """Return a matrix of distances, dense or CSR with the zeros that it has."""
    if sparse.issparse(X) and X.format not in {"csr", "csc", "coo", "lil"}:
        raise InputTypeError(
            f"Sparse matrix in {X.format!r} format is not supported due to its handling of "
            "explicit zeros",
            code="unsupported",
            parameter="X",
            remedy="pass it as CSR",
        )
    matrix = validate_data(
        estimator,
        X,
        reset=reset,
        accept_sparse="csr",
        dtype=np.float64,
        order="C",
        copy=reset,
        ensure_non_negative=True,
    )
    if reset and matrix.shape[0] != matrix.shape[1]:
        raise InputError(
            "Precomputed matrix must be square. Input is a "
            f"{matrix.shape[0]}x{matrix.shape[1]} matrix.",
            code="shape-mismatch",
            parameter="X",
        )
    return sparse.csr_array(matrix) if sparse.issparse(matrix) else matrix
