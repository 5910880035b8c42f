"""How good verdicts, scores and probabilities of a filter are, in numbers."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from priory.evaluate._sample import Sample, cost_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from priory.evaluate.outcomes import Outcome
    from priory.mailfilter.settings import Settings

__all__ = ["BINS", "HAM_LOST", "Measures", "cost_of", "measure"]

# The shares of ham in percent at which the spam missed is read off the ROC curve.
HAM_LOST = (0.1, 0.5, 1.0)
# How many bins of equal mass the calibration error has.
BINS = 15


@dataclass(frozen=True, slots=True)
class Measures:
    """How good a filter was. Less is better in all but the numbers of messages.

    All classes but spam are ham here. What is not defined is None: shares of a class that has no
    message, what compares ham with spam where one is missing, and what needs probabilities.

    Attributes
    ----------
    ham, spam : int
        How many messages there are of each.
    ham_lost : int
        Ham called spam.
    ham_unsure, spam_unsure : int
        What was left to the reader. It is neither lost nor missed.
    spam_missed : int
        Spam called anything but spam or unsure.
    hm, sm : float or None
        ``ham_lost`` in percent of ham, and ``spam_missed`` in percent of spam.
    hu, su : float or None
        ``ham_unsure`` in percent of ham, and ``spam_unsure`` in percent of spam.
    lam : float or None
        The mean of hm and sm on the scale of log-odds, in percent: 0 where one of them is 0, 100
        where one is 100, None where both are so.
    roca : float or None
        1-ROCA in percent: of all pairs of a ham and a spam, those whose spam scores lower; ties
        count half.
    spam_missed_at : tuple of (float, float)
        Pairs of hm and sm in percent: the spam missed at the lowest threshold on the score that
        loses at most so much ham. Empty where ham or spam is missing.
    cost : float
        The mean cost of a message by the settings.
    log_loss : float or None
        The mean of -ln(probability of the truth), of spam against all else.
    ece : float or None
        The expected calibration error of the probability of spam, over 15 bins of equal mass.
    with_probability : int
        The messages that log loss and ECE are about: those with a probability.
    """

    ham: int
    spam: int
    ham_lost: int
    ham_unsure: int
    spam_missed: int
    spam_unsure: int
    hm: float | None
    sm: float | None
    hu: float | None
    su: float | None
    lam: float | None
    roca: float | None
    spam_missed_at: tuple[tuple[float, float], ...]
    cost: float
    log_loss: float | None
    ece: float | None
    with_probability: int


def measure(outcomes: Sequence[Outcome], settings: Settings) -> Measures:
    """Measure how good a filter was.

    Parameters
    ----------
    outcomes : sequence of Outcome
        What it said, in any order.
    settings : Settings
        For the class that is spam, and the costs.

    Returns
    -------
    Measures

    Examples
    --------
    >>> from priory.evaluate.measures import measure
    >>> from priory.evaluate.outcomes import Outcome
    >>> from priory.mailfilter import Settings
    >>> said = [("ham", "ham", 0.1), ("ham", "unsure", 0.6), ("spam", "unsure", 0.5),
    ...         ("spam", "spam", 0.9)]
    >>> outcomes = [Outcome("", truth, verdict, p, p, 0, 0) for truth, verdict, p in said]
    >>> found = measure(outcomes, Settings())
    >>> found.hm, found.sm, found.hu, found.su, found.roca, found.cost
    (0.0, 0.0, 50.0, 50.0, 25.0, 0.1)
    """
    sample = Sample(outcomes, settings)
    once = [1] * len(outcomes)
    lost, missed, unsure = sample.lost(once), sample.missed(once), sample.unsure(once)
    found = statistics(sample, once)
    at = ((share, found[missed_at(share)]) for share in HAM_LOST)
    return Measures(
        ham=sample.ham,
        spam=sample.spam,
        ham_lost=lost,
        ham_unsure=unsure[0],
        spam_missed=missed,
        spam_unsure=unsure[1],
        hm=percent(lost, sample.ham),
        sm=percent(missed, sample.spam),
        hu=percent(unsure[0], sample.ham),
        su=percent(unsure[1], sample.spam),
        lam=found["lam"],
        roca=found["roca"],
        spam_missed_at=tuple((share, value) for share, value in at if value is not None),
        cost=sample.cost(once),
        log_loss=found["log_loss"],
        ece=found["ece"],
        with_probability=len(sample.probabilities.stated),
    )


def statistics(sample: Sample, weights: Sequence[int]) -> dict[str, float | None]:
    """Return by name what a bootstrap repeats, each message counting so often as its weight."""
    ham, spam = weights[: sample.ham], weights[sample.ham :]
    hm, sm = percent(sample.lost(weights), sum(ham)), percent(sample.missed(weights), sum(spam))
    by_probability = sample.probabilities.weights(weights)
    found = {
        "lam": logistic_mean(hm, sm),
        "roca": sample.ranking.inverted(ham, spam),
        "cost": sample.cost(weights),
        "log_loss": sample.probabilities.log_loss(by_probability),
        "ece": sample.probabilities.calibration_error(by_probability, BINS),
    }
    for share in HAM_LOST:
        found[missed_at(share)] = sample.ranking.missed(ham, spam, share)
    return found


def missed_at(share: float) -> str:
    """Return the name of the spam missed where so much ham is lost, such as of 0.1 %."""
    return f"spam_missed_at_{share:g}"


def logistic_mean(hm: float | None, sm: float | None) -> float | None:
    """Return the mean of two percentages on the scale of log-odds, in percent."""
    if hm is None or sm is None or {hm, sm} == {0, 100}:
        return None
    if hm in (0, 100) or sm in (0, 100):
        return hm if hm in (0, 100) else sm
    odds = math.sqrt(hm / (100 - hm)) * math.sqrt(sm / (100 - sm))
    return 100 * odds / (1 + odds)


def percent(part: int, whole: int) -> float | None:
    """Return a share in percent, None of nothing."""
    return 100 * part / whole if whole else None
