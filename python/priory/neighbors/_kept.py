"""Training rows in insertion order, with append and multiset removal."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NoReturn

import numpy as np

from priory._naming import UNCHANGED
from priory.errors import InputError
from priory.neighbors._rows import in_format_of, is_dense
from priory.neighbors._training_rows import FEW, TrainingRows, put_together

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["Kept"]


class Kept:
    """Rows in the order in which they were learned: a value with ``+``, ``-`` and ``==``.

    They are stored in blocks of decreasing size, by the logarithmic method of Bentley and Saxe, so
    that appending a row takes amortised logarithmic time.

    Examples
    --------
    >>> import numpy as np
    >>> from priory.neighbors._training_rows import TrainingRows
    >>> one = Kept(TrainingRows(np.array([[1.0], [2.0]]), np.array([[0], [1]]), np.ones(2)))
    >>> two = Kept(TrainingRows(np.array([[1.0]]), np.array([[0]]), np.ones(1)))
    >>> (one + two).all().rows.ravel()
    array([1., 2., 1.])
    >>> (one + two) - two == one
    True
    """

    def __init__(self, *blocks: TrainingRows) -> None:
        self._blocks = list(blocks)

    def __len__(self) -> int:
        return sum(map(len, self._blocks))

    __hash__ = None  # type: ignore[assignment]  # as of all values that hold arrays

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Kept):
            return NotImplemented
        return self.all().same_as(other.all())

    @property
    def first(self) -> TrainingRows:
        """Some of the rows, to see of which kind they are: all of them may have to be copied."""
        return self._blocks[0]

    def all(self) -> TrainingRows:
        """Return the rows as one batch."""
        if len(self._blocks) > 1:
            self._blocks = [put_together(self._blocks)]  # which are the same rows
        return self._blocks[0]

    def __getstate__(self) -> TrainingRows:
        return self.all()

    def __setstate__(self, batch: TrainingRows) -> None:
        self._blocks = [batch]

    def with_targets(self, change: Callable[[Any], Any]) -> Kept:
        """Return the same rows with other targets."""
        return Kept(*(replace(block, targets=change(block.targets)) for block in self._blocks))

    def targets(self) -> Any:
        """Return the targets of all rows, which need not be put together for it."""
        return np.concatenate([block.targets for block in self._blocks])

    def __add__(self, other: Kept) -> Kept:
        """Return these rows with others behind them."""
        if not isinstance(other, Kept):
            return NotImplemented
        blocks = [*self._blocks, self._in_form(other.all())]
        while len(blocks) > 1 and len(blocks[-2]) <= len(blocks[-1]):
            blocks[-2:] = [put_together(blocks[-2:])]
        return Kept(*blocks)

    def __sub__(self, other: Kept) -> Kept:
        """Return what is left without these rows; of equal ones the latest goes first."""
        if not isinstance(other, Kept):
            return NotImplemented
        batch = self._in_form(other.all())
        if len(batch) <= FEW and is_dense(self.first.rows):
            return self._without_few(batch)
        return self._without_many(batch)

    def _in_form(self, batch: TrainingRows) -> TrainingRows:
        """Return a batch of dense or sparse rows, whichever these are."""
        rows = in_format_of(batch.rows, self.first.rows)
        return batch if rows is batch.rows else replace(batch, rows=rows)

    def _without_few(self, batch: TrainingRows) -> Kept:
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

    def _without_many(self, batch: TrainingRows) -> Kept:
        """Return what is left without rows that are looked for all at once."""
        kept = self.all()
        wanted = defaultdict(list)
        for row, key in zip(range(len(batch) - 1, -1, -1), batch.keys(), strict=True):
            wanted[key].append(row)
        stays = np.ones(len(kept), dtype=bool)
        missing = len(batch)
        for place, key in zip(range(len(kept) - 1, -1, -1), kept.keys(), strict=True):
            if not missing:
                break
            if wanted.get(key):
                wanted[key].pop()
                missing -= 1
                stays[place] = False
        if missing:
            _refuse_unknown(min(row for rows in wanted.values() for row in rows))
        return Kept(kept.without(stays))


def _refuse_unknown(row: int) -> NoReturn:
    raise InputError(
        "cannot forget a row that was not learned, or not with this target and weight",
        code="not-learned",
        place=f"row {row}",
        parameter="X",
        note=UNCHANGED,
    )
