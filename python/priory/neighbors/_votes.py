"""Neighbour weights and weighted voting."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Self

import numpy as np
from sklearn import get_config

from priory._sklearn import SklearnError
from priory.errors import InputError
from priory.neighbors.explanation import NeighborExplanation

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from priory.neighbors._query_result import QueryResult

__all__ = [
    "Votes",
    "checked_alpha",
    "count_votes",
    "neighbor_weights",
    "refuse_weightless",
    "scaled",
]


@dataclass(frozen=True, slots=True, eq=False)
class Votes:
    """The votes of the neighbours of each query.

    Attributes
    ----------
    near : QueryResult
        The neighbours.
    counts : ndarray of shape (n_queries, n_neighbors)
        What the vote of each counts.
    alpha : float or array-like of shape (n_classes,)
        What is added to the votes of each class.
    """

    near: QueryResult
    counts: Any
    alpha: Any

    @classmethod
    def of(cls, near: QueryResult, weights: Any, alpha: Any) -> Self:
        """Let neighbours vote, weighed by their distances and by what their rows weigh."""
        by_distance = neighbor_weights(weights, near.distances, near.indices)
        if np.any(alpha):
            return cls(near, scaled(by_distance) * near.row_weights, alpha)
        counts = by_distance * near.row_weights
        refuse_weightless(counts)
        return cls(near, counts, alpha)

    @property
    def classes(self) -> tuple[Any, ...]:
        """The classes of each output."""
        return self.near.examples.targets.classes

    def shares(self, output: int, some: slice = slice(None)) -> Any:
        """Return the share of each class of an output in the votes of some queries."""
        n_classes = len(self.classes[output])
        shares = count_votes(self._codes(output, some), self.counts[some], n_classes)
        shares += checked_alpha(self.alpha, n_classes)
        shares /= shares.sum(axis=1, keepdims=True)
        return shares

    def labels(self, output: int) -> Any:
        """Return the classes with the largest shares; those of many classes block by block."""
        n_bytes = 8 * max(1, len(self.classes[output]))
        size = max(1, int(get_config()["working_memory"] * 2**20 / n_bytes))
        blocks = (slice(start, start + size) for start in range(0, len(self.counts), size))
        best = [self.shares(output, block).argmax(axis=1) for block in blocks]
        return self.classes[output][np.concatenate(best)]

    def explained(self, output: int) -> list[NeighborExplanation]:
        """Return what each vote adds to the shares of an output."""
        classes = self.classes[output]
        alpha = checked_alpha(self.alpha, len(classes))
        totals = self.counts.sum(axis=1, keepdims=True) + alpha.sum()
        labels = classes[self._codes(output)]
        shares = self.shares(output)  # added up before they are divided
        terms = zip(
            self.near.indices,
            self.near.distances,
            labels,
            self.counts / totals,
            alpha / totals,
            shares,
            strict=True,
        )
        return [NeighborExplanation(classes, *of_one) for of_one in terms]

    def _codes(self, output: int, some: slice = slice(None)) -> Any:
        return self.near.examples.kept.all().targets[self.near.indices[some], output]


def neighbor_weights(
    weights: str | Callable[[Any], Any] | None,
    distances: NDArray[np.float64],
    indices: NDArray[np.int64],
) -> NDArray[np.float64]:
    """Return what each neighbour weighs by its distance, whatever its row weighs."""
    if weights is None or weights == "uniform":
        return np.ones_like(distances)
    if weights == "distance":
        _refuse_negative(distances, indices)
        return _inverse(distances)
    assert callable(weights)  # noqa: S101 (for mypy: the parameter was checked)
    weighed = np.asarray(weights(distances), dtype=np.float64)
    if weighed.shape != distances.shape:
        raise InputError(
            f"the weights function returned an array of shape {weighed.shape} for distances of "
            f"shape {distances.shape}",
            code="bad-return",
            parameter="weights",
            remedy="return one weight per distance",
        )
    if not np.isfinite(weighed).all():
        row, place = np.argwhere(~np.isfinite(weighed))[0].tolist()
        raise InputError(
            f"the weights function returned {weighed[row, place]} for neighbour {place} at "
            f"distance {distances[row, place]}",
            code="bad-return",
            place=f"row {row}",
            parameter="weights",
            remedy="return finite numbers",
        )
    refuse_weightless(weighed)
    return weighed


def _refuse_negative(distances: NDArray[np.float64], indices: NDArray[np.int64]) -> None:
    if (distances < 0).any():
        row, place = np.argwhere(distances < 0)[0].tolist()
        raise InputError(
            f"weights='distance' needs distances >= 0, but the distance to training row "
            f"{indices[row, place]} is {distances[row, place]}",
            code="negative-value",
            place=f"row {row}",
            parameter="weights",
            remedy="add a constant to the distances, or pass a function as weights",
        )


def _inverse(distances: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return 1 / d; neighbours at distance 0, if there are any, have all the weight."""
    with np.errstate(divide="ignore", over="ignore"):
        weighed = 1.0 / distances
    here = np.isinf(weighed)
    at_zero = here.any(axis=1)
    weighed[at_zero] = here[at_zero]
    return weighed


_WEIGHTLESS = (
    "All neighbors of some sample is getting zero weights. Please modify 'weights' to avoid this "
    "case if you are using a user-defined function."
)


def refuse_weightless(weights: NDArray[np.float64]) -> None:
    """Refuse to go on where no neighbour of a row weighs anything."""
    weightless = ~weights.any(axis=1)
    if weightless.any():
        place = f"row {int(np.argmax(weightless))}"
        raise SklearnError(
            "all neighbors have weight 0",
            text=f"{place}: {_WEIGHTLESS}",
            code="zero-weight",
            place=place,
            parameter="weights",
            remedy="modify 'weights' if it is a function, or raise the sample_weight of the "
            "training rows",
        )


def scaled(weights: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return weights that sum to the number of neighbours, so that a prior counts in neighbours."""
    totals = weights.sum(axis=1, keepdims=True)
    if not (totals > 0).all():
        row = int(np.argmin(totals))
        raise InputError(
            f"the weights of the neighbours sum to {totals[row, 0]}",
            code="zero-weight",
            place=f"row {row}",
            parameter="weights",
            remedy="with alpha they must sum to more than 0",
        )
    return weights * (weights.shape[1] / totals)


def count_votes(
    codes: NDArray[np.int64], weights: NDArray[np.float64], n_classes: int
) -> NDArray[np.float64]:
    """Return the votes for each class, of neighbours whose classes have these numbers."""
    votes = np.zeros((len(codes), n_classes))
    rows = np.arange(len(codes))
    for place, codes_there in enumerate(codes.T):  # in this order, as scikit-learn adds them up
        votes[rows, codes_there] += weights[:, place]
    return votes


def checked_alpha(alpha: Any, n_classes: int) -> NDArray[np.float64]:
    """Return what is added to the votes of each class."""
    numbers = np.asarray(alpha, dtype=np.float64)
    if numbers.shape not in {(), (n_classes,)}:
        raise InputError(
            f"alpha has the shape {numbers.shape}, but there are {n_classes} classes",
            code="shape-mismatch",
            parameter="alpha",
            remedy="pass one number, or one per class",
        )
    if not (np.isfinite(numbers).all() and (numbers >= 0).all()):
        raise InputError(
            f"alpha must be >= 0 and finite, not {alpha!r}", code="bad-parameter", parameter="alpha"
        )
    return np.broadcast_to(numbers, n_classes)
