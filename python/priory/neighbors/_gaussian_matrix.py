"""A Gaussian random matrix whose entries are computed on demand by a counter-based generator."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np
from scipy.sparse import csc_array, csr_array, issparse

from priory import _core
from priory._threads import threads_for

if TYPE_CHECKING:
    from numpy.typing import DTypeLike, NDArray

__all__ = ["GaussianMatrix"]

# Rows whose sums for a few components stay in the cache, or nearly so; what is made for each
# feature is made again for the next rows.
ROWS = 2**16
FEW = 2**4  # columns are sorted if so many have one number
NUMBERS = 2**20  # of the matrix or of a product that are there at once, for dense rows


@dataclass(frozen=True)
class GaussianMatrix:
    """Independent normal numbers of mean 0 and variance 1 / n_components.

    Parameters
    ----------
    seed : int
        From which, with its place, each number follows.
    n_components, n_features : int
        The shape.
    dtype : dtype
        The precision of the numbers as an array.
    """

    seed: int
    n_components: int
    n_features: int
    dtype: DTypeLike = np.float64

    def astype(self, dtype: DTypeLike, copy: bool = True) -> GaussianMatrix:  # noqa: ARG002 (as NumPy's)
        """Return the matrix in another precision."""
        return replace(self, dtype=dtype)

    def toarray(self, n_jobs: int | None) -> NDArray[Any]:
        """Make all numbers."""
        return self._features(0, self.n_features, self.dtype, n_jobs).T

    def project(self, X: Any, n_jobs: int | None) -> NDArray[Any]:
        """Multiply rows by the transposed matrix.

        A sparse row has the same result, to the last bit, in any company and on any threads.
        """
        dtype = np.result_type(X.dtype, self.dtype)
        if not issparse(X):
            return self._project_dense(X, dtype, n_jobs)
        out = np.empty((X.shape[0], self.n_components), dtype=dtype)
        X = X.tocsr()
        for start in range(0, X.shape[0], ROWS):
            features, columns = _by_columns(X[start : start + ROWS] if X.shape[0] > ROWS else X)
            _core.project_gaussian(
                self.seed,
                self.n_components,
                features.astype(np.int64, copy=False),
                columns.indptr.astype(np.int64, copy=False),
                columns.indices.astype(np.int32, copy=False),
                (columns.data.astype(dtype, copy=False), out[start : start + ROWS].reshape(-1)),
                threads_for(n_jobs, columns.nnz * self.n_components),
            )
        return out

    def _project_dense(self, X: Any, dtype: DTypeLike, n_jobs: int | None) -> NDArray[Any]:
        """Add up products with some features at a time."""
        out = np.zeros((X.shape[0], self.n_components), dtype=dtype)
        step = max(1, NUMBERS // self.n_components)
        for first in range(0, self.n_features, step):
            last = min(first + step, self.n_features)
            numbers = self._features(first, last, dtype, n_jobs)
            for start in range(0, len(X), step):
                part = slice(start, start + step)
                out[part] += X[part, first:last] @ numbers
        return out

    def _features(
        self, first: int, last: int, dtype: DTypeLike, n_jobs: int | None
    ) -> NDArray[Any]:
        """Make the numbers of some features, a row for each."""
        numbers = np.empty((last - first, self.n_components), dtype=dtype)
        threads = threads_for(n_jobs, numbers.size)
        _core.fill_gaussian(self.seed, self.n_components, first, numbers.reshape(-1), threads)
        return numbers


def _by_columns(rows: Any) -> tuple[NDArray[Any], Any]:
    """Return the features that rows have, and a matrix of these alone by columns."""
    n_rows, n_features = rows.shape
    if rows.nnz > n_features // FEW:
        columns = rows.tocsc()
        features = np.flatnonzero(np.diff(columns.indptr))
        ends = np.append(columns.indptr[features], columns.nnz)
    else:  # nothing may be done for each of many features
        features, places = np.unique(rows.indices, return_inverse=True)
        columns = csr_array((rows.data, places, rows.indptr), (n_rows, len(features))).tocsc()
        ends = columns.indptr
    return features, csc_array((columns.data, columns.indices, ends), (n_rows, len(features)))
