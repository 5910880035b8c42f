"""Arrays from the core become a sparse matrix of the kind scikit-learn is set to return."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
from scipy import sparse
from sklearn import get_config

from priory import _core

__all__ = ["as_configured", "csr"]

# The core finds NumPy when it meets its first array: here, and not in the middle of a long call,
# where Ctrl-C would be taken for a failure to find it.
_core.Vocabulary.from_parts(b"", np.empty(0, dtype=np.int64))

_INT32_MAX = np.iinfo(np.int32).max


def csr(arrays: tuple[Any, Any, Any], n_columns: int, dtype: Any) -> Any:
    """Return the matrix of (indptr, indices, data) without copying what need not change."""
    indptr, indices, data = arrays
    if len(indices) > _INT32_MAX:
        indices = indices.astype(np.int64)
    else:
        indptr = indptr.astype(np.int32)
    kind, parts, shape = _kind(), (data, indices, indptr), (len(indptr) - 1, n_columns)
    # Types are compared first because that is quick, and one document should be.
    is_same = data.dtype.type is dtype or data.dtype == dtype
    if not is_same or _template(kind) is None:
        return kind(parts, shape=shape, dtype=dtype)
    return _assemble(kind, parts, shape)


def as_configured(matrix: Any) -> Any:
    """Return a CSR matrix as the kind that scikit-learn is set to return."""
    kind = _kind()
    return matrix if isinstance(matrix, kind) else kind(matrix)


def _kind() -> Any:
    as_array = get_config().get("sparse_interface") == "sparray"
    return sparse.csr_array if as_array else sparse.csr_matrix


def _assemble(kind: Any, parts: tuple[Any, Any, Any], shape: tuple[int, int]) -> Any:
    """Make a matrix without the checks of its constructor, which cost more than a short document.

    What the core returns is sound: rows ascend, columns are in order, nothing stands twice.
    """
    matrix = kind.__new__(kind)
    data, indices, indptr = parts
    matrix.__dict__.update(_template(kind), data=data, indices=indices, indptr=indptr, _shape=shape)
    return matrix


@cache
def _template(kind: Any) -> dict[str, Any] | None:
    """Return what an empty matrix holds, or None if SciPy keeps it in a way we do not know."""
    empty = kind((0, 0))
    empty.has_canonical_format = True
    state = vars(empty)
    return dict(state) if state.keys() >= {"data", "indices", "indptr", "_shape"} else None
