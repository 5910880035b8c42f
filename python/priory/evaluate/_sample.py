"""Outcomes as columns, checked and sorted once, so that a resample is a list of multiplicities."""

from __future__ import annotations

import math
from itertools import compress
from operator import mul
from typing import TYPE_CHECKING

from priory.errors import InputError
from priory.evaluate._probabilities import Probabilities
from priory.evaluate._ranking import Ranking
from priory.mailfilter.settings import UNSURE

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from priory.evaluate.outcomes import Outcome
    from priory.mailfilter.settings import Settings

__all__ = ["Sample", "check", "cost_of"]


def check(outcomes: Sequence[Outcome]) -> None:
    """Refuse no outcomes at all, scores that are NaN, and probabilities that are none."""
    if not outcomes:
        what = "there are no outcomes to measure"
        raise InputError(what, code="empty-input", remedy="judge at least one message")
    for outcome in outcomes:
        if math.isnan(outcome.score):
            what, remedy = "the filter gave NaN as its score", "give each message a number"
            raise InputError(what, code="missing-value", place=outcome.place or None, remedy=remedy)
        if outcome.probability is not None and not 0 <= outcome.probability <= 1:
            what = f"the probability of spam must be from 0 to 1, not {outcome.probability!r}"
            raise InputError(what, code="bad-probability", place=outcome.place or None)


def cost_of(outcome: Outcome, settings: Settings, *, by_sides: bool = False) -> float:
    """Return what a verdict costs by the settings; unsure has a cost of its own.

    By sides, any class but spam is right of any other.
    """
    if outcome.verdict == UNSURE:
        return settings.unsure
    if by_sides and settings.spam not in (outcome.verdict, outcome.truth):
        return 0.0
    return settings.cost(outcome.verdict, outcome.truth)


class Sample:
    """Checked outcomes: ham by score, then spam by score.

    Parameters
    ----------
    outcomes : sequence of Outcome
        In any order.
    settings : Settings
        For the class that is spam, and the costs.

    Attributes
    ----------
    ham, spam : int
        How many of each; all classes but spam are ham.
    ranking : Ranking
        By the scores.
    probabilities : Probabilities
        Of those messages that have one.
    """

    def __init__(self, outcomes: Sequence[Outcome], settings: Settings) -> None:
        check(outcomes)
        name = settings.spam
        ordered = sorted(outcomes, key=lambda outcome: (outcome.truth == name, outcome.score))
        is_spam = [outcome.truth == name for outcome in ordered]
        scores = [outcome.score for outcome in ordered]
        self.spam = sum(is_spam)
        self.ham = len(ordered) - self.spam
        self.ranking = Ranking(scores[: self.ham], scores[self.ham :])
        self.probabilities = Probabilities([o.probability for o in ordered], is_spam)
        costs = [cost_of(outcome, settings) for outcome in ordered]
        self._costly = [place for place, cost in enumerate(costs) if cost]
        self._costs = [cost for cost in costs if cost]
        self._unsure = [outcome.verdict == UNSURE for outcome in ordered]
        called_spam = [outcome.verdict == name for outcome in ordered]
        self._lost = _places(
            called and not spam for called, spam in zip(called_spam, is_spam, strict=True)
        )
        self._missed = _places(
            spam and not called and not unsure
            for spam, called, unsure in zip(is_spam, called_spam, self._unsure, strict=True)
        )

    def lost(self, weights: Sequence[int]) -> int:
        """Return how many ham are called spam."""
        return sum(weights[place] for place in self._lost)

    def missed(self, weights: Sequence[int]) -> int:
        """Return how many spams are called another class."""
        return sum(weights[place] for place in self._missed)

    def unsure(self, weights: Sequence[int]) -> tuple[int, int]:
        """Return how many ham and how many spams were left to the reader."""
        ham = sum(compress(weights[: self.ham], self._unsure))
        return ham, sum(compress(weights[self.ham :], self._unsure[self.ham :]))

    def cost(self, weights: Sequence[int]) -> float:
        """Return the mean cost of a message."""
        return sum(map(mul, map(weights.__getitem__, self._costly), self._costs)) / sum(weights)


def _places(flags: Iterable[bool]) -> list[int]:
    return [place for place, flag in enumerate(flags) if flag]
