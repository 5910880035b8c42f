"""Gaussian Naive Bayes: measurements become posteriors.

A model is a few sums by class and feature, of those numbers that were observed: None was not.
Fractions make them exact, so no order of learning and forgetting leaves a trace.
"""

import math
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from fractions import Fraction

Row = list[float | None]


@dataclass
class Sums:
    """How many numbers there were, their sum, and the sum of their squares."""

    n: int = 0
    sum: Fraction = Fraction(0)
    square: Fraction = Fraction(0)

    @property
    def mean(self) -> Fraction:
        """The mean of the numbers."""
        return self.sum / self.n

    @property
    def variance(self) -> Fraction:
        """Their variance: the mean of the squares, less the square of the mean."""
        return self.square / self.n - self.mean**2


@dataclass
class Moments:
    """The rows of each class, and the sums of each of its features."""

    rows: Counter[str] = field(default_factory=Counter)
    sums: dict[tuple[str, int], Sums] = field(default_factory=lambda: defaultdict(Sums))


def learn(moments: Moments, rows: list[Row], labels: list[str], times: int = 1) -> None:
    """Add rows; minus one times forgets them.

    >>> moments = Moments()
    >>> learn(moments, [[1.5, 60], [2.5, None]], ["a", "a"])
    >>> str(moments.sums["a", 0].mean), str(moments.sums["a", 0].variance), moments.sums["a", 1].n
    ('2', '1/4', 1)
    """
    for row, label in zip(rows, labels, strict=True):
        moments.rows[label] += times
        for j, x in enumerate(row):
            if x is not None:
                sums = moments.sums[label, j]
                sums.n += times
                sums.sum += times * Fraction(x)
                sums.square += times * Fraction(x) ** 2


def together(moments: Moments, j: int) -> Sums:
    """Return the sums of a feature over all classes."""
    parts = [sums for (_, feature), sums in moments.sums.items() if feature == j]
    n, total, square = ([getattr(part, name) for part in parts] for name in ("n", "sum", "square"))
    return Sums(sum(n), sum(total, Fraction(0)), sum(square, Fraction(0)))


def smoothing(moments: Moments, share: float = 1e-9) -> Fraction:
    """Return what is added to every variance: a share of the largest variance of a feature."""
    features = {j for _, j in moments.sums}
    return Fraction(share) * max(together(moments, j).variance for j in features)


def log_joint(row: Row, moments: Moments, share: float = 1e-9) -> dict[str, float]:
    """Return log P(row, class) for each class; what was not observed adds nothing.

    >>> moments = Moments()
    >>> learn(moments, [[1], [3], [5], [9]], ["a", "a", "b", "b"])
    >>> log_joint([None], moments) == {"a": math.log(0.5), "b": math.log(0.5)}
    True
    >>> joint = log_joint([3], moments, share=0)
    >>> joint["a"] == math.log(0.5) - 0.5 * math.log(2 * math.pi * 1) - 0.5
    True
    """
    added = smoothing(moments, share)
    joint = {}
    for label, n in moments.rows.items():
        terms = [math.log(Fraction(n, moments.rows.total()))]
        for j, x in enumerate(row):
            if x is not None:
                sums = moments.sums[label, j]
                variance = sums.variance + added
                terms.append(-0.5 * math.log(2 * math.pi * variance))
                terms.append(-float((Fraction(x) - sums.mean) ** 2 / (2 * variance)))
        joint[label] = math.fsum(terms)
    return joint
