"""Brute-force search with a user-defined metric function."""

from __future__ import annotations

from array import array
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np
from scipy import sparse

from priory.errors import InputError
from priory.neighbors._search import nearest_in_blocks

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

__all__ = ["CallableSearch", "refused_distance"]


class CallableSearch:
    """Rows that were kept, to be searched by any function of a query and a row.

    Parameters
    ----------
    rows : array, sparse matrix or sequence of str or bytes
        What was kept. The function gets rows of an array as arrays of one dimension, rows of a
        sparse matrix as sparse matrices of one row, and strings as they are.
    function : callable
        Returns a number: the distance from the query, its first argument, to the row, its second.
        It need not be symmetric. It is called for each pair, in one thread.
    **params
        What else it gets.
    """

    def __init__(self, rows: Any, function: Callable[..., float], **params: Any) -> None:
        self._rows = _each(rows)
        self._function = partial(function, **params) if params else function

    def nearest(
        self,
        queries: Any,
        k: int,
        n_jobs: int | None,  # noqa: ARG002 (Python code has one thread)
    ) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
        """Return the distances and the numbers of the k rows nearest to each query."""
        asked = _each(queries)

        def distances(block: slice) -> NDArray[np.float64]:
            numbers = range(len(asked))[block]
            return np.stack([self._distances(number, asked[number]) for number in numbers])

        return nearest_in_blocks(distances, (len(asked), len(self._rows)), k)

    def _distances(self, number: int, query: Any) -> NDArray[np.float64]:
        """Call the function with one query and each row."""
        function, found = self._function, array("d")
        for row in self._rows:
            try:
                distance = function(query, row)
            except Exception as error:
                error.add_note(f"raised by metric({_pair(number, len(found))})")
                raise
            try:
                found.append(distance)
            except TypeError as error:
                raise refused_distance(_pair(number, len(found)), distance) from error
        distances = np.frombuffer(found)
        if np.isnan(distances).any():
            row = int(np.isnan(distances).argmax())
            raise refused_distance(_pair(number, row), np.nan)
        return distances


def _each(rows: Any) -> list[Any]:
    """Return the rows one by one, as scikit-learn hands them to functions."""
    if sparse.issparse(rows):
        return [rows[[i], :] for i in range(rows.shape[0])]
    return list(rows)


def _pair(query: int, row: int) -> str:
    return f"query {query}, row {row}"


def refused_distance(pair: str, value: Any) -> InputError:
    """Return the error for a metric function that returned no number for a pair."""
    return InputError(
        f"metric({pair}) returned {value!r}",
        code="bad-return",
        place=pair,
        parameter="metric",
        remedy="return a number for every pair, and infinity for those that are never near",
    )
