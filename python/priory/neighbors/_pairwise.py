"""Brute-force search by scikit-learn's pairwise distances, or in a precomputed matrix."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from scipy import sparse
from sklearn.metrics import DistanceMetric, pairwise_distances_chunked

from priory._threads import threads_for
from priory.errors import InputError
from priory.neighbors._search import nearest_in_blocks, nearest_of

if TYPE_CHECKING:
    from priory.neighbors._search import Found

__all__ = ["PairwiseSearch", "PrecomputedSearch"]

# Distances between rows of yes and no: what is not 0 is yes.
OF_BOOLEANS = frozenset(
    ["dice", "jaccard", "rogerstanimoto", "russellrao", "sokalmichener", "sokalsneath", "yule"]
)
# SciPy, whom scikit-learn asks for all pairs, has another distance of that name, or none.
OF_TREES = frozenset(["braycurtis", "sokalmichener"])


class PairwiseSearch:
    """Brute-force search by scikit-learn's pairwise distances, in blocks of queries."""

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
        raise InputError(
            f"the distance to training row {row} is NaN with metric={metric!r}",
            code="undefined-distance",
            place=f"query {start + query}",
            parameter="metric",
            remedy="drop one of the two rows, or choose another metric",
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
            raise InputError(
                f"{k} neighbors per samples are required, but some samples have only {few} "
                "neighbors in precomputed graph matrix",
                code="too-few-neighbors",
                parameter="n_neighbors",
                remedy="decrease n_neighbors, or recompute the graph with more neighbors",
            )
        rows = np.repeat(np.arange(queries.shape[0]), np.diff(queries.indptr))
        order = np.lexsort((queries.indices, queries.data, rows))
        places = order[queries.indptr[:-1, None] + np.arange(k)]
        return queries.data[places].astype(np.float64), queries.indices[places].astype(np.int64)
