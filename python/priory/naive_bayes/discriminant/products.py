"""Sums of products about a shift, which can be added and subtracted."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from itertools import islice
from typing import TYPE_CHECKING, Any

import numpy as np

from priory._threads import threads_for
from priory.errors import InputError
from priory.naive_bayes.discriminant.blas import one_blas_thread
from priory.naive_bayes.gaussian.moments import Moments

if TYPE_CHECKING:
    from collections.abc import Iterator

    from priory.naive_bayes.rows.rows import Batch

__all__ = ["Products", "shapes"]

# Numbers that are worked on at a time: what stays in the cache, and rows that are worth a product.
NUMBERS = 2**16
FEWEST = 512


@dataclass(frozen=True, slots=True, eq=False)
class Products:
    """Sums over the rows of each class, with u for the distance from the shift of the class.

    ``class_count`` holds sums of 1, ``missing`` of those of which a feature was not observed, and
    ``sums`` of u_i. ``products`` holds those of u_i u_j; of u_i^2 alone if it is a matrix.
    ``third`` and ``fourth`` hold those of u_i^2 u_j and u_i^2 u_j^2, or have no columns.
    For ``peak`` see `Moments`.
    """

    class_count: Any
    missing: Any
    sums: Any
    products: Any
    third: Any
    fourth: Any
    peak: Any
    shift: Any

    @property
    def tables(self) -> tuple[Any, ...]:
        """The arrays, in their order."""
        sums = (self.class_count, self.missing, self.sums, self.products, self.third, self.fourth)
        return (*sums, self.peak, self.shift)

    @property
    def has_pairs(self) -> bool:
        """Whether products of two features are kept."""
        return self.products.ndim > 2  # noqa: PLR2004

    @property
    def has_fourth(self) -> bool:
        """Whether third and fourth moments are kept."""
        return self.fourth.shape[-1] > 0

    @property
    def squares(self) -> Any:
        """The sums of u_i^2, as a view."""
        return np.einsum("cii->ci", self.products) if self.has_pairs else self.products

    @property
    def alone(self) -> Moments:
        """The moments of single features, as views."""
        sums = (self.class_count, self.missing, self.sums, self.squares)
        return Moments(*sums, self.peak, self.shift)

    @property
    def observed(self) -> Any:
        """The weight of the rows in which a feature was observed."""
        if self.has_pairs:  # which takes whole rows
            return np.broadcast_to(self.class_count[:, np.newaxis], self.sums.shape)
        return self.alone.observed

    def add(self, batch: Batch, *, can_stop: bool) -> None:
        """Add rows, in place; if their powers are too large, that is an error."""
        rows: Any = batch.rows
        flat = replace(batch, rows=rows.flat)
        with np.errstate(over="ignore", invalid="ignore"):
            if self.has_pairs:
                self.alone.choose_shifts(flat)
                self._add_products(batch)
            else:
                self.alone.add(flat, can_stop=can_stop)
        if not all(np.isfinite(table).all() for table in (self.products, self.third, self.fourth)):
            rows.refuse(missing=self.has_pairs)
            raise InputError(
                "the powers of some values overflow a float",
                code="too-large",
                parameter="X",
                remedy="scale the columns",
            )

    def _add_products(self, batch: Batch) -> None:
        """Add rows on several threads; the sums of blocks are added in the order of the rows."""
        rows: Any = batch.rows
        threads = threads_for(rows.model.n_jobs, rows.data.size)
        size = min(len(batch.codes), max(FEWEST, NUMBERS // rows.columns))
        rooms = threading.local()

        def summed(part: tuple[int, Any]) -> tuple[int, list[Any]]:
            place, some = part
            if not hasattr(rooms, "room"):
                rooms.room = np.empty((size, rows.columns))
            block = np.take(rows.data, some, axis=0, out=rooms.room[: len(some)], mode="clip")
            block -= self.shift[place]
            weights = None if batch.weights is None else batch.weights[some]
            with np.errstate(over="ignore", invalid="ignore"):  # each thread has a state of its own
                return place, self._summed(block, weights)

        tables = (self.class_count, self.sums, self.products, self.third, self.fourth)
        with one_blas_thread(rows.data.size, rows.columns):
            for place, sums in _mapped(summed, _by_class(batch.codes, size), threads):
                for table, more in zip(tables, sums, strict=False):
                    table[place] += more

    def _summed(self, block: Any, weights: Any) -> list[Any]:
        """Return what a block of rows of one class adds to the tables."""
        higher = []
        if self.has_fourth:
            squares = block**2
            weighed = squares if weights is None else squares * weights[:, np.newaxis]
            higher = [weighed.T @ powers for powers in (block, squares)]
        count, sums = len(block), np.ones(len(block)) @ block
        if weights is not None:
            count, sums = weights.sum(), weights @ block
            block *= np.sqrt(weights)[:, np.newaxis]
        return [count, sums, block.T @ block, *higher]  # half the work for BLAS: it is symmetric

    def about(self, shift: Any) -> Products:
        """Return the same sums about other shifts."""
        if not self.has_pairs:
            return self._of(self.alone.about(shift))
        return self.moved(self.shift - shift, shift)

    def _of(self, alone: Moments) -> Products:
        counts = (alone.class_count, alone.missing)
        sums = (alone.sum, alone.square, self.third, self.fourth)
        return Products(*counts, *sums, alone.peak, alone.shift)

    def moved(self, d: Any, shift: Any = None) -> Products:
        """Return the same sums, products among them, about shifts that are lower by ``d``."""
        n, s, p, t, f = self.class_count, self.sums, self.products, self.third, self.fourth
        kept = (n, self.missing, s + n[:, np.newaxis] * d)
        d_i, d_j, s_i, s_j = d[:, :, np.newaxis], d[:, np.newaxis], s[:, :, np.newaxis], s[:, None]
        n = n[:, np.newaxis, np.newaxis]
        products = p + d_i * s_j + s_i * d_j + n * d_i * d_j
        if not self.has_fourth:
            return Products(*kept, products, t, f, self.peak, shift)
        q_i, q_j = self.squares[:, :, np.newaxis], self.squares[:, np.newaxis]
        third = t + d_j * q_i + 2 * d_i * (p + d_j * s_i) + d_i**2 * (s_j + n * d_j)
        fourth = f + 2 * d_j * t + 2 * d_i * t.swapaxes(1, 2) + d_j**2 * q_i + d_i**2 * q_j
        fourth += 4 * d_i * d_j * p + 2 * d_i * d_j * (d_j * s_i + d_i * s_j) + n * (d_i * d_j) ** 2
        return Products(*kept, products, third, fourth, self.peak, shift)

    def without(self, taken: Products) -> tuple[Products, Any]:
        """Return what is left, and where more was taken than was there: see `Moments.without`."""
        taken = taken.about(self.shift)
        alone, owed = self.alone.without(taken.alone)
        if not self.has_pairs:
            return self._of(alone), owed
        counts, pairs = (alone.class_count, alone.missing), self.products - taken.products
        third, fourth = self.third - taken.third, self.fourth - taken.fourth
        for table in (pairs, third, fourth):
            table[alone.class_count == 0] = 0.0  # without rows there is nothing but rounding
        left = Products(*counts, alone.sum, pairs, third, fourth, alone.peak, alone.shift)
        left.squares[:] = alone.square
        return left, owed

    def pooled(self) -> Products:
        """Return the same sums, where a class that never showed a feature has those of all."""
        if not (unseen := self.observed == 0).any():
            return self
        total = self.observed.sum(axis=0)
        # Sums add up about one shift, near all of them.
        shift = (self.observed * self.shift).sum(axis=0) / np.where(total > 0, total, 1.0)
        mine, moved = self.tables[:-1], self.about(np.broadcast_to(shift, self.shift.shape)).tables
        which = 6 * [unseen[:, 0]] if self.has_pairs else [False, *(3 * [unseen]), False, False]
        which.append(False)  # nothing was taken from what was never seen
        tables = [_where(*each) for each in zip(which, moved, mine, strict=False)]
        if not self.has_pairs:
            tables[1] = self.class_count[:, np.newaxis] - np.where(unseen, total, self.observed)
        tables.append(np.where(unseen, shift, self.shift))
        return Products(*tables)


def shapes(n_features: int, *, pairs: bool, fourth: bool) -> dict[str, tuple[int, ...]]:
    """Return the shape of each sum of one class but that of its rows, in their order."""
    flat, square = (n_features,), (n_features, n_features)
    higher = square if fourth else (0, 0)
    sums = {"missing": flat, "sum": flat, "product": square if pairs else flat}
    return {**sums, "third": higher, "fourth": higher, "peak": flat, "shift": flat}


def _where(unseen: Any, moved: Any, table: Any) -> Any:
    """Return a table, where classes that are unseen have the sum over all classes."""
    if unseen is False:
        return table
    unseen = unseen.reshape(unseen.shape + (1,) * (table.ndim - unseen.ndim))
    return np.where(unseen, moved.sum(axis=0), table)


def _mapped(work: Any, parts: Iterator[Any], threads: int) -> Iterator[Any]:
    """Work on parts, and hand on the results in order."""
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
