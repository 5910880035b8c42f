"""How good text classifiers are, in numbers, and which of two is better."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from priory.errors import InputError
from priory.evaluate._binomial import share_interval
from priory.evaluate._probabilities import Probabilities
from priory.evaluate._signs import sign_test
from priory.evaluate.measures import BINS

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from priory.evaluate.text_trial import TextTrial

__all__ = [
    "TextContest",
    "TextMeasures",
    "accuracy_interval",
    "compare_texts",
    "confused",
    "measure_texts",
]


@dataclass(frozen=True, slots=True)
class TextMeasures:
    """Measures of a trial.

    Attributes
    ----------
    texts : int
        How many were judged.
    accuracy : float
        The share that was given its label.
    macro_f1 : float
        The mean over all labels of the harmonic mean of precision and recall.
    log_loss : float or None
        The mean of -ln of the probability of the true label, of at least 1e-15; None of a model
        without probabilities.
    ece : float or None
        Expected calibration error: over 15 bins of equal mass by confidence, the mean distance
        of confidence and accuracy, as of mail; None of a model without probabilities.
    """

    texts: int
    accuracy: float
    macro_f1: float
    log_loss: float | None
    ece: float | None


class TextContest(NamedTuple):
    """Two models on the same texts.

    Attributes
    ----------
    won, tied, lost : int
        The texts of which the first model alone was right, both or none, and the second alone.
    p_value : float
        How often models that are equally good would differ as much or more, by chance: McNemar's
        exact test.
    """

    won: int
    tied: int
    lost: int
    p_value: float


def measure_texts(trial: TextTrial) -> TextMeasures:
    """Measure a trial.

    Parameters
    ----------
    trial : TextTrial

    Returns
    -------
    TextMeasures
    """
    once = [1] * len(trial.truth)
    right, sure, likely = trial.is_right, trial.confidence, trial.likelihood
    return TextMeasures(
        texts=len(trial.truth),
        accuracy=float(right.mean()),
        macro_f1=_macro_f1(trial),
        log_loss=None if likely is None else _stated(likely, np.ones_like(right)).log_loss(once),
        ece=None if sure is None else _stated(sure, right).calibration_error(once, BINS),
    )


def accuracy_interval(measures: TextMeasures, level: float = 0.95) -> tuple[float, float]:
    """Return within which bounds the accuracy would be on other texts of the kind.

    Parameters
    ----------
    measures : TextMeasures
    level : float, default=0.95
        Of the exact binomial interval.

    Returns
    -------
    (float, float)
    """
    return share_interval(round(measures.accuracy * measures.texts), measures.texts, level)


def compare_texts(one: TextTrial, other: TextTrial) -> TextContest:
    """Compare two models on the same texts.

    Parameters
    ----------
    one, other : TextTrial
        By the same folds, or the same test set.

    Returns
    -------
    TextContest

    Raises
    ------
    InputError
        If they are not about the same texts (``different-messages``).

    Examples
    --------
    >>> from priory import TextClassifier
    >>> from priory.evaluate.texts import compare_texts, cross_validate
    >>> texts, labels = ["good day", "bad day"] * 9, ["up", "down"] * 9
    >>> models = {name: TextClassifier(model=name) for name in ("multinomial", "bernoulli")}
    >>> compare_texts(*cross_validate(models, texts, labels, folds=3))
    TextContest(won=0, tied=18, lost=0, p_value=1.0)
    """
    if one.truth != other.truth or not np.array_equal(one.run, other.run):
        what = f"{one.model} and {other.model} did not judge the same texts"
        remedy = "compare trials of the same folds, or of the same test set"
        raise InputError(what, code="different-messages", remedy=remedy)
    differences = (one.is_right.astype(int) - other.is_right.astype(int)).tolist()
    found = Counter(differences)
    return TextContest(found[1], found[0], found[-1], sign_test(differences))


def confused(trial: TextTrial) -> list[tuple[tuple[str, str], int]]:
    """Return the mistakes, the most frequent first: label, what it was called, and how often.

    Parameters
    ----------
    trial : TextTrial

    Returns
    -------
    list of ((str, str), int)
    """
    pairs = zip(trial.truth, trial.predicted, strict=True)
    wrong = Counter((truth, said) for truth, said in pairs if truth != said)
    return sorted(wrong.items(), key=lambda one: (-one[1], one[0]))


def _stated(shares: NDArray[np.float64], is_right: NDArray[np.bool_]) -> Probabilities:
    return Probabilities(shares.tolist(), is_right.tolist())


def _macro_f1(trial: TextTrial) -> float:
    truth, predicted = np.array(trial.truth), np.array(trial.predicted)
    found = []
    for label in sorted({*trial.truth, *trial.predicted}):
        hits = int(((truth == label) & (predicted == label)).sum())
        found.append(2 * hits / int((truth == label).sum() + (predicted == label).sum()))
    return math.fsum(found) / len(found)
