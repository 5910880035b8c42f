"""k-d tree and ball tree search by scikit-learn, with deterministic ties."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np
from scipy import sparse
from sklearn.neighbors import NearestNeighbors

from priory._threads import threads_for
from priory.errors import InputError
from priory.neighbors._callable import refused_distance
from priory.neighbors._dense import DENSE, check_dense
from priory.neighbors._search import working_memory

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from priory.neighbors._search import Found, Search

__all__ = ["TreeSearch"]

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
        self._rows, self._metric = self._read(rows, metric, "training row"), metric
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
            raise InputError(
                "trees do not work with sparse matrices",
                code="unsupported",
                parameter="X",
                remedy='pass X.toarray(), or set algorithm="brute"',
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
            raise refused_distance(f"{x}, {y}", found)
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
