"""What reports draw: ROC, reliability, learning curve, histogram of scores, and confusion."""

from __future__ import annotations

from collections import Counter
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

from priory.evaluate._histogram import Histogram, histogram
from priory.evaluate._mass import EqualMass, check_positive
from priory.evaluate._probabilities import Probabilities
from priory.evaluate._sample import check
from priory.evaluate.measures import BINS, measure

if TYPE_CHECKING:
    from collections.abc import Sequence

    from priory.evaluate.outcomes import Outcome
    from priory.mailfilter.settings import Settings

__all__ = [
    "Bin",
    "Histogram",
    "Point",
    "confusion",
    "histogram",
    "learning",
    "reliability",
    "roc",
]


class Bin(NamedTuple):
    """Messages of about the same probability.

    Attributes
    ----------
    mean_probability : float
        Of spam, as the filter stated it.
    spam_share : float
        The share of them that is spam.
    messages : int
        How many they are.
    """

    mean_probability: float
    spam_share: float
    messages: int


class Point(NamedTuple):
    """How good the filter was when it had learned so much.

    Attributes
    ----------
    learned : float
        The messages it had learned, on average of those judged.
    hm, sm : float or None
        Ham lost and spam missed in percent, as in `Measures`.
    cost : float
        The mean cost of a message.
    hu, su : float or None
        Ham and spam left to the reader, in percent.
    messages : int
        How many were judged.
    """

    learned: float
    hm: float | None
    sm: float | None
    cost: float
    hu: float | None
    su: float | None
    messages: int


def roc(outcomes: Sequence[Outcome], spam: str) -> list[tuple[float, float]]:
    """Return the ROC curve: its corners from (0, 0) to (1, 1), joined by straight lines.

    Equal scores are called spam together, so that the curve is oblique where they are of ham and
    of spam; the area above it is 1-ROCA.

    Parameters
    ----------
    outcomes : sequence of Outcome
        What the filter said.
    spam : str
        The class that is spam.

    Returns
    -------
    list of (float, float)
        The share of ham lost and the share of spam caught at each threshold, from the highest
        down. Empty where ham or spam is missing.

    Examples
    --------
    >>> from priory.evaluate.curves import roc
    >>> from priory.evaluate.outcomes import Outcome
    >>> pairs = [("ham", 0.1), ("spam", 0.5), ("ham", 0.6), ("spam", 0.9)]
    >>> roc([Outcome("", truth, truth, score, None, 0, 0) for truth, score in pairs], "spam")
    [(0.0, 0.0), (0.0, 0.5), (0.5, 0.5), (0.5, 1.0), (1.0, 1.0)]
    """
    check(outcomes)
    spams = sum(outcome.truth == spam for outcome in outcomes)
    hams = len(outcomes) - spams
    if not spams or not hams:
        return []
    return [(lost / hams, caught / spams) for lost, caught in _corners(outcomes, spam)]


def _corners(outcomes: Sequence[Outcome], spam: str) -> list[tuple[int, int]]:
    ranked = sorted(((o.score, o.truth == spam) for o in outcomes), reverse=True)
    corners, step = [(0, 0)], (0, 0)
    for _, tied in groupby(ranked, key=lambda pair: pair[0]):
        of_tied = [is_spam for _, is_spam in tied]
        last, (lost, caught) = step, corners[-1]
        step = (len(of_tied) - sum(of_tied), sum(of_tied))
        if last[0] * step[1] == last[1] * step[0] and last != (0, 0):
            corners.pop()  # it goes on in the same direction
        corners.append((lost + step[0], caught + step[1]))
    return corners


def reliability(outcomes: Sequence[Outcome], spam: str, bins: int = BINS) -> list[Bin]:
    """Return what probabilities of spam are worth, in bins of equal mass.

    Parameters
    ----------
    outcomes : sequence of Outcome
        What the filter said; those without a probability are left out.
    spam : str
        The class that is spam.
    bins : int, default=15
        How many; messages of the same probability share one, so that there may be fewer.

    Returns
    -------
    list of Bin
        By probability.

    Examples
    --------
    >>> from priory.evaluate.curves import reliability
    >>> from priory.evaluate.outcomes import Outcome
    >>> pairs = [("ham", 0.0), ("spam", 0.5), ("ham", 0.5), ("spam", 1.0)]
    >>> said = [Outcome("", truth, truth, p, p, 0, 0) for truth, p in pairs]
    >>> for found in reliability(said, "spam", bins=3):
    ...     print(*found)
    0.0 0.0 1
    0.5 0.5 2
    1.0 1.0 1
    """
    check(outcomes)
    check_positive("bins", bins)
    known = Probabilities([o.probability for o in outcomes], [o.truth == spam for o in outcomes])
    ranges = known.ranges([1] * len(known.stated), bins)
    return [
        Bin(sum(known.stated[a:b]) / (b - a), sum(known.is_spam[a:b]) / (b - a), b - a)
        for a, b in ranges
    ]


def learning(outcomes: Sequence[Outcome], settings: Settings, points: int) -> list[Point]:
    """Return how good the filter was while it learned.

    Messages are ordered by what the filter had learned when it judged them, and cut into windows
    of as many messages each. Those judged after the same number of messages share one, so that a
    cold start has a point for each size, and folds of one size have one point.

    Parameters
    ----------
    outcomes : sequence of Outcome
        What the filter said.
    settings : Settings
        For the class that is spam, and the costs.
    points : int
        How many windows at most.

    Returns
    -------
    list of Point
        From the least learned to the most.

    Examples
    --------
    >>> from priory.evaluate.curves import learning
    >>> from priory.evaluate.outcomes import Outcome
    >>> from priory.mailfilter import Settings
    >>> verdicts = ["unsure", "unsure", "unsure", "spam"]
    >>> said = [Outcome("", "spam", v, 0, None, 0, n) for n, v in enumerate(verdicts)]
    >>> [(point.learned, point.su) for point in learning(said, Settings(), 2)]
    [(0.5, 100.0), (2.5, 50.0)]
    """
    check(outcomes)
    check_positive("points", points)
    ordered = sorted(outcomes, key=lambda outcome: outcome.learned)
    windows = EqualMass([outcome.learned for outcome in ordered])
    return [_point(ordered[a:b], settings) for a, b in windows.ranges([1] * len(ordered), points)]


def _point(outcomes: Sequence[Outcome], settings: Settings) -> Point:
    found = measure(outcomes, settings)
    learned = sum(outcome.learned for outcome in outcomes) / len(outcomes)
    return Point(learned, found.hm, found.sm, found.cost, found.hu, found.su, len(outcomes))


def confusion(outcomes: Sequence[Outcome]) -> dict[tuple[str, str], int]:
    """Count the messages by what they are and what they were called.

    Parameters
    ----------
    outcomes : sequence of Outcome
        What the filter said.

    Returns
    -------
    dict of (str, str) to int
        By class and verdict, in alphabetical order; pairs that did not occur are left out.

    Examples
    --------
    >>> from priory.evaluate.curves import confusion
    >>> from priory.evaluate.outcomes import Outcome
    >>> pairs = [("ham", "ham"), ("spam", "unsure"), ("ham", "ham")]
    >>> confusion([Outcome("", truth, verdict, 0, None, 0, 0) for truth, verdict in pairs])
    {('ham', 'ham'): 2, ('spam', 'unsure'): 1}
    """
    counts = Counter((outcome.truth, outcome.verdict) for outcome in outcomes)
    return dict(sorted(counts.items()))
