"""Binomial tails and the exact (Clopper-Pearson) interval of a share."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["at_least", "share_interval"]

_HALVINGS = 60  # of the interval from 0 to 1: below the spacing of floats


def share_interval(hits: int, n: int, level: float) -> tuple[float, float]:
    """Return the exact interval of a share of which so many of n were seen.

    Examples
    --------
    >>> from priory.evaluate._binomial import share_interval
    >>> low, high = share_interval(0, 100, 0.95)
    >>> low, round(high, 4)
    (0.0, 0.0362)
    """
    tail = (1 - level) / 2
    low = _root(lambda p: at_least(hits, n, p), tail) if hits else 0.0
    high = _root(lambda p: at_least(hits + 1, n, p), 1 - tail) if hits < n else 1.0
    return low, high


def at_least(hits: int, n: int, p: float) -> float:
    """Return the probability of so many hits or more in n trials."""
    if hits > n * p:
        return _sum_away(hits, n, p)
    return 1 - _sum_away(n - hits + 1, n, 1 - p)


def _sum_away(hits: int, n: int, p: float) -> float:
    """Sum the tail from a term above the mean, where terms only fall, to where they vanish."""
    if hits > n or p == 0:
        return float(hits <= 0)
    term = total = math.exp(_log_term(hits, n, p))
    while hits < n and term > total * 1e-17:
        term *= (n - hits) / (hits + 1) * (p / (1 - p))
        total += term
        hits += 1
    return total


def _log_term(hits: int, n: int, p: float) -> float:
    choose = math.lgamma(n + 1) - math.lgamma(hits + 1) - math.lgamma(n - hits + 1)
    return choose + hits * math.log(p) + ((n - hits) * math.log1p(-p) if hits < n else 0.0)


def _root(rising: Callable[[float], float], value: float) -> float:
    low, high = 0.0, 1.0
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        if rising(middle) < value:
            low = middle
        else:
            high = middle
    return (low + high) / 2
