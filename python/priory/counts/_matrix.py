"""Arrays from the core become a sparse matrix of the kind scikit-learn is set to return."""

from __future__ import annotations

import os
from typing import Any

import numpy as np
from scipy import sparse
from sklearn import get_config

__all__ = ["csr", "n_threads"]

_INT32_MAX = np.iinfo(np.int32).max


def csr(arrays: tuple[Any, Any, Any], n_columns: int, dtype: Any) -> Any:
    """Return the matrix of (indptr, indices, data) without copying what need not change."""
    indptr, indices, data = arrays
    index = np.int64 if indptr[-1] > _INT32_MAX else np.int32
    parts = (
        data.astype(dtype, copy=False),
        indices.astype(index, copy=False),
        indptr.astype(index, copy=False),
    )
    as_array = get_config().get("sparse_interface") == "sparray"
    kind = sparse.csr_array if as_array else sparse.csr_matrix
    matrix = kind(parts, shape=(len(indptr) - 1, n_columns))
    matrix.has_canonical_format = True
    return matrix


def n_threads(n_jobs: int | None) -> int:
    """Return the number of threads that ``n_jobs`` asks for: -1 means all cores."""
    if n_jobs is None:
        return 1
    if n_jobs < 0:
        cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
        return max(1, (cores or 1) + 1 + n_jobs)
    return n_jobs
