"""What a level of refusal or a threshold brings, on rows whose labels are known."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from priory.decision._confidence import MEASURES, confidence, places_of, read_judged
from priory.decision._costs import read_costs

__all__ = [
    "CostCurve",
    "ErrorRejectCurve",
    "cost_curve",
    "error_reject_curve",
    "level_for_error",
]


OF_PROBA = (
    " of proba: name its columns by classes, in the type of the labels, and leave rows out whose "
    "class was never learned, or count them apart"
)


@dataclass(frozen=True, eq=False)
class ErrorRejectCurve:
    """What each level refuses, and the error that is left.

    Attributes
    ----------
    levels : ndarray of shape (n_levels,)
        The levels at which something changes, ascending. Rows that are less sure are refused.
    rejected : ndarray of shape (n_levels,)
        The share of all rows that is refused.
    errors : ndarray of shape (n_levels,)
        The share of wrong ones among the rows that are accepted.
    by : {"level", "margin", "log_odds"}
        By what rows are refused.
    """

    levels: Any
    rejected: Any
    errors: Any
    by: str

    def level_for(self, error: Any) -> float:
        """Return the level that refuses least and leaves no more than an error.

        Parameters
        ----------
        error : float
            The wanted share of wrong ones among the accepted.

        Returns
        -------
        float
            The lowest possible one, which refuses nothing, if no refusal is needed. If there is no
            such level, that is an error.
        """
        meets = np.flatnonzero(self.errors <= error)
        if len(meets) and meets[0] == 0:
            return -np.inf if self.by == "log_odds" else 0.0
        if len(meets):
            return float(self.levels[meets[0]])
        least = self.errors.argmin()
        raise ValueError(
            f"no {self.by} leaves an error of {error:g} or less among the accepted rows: the least "
            f"is {self.errors[least]:.3g}, with {self.rejected[least]:.1%} of the rows refused; "
            "allow a larger error, or find a better model"
        )


@dataclass(frozen=True, eq=False)
class CostCurve:
    """What each threshold for the probability of one of two classes costs.

    Attributes
    ----------
    thresholds : ndarray of shape (n_thresholds,)
        The thresholds at which something changes, ascending. The positive class is decided from
        its threshold on; at the last one, infinity, it is never decided.
    log_odds : ndarray of shape (n_thresholds,)
        The same as log-odds. If the curve was made from logarithms, they still differ where the
        thresholds are all 0 or 1, and are what `ThresholdClassifier` calls log c.
    costs : ndarray of shape (n_thresholds,)
        What a row costs on average.
    positive, negative : object
        The labels.
    implied : float
        The threshold at which both decisions are expected to cost the same: the best one if the
        probabilities are right. NaN if the costs never prefer the right class.
    """

    thresholds: Any
    log_odds: Any
    costs: Any
    positive: Any
    negative: Any
    implied: float

    @property
    def best(self) -> tuple[float, float]:
        """The threshold that cost least, the first of equals, and that cost."""
        place = self.costs.argmin()
        return float(self.thresholds[place]), float(self.costs[place])


def error_reject_curve(
    y: Any, proba: Any, *, classes: Any = None, by: str = "level", log: bool = False
) -> ErrorRejectCurve:
    """Return what each level of refusal refuses, and the error that it leaves.

    The labels should be those of rows that the classifier did not learn from.

    Parameters
    ----------
    y : array-like of shape (n_samples,)
        The true labels. One that is none of the classes is an error.
    proba : array-like of shape (n_samples, n_classes)
        The probabilities of the classes.
    classes : array-like of shape (n_classes,), default=None
        The label of each column of ``proba``; by default all labels of ``y``, sorted.
    by : {"level", "margin", "log_odds"}, default="level"
        By what rows are refused: the probability of the best class, how far it is above the next
        one, or the logarithm of its odds.
    log : bool, default=False
        Whether ``proba`` holds logarithms, as `predict_log_proba` gives them. By log-odds they
        still tell rows apart whose probabilities have become 0 and 1.

    Returns
    -------
    ErrorRejectCurve

    Examples
    --------
    >>> from priory import error_reject_curve
    >>> proba = [[0.9, 0.1], [0.6, 0.4], [0.3, 0.7], [0.2, 0.8]]
    >>> curve = error_reject_curve(["a", "b", "b", "b"], proba)
    >>> curve.levels
    array([0.6, 0.7, 0.8, 0.9])
    >>> curve.rejected
    array([0.  , 0.25, 0.5 , 0.75])
    >>> curve.errors
    array([0.25, 0.  , 0.  , 0.  ])
    """
    if by not in MEASURES:
        raise ValueError(f"by must be one of {', '.join(MEASURES)}, not {by!r}")
    y, classes, (proba, logs) = read_judged(y, proba, classes, log=log)
    is_right = places_of(y, classes, OF_PROBA) == logs.argmax(axis=1)
    return curve_of(confidence(proba, by, logs), is_right, by)


def level_for_error(
    y: Any,
    proba: Any,
    error: float,
    *,
    classes: Any = None,
    by: str = "level",
    log: bool = False,
) -> float:
    """Return the level that refuses least and leaves no more than an error.

    The labels should be those of rows that the classifier did not learn from.

    Parameters
    ----------
    y : array-like of shape (n_samples,)
        The true labels.
    proba : array-like of shape (n_samples, n_classes)
        The probabilities of the classes.
    error : float
        The wanted share of wrong ones among the accepted rows.
    classes : array-like of shape (n_classes,), default=None
        The label of each column of ``proba``; by default all labels of ``y``, sorted.
    by : {"level", "margin", "log_odds"}, default="level"
        By what rows are refused, as for `error_reject_curve`.
    log : bool, default=False
        Whether ``proba`` holds logarithms.

    Returns
    -------
    float
        0 (of log-odds: minus infinity) if no refusal is needed. If there is no such level, that is
        an error.

    Examples
    --------
    >>> from priory import level_for_error
    >>> proba = [[0.9, 0.1], [0.6, 0.4], [0.3, 0.7], [0.2, 0.8]]
    >>> level_for_error(["a", "b", "b", "b"], proba, 0.1)
    0.7
    """
    return error_reject_curve(y, proba, classes=classes, by=by, log=log).level_for(error)


def curve_of(sureness: Any, is_right: Any, by: str) -> ErrorRejectCurve:
    """Return the curve of rows that are so sure, and right or not."""
    order = np.argsort(-sureness, kind="stable")
    sureness, n_wrong = sureness[order], np.cumsum(~is_right[order])
    lasts = np.flatnonzero(np.append(sureness[1:] != sureness[:-1], True))[::-1]  # of equal ones
    n_accepted = lasts + 1
    rejected = (len(sureness) - n_accepted) / len(sureness)
    return ErrorRejectCurve(sureness[lasts], rejected, n_wrong[lasts] / n_accepted, by)


def cost_curve(
    y: Any,
    proba: Any,
    costs: Any,
    *,
    classes: Any = None,
    positive: Any = None,
    log: bool = False,
) -> CostCurve:
    """Return what each threshold for the probability of one of two classes costs.

    Parameters
    ----------
    y : array-like of shape (n_samples,)
        The true labels.
    proba : array-like of shape (n_samples, 2)
        The probabilities of the classes.
    costs : array-like of shape (2, 2), dict or DataFrame
        What each decision costs for each true class, in any form that `CostClassifier` takes.
    classes : array-like of shape (2,), default=None
        The label of each column of ``proba``; by default those of ``y``, sorted.
    positive : object, default=None
        The label that is decided from the threshold on; by default the second one.
    log : bool, default=False
        Whether ``proba`` holds logarithms, as `predict_log_proba` gives them. They still tell rows
        apart whose probabilities have become 0 and 1: then look at the `log_odds` of thresholds.

    Returns
    -------
    CostCurve

    Examples
    --------
    >>> from priory import cost_curve
    >>> proba = [[0.9, 0.1], [0.6, 0.4], [0.3, 0.7], [0.2, 0.8]]
    >>> curve = cost_curve(["a", "b", "b", "b"], proba, [[0, 1], [4, 0]])
    >>> curve.thresholds
    array([0.1, 0.4, 0.7, 0.8, inf])
    >>> curve.costs
    array([0.25, 0.  , 1.  , 2.  , 3.  ])
    >>> curve.implied, curve.best
    (0.2, (0.4, 0.0))
    """
    y, classes, (proba, logs) = read_judged(y, proba, classes, log=log)
    labels = classes.tolist()
    table = read_costs(costs, classes)
    if len(labels) != 2:  # noqa: PLR2004 (positive and negative)
        raise ValueError(f"a threshold is one of two classes, and there are {len(labels)}")
    if positive is not None and positive not in labels:
        raise ValueError(f"positive is {positive!r}, which is none of {labels}")
    yes = 1 if positive is None else labels.index(positive)
    true = places_of(y, classes, OF_PROBA)
    odds = logs[:, yes] - logs[:, 1 - yes]
    rows, mean = _costs_from(odds if log else proba[:, yes], table[true, yes], table[true, 1 - yes])
    thresholds, log_odds = np.append(proba[rows, yes], np.inf), np.append(odds[rows], np.inf)
    implied = _implied(table, yes)
    return CostCurve(thresholds, log_odds, mean, labels[yes], labels[1 - yes], implied)


def _costs_from(scores: Any, if_yes: Any, if_no: Any) -> tuple[Any, Any]:
    """Return a row of each score, ascending, and what saying yes from there on costs, or never."""
    order = np.argsort(scores, kind="stable")
    scores = scores[order]
    below = np.concatenate([[0.0], np.cumsum(if_no[order])])
    above = np.concatenate([np.cumsum(if_yes[order][::-1])[::-1], [0.0]])
    firsts = np.flatnonzero(np.append([True], scores[1:] != scores[:-1]))  # of equal ones
    places = np.append(firsts, len(scores))
    return order[firsts], (below + above)[places] / len(scores)


def _implied(table: Any, yes: int) -> float:
    false_alarm = table[1 - yes, yes] - table[1 - yes, 1 - yes]
    miss = table[yes, 1 - yes] - table[yes, yes]
    return float(false_alarm / (false_alarm + miss)) if false_alarm + miss > 0 else float("nan")
