"""The questions about the mail filter's settings, and the answers that are tried."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from experiments.measures import DEFAULT, Belief
from priory.mailfilter.settings import ALPHA, LEAST_ALPHA, MOST_ALPHA

if TYPE_CHECKING:
    from experiments.counted import Scored
    from experiments.trials import Trial

# The models of counts alone; 017 is about lessons.
EVENTS = ("boolean", "multinomial", "bernoulli", "complement")


@dataclass(frozen=True)
class Choice:
    """Settings of the filter, and some that it does not have.

    Parameters
    ----------
    event : str
        The event model.
    alpha, least, most : float
        What is added to each count: `alpha`, divided by the messages of the smaller class, within
        bounds.
    belief : Belief
        How scores become probabilities.
    fitted : bool
        Whether the strength is fitted to the other folds.
    """

    event: str = DEFAULT.event
    alpha: float = ALPHA
    least: float = LEAST_ALPHA
    most: float = MOST_ALPHA
    belief: Belief = field(default_factory=Belief)
    fitted: bool = False

    def score(self, trial: Trial) -> Scored:
        """Score the messages of a trial."""
        alpha = min(max(self.alpha / max(trial.learned.smallest, 1), self.least), self.most)
        return trial.learned.score(trial.asked, self.event, alpha)

    def beliefs(self, results: list[Scored]) -> list[Belief]:
        """Return how the results of each fold are believed; what is fitted never saw its fold."""
        if not self.fitted:
            return [self.belief] * len(results)
        return [self.belief.fitted(results[:i] + results[i + 1 :]) for i in range(len(results))]


Choices = Mapping[str, Choice]


@dataclass(frozen=True)
class Setting:
    """A question about the settings of the filter.

    Parameters
    ----------
    number : int
        Its place among the questions; it never changes.
    text : str
        The question.
    choices : mapping of str to Choice
        The answers by name; the first is the default.
    """

    number: int
    text: str
    choices: Choices


def _with_fitted(choices: Choices) -> Choices:
    """Ask each choice again with the strength that suits it, so that none has the better one."""
    fitted = {f"{name}, fitted": replace(one, fitted=True) for name, one in choices.items()}
    return {**choices, **fitted}


def _divided(alpha: float, least: float = LEAST_ALPHA) -> Choice:
    return Choice(alpha=alpha, least=least)


def _fixed(alpha: float) -> Choice:
    return Choice(alpha=0, least=alpha, most=alpha)


def _believed(strength: float, patience: float = DEFAULT.patience, power: float = 0.5) -> Choice:
    return Choice(belief=Belief(strength, patience, power))


_DEFAULT = {f"{ALPHA:g}/N in {LEAST_ALPHA} to {MOST_ALPHA}": Choice()}

SETTINGS: Mapping[str, Setting] = {
    "event-model": Setting(
        7,
        "What is an event: a token of a message, once; each time it occurs; or its presence and "
        "its absence? (With two classes, the complement of one is the other, so that "
        "`complement` and `multinomial` must agree.)",
        _with_fitted({event: Choice(event=event) for event in EVENTS}),
    ),
    "smoothing": Setting(
        8,
        "What is added to each count? N is the number of messages that the smaller class has "
        "learned.",
        _with_fitted(
            {
                **_DEFAULT,
                **{f"{c}/N in 0 to {MOST_ALPHA}": _divided(c, 0.0) for c in (1, 2, 8, 16)},
                **{f"4/N in {least} to {MOST_ALPHA}": _divided(4, least) for least in (0.01, 0.02)},
                **{f"{alpha:g}": _fixed(alpha) for alpha in (0.001, 0.01, 0.1, 1)},
            }
        ),
    ),
    "probability": Setting(
        9,
        "Can the probability that is shown be believed? A score is multiplied by the strength and "
        "by N / (N + patience), and divided by a power of the number of known tokens.",
        {
            "strength 0.9, patience 20, power 0.5": Choice(),
            "raw posterior": _believed(1, 0, 0),
            **{f"strength {s}": _believed(s) for s in (0.5, 0.7, 1.2)},
            **{f"patience {p}": _believed(DEFAULT.belief, p) for p in (0, 5, 10, 40)},
            "power 0.65, strength 1.8": _believed(1.8, power=0.65),
            "power 0.75, strength 3": _believed(3, power=0.75),
            "power 1, strength 10": _believed(10, power=1),
            **{
                f"power {power}, fitted": Choice(belief=Belief(1, 0, power), fitted=True)
                for power in (0, 0.5, 0.75, 1)
            },
        },
    ),
    "held-out": Setting(
        10,
        "What do the defaults do with the half that 007 to 009 did not look at?",
        {"default": Choice()},
    ),
}
