"""Sums of products as counts, about shifts that both operands share."""

from __future__ import annotations

from typing import Self

import numpy as np

from priory.naive_bayes.counts import Counts
from priory.naive_bayes.discriminant.products import Products
from priory.naive_bayes.gaussian.counts import refuse_debt, shared_shift, warn_of_rounding

__all__ = ["ProductCounts"]


class ProductCounts(Counts):
    """Weights, sums and sums of products by class, each about a shift of its own."""

    adds_in_place = False  # rows may be refused while they are summed

    @property
    def products(self) -> Products:
        """The sums as moments."""
        return Products(*self.sums.values())

    def _of(self, products: Products) -> Self:
        return self._with(dict(zip(self.sums, products.tables, strict=True)))

    def _same_sums(self, other: Self) -> bool:
        """Whether sums are the same about the same shifts; what rounding may be does not matter."""
        mine, theirs = self.products, other.products.about(self.products.shift)
        return all(map(np.array_equal, mine.tables[:-2], theirs.tables[:-2]))

    def _aligned(self, other: Self) -> tuple[Self, Self]:
        mine, theirs = super()._aligned(other)
        shift, added = shared_shift(mine.products, theirs.products)
        moved = theirs._of(theirs.products.about(shift))
        return mine, moved._with({**moved.sums, "shift": added})

    def _left(self, taken: Self) -> Self:
        before = self.products
        left, owed = before.without(taken.products)
        refuse_debt(self, owed)
        warn_of_rounding(self, before.alone, left.alone)
        return self._of(left)
