"""A paired permutation test: whether the signs of differences could be those of a fair coin."""

from __future__ import annotations

import math
from collections import Counter
from itertools import product
from random import Random
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

__all__ = ["sign_test"]

# Up to so many different sums, all are counted; beyond, so many are drawn.
_MOST_COUNTED = 200_000
_DRAWN = 20_000


def sign_test(differences: Sequence[float]) -> float:
    """Return how often random signs give a sum at least as far from 0 as the one at hand.

    Differences of the same size are exchangeable, so that only the number of them that is
    positive matters, which is binomial: the test counts all such numbers where they are few, and
    is exact. Elsewhere it draws, always the same; its least answer is then 1/20,001.

    Parameters
    ----------
    differences : sequence of float
        One for each message; 0 says nothing.

    Returns
    -------
    float
        The two-sided p-value; 1 where nothing differs.

    Examples
    --------
    >>> from priory.evaluate._signs import sign_test
    >>> round(sign_test([1.0, 1.0, 1.0, 1.0, 0.0, -1.0]), 6)
    0.375
    """
    signed = _rounded([difference for difference in differences if difference])
    sizes = sorted(Counter(map(abs, signed)).items())
    least = abs(math.fsum(signed)) - 1e-9 * max(map(abs, signed), default=0.0)
    if least <= 0:
        return 1.0
    if math.prod(n + 1 for _, n in sizes) <= _MOST_COUNTED:
        return _counted(sizes, least)
    hits = sum(abs(total) >= least for total in _drawn(sizes))
    return (hits + 1) / (_DRAWN + 1)


def _rounded(differences: list[float]) -> list[float]:
    """Make one size of those that differ in the last digit, as 1 - 0.2 and 0.8."""
    largest = max(map(abs, differences), default=1.0)
    digits = 9 - math.floor(math.log10(largest))
    return [round(difference, digits) for difference in differences]


def _counted(sizes: list[tuple[float, int]], least: float) -> float:
    """Add up the probabilities of all sums that are far enough."""
    chances = [[_coin(count, k) for k in range(count + 1)] for _, count in sizes]
    far = (
        math.prod(row[k] for row, k in zip(chances, positive, strict=True))
        for positive in product(*(range(count + 1) for _, count in sizes))
        if abs(_total(sizes, positive)) >= least
    )
    return min(1.0, math.fsum(far))


def _coin(n: int, k: int) -> float:
    """Return the probability of k heads in n tosses."""
    choose = math.lgamma(n + 1) - math.lgamma(k + 1) - math.lgamma(n - k + 1)
    return math.exp(choose - n * math.log(2))


def _drawn(sizes: list[tuple[float, int]]) -> Iterator[float]:
    """Draw sums of random signs; the bits of a random number are fair coins."""
    bits = Random(0).getrandbits  # noqa: S311 (not for secrets)
    for _ in range(_DRAWN):
        yield _total(sizes, (bits(count).bit_count() for _, count in sizes))


def _total(sizes: list[tuple[float, int]], positive: Iterable[int]) -> float:
    return sum(size * (2 * k - n) for (size, n), k in zip(sizes, positive, strict=True))
