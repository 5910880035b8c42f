"""Rows become sums of products about a fixed shift: sums add up, and can be taken away."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Any

import numpy as np

from priory._threads import n_threads
from priory.naive_bayes._blas import one_blas_thread
from priory.naive_bayes._rows import WORTH_THREADS

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
        """Add rows, on all threads; their sums are added in the order of the rows."""
        size = min(len(batch.codes), max(FEWEST, NUMBERS // batch.rows.columns))
        rooms = threading.local()

        def summed(part: tuple[int, Any]) -> tuple[int, list[Any]]:
            place, rows = part
            if not hasattr(rooms, "room"):
                rooms.room = np.empty((size, batch.rows.columns))
            out = rooms.room[: len(rows)]
            block = np.take(batch.rows.data, rows, axis=0, out=out, mode="clip")
            block -= shift
            weights = np.ones(len(rows)) if batch.weights is None else batch.weights[rows]
            return place, self._summed(block, weights)

        with one_blas_thread(batch.rows.data.size):
            for place, sums in _mapped(summed, _by_class(batch.codes, size), batch.rows.data.size):
                for table, more in zip(self.tables(), sums, strict=False):
                    table[place] += more
        if not (np.isfinite(self.products).all() and np.isfinite(self.fourth).all()):
            raise ValueError(
                "X holds values whose powers are too large for a float: rescale the columns"
            )

    def _summed(self, block: Any, weights: Any) -> list[Any]:
        """Return what a block of rows of one class adds to the tables."""
        with np.errstate(over="ignore", invalid="ignore"):
            if not self.has_pairs:
                missing = np.isnan(block)
                block[missing] = 0.0
                return [weights @ ~missing, weights @ block, weights @ block**2]
            sums = [weights.sum(), weights @ block]
            higher = []
            if self.has_fourth:
                squares = block**2
                higher = [(squares.T * weights) @ powers for powers in (block, squares)]
            if weights.min() != 1 or weights.max() != 1:
                block *= np.sqrt(weights)[:, np.newaxis]
            return [*sums, block.T @ block, *higher]  # half the work for BLAS: it is symmetric

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


def _mapped(work: Any, parts: Iterator[Any], n_numbers: int) -> Iterator[Any]:
    """Work on parts, on all threads if that is worth it, and hand on the results in order."""
    threads = n_threads(-1) if n_numbers > WORTH_THREADS else 1
    if threads == 1:
        yield from map(work, parts)
        return
    with ThreadPoolExecutor(threads) as pool:
        while some := list(islice(parts, 4 * threads)):  # so that few results wait
            yield from pool.map(work, some)


def _by_class(codes: Any, size: int) -> Iterator[tuple[int, Any]]:
    """Hand on the rows of each class, some at a time."""
    narrow = codes.astype(np.min_scalar_type(codes.max()))  # short numbers sort in linear time
    order = np.argsort(narrow, kind="stable")
    begin = 0
    for place, count in enumerate(np.bincount(codes).tolist()):
        for first in range(begin, begin + count, size):
            yield place, order[first : min(first + size, begin + count)]
        begin += count
