"""Rows become sums of products about a fixed shift: sums add up, and can be taken away."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from priory.naive_bayes._blas import one_blas_thread

if TYPE_CHECKING:
    from collections.abc import Iterator

    from priory.naive_bayes._rows import Batch

__all__ = ["Moments"]

# Numbers that are worked on at a time: what stays in the cache, and rows that are worth a product.
NUMBERS = 2**16
FEWEST = 512


@dataclass(frozen=True, slots=True)
class Moments:
    """Sums over the rows of each class, with u for the distance from the shift.

    ``observed`` holds sums of 1 and ``sums`` of u_i. ``products`` holds those of u_i u_j; of u_i^2
    alone if it is a matrix. ``third`` and ``fourth`` hold those of u_i^2 u_j and u_i^2 u_j^2, or
    have no columns.
    """

    observed: Any
    sums: Any
    products: Any
    third: Any
    fourth: Any

    @classmethod
    def zeros(cls, n_classes: int, n_features: int, *, pairs: bool, fourth: bool) -> Moments:
        """Return the moments of no rows."""
        square = (n_classes, n_features, n_features)
        flat, none = (n_classes, n_features), (n_classes, 0, 0)
        shapes = (flat, flat, square if pairs else flat, *(2 * [square if fourth else none]))
        return cls(*map(np.zeros, shapes))

    @property
    def has_pairs(self) -> bool:
        """Whether products of two features are kept."""
        return self.products.ndim > 2  # noqa: PLR2004

    @property
    def has_fourth(self) -> bool:
        """Whether third and fourth moments are kept."""
        return self.fourth.shape[-1] > 0

    def add(self, batch: Batch, shift: Any) -> None:
        """Add rows."""
        size = min(len(batch.codes), max(FEWEST, NUMBERS // batch.rows.columns))
        room = np.empty((size, batch.rows.columns))
        with one_blas_thread(batch.rows.data.size):
            for place, rows in _by_class(batch.codes, size):
                block = np.take(batch.rows.data, rows, axis=0, out=room[: len(rows)], mode="clip")
                block -= shift
                weights = None if batch.weights is None else batch.weights[rows]
                self._add_block(place, block, weights)
        if not (np.isfinite(self.products).all() and np.isfinite(self.fourth).all()):
            raise ValueError(
                "X holds values whose powers are too large for a float: rescale the columns"
            )

    def _add_block(self, place: int, block: Any, weights: Any) -> None:
        with np.errstate(over="ignore", invalid="ignore"):
            if not self.has_pairs:
                self._add_squares(place, block, weights)
                return
            self.observed[place] += len(block) if weights is None else weights.sum()
            self.sums[place] += (np.ones(len(block)) if weights is None else weights) @ block
            if self.has_fourth:
                squares = block**2
                weighted = squares.T if weights is None else squares.T * weights
                self.third[place] += weighted @ block
                self.fourth[place] += weighted @ squares
            if weights is not None:
                block *= np.sqrt(weights)[:, np.newaxis]
            self.products[place] += block.T @ block  # half the work for BLAS: it is symmetric

    def _add_squares(self, place: int, block: Any, weights: Any) -> None:
        missing = np.isnan(block)
        block[missing] = 0.0
        if weights is None:
            weights = np.ones(len(block))
        self.observed[place] += weights @ ~missing
        self.sums[place] += weights @ block
        self.products[place] += weights @ block**2

    def about(self, steps: Any) -> Moments:
        """Return the same moments about a shift that was ``steps`` lower, all or by class."""
        d = np.broadcast_to(steps, self.sums.shape)
        n, s = self.observed, self.sums
        sums = s + n * d
        if not self.has_pairs:
            products = self.products + 2 * d * s + n * d**2
            return Moments(n, sums, products, self.third, self.fourth)
        d_i, d_j, s_i, s_j = d[:, :, np.newaxis], d[:, np.newaxis], s[:, :, np.newaxis], s[:, None]
        n = n[:, :, np.newaxis]
        p, t, f = self.products, self.third, self.fourth
        products = p + d_i * s_j + s_i * d_j + n * d_i * d_j
        if not self.has_fourth:
            return Moments(self.observed, sums, products, t, f)
        squares = np.diagonal(p, axis1=1, axis2=2)
        q_i, q_j = squares[:, :, np.newaxis], squares[:, np.newaxis]
        third = t + d_j * q_i + 2 * d_i * (p + d_j * s_i) + d_i**2 * (s_j + n * d_j)
        fourth = f + 2 * d_j * t + 2 * d_i * t.swapaxes(1, 2) + d_j**2 * q_i + d_i**2 * q_j
        fourth += 4 * d_i * d_j * p + 2 * d_i * d_j * (d_j * s_i + d_i * s_j) + n * (d_i * d_j) ** 2
        return Moments(self.observed, sums, products, third, fourth)

    def tables(self) -> tuple[Any, ...]:
        """Return all of them."""
        return (self.observed, self.sums, self.products, self.third, self.fourth)


def _by_class(codes: Any, size: int) -> Iterator[tuple[int, Any]]:
    """Hand on the rows of each class, some at a time."""
    narrow = codes.astype(np.min_scalar_type(codes.max()))  # short numbers sort in linear time
    order = np.argsort(narrow, kind="stable")
    begin = 0
    for place, count in enumerate(np.bincount(codes).tolist()):
        for first in range(begin, begin + count, size):
            yield place, order[first : min(first + size, begin + count)]
        begin += count
