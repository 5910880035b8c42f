"""Supervised discretization by minimum description length (Fayyad and Irani)."""

from __future__ import annotations

from dataclasses import dataclass
from math import log, log2
from typing import Any

import numpy as np
from scipy.special import entr

__all__ = ["mdl_cuts"]

# Entropies that differ by less are the same: of such cuts the lowest is taken.
SAME = 1e-9


def mdl_cuts(values: Any, codes: Any, weights: Any, n_classes: int) -> Any:
    """Return the cuts of a column that pay for their own description, in order.

    Each interval is cut where the classes of the two sides are purest, as long as what is gained
    by the cut is more than the cost of describing it, and each side is then treated likewise.

    Parameters
    ----------
    values : ndarray of shape (n_samples,)
        The numbers of the column, without NaN.
    codes : ndarray of shape (n_samples,)
        The place of each row's class.
    weights : ndarray of shape (n_samples,) or None
        How often each row counts, more than 0.
    n_classes : int
        How many classes there are.

    Returns
    -------
    ndarray of shape (n_cuts,)
    """
    blocks = _Blocks.of(values, codes, weights, n_classes)
    found: list[int] = []
    open_intervals = [(0, len(blocks.least))]
    while open_intervals:
        start, end = open_intervals.pop()
        if (cut := blocks.cut(start, end)) is not None:
            found.append(cut)
            open_intervals += [(start, cut), (cut, end)]
    return blocks.between(np.sort(np.array(found, dtype=np.intp)))


@dataclass(frozen=True, slots=True)
class _Blocks:
    """Runs of a sorted column that no good cut divides, and the classes up to each of them."""

    least: Any
    most: Any
    weight: Any
    rows: Any

    @classmethod
    def of(cls, values: Any, codes: Any, weights: Any, n_classes: int) -> _Blocks:
        distinct, places = np.unique(values, return_inverse=True)
        rows = _tally(places, codes, None, (len(distinct), n_classes))
        starts = _starts(rows)
        ends = np.append(starts[1:], len(distinct)) - 1
        upto = _upto(rows, starts)
        weight = upto
        if weights is not None:
            weight = _upto(_tally(places, codes, weights, rows.shape), starts)
        return cls(distinct[starts], distinct[ends], weight, upto)

    def cut(self, start: int, end: int) -> int | None:
        """Return the block before which an interval is cut, if a cut pays."""
        if end - start < 2:  # noqa: PLR2004
            return None
        total = self.weight[end] - self.weight[start]
        left = self.weight[start + 1 : end] - self.weight[start]
        n, n_left = total.sum(), left.sum(axis=1)
        if n <= 1:
            return None
        below, above, whole = _entropy(left), _entropy(total - left), float(_entropy(total))
        divided = (n_left * below + (n - n_left) * above) / n
        best = int(np.argmax(divided <= divided.min() + SAME))
        middle = start + 1 + best
        ends = ((start, end), (start, middle), (middle, end))
        kinds = [self._kinds(*interval) for interval in ends]
        cost = _cost(kinds, [whole, float(below[best]), float(above[best])])
        pays = whole - divided[best] > (log2(n - 1) + cost) / n + SAME
        return middle if pays else None

    def _kinds(self, start: int, end: int) -> int:
        """Return how many classes an interval has."""
        return int(np.count_nonzero(self.rows[end] - self.rows[start]))

    def between(self, cuts: Any) -> Any:
        """Return the numbers halfway from the last value before each cut to the first behind."""
        before, behind = self.most[cuts - 1], self.least[cuts]
        halfway = before / 2 + behind / 2
        return np.where(halfway > before, halfway, behind)  # neighbours have nothing between them


def _tally(places: Any, codes: Any, weights: Any, shape: tuple[int, int]) -> Any:
    """Return how often each class has each value."""
    cells = places * shape[1] + codes
    return np.bincount(cells, weights, shape[0] * shape[1]).reshape(shape)


def _starts(rows: Any) -> Any:
    """Return where blocks start: neighbours that have one class, the same, are one block.

    The best cut never parts them.
    """
    label = np.where(np.count_nonzero(rows, axis=1) == 1, rows.argmax(axis=1), -1)
    new = (label[1:] != label[:-1]) | (label[1:] < 0)
    return np.flatnonzero(np.concatenate([[True], new]))


def _upto(tally: Any, starts: Any) -> Any:
    """Return what lies before each block, and at the end all of it."""
    blocks = np.add.reduceat(tally, starts, axis=0)
    return np.vstack([np.zeros_like(blocks[:1]), blocks.cumsum(axis=0)])


def _entropy(counts: Any) -> Any:
    """Return the entropy of the classes, in bits."""
    counts = np.maximum(counts, 0)  # differences of fractions may be a little less
    return entr(counts / counts.sum(axis=-1, keepdims=True)).sum(axis=-1) / log(2)


def _cost(kinds: list[int], entropies: list[float]) -> float:
    """Return the cost of describing which classes are on which side of a cut, in bits."""
    whole, below, above = (k * entropy for k, entropy in zip(kinds, entropies, strict=True))
    return log2(3 ** kinds[0] - 2) - (whole - below - above)
