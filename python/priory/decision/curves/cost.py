"""Cost curves of a binary classifier: mean cost at each decision threshold."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from priory.decision._predictions import LabelledPredictions
from priory.decision.costs._table import read_costs
from priory.errors import InputError

__all__ = ["CostCurve", "cost_curve"]


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
    labelled = LabelledPredictions.read(y, proba, classes, log=log)
    table, yes = read_costs(costs, labelled.classes), _place(positive, labelled.classes.tolist())
    no, true = 1 - yes, labelled.own()
    odds = labelled.log_proba[:, yes] - labelled.log_proba[:, no]
    scores = odds if log else labelled.proba[:, yes]
    rows, mean = _costs_from(scores, table[true, yes], table[true, no])
    return CostCurve(
        thresholds=np.append(labelled.proba[rows, yes], np.inf),
        log_odds=np.append(odds[rows], np.inf),
        costs=mean,
        positive=labelled.classes.tolist()[yes],
        negative=labelled.classes.tolist()[no],
        implied=_implied(table, yes),
    )


def _place(positive: Any, labels: list[Any]) -> int:
    """Return where the positive class stands among the two."""
    if len(labels) != 2:  # noqa: PLR2004 (positive and negative)
        raise InputError(
            f"a cost curve needs two classes, but there are {len(labels)}",
            code="not-binary",
            parameter="classes",
        )
    if positive is not None and positive not in labels:
        raise InputError(
            f"positive={positive!r} is not a class; the classes are {labels}",
            code="unknown-label",
            parameter="positive",
        )
    return 1 if positive is None else labels.index(positive)


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
