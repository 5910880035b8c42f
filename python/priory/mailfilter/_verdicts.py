"""What the core says of a message becomes a verdict, by the classes and the settings."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from priory.mailfilter.settings import UNSURE
from priory.mailfilter.verdict import Evidence, Verdict

if TYPE_CHECKING:
    from collections.abc import Mapping

    from priory import _core
    from priory.mailfilter.settings import Settings

__all__ = ["Rule", "Verdicts"]


class Rule(NamedTuple):
    """How the core turns scores into decisions."""

    strength: float
    learned: float
    costs: list[float]


@dataclass(frozen=True, slots=True)
class Verdicts:
    """Makes verdicts.

    Parameters
    ----------
    messages : mapping from str to int
        The classes, in the order of their numbers, and how many messages each has learned.
    settings : Settings
        How messages are judged.
    """

    messages: Mapping[str, int]
    settings: Settings

    @property
    def names(self) -> list[str]:
        """The classes."""
        return list(self.messages)

    @property
    def smallest(self) -> int:
        """The messages that the smallest class has learned."""
        return min(self.messages.values(), default=0)

    @property
    def alpha(self) -> float:
        """What is added to each count."""
        return self.settings.alpha_for(self.smallest)

    @property
    def are_choice(self) -> bool:
        """Whether there is more than one class."""
        return len(self.messages) > 1

    def rule(self) -> Rule:
        """Return how scores become decisions."""
        names, settings = self.names, self.settings
        costs = []  # of leaving it open, and of each verdict, for each truth
        for truth in names:
            costs += [settings.unsure, *(settings.cost(verdict, truth) for verdict in names)]
        return Rule(settings.belief, settings.learned(self.smallest), costs)

    def verdict(self, judged: _core._Judged) -> Verdict:
        """Make a verdict of what the core says, whose classes are numbers."""
        best, against, chosen, probabilities, log_odds, base, n_known, n_unknown, evidence = judged
        names = self.names
        shown = tuple(map(_evidence, evidence))
        rest = log_odds - base
        return Verdict(  # by position, for there are many of them, and names take their time
            UNSURE if chosen is None else names[chosen],
            names[best],
            names[against],
            tuple(zip(names, probabilities, strict=True)),
            log_odds,
            base,
            shown,
            rest - sum(one.weight for one in shown) if shown else rest,
            n_known,
            n_unknown,
            self._why(n_known, probabilities[best]) if chosen is None else None,
        )

    def no_choice(self, n_known: int, n_unknown: int) -> Verdict:
        """Make the verdict where there is one class, or none."""
        names = self.names
        missing = f"only {names[0]} was learned so far" if names else "nothing was learned so far"
        return Verdict(
            label=UNSURE,
            best=names[0] if names else UNSURE,
            against=None,
            posterior=(),  # one class would have all of it, whatever the message is
            log_odds=0.0,
            base=0.0,
            evidence=(),
            rest=0.0,
            n_known=n_known,
            n_unknown=n_unknown,
            why_unsure=f"{missing}: learn messages of each class",
        )

    def _why(self, n_known: int, probability: float) -> str:
        if not n_known:
            return "no token of the message was ever learned"
        name, messages = min(self.messages.items(), key=lambda one: one[1])
        if messages < self.settings.patience:
            plural = "" if messages == 1 else "s"
            return f"only {messages} message{plural} of {name} learned so far"
        return f"a probability of {probability:.0%} is too little for what a mistake would cost"


def _evidence(said: tuple[str, float, int, list[int], float]) -> Evidence:
    token, weight, occurrences, messages, lesson = said
    return Evidence(token, weight, occurrences, tuple(messages), lesson)
