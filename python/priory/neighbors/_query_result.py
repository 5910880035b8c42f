"""Result of a k-nearest-neighbours query: distances and indices."""

from __future__ import annotations

from dataclasses import dataclass
from numbers import Integral
from typing import TYPE_CHECKING, Any

import numpy as np
from scipy import sparse
from sklearn import get_config

from priory.errors import InputError, InputTypeError

if TYPE_CHECKING:
    from priory.neighbors._examples import Examples

__all__ = ["QueryResult", "checked_n_neighbors"]


@dataclass(frozen=True, slots=True, eq=False)
class QueryResult:
    """The nearest training rows of each query.

    Attributes
    ----------
    examples : Examples
        The rows among which they were found.
    distances : ndarray of shape (n_queries, n_neighbors)
        How far they are.
    indices : ndarray of shape (n_queries, n_neighbors)
        Their numbers.
    """

    examples: Examples
    distances: Any
    indices: Any

    @property
    def targets(self) -> Any:
        """The targets of the neighbours, of shape (n_queries, n_neighbors, n_outputs)."""
        return self.examples.kept.all().targets[self.indices]

    @property
    def row_weights(self) -> Any:
        """What the rows weigh that are neighbours."""
        return self.examples.kept.all().weights[self.indices]

    def graph(self, *, by_distance: bool) -> Any:
        """Return a sparse matrix with a distance, or a one, for each neighbour."""
        data = self.distances.ravel() if by_distance else np.ones(self.indices.size)
        indptr = np.arange(0, self.indices.size + 1, self.indices.shape[1])
        as_array = get_config().get("sparse_interface") == "sparray"
        kind = sparse.csr_array if as_array else sparse.csr_matrix
        shape = (len(self.indices), len(self.examples))
        return kind((data, self.indices.ravel(), indptr), shape=shape)


def checked_n_neighbors(n_neighbors: Any) -> int:
    """Return `n_neighbors` if it is a positive integer."""
    if not isinstance(n_neighbors, Integral):
        raise InputTypeError(
            f"n_neighbors does not take {type(n_neighbors)} value, enter integer value",
            code="bad-parameter",
            parameter="n_neighbors",
        )
    if n_neighbors <= 0:
        raise InputError(
            f"Expected n_neighbors > 0. Got {n_neighbors}",
            code="bad-parameter",
            parameter="n_neighbors",
        )
    return int(n_neighbors)
