"""Probabilities of spam against what messages are: log loss and calibration error."""

from __future__ import annotations

import math
from operator import mul
from typing import TYPE_CHECKING

from priory.evaluate._mass import EqualMass

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["CLIP", "Probabilities"]

# A probability of 0 or 1 counts as one that is so far from it: an infinite loss of one message
# would hide all others.
CLIP = 1e-15


class Probabilities:
    """Probabilities of spam in ascending order.

    Parameters
    ----------
    stated : sequence of float or None
        The probability of each message, None where there is none.
    is_spam : sequence of bool
        What each message is.
    """

    def __init__(self, stated: Sequence[float | None], is_spam: Sequence[bool]) -> None:
        pairs = enumerate(zip(stated, is_spam, strict=True))
        known = sorted((p, spam, place) for place, (p, spam) in pairs if p is not None)
        self.stated = [p for p, _, _ in known]
        self.is_spam = [spam for _, spam, _ in known]
        self._places = [place for _, _, place in known]
        self._gaps = [p - spam for p, spam, _ in known]
        self._losses = [-math.log(_clipped(p if spam else 1 - p)) for p, spam, _ in known]
        self._mass = EqualMass(self.stated)

    def weights(self, weights: Sequence[int]) -> list[int]:
        """Put the weights of all messages into the order of the probabilities."""
        return list(map(weights.__getitem__, self._places))

    def ranges(self, weights: Sequence[int], bins: int) -> list[tuple[int, int]]:
        """Return the bins of equal mass by weights in the order of the probabilities."""
        return self._mass.ranges(weights, bins)

    def log_loss(self, weights: Sequence[int]) -> float | None:
        """Return the mean of -log(probability of the truth) by weights in our order."""
        mass = sum(weights)
        return sum(map(mul, weights, self._losses)) / mass if mass else None

    def calibration_error(self, weights: Sequence[int], bins: int) -> float | None:
        """Return how far stated and observed differ in a bin, on average of the messages."""
        mass = sum(weights)
        ranges = self.ranges(weights, bins) if mass else []
        gaps = (abs(sum(map(mul, weights[a:b], self._gaps[a:b]))) for a, b in ranges)
        return sum(gaps) / mass if mass else None


def _clipped(probability: float) -> float:
    return min(max(probability, CLIP), 1 - CLIP)
