"""Verdict and Evidence: the classification of a message, and the weights of its tokens."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

__all__ = ["Evidence", "Verdict"]


class Evidence(NamedTuple):
    """What one token says.

    Attributes
    ----------
    token : str
        The token.
    weight : float
        What it adds to the log-odds of the best class against the next one.
    occurrences : int
        How often it occurs in the message.
    messages : tuple of int
        The messages of each class that have it, in the order of the verdict's `probabilities`.
    lesson : float
        The part of the weight that mistakes on messages taught; the rest comes from the counts.
        Always 0 with an event model other than ``"lessons"``.
    """

    token: str
    weight: float
    occurrences: int
    messages: tuple[int, ...]
    lesson: float = 0.0


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a message is taken for, and why.

    Attributes
    ----------
    label : str
        The verdict: a class, or ``"unsure"``.
    best : str
        The most probable class, also where the verdict is unsure.
    against : str or None
        The next one, which the evidence speaks against; None where there is one class.
    posterior : tuple of (str, float)
        Each class with its probability; empty where fewer than two classes were learned.
    probabilities : dict from str to float
        The same as a dict.
    probability : float
        That of the best class, or 0 without a posterior.
    log_odds : float
        The logarithm of the odds of the best class against the next one.
    base : float
        The log-odds before any token was looked at.
    evidence : tuple of Evidence
        What the tokens say that say most, the strongest first.
    rest : float
        What all other tokens say together: with `base` and the weights of the evidence it adds up
        to `log_odds`.
    n_known, n_unknown : int
        Different tokens of the message that were learned before, and that never were.
    why_unsure : str or None
        Why the verdict is unsure, if it is.
    never_junk : str or None
        The sender, if the message is ham because the list `Settings.never_junk` has it: all else is
        as if there was no list.
    """

    label: str
    best: str
    against: str | None
    posterior: tuple[tuple[str, float], ...]
    log_odds: float
    base: float
    evidence: tuple[Evidence, ...]
    rest: float
    n_known: int
    n_unknown: int
    why_unsure: str | None
    never_junk: str | None = None

    @property
    def probabilities(self) -> dict[str, float]:
        """The probability of each class."""
        return dict(self.posterior)

    @property
    def probability(self) -> float:
        """The probability of the best class."""
        return dict(self.posterior).get(self.best, 0.0)
