"""Searches that scikit-learn does, with ties put right."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from scipy import sparse
from sklearn.metrics import pairwise_distances_chunked
from sklearn.neighbors import NearestNeighbors

from priory._threads import threads_for
from priory.neighbors._search import nearest_of, working_memory

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["PairwiseSearch", "PrecomputedSearch", "TreeSearch"]

Found = tuple["NDArray[np.float64]", "NDArray[np.int64]"]

# Distances between rows of yes and no: what is not 0 is yes.
OF_BOOLEANS = frozenset(
    ["dice", "jaccard", "rogerstanimoto", "russellrao", "sokalmichener", "sokalsneath", "yule"]
)
ANSWER_BYTES = 64  # of each row that is asked for: numbers, distances, and their order
QUERY_WORK = 2**7  # what a query of a tree costs, in numbers that are looked at


class TreeSearch:
    """A kd-tree or a ball tree."""

    def __init__(
        self, rows: Any, metric: Any, params: dict[str, Any], algorithm: str, leaf_size: int
    ) -> None:
        tree = NearestNeighbors(
            algorithm=algorithm, leaf_size=leaf_size, metric=metric, metric_params=params or None
        )
        self._tree = tree.set_params(p=None).fit(rows)
        self._n_rows = len(rows)

    def nearest(self, queries: Any, k: int, n_jobs: int | None) -> Found:
        """Return the nearest rows; more are asked for, to see who is as far as the last."""
        if sparse.issparse(queries):
            raise ValueError(
                'trees do not work with sparse matrices: pass X.toarray(), or set algorithm="brute"'
            )
        self._tree.n_jobs = threads_for(n_jobs, len(queries) * QUERY_WORK)
        nearest = np.empty((len(queries), k)), np.empty((len(queries), k), dtype=np.int64)
        left, asked = np.arange(len(queries)), k + 1
        while len(left):
            asked = min(asked, self._n_rows)
            size = max(1, working_memory() // (ANSWER_BYTES * asked))
            blocks = [left[start : start + size] for start in range(0, len(left), size)]
            left = np.concatenate([self._settle(queries, b, asked, nearest) for b in blocks])
            asked *= 4
        return nearest

    def _settle(self, queries: Any, block: Any, asked: int, nearest: Found) -> Any:
        """Find the nearest of a block of queries; return those that must ask for more rows.

        Their last row is as far as the last one that was asked for, so that others may be, too.
        """
        k = nearest[0].shape[1]
        distances, indices = _in_order(*self._tree.kneighbors(queries[block], asked))
        nearest[0][block], nearest[1][block] = distances[:, :k], indices[:, :k]
        is_tied = distances[:, k - 1] == distances[:, -1]
        return block[is_tied & (asked < self._n_rows)]


def _in_order(distances: NDArray[np.float64], indices: Any) -> Found:
    """Sort by distance, and rows that are equally far by their number."""
    order = np.lexsort((indices, distances), axis=-1)
    nearest = np.take_along_axis(indices, order, axis=1).astype(np.int64, copy=False)
    return np.take_along_axis(distances, order, axis=1), nearest


class PairwiseSearch:
    """Distances to all rows, a block of queries at a time."""

    def __init__(self, rows: Any, metric: Any, params: dict[str, Any]) -> None:
        self._rows, self._metric, self._params = self._read(rows, metric), metric, params

    @staticmethod
    def _read(rows: Any, metric: Any) -> Any:
        return rows != 0 if metric in OF_BOOLEANS else rows

    def nearest(self, queries: Any, k: int, n_jobs: int | None) -> Found:
        """Return the nearest rows, from blocks that fit into scikit-learn's working memory."""

        def reduce(distances: Any, start: int) -> Found:
            _refuse_nan(distances, start, self._metric)
            return nearest_of(distances, k)

        n_threads = threads_for(n_jobs, queries.shape[0] * self._rows.shape[0])
        queries = self._read(queries, self._metric)
        blocks = pairwise_distances_chunked(
            queries,
            self._rows,
            metric=self._metric,
            reduce_func=reduce,
            n_jobs=n_threads,
            **self._params,
        )
        distances, indices = zip(*blocks, strict=True)
        return np.concatenate(distances), np.concatenate(indices)


def _refuse_nan(distances: Any, start: int, metric: Any) -> None:
    if np.isnan(distances).any():
        query, row = np.argwhere(np.isnan(distances))[0].tolist()
        raise ValueError(
            f"the distance from row {start + query} of X to row {row} of the rows that were "
            f"learned is NaN under metric={metric!r}: drop one of them, or choose another metric"
        )


class PrecomputedSearch:
    """Queries that are the distances to all rows, or to the nearest of them in a sparse matrix."""

    def __init__(self, rows: Any) -> None:
        self._n_rows = rows.shape[0]

    def nearest(self, queries: Any, k: int, n_jobs: int | None) -> Found:  # noqa: ARG002
        """Return the nearest rows."""
        if not sparse.issparse(queries):
            return nearest_of(queries, k)
        few = int(np.diff(queries.indptr).min())
        if few < k:
            raise ValueError(
                f"{k} neighbors per samples are required, but some samples have only {few} "
                "neighbors in precomputed graph matrix. Decrease number of neighbors used or "
                "recompute the graph with more neighbors."
            )
        rows = np.repeat(np.arange(queries.shape[0]), np.diff(queries.indptr))
        order = np.lexsort((queries.indices, queries.data, rows))
        places = order[queries.indptr[:-1, None] + np.arange(k)]
        return queries.data[places].astype(np.float64), queries.indices[places].astype(np.int64)
