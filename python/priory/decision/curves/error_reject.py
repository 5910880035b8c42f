"""Error-reject curves: the rejection rate and remaining error at each confidence level."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from priory.decision._confidence import MEASURES, confidence_by
from priory.decision._predictions import LabelledPredictions
from priory.errors import InputError

__all__ = ["ErrorRejectCurve", "curve_of", "error_reject_curve", "level_for_error"]


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
        raise InputError(
            f"no {self.by} leaves an error of {error:g} or less among the accepted rows; "
            f"the minimum is {self.errors[least]:.3g}, with {self.rejected[least]:.1%} of "
            "the rows rejected",
            code="unreachable-error",
            parameter="error",
            remedy="allow a larger error, or use a better model",
        )


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
        raise InputError(
            f"by={by!r} is not one of {', '.join(MEASURES)}",
            code="bad-parameter",
            parameter="by",
        )
    labelled = LabelledPredictions.read(y, proba, classes, log=log)
    is_right = labelled.own() == labelled.log_proba.argmax(axis=1)
    return curve_of(confidence_by(labelled.proba, by, labelled.log_proba), is_right, by)


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


def curve_of(confidence: Any, is_right: Any, by: str) -> ErrorRejectCurve:
    """Return the curve of rows that are so sure, and right or not."""
    order = np.argsort(-confidence, kind="stable")
    confidence, n_wrong = confidence[order], np.cumsum(~is_right[order])
    lasts = np.flatnonzero(np.append(confidence[1:] != confidence[:-1], True))[
        ::-1
    ]  # of equal ones
    n_accepted = lasts + 1
    rejected = (len(confidence) - n_accepted) / len(confidence)
    return ErrorRejectCurve(confidence[lasts], rejected, n_wrong[lasts] / n_accepted, by)
