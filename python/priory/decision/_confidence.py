"""How sure a classifier is of its best class, and whether labels and probabilities fit."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy.special import logsumexp
from sklearn.utils import column_or_1d

from priory.decision._wrapper import check_known

__all__ = [
    "MEASURES",
    "OF_FOLD",
    "OF_FROZEN",
    "checked_proba",
    "confidence",
    "counted",
    "log_odds",
    "log_odds_of",
    "places_of",
    "read_judged",
]

MEASURES = ("level", "margin", "log_odds")
SUM = 1e-3  # how far the probabilities of a row may be from a sum of one
SHOWN = 10
OF_FOLD = (
    " of the model of fold {}: its rows must hold every class, as those of stratified folds do"
)
OF_FROZEN = " of the frozen classifier: leave these rows out, or freeze one that has learned them"


def checked_proba(proba: Any) -> Any:
    """Return the probabilities that a model gave, which must be known for every row."""
    proba = np.asarray(proba, dtype=np.float64)
    check_known(~np.isnan(proba).any(axis=1))
    return proba


def read_judged(y: Any, proba: Any, classes: Any, *, log: bool) -> tuple[Any, Any, tuple[Any, Any]]:
    """Return labels, classes, and probabilities with their logarithms, which must fit together."""
    y = column_or_1d(y)
    classes = np.unique(y) if classes is None else column_or_1d(classes)
    given = np.asarray(proba, dtype=np.float64)
    if not len(y):
        raise ValueError("y has no rows: give the labels of some, and their probabilities")
    if given.shape != (len(y), len(classes)):
        raise ValueError(
            f"proba has the shape {given.shape}, and y has {counted(len(y), 'row')} of "
            f"{counted(len(classes), 'class', 'es')} {classes.tolist()[:SHOWN]}: give a row for "
            "each label and a column for each class, as predict_proba does, and name the columns "
            "by classes if y does not hold all of them"
        )
    check_known(~np.isnan(given).any(axis=1))
    if not log and (given < 0).any():
        raise ValueError("proba has negative numbers: logarithms need log=True")
    with np.errstate(divide="ignore", over="ignore"):
        both = (np.exp(given), given) if log else (given, np.log(given))
    sums = both[0].sum(axis=1)
    bad = np.flatnonzero(~(np.abs(sums - 1) <= SUM))
    if len(bad):
        raise ValueError(f"the probabilities of row {bad[0]} sum to {sums[bad[0]]:g}, and not to 1")
    return y, classes, both


def counted(n: int, what: str, plural: str = "s") -> str:
    """Name a number of things, in the plural unless it is 1."""
    return f"{n} {what}{'' if n == 1 else plural}"


def confidence(proba: Any, by: str, log_proba: Any = None) -> Any:
    """Return how sure each row is; only log-odds need the logarithms.

    By level, the probability of the best class; by margin, how far it is above the next one; by
    log-odds, the logarithm of its ratio to all others together.
    """
    if by == "log_odds":
        return log_odds(log_proba)
    if by == "margin" and proba.shape[1] > 1:
        best_two = np.partition(proba, -2, axis=1)[:, -2:]
        return best_two[:, 1] - best_two[:, 0]
    return proba.max(axis=1)


def log_odds(log_proba: Any) -> Any:
    """Return the log-odds of the best class: they differ where its probabilities are all 1."""
    others = np.array(log_proba, dtype=np.float64)
    rows, best = np.arange(len(others)), others.argmax(axis=1)
    most = others[rows, best]
    others[rows, best] = -np.inf
    with np.errstate(divide="ignore"):
        return most - logsumexp(others, axis=1)


def log_odds_of(log_proba: Any, c: int) -> Any:
    """Return the log-odds of a class against all others, which outlive probabilities of 0 and 1."""
    with np.errstate(divide="ignore", invalid="ignore"):
        return log_proba[:, c] - logsumexp(np.delete(log_proba, c, axis=1), axis=1)


def places_of(labels: Any, classes: Any, whose: str = "") -> Any:
    """Return where labels stand among the classes; ``whose`` ends the message if they do not."""
    classes, labels = np.asarray(classes).tolist(), np.asarray(labels).tolist()
    known = {label: place for place, label in enumerate(classes)}
    unknown = sorted({str(label) for label in labels if label not in known})
    if unknown:
        raise ValueError(f"y holds {unknown}, which are none of the classes {classes}{whose}")
    return np.array([known[label] for label in labels], dtype=np.intp)
