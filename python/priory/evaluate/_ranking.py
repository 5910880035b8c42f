"""The ranking of spam above ham by scores: the area above the ROC curve, and points of it."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from fractions import Fraction
from itertools import accumulate
from operator import add, mul
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["Ranking"]


class Ranking:
    """Scores of ham and of spam, sorted once; each message may count any number of times.

    Parameters
    ----------
    ham, spam : sequence of float
        In ascending order; infinite ones are the first or the last.

    Examples
    --------
    >>> from priory.evaluate._ranking import Ranking
    >>> ranking = Ranking([1.0, 2.0, 3.0], [2.0, 4.0])
    >>> ranking.inverted([1, 1, 1], [1, 1])
    25.0
    >>> ranking.missed([1, 1, 1], [1, 1], 40)
    50.0
    """

    __slots__ = ("_below", "_ham", "_spam", "_up_to")

    def __init__(self, ham: Sequence[float], spam: Sequence[float]) -> None:
        self._ham, self._spam = ham, spam
        # Spam above all ham is in no inverted pair, and of a good filter that is most of it.
        among = spam[: bisect_right(spam, ham[-1])] if ham else []
        self._below = [bisect_left(ham, score) for score in among]
        self._up_to = [bisect_right(ham, score) for score in among]

    def inverted(self, ham: Sequence[int], spam: Sequence[int]) -> float | None:
        """Return the pairs whose spam scores below the ham, ties half, in percent of all.

        Parameters
        ----------
        ham, spam : sequence of int
            How often each message counts.

        Returns
        -------
        float or None
            None where there are no pairs.
        """
        passed = list(accumulate(ham, initial=0))
        hams, spams = passed[-1], sum(spam)
        if not hams or not spams:
            return None
        among, at = spam[: len(self._below)], passed.__getitem__
        places = map(add, map(at, self._below), map(at, self._up_to))
        # Whole numbers up to here: the share is exact but for one rounding.
        twice_inverted = 2 * hams * sum(among) - sum(map(mul, among, places))
        return 100 * twice_inverted / (2 * hams * spams)

    def missed(self, ham: Sequence[int], spam: Sequence[int], percent: float) -> float | None:
        """Return the spam below the lowest threshold that loses at most so much ham, in percent.

        Parameters
        ----------
        ham, spam : sequence of int
            How often each message counts.
        percent : float
            The ham that may be lost.

        Returns
        -------
        float or None
            None where there is no ham or no spam.
        """
        passed = list(accumulate(ham, initial=0))
        hams, spams = passed[-1], sum(spam)
        if not hams or not spams:
            return None
        may_be_lost = int(Fraction(str(percent)) * hams / 100)
        # The highest ham that must be kept: what scores above it may be called spam.
        kept = bisect_left(passed, hams - may_be_lost) - 1
        if kept < 0:
            return 0.0
        return 100 * sum(spam[: bisect_right(self._spam, self._ham[kept])]) / spams
