"""The interface of all searches, and top-k selection in blocks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
from sklearn import get_config

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    Found = tuple[NDArray[np.float64], NDArray[np.int64]]

__all__ = ["Search", "nearest_in_blocks", "nearest_of", "working_memory"]

_LARGEST_BLOCK = 2**25  # more bytes at once make nothing faster


class Search(Protocol):
    """Rows that were kept, ready to be searched by one distance."""

    def nearest(
        self, queries: Any, k: int, n_jobs: int | None
    ) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
        """Return the distances and the numbers of the k rows that are nearest to each query.

        Nearer rows come first, and of rows that are equally far the one that was learned first.
        Distances are from the query to the row, and need not be symmetric.
        """


def nearest_of(distances: NDArray[Any], k: int) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """Choose the k nearest of each row of a block of distances, the first of equal ones first."""
    if k < distances.shape[1]:
        limit = np.partition(distances, k - 1, axis=1)[:, k - 1, None]
    else:
        limit = np.full((len(distances), 1), np.inf)
    chosen = np.empty((len(distances), k), dtype=np.int64)
    for i, row in enumerate(distances):
        near = np.flatnonzero(row <= limit[i])
        chosen[i] = near[np.argsort(row[near], kind="stable")[:k]]
    return np.take_along_axis(distances, chosen, axis=1).astype(np.float64, copy=False), chosen


def nearest_in_blocks(
    distances: Callable[[slice], NDArray[Any]], shape: tuple[int, int], k: int, itemsize: int = 8
) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """Choose the k nearest rows of each query, a block of queries after the other.

    Parameters
    ----------
    distances : callable
        Makes the distances of a slice of the queries to all rows.
    shape : tuple of two int
        The numbers of queries and of rows.
    k : int
        How many rows are wanted.
    itemsize : int, default=8
        The bytes of a distance. A block is no larger than scikit-learn's ``working_memory``, but
        has at least one query.
    """
    n_queries, n_rows = shape
    most = min(_LARGEST_BLOCK, working_memory())
    size = max(1, most // (2 * itemsize * n_rows))  # nearest_of makes a copy
    nearest = np.empty((n_queries, k)), np.empty((n_queries, k), dtype=np.int64)
    for start in range(0, n_queries, size):
        block = slice(start, min(start + size, n_queries))
        nearest[0][block], nearest[1][block] = nearest_of(distances(block), k)
    return nearest


def working_memory() -> int:
    """Return how many bytes a search may use beside its rows: scikit-learn's setting."""
    return int(get_config()["working_memory"] * 2**20)
