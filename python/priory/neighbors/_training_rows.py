"""A batch of training rows with their targets and weights."""

from __future__ import annotations

from dataclasses import dataclass, replace
from operator import eq
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from priory.neighbors._rows import concatenated, in_format_of, keys, n_rows

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["FEW", "TrainingRows", "put_together"]

FEW = 32  # rows that are looked for one by one, which is quicker than to look at every row


@dataclass(frozen=True, slots=True, eq=False)
class TrainingRows:
    """Rows, their targets (one column an output) and their weights."""

    rows: Any
    targets: Any
    weights: Any

    def __len__(self) -> int:
        return n_rows(self.rows)

    def take(self, places: Any) -> Self:
        """Return some of the rows."""
        return type(self)(self.rows[places], self.targets[places], self.weights[places])

    def without(self, stays: Any) -> Self:
        """Return the rows that stay: where they stand together, without a copy."""
        places = np.flatnonzero(stays)
        apart = not len(places) or places[-1] - places[0] >= len(places)
        if apart or not isinstance(self.rows, np.ndarray):
            return self.take(stays)
        left = self.take(slice(places[0], places[-1] + 1))
        # A few rows shall not hold the memory of many.
        is_small = left.rows.base is not None and 2 * left.rows.size < left.rows.base.size
        return self.take(stays) if is_small else left

    def equal_to(self, one: TrainingRows, among: Any) -> Any:
        """Return which rows of numbers, of some, are equal to the only row of another batch."""
        places = np.flatnonzero(
            among & (self.weights == one.weights[0]) & (self.targets == one.targets[0]).all(axis=1)
        )
        wanted = _bits(one.rows[0])
        for column in np.argsort(wanted == 0, kind="stable"):  # zeros are in many rows
            if len(places) <= FEW:
                break
            places = places[_bits(self.rows[places, column]) == wanted[column]]
        return places[(_bits(self.rows[places]) == wanted).all(axis=1)]

    def keys(self) -> Iterator[tuple[Any, bytes]]:
        """Return what equal rows have in common, from the last row to the first."""
        rest = np.column_stack([self.targets, self.weights]) + 0.0
        return zip(keys(self.rows), (row.tobytes() for row in reversed(rest)), strict=True)

    def same_as(self, other: TrainingRows) -> bool:
        """Whether both have equal rows with equal targets and weights, in the same order."""
        form = replace(other, rows=in_format_of(other.rows, self.rows))
        return len(self) == len(other) and all(map(eq, self.keys(), form.keys()))


def put_together(batches: list[TrainingRows]) -> TrainingRows:
    """Return the rows of all batches, in order."""
    return TrainingRows(
        concatenated([batch.rows for batch in batches]),
        np.concatenate([batch.targets for batch in batches]),
        np.concatenate([batch.weights for batch in batches]),
    )


def _bits(numbers: Any) -> Any:
    """Return what equal numbers have in common; NaN is equal to itself."""
    return (numbers + 0.0).view(np.int64)  # minus zero is zero
