"""Bins of equal mass over sorted values; equal values share a bin."""

from __future__ import annotations

from bisect import bisect_left
from itertools import accumulate, pairwise
from typing import TYPE_CHECKING

from priory.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["EqualMass", "check_positive"]


class EqualMass:
    """How sorted values fall into bins of equal mass, by the number of times that each counts.

    Equal values share a bin, so that the order of the messages changes nothing. They go where the
    middle of them stands: a group whose middle has the share m below it is in bin
    floor(bins * m). Bins are of equal mass where values differ, and some are empty where they
    do not.

    Parameters
    ----------
    values : sequence of float
        In ascending order.

    Examples
    --------
    >>> from priory.evaluate._mass import EqualMass
    >>> EqualMass([0.1, 0.2, 0.2, 0.2, 0.9, 0.9]).ranges([1] * 6, 3)
    [(0, 1), (1, 4), (4, 6)]
    """

    __slots__ = ("_begins", "_n")

    def __init__(self, values: Sequence[float]) -> None:
        self._n = len(values)
        changes = (i for i, (a, b) in enumerate(pairwise(values), 1) if a != b)
        self._begins = [0, *changes, self._n] if self._n else [0]

    def ranges(self, weights: Sequence[int], bins: int) -> list[tuple[int, int]]:
        """Return where each bin begins and ends, without those that are empty.

        Parameters
        ----------
        weights : sequence of int
            How often each value counts.
        bins : int
            How many bins.
        """
        below = list(accumulate(weights, initial=0))
        mass, begins = below[-1], self._begins

        def middle(group: int) -> int:
            # Twice the middle of a group: whole numbers, so that no rounding moves it.
            return below[begins[group]] + below[begins[group + 1]]

        groups = range(len(begins) - 1)
        targets = (-(-2 * mass * cut // bins) for cut in range(1, bins))
        firsts = (bisect_left(groups, target, key=middle) for target in targets)
        cuts = [0, *(begins[first] for first in firsts), self._n]
        return [(begin, end) for begin, end in pairwise(cuts) if below[begin] < below[end]]


def check_positive(name: str, value: object) -> None:
    """Refuse what is not an integer of at least 1."""
    if not isinstance(value, int) or isinstance(value, bool) or value < 1:
        what = f"{name} must be a positive integer, not {value!r}"
        raise InputError(what, code="bad-parameter", parameter=name)
