"""Exact search among dense rows, by matrix products in the core."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from priory import _core
from priory._threads import n_threads
from priory.neighbors._checks import (
    LARGEST,
    refuse_misfit,
    refuse_value,
    refuse_zeros,
)
from priory.neighbors._search import working_memory

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["DENSE", "DenseSearch", "check_dense"]

DENSE = frozenset(["euclidean", "manhattan", "cosine"])


class DenseSearch:
    """Dense rows, searched exactly.

    Parameters
    ----------
    rows : ndarray of shape (n_rows, n_columns)
        The rows to keep. They must not be changed as long as they are searched.
    metric : {"euclidean", "cosine", "manhattan"}
        The distance.

    Examples
    --------
    >>> import numpy as np
    >>> search = DenseSearch(np.array([[0.0, 0.0], [3.0, 4.0], [0.0, 1.0]]), "euclidean")
    >>> distances, rows = search.nearest(np.array([[0.0, 0.0]]), k=3, n_jobs=1)
    >>> distances
    array([[0., 1., 5.]])
    >>> rows
    array([[0, 2, 1]])
    """

    def __init__(self, rows: Any, metric: Literal["euclidean", "cosine", "manhattan"]) -> None:
        self.metric = metric
        self.n_rows, self.n_columns = rows.shape
        self._kept = check_dense(rows, metric, "training row").reshape(-1)
        self._rows = _core.DenseRows(self._kept, self.n_columns, metric)

    def nearest(
        self, queries: Any, k: int, n_jobs: int | None
    ) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
        """Return the distances and the numbers of the k rows that are nearest to each query.

        Parameters
        ----------
        queries : ndarray of shape (n_queries, n_columns)
            The rows that ask.
        k : int
            How many neighbours each gets: from 1 to the number of rows.
        n_jobs : int or None
            How many threads; -1 for all cores. The answer does not depend on it.

        Returns
        -------
        distances : ndarray of shape (n_queries, k)
            Nearest first.
        rows : ndarray of shape (n_queries, k)
            The numbers of the rows; of equally distant ones the first come first.
        """
        refuse_misfit(queries, self.n_columns, k, self.n_rows)
        asked, threads = check_dense(queries, self.metric, "query").reshape(-1), n_threads(n_jobs)
        distances, rows = self._rows.nearest(self._kept, asked, k, threads, working_memory())
        return distances.reshape(-1, k), rows.reshape(-1, k)


def check_dense(rows: Any, metric: str, name: str = "training row") -> NDArray[np.float64]:
    """Return rows as the core reads them; refuse what has no distance."""
    rows = np.ascontiguousarray(rows, np.float64)
    if rows.size and not -LARGEST <= rows.min() <= rows.max() <= LARGEST:
        row, column = np.argwhere(~(np.abs(rows) <= LARGEST))[0]
        refuse_value(name, int(row), int(column), float(rows[row, column]))
    if metric == "cosine" and not np.all(some := rows.any(axis=1)):
        refuse_zeros(name, int(np.argmin(some)), metric)
    return rows
