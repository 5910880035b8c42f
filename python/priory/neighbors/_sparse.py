"""Exact search among sparse rows with an inverted index, in the core."""

from __future__ import annotations

from numbers import Real
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from scipy.sparse import csr_array

from priory import _core
from priory._threads import n_threads
from priory.errors import InputError
from priory.neighbors._checks import (
    LARGEST,
    refuse_misfit,
    refuse_value,
    refuse_zeros,
)
from priory.neighbors._search import working_memory

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["AsSparseSearch", "SparseSearch", "check_smoothing", "check_sparse"]

Metric = Literal["euclidean", "cosine", "manhattan", "jaccard", "jensenshannon", "kullback_leibler"]

COUNTS = ("jensenshannon", "kullback_leibler")
DIRECTED = ("cosine", *COUNTS)
MOST_COLUMNS = np.iinfo(np.int32).max


class SparseSearch:
    """Sparse rows, searched exactly by a distance that is a sum over the columns that rows share.

    Parameters
    ----------
    rows : sparse matrix of shape (n_rows, n_columns)
        The rows to keep.
    metric : {"euclidean", "cosine", "manhattan", "jaccard", "jensenshannon", "kullback_leibler"}
        The distance. Jaccard's looks at which columns are not zero. The last two are between rows
        of counts, scaled to sum one: the square root of the Jensen-Shannon divergence, in nats, as
        in SciPy; and the Kullback-Leibler divergence of the row from the query, in nats, which is
        not symmetric.
    smoothing : float, default=0.001
        For "kullback_leibler": what is added to each count of a kept row, so that no word of a
        query is impossible. What is added to all columns together should weigh about as much as
        the row itself: as all words of a language have many columns, it is little for each.

    Examples
    --------
    >>> from scipy.sparse import csr_array
    >>> search = SparseSearch(csr_array([[1.0, 0, 1], [0, 2, 0], [2, 0, 2]]), "cosine")
    >>> distances, rows = search.nearest(csr_array([[3.0, 0, 0]]), k=2, n_jobs=1)
    >>> distances.round(3)
    array([[0.293, 0.293]])
    >>> rows
    array([[0, 2]])
    """

    def __init__(self, rows: Any, metric: Metric, *, smoothing: float = 1e-3) -> None:
        check_smoothing(smoothing)
        self.metric = metric
        self.n_rows, self.n_columns = rows.shape
        arrays = check_sparse(rows, metric, "training row")
        self._rows = _core.SparseRows(arrays, self.n_columns, metric, smoothing)

    def nearest(
        self, queries: Any, k: int, n_jobs: int | None
    ) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
        """Return the distances and the numbers of the k rows that are nearest to each query.

        Parameters
        ----------
        queries : sparse matrix of shape (n_queries, n_columns)
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
        arrays = check_sparse(queries, self.metric, "query")
        threads = n_threads(n_jobs)
        distances, rows = self._rows.nearest(arrays, k, threads, working_memory())
        return distances.reshape(-1, k), rows.reshape(-1, k)


class AsSparseSearch:
    """Adapter: convert dense rows and queries to CSR, then search them with `SparseSearch`."""

    def __init__(self, rows: Any, metric: Any, params: dict[str, Any]) -> None:
        self._search = SparseSearch(csr_array(rows), metric, **params)

    def nearest(self, queries: Any, k: int, n_jobs: int | None) -> Any:
        """Return the nearest rows."""
        return self._search.nearest(csr_array(queries), k, n_jobs)


def check_smoothing(smoothing: Any) -> None:
    """Raise an error unless smoothing is a positive number."""
    if not isinstance(smoothing, Real) or not 0 < float(smoothing) < np.inf:
        raise InputError(
            f"smoothing={smoothing!r} of metric='kullback_leibler' must be a number above 0",
            code="bad-parameter",
            parameter="metric_params",
        )


def check_sparse(rows: Any, metric: str, name: str = "training row") -> tuple[Any, Any, Any]:
    """Return the arrays of rows without zeros, in order; refuse what has no distance."""
    if rows.shape[1] > MOST_COLUMNS:
        raise InputError(
            f"rows have {rows.shape[1]} columns, more than the maximum of 2**31 - 1",
            code="too-many-columns",
            parameter="X",
            remedy="hash them into fewer columns",
        )
    rows = rows.tocsr()
    if not rows.has_canonical_format or not np.all(rows.data):
        rows = rows.copy()
        rows.sum_duplicates()
        rows.eliminate_zeros()
    values = np.ascontiguousarray(rows.data, np.float64)
    indptr = np.ascontiguousarray(rows.indptr, np.int64)
    _refuse_values(values, indptr, rows.indices, 0.0 if metric in COUNTS else -LARGEST, name)
    if metric in DIRECTED:
        empty = np.flatnonzero(indptr[1:] == indptr[:-1])
        if len(empty):
            refuse_zeros(name, int(empty[0]), metric)
    return indptr, np.ascontiguousarray(rows.indices, np.int32), values


def _refuse_values(values: Any, indptr: Any, columns: Any, least: float, name: str) -> None:
    """Refuse numbers that are not finite, or too small or too large."""
    sound = (values >= least) & (values <= LARGEST)
    if not np.all(sound):
        place = int(np.argmin(sound))
        row = int(np.searchsorted(indptr, place, "right")) - 1
        refuse_value(name, row, int(columns[place]), float(values[place]))
