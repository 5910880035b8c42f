"""Searches that scikit-learn does, with ties put right."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np
from scipy import sparse
from sklearn.metrics import DistanceMetric, pairwise_distances_chunked
from sklearn.neighbors import NearestNeighbors

from priory._threads import threads_for
from priory.neighbors._dense import DENSE, check_dense
from priory.neighbors._search import nearest_in_blocks, nearest_of, working_memory

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from priory.neighbors._search import Search

__all__ = ["PairwiseSearch", "PrecomputedSearch", "TreeSearch"]

Found = tuple["NDArray[np.float64]", "NDArray[np.int64]"]

# Distances between rows of yes and no: what is not 0 is yes.
OF_BOOLEANS = frozenset(
    ["dice", "jaccard", "rogerstanimoto", "russellrao", "sokalmichener", "sokalsneath", "yule"]
)
# SciPy, whom scikit-learn asks for all pairs, has another distance of that name, or none.
OF_TREES = frozenset(["braycurtis", "sokalmichener"])
ANSWER_BYTES = 64  # of each row that is asked for: numbers, distances, and their order
MORE = 4  # times as many rows are asked for, where some of them are equally far
ROUNDING = 1e-9  # more than enough for what trees round
QUERY_WORK = 2**7  # what a query of a tree costs, in numbers that are looked at


class TreeSearch:
    """A kd-tree or a ball tree."""

    def __init__(
        self,
        rows: Any,
        metric: Any,
        params: dict[str, Any],
        algorithm: str,
        leaf_size: int,
        *,
        look_at_all: Callable[[], Search],
    ) -> None:
        self._rows, self._metric = self._read(rows, metric, "kept row"), metric
        tree = NearestNeighbors(
            algorithm=algorithm,
            leaf_size=leaf_size,
            metric=_named(metric) if callable(metric) else metric,
            metric_params=params or None,
        )
        self._tree = tree.set_params(p=None).fit(self._rows)
        self._n_rows = len(rows)
        self._all = cache(look_at_all)

    @staticmethod
    def _read(rows: Any, metric: Any, name: str) -> Any:
        return rows if callable(metric) or metric not in DENSE else check_dense(rows, metric, name)

    def nearest(self, queries: Any, k: int, n_jobs: int | None) -> Found:
        """Return the nearest rows.

        More are asked for, to see who is as far as the last. Where very many are, trees are slow,
        and all rows are looked at.
        """
        if sparse.issparse(queries):
            raise ValueError(
                'trees do not work with sparse matrices: pass X.toarray(), or set algorithm="brute"'
            )
        queries = self._read(queries, self._metric, "query")
        self._tree.n_jobs = threads_for(n_jobs, len(queries) * QUERY_WORK)
        nearest = np.empty((len(queries), k)), np.empty((len(queries), k), dtype=np.int64)
        left = np.arange(len(queries))
        for wanted in (k + 1, MORE * (k + 1)):
            asked = min(wanted, self._n_rows)
            size = max(1, working_memory() // (ANSWER_BYTES * asked))
            blocks = [left[start : start + size] for start in range(0, len(left), size)]
            settled = [self._settle(queries, block, asked, nearest) for block in blocks]
            left = np.concatenate([left[:0], *settled])
        if len(left):
            nearest[0][left], nearest[1][left] = self._all().nearest(queries[left], k, n_jobs)
        return nearest

    def _settle(self, queries: Any, block: Any, asked: int, nearest: Found) -> Any:
        """Find the nearest of a block of queries; return those that must ask for more rows.

        Their last row is as far as the last one that was asked for, so that others may be, too.
        What is about as far counts, since trees leave out rows by bounds that are rounded.
        """
        k = nearest[0].shape[1]
        distances, indices = self._tree.kneighbors(queries[block], asked)
        if self._metric in ("euclidean", "manhattan"):
            distances = _as_in_the_core(self._metric, queries[block], self._rows, indices)
        distances, indices = _in_order(distances, indices)
        nearest[0][block], nearest[1][block] = distances[:, :k], indices[:, :k]
        is_tied = distances[:, k - 1] * (1 + ROUNDING) >= distances[:, -1]
        return block[is_tied & (asked < self._n_rows)]


def _named(function: Callable[..., float]) -> Callable[..., float]:
    """Return the same function with errors that name the pair; a tree takes NaN for row 0."""

    def distance(x: Any, y: Any, **params: Any) -> float:
        try:
            found = function(x, y, **params)
        except Exception as error:
            error.add_note(f"raised by metric({x}, {y})")
            raise
        if np.isnan(found):
            raise ValueError(
                f"metric({x}, {y}) returned {found!r}: it must return a number for every pair, and "
                "infinity for those that are never near"
            )
        return found

    return distance


def _as_in_the_core(metric: str, queries: Any, rows: Any, indices: Any) -> Any:
    """Compute distances to some rows one column after the other, so that ties are the same."""
    sums = np.zeros(indices.shape)
    for asked, kept in zip(queries.T, rows.T, strict=True):
        apart = asked[:, None] - kept[indices]
        sums += apart * apart if metric == "euclidean" else np.abs(apart)
    return np.sqrt(sums) if metric == "euclidean" else sums


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
        queries = self._read(queries, self._metric)
        if self._metric in OF_TREES:
            return self._nearest_as_in_trees(queries, k)

        def reduce(distances: Any, start: int) -> Found:
            _refuse_nan(distances, start, self._metric)
            return nearest_of(distances, k)

        n_threads = threads_for(n_jobs, queries.shape[0] * self._rows.shape[0])
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

    def _nearest_as_in_trees(self, queries: Any, k: int) -> Found:
        distance = DistanceMetric.get_metric(self._metric, **self._params)
        asked, rows = (np.asarray(of, dtype=np.float64) for of in (queries, self._rows))

        def distances(block: slice) -> Any:
            return distance.pairwise(asked[block], rows)

        return nearest_in_blocks(distances, (len(asked), len(rows)), k)


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

    def nearest(self, queries: Any, k: int, n_jobs: int | None) -> Found:  # noqa: ARG002 (a Search)
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
