"""Build SciPy CSR matrices from the arrays of the core."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
from scipy import sparse
from sklearn import get_config

from priory import _core

__all__ = ["as_configured", "csr", "selected"]

# The core finds NumPy when it meets its first array: here, and not in the middle of a long call,
# where Ctrl-C would be taken for a failure to find it.
_core.Vocabulary.from_parts(b"", np.empty(0, dtype=np.int64))

_INT32_MAX = np.iinfo(np.int32).max

# What SciPy keeps of a matrix.
_FLAGS = {"_has_canonical_format", "_has_sorted_indices"}
_STATE = {"data", "indices", "indptr", "_shape", "maxprint", *_FLAGS}


def csr(arrays: tuple[Any, Any, Any], n_columns: int, dtype: Any) -> Any:
    """Return the matrix of (indptr, indices, data) without copying what need not change."""
    indptr, indices, data = arrays
    if len(indices) > _INT32_MAX:
        indices = indices.astype(indptr.dtype)  # SciPy wants one type for both
    kind, shape = _kind(), (len(indptr) - 1, n_columns)
    maxprint = _maxprint(kind)
    # Types are compared first because that is quick, and one document should be.
    is_same = data.dtype.type is dtype or data.dtype == dtype
    if not is_same or maxprint is None:
        return kind((data, indices, indptr), shape=shape, dtype=dtype)
    # The checks of the constructor cost more than a short document, and what the core returns is
    # sound: rows ascend, columns are in order, nothing stands twice.
    matrix = kind.__new__(kind)
    matrix.data, matrix.indices, matrix.indptr, matrix._shape = data, indices, indptr, shape
    matrix._has_canonical_format = matrix._has_sorted_indices = True
    matrix.maxprint = maxprint
    return matrix


def selected(arrays: Any, kept: Any, n_columns: int, limit: int, *, gather: bool) -> Any:
    """Keep some columns, all if that is None, and gather the others in a last one if asked to."""
    if kept is None:
        kept = np.arange(n_columns, dtype=np.uint32)
    places = np.full(n_columns, -1, dtype=np.int32)
    places[kept] = np.arange(len(kept), dtype=np.int32)
    indptr, indices, data = arrays
    begins = indptr.astype(np.int64, copy=False)
    last = len(kept) if gather else None
    return _core.select_columns(begins, indices, data, places, last, limit)


def as_configured(matrix: Any) -> Any:
    """Return a CSR matrix as the kind that scikit-learn is set to return.

    Versions that cannot be set return the kind that they were given.
    """
    if "sparse_interface" not in get_config():
        return matrix
    kind = _kind()
    return matrix if isinstance(matrix, kind) else kind(matrix)


def _kind() -> Any:
    as_array = get_config().get("sparse_interface") == "sparray"
    return sparse.csr_array if as_array else sparse.csr_matrix


@cache
def _maxprint(kind: Any) -> int | None:
    """Return SciPy's default, or None if SciPy keeps a matrix in a way we do not know."""
    empty = kind((0, 0))
    empty.has_canonical_format = True
    state = vars(empty)
    return state["maxprint"] if state.keys() == _STATE else None
