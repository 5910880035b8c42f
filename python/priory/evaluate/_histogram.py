"""How the scores of ham and of spam are distributed."""

from __future__ import annotations

import math
from bisect import bisect_right
from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from priory.evaluate._mass import check_positive
from priory.evaluate._sample import check

if TYPE_CHECKING:
    from collections.abc import Sequence

    from priory.evaluate.outcomes import Outcome

__all__ = ["Histogram", "histogram"]


class Histogram(NamedTuple):
    """How many ham and spams have a score between two edges.

    Attributes
    ----------
    edges : list of float
        One more than bins, at equal distances; a bin holds its lower edge, the last one both.
    ham, spam : list of int
        The messages of each bin. Infinite scores are in the first and in the last one.
    """

    edges: list[float]
    ham: list[int]
    spam: list[int]


def histogram(outcomes: Sequence[Outcome], spam: str, bins: int) -> Histogram:
    """Return how the scores of ham and of spam are distributed.

    Parameters
    ----------
    outcomes : sequence of Outcome
        What the filter said.
    spam : str
        The class that is spam.
    bins : int
        How many, of equal width from the lowest finite score to the highest.

    Returns
    -------
    Histogram

    Examples
    --------
    >>> from priory.evaluate.curves import histogram
    >>> from priory.evaluate.outcomes import Outcome
    >>> pairs = [("ham", 0.0), ("ham", 0.4), ("spam", 0.5), ("spam", 1.0)]
    >>> said = [Outcome("", truth, truth, score, None, 0, 0) for truth, score in pairs]
    >>> histogram(said, "spam", 2)
    Histogram(edges=[0.0, 0.5, 1.0], ham=[2, 0], spam=[0, 2])
    """
    check(outcomes)
    check_positive("bins", bins)
    edges = _edges([o.score for o in outcomes if math.isfinite(o.score)] or [0.0], bins)
    counts = Counter((o.truth == spam, bisect_right(edges, o.score, 1, bins)) for o in outcomes)
    ham, spams = ([counts[side, place] for place in range(1, bins + 1)] for side in (False, True))
    return Histogram(edges, ham, spams)


def _edges(scores: list[float], bins: int) -> list[float]:
    low, high = min(scores), max(scores)
    if low == high:
        half = max(0.5, bins * math.ulp(low))  # so that the edges of a large score differ
        low, high = low - half, high + half
    # Each end has its share, because their difference may be too large for a float.
    inner = (low * (1 - place / bins) + high * (place / bins) for place in range(1, bins))
    return [low, *inner, high]
