"""What every way to find neighbours has in common."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["Search", "nearest_of"]


class Search(Protocol):
    """Rows that were kept, ready to be searched by one distance."""

    def nearest(
        self, queries: Any, k: int, n_jobs: int | None
    ) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
        """Return the distances and the numbers of the k rows that are nearest to each query.

        Nearer rows come first, and of rows that are equally far the one that was learned first.
        Distances are from the query to the row, and need not be symmetric.
        """


def nearest_of(
    distances: NDArray[np.float64], k: int
) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """Choose the k nearest of each row of a block of distances, the first of equal ones first."""
    if k < distances.shape[1]:
        limit = np.partition(distances, k - 1, axis=1)[:, k - 1, None]
    else:
        limit = np.full((len(distances), 1), np.inf)
    chosen = np.empty((len(distances), k), dtype=np.int64)
    for i, row in enumerate(distances):
        near = np.flatnonzero(row <= limit[i])
        chosen[i] = near[np.argsort(row[near], kind="stable")[:k]]
    return np.take_along_axis(distances, chosen, axis=1), chosen
