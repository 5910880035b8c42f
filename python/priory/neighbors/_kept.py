"""What a model of neighbours is: the rows that were learned, each with its target and weight."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, NoReturn, Self

import numpy as np

from priory.neighbors._rows import alike, is_dense, joined, keys, n_rows

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

__all__ = ["Batch", "Kept"]

FEW = 32  # rows that are looked for one by one, which is quicker than to look at every row


@dataclass(frozen=True, slots=True, eq=False)
class Batch:
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

    def equal_to(self, one: Batch, among: Any) -> Any:
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

    def _keys(self) -> Iterator[tuple[Any, bytes]]:
        """Return what equal rows have in common, from the last row to the first."""
        rest = np.column_stack([self.targets, self.weights]) + 0.0
        return zip(keys(self.rows), (row.tobytes() for row in reversed(rest)), strict=True)


class Kept:
    """Rows in the order in which they were learned. It never changes: what changes is another.

    They stand in a few blocks, each longer than the next, so that to learn one row is not to copy
    all others.
    """

    def __init__(self, *blocks: Batch) -> None:
        self._blocks = list(blocks)

    def __len__(self) -> int:
        return sum(map(len, self._blocks))

    @property
    def first(self) -> Batch:
        """Some of the rows, to see of which kind they are: all of them may have to be copied."""
        return self._blocks[0]

    def all(self) -> Batch:
        """Return the rows as one batch."""
        if len(self._blocks) > 1:
            self._blocks = [_put_together(self._blocks)]  # which are the same rows
        return self._blocks[0]

    def __getstate__(self) -> Batch:
        return self.all()

    def __setstate__(self, batch: Batch) -> None:
        self._blocks = [batch]

    def with_targets(self, change: Callable[[Any], Any]) -> Kept:
        """Return the same rows with other targets."""
        return Kept(*(replace(block, targets=change(block.targets)) for block in self._blocks))

    def and_then(self, batch: Batch) -> Kept:
        """Return these rows with others behind them."""
        rows = alike(batch.rows, self.first.rows)
        blocks = [*self._blocks, replace(batch, rows=rows)]
        while len(blocks) > 1 and len(blocks[-2]) <= len(blocks[-1]):
            blocks[-2:] = [_put_together(blocks[-2:])]
        return Kept(*blocks)

    def targets(self) -> Any:
        """Return the targets of all rows, which need not be put together for it."""
        return np.concatenate([block.targets for block in self._blocks])

    def without(self, batch: Batch) -> Kept:
        """Return what is left without these rows; of equal ones the latest goes first."""
        if len(batch) <= FEW and is_dense(self.first.rows):
            return self._without_few(replace(batch, rows=alike(batch.rows, self.first.rows)))
        kept = self.all()
        batch = replace(batch, rows=alike(batch.rows, kept.rows))
        wanted = defaultdict(list)
        for row, key in zip(range(len(batch) - 1, -1, -1), batch._keys(), strict=True):
            wanted[key].append(row)
        stays = np.ones(len(kept), dtype=bool)
        missing = len(batch)
        for place, key in zip(range(len(kept) - 1, -1, -1), kept._keys(), strict=True):
            if not missing:
                break
            if wanted.get(key):
                wanted[key].pop()
                missing -= 1
                stays[place] = False
        if missing:
            _refuse_unknown(min(row for rows in wanted.values() for row in rows))
        return Kept(kept.without(stays))

    def _without_few(self, batch: Batch) -> Kept:
        """Return what is left without a few rows of numbers, which are looked for one by one."""
        stays = [np.ones(len(block), dtype=bool) for block in self._blocks]
        for row in range(len(batch)):
            one = batch.take([row])
            for block, left in zip(reversed(self._blocks), reversed(stays), strict=True):
                if len(places := block.equal_to(one, left)):
                    left[places[-1]] = False
                    break
            else:
                _refuse_unknown(row)
        blocks = [block.without(left) for block, left in zip(self._blocks, stays, strict=True)]
        return Kept(*(filter(len, blocks) if any(map(len, blocks)) else blocks[:1]))


def _refuse_unknown(row: int) -> NoReturn:
    raise ValueError(
        f"forget: row {row} was not learned, or not so often, or not with this target and weight; "
        "nothing is changed"
    )


def _bits(numbers: Any) -> Any:
    """Return what equal numbers have in common; NaN is equal to itself."""
    return (numbers + 0.0).view(np.int64)  # minus zero is zero


def _put_together(blocks: list[Batch]) -> Batch:
    return Batch(
        joined([block.rows for block in blocks]),
        np.concatenate([block.targets for block in blocks]),
        np.concatenate([block.weights for block in blocks]),
    )
