"""How far scores are believed, and how good the probabilities and the verdicts are."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np
from scipy.optimize import minimize, minimize_scalar

from priory.evaluate.measures import measure
from priory.evaluate.outcomes import Outcome
from priory.mailfilter import Settings
from priory.mailfilter.settings import UNSURE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from experiments.counted import Scored
    from experiments.judge import Score
    from priory.evaluate.measures import Measures

# The settings of these experiments: models of counts alone, of which this was the default.
DEFAULT = Settings(event="boolean")
# From here on a probability belongs to the next row of a table: those that people tell apart.
EDGES = (0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.98, 0.99, 0.995, 0.999)


@dataclass(frozen=True)
class Belief:
    """How scores become probabilities.

    Parameters
    ----------
    strength, patience : float
        The settings of these names.
    power : float, default=0.5
        By which power of the number of known tokens a score is divided.
    """

    strength: float = DEFAULT.belief
    patience: float = DEFAULT.patience
    power: float = 0.5

    def log_odds(self, scored: Scored) -> Any:
        """Return the logarithm of the odds of spam."""
        learned = replace(DEFAULT, patience=self.patience).learned(scored.smallest)
        return self.strength * learned * scored.odds / np.maximum(scored.known, 1) ** self.power

    def fitted(self, results: Sequence[Scored]) -> Belief:
        """Return the same with the strength that has the least log loss."""
        one = replace(self, strength=1.0)
        odds = np.concatenate([one.log_odds(scored) for scored in results])
        wrong = np.where(np.concatenate([scored.spam for scored in results]), -odds, odds)
        found = minimize_scalar(
            lambda log: np.logaddexp(0, np.exp(log) * wrong).mean(),
            bounds=(-8, 5),
            method="bounded",
        )
        return replace(self, strength=float(np.exp(found.x)))


@dataclass(frozen=True)
class Measured:
    """What became of the messages of one fold.

    Parameters
    ----------
    found : Measures
        The verdicts, what they cost, and how scores rank the messages.
    log_loss, brier : float
        How far the probabilities are from the truth, summed up over the messages. This log loss
        has no bound: it tells apart scores of which all probabilities are 0 or 1.
    """

    found: Measures
    log_loss: float
    brier: float

    @property
    def n(self) -> int:
        """How many messages there are."""
        return self.found.ham + self.found.spam

    @property
    def cost(self) -> float:
        """What the verdicts cost, summed up over the messages."""
        return self.n * self.found.cost

    @classmethod
    def of(cls, scored: Scored, belief: Belief) -> Measured:
        """Judge the messages as the filter does."""
        odds, spam = belief.log_odds(scored), scored.spam
        ham, junk, _ = verdicts(probability(odds))
        said = np.select([ham, junk], [DEFAULT.ham, DEFAULT.spam], UNSURE)
        return cls(
            measured(odds, spam, said),
            log_loss=float(np.logaddexp(0, np.where(spam, -odds, odds)).sum()),
            brier=float(((probability(odds) - spam) ** 2).sum()),
        )


def measured(log_odds: Any, spam: Any, said: Any) -> Measures:
    """Measure verdicts and scores as `priory evaluate` does."""
    truth = np.where(spam, DEFAULT.spam, DEFAULT.ham)
    rows = zip(truth.tolist(), said.tolist(), log_odds.tolist(), strict=True)
    return measure([Outcome("", *row, None, 0, 0) for row in rows], DEFAULT)


def roca(one: Measured | Score) -> float:
    """Return the area above the ROC curve in percent; NaN without ham or spam."""
    return np.nan if one.found.roca is None else one.found.roca


def shifted(results: Sequence[Scored], belief: Belief) -> tuple[float, float]:
    """Return the strength and the shift towards spam that have the least log loss."""
    one = replace(belief, strength=1.0)
    odds = np.concatenate([one.log_odds(scored) for scored in results])
    sign = np.where(np.concatenate([scored.spam for scored in results]), -1, 1)
    found = minimize(
        lambda x: np.logaddexp(0, sign * (x[0] * odds + x[1])).mean(),
        (0.5, 0),
        method="Nelder-Mead",
    )
    return float(found.x[0]), float(found.x[1])


def probability(log_odds: Any) -> Any:
    """Return the probability of spam."""
    return np.exp(-np.logaddexp(0, -log_odds))


def verdicts(spam: Any) -> tuple[Any, Any, Any]:
    """Say which messages are called ham, spam, and unsure, by what that costs."""
    as_ham, as_spam = DEFAULT.missed_spam * spam, DEFAULT.lost_ham * (1 - spam)
    unsure = np.minimum(as_ham, as_spam) >= DEFAULT.unsure
    return ~unsure & (as_ham <= as_spam), ~unsure & (as_ham > as_spam), unsure


@dataclass(frozen=True)
class Reliability:
    """How often verdicts of about the same probability are right.

    Parameters
    ----------
    messages, stated, right : arrays
        By row of `EDGES`: how many messages, their mean probability, and the share that is right.
    """

    messages: Any
    stated: Any
    right: Any

    @classmethod
    def of(
        cls, results: Sequence[Scored], beliefs: Sequence[Belief], best: str | None = None
    ) -> Reliability:
        """Compare the probability of the best class, or of one where it is, with the truth."""
        odds = np.concatenate([b.log_odds(s) for s, b in zip(results, beliefs, strict=True)])
        spam = np.concatenate([scored.spam for scored in results])
        if best is not None:
            asked = (odds > 0) == (best == DEFAULT.spam)
            odds, spam = odds[asked], spam[asked]
        right = (odds > 0) == spam
        stated = probability(np.abs(odds))
        row = np.searchsorted(EDGES, stated, side="right") - 1
        messages, sums, rights = (
            np.bincount(row, weights, len(EDGES)) for weights in (None, stated, right)
        )
        with np.errstate(invalid="ignore"):
            return cls(messages, sums / messages, rights / messages)

    @property
    def distance(self) -> float:
        """How far stated and observed differ, on average: by rows of `EDGES`, unlike ECE."""
        gaps = self.messages * np.abs(self.stated - self.right)
        return float(np.nansum(gaps) / self.messages.sum())

    def above(self, edge: float) -> tuple[float, float]:
        """Return how many messages have at least this probability, and the share that is right."""
        rows = np.flatnonzero((np.array(EDGES) >= edge) & (self.messages > 0))
        n = self.messages[rows].sum()
        return n, float(self.messages[rows] @ self.right[rows] / n) if n else np.nan


def roc(log_odds: Any, spam: Any) -> list[tuple[int, int]]:
    """Return how many spams are not caught when so many hams may be lost, for some numbers."""
    hams = np.sort(log_odds[~spam])[::-1]
    lost = [0, 1, 2, 3, 4, 6, 8, 12, 16, 24, 32]
    return [(n, int(np.sum(log_odds[spam] <= hams[n]))) for n in lost if n < len(hams)]
