"""Calibration metrics: log loss, Brier score, expected calibration error, reliability bins."""

from __future__ import annotations

from dataclasses import dataclass
from numbers import Integral
from typing import Any

import numpy as np

from priory.decision._labels import label_indices
from priory.decision._predictions import LabelledPredictions
from priory.errors import InputError

__all__ = ["Bins", "Reliability", "reliability"]


@dataclass(frozen=True, eq=False)
class Bins:
    """Stated probabilities in bins of equal width, and how often what they state came true.

    Attributes
    ----------
    edges : ndarray of shape (n_bins + 1,)
        Where bins begin and end; a bin holds its upper edge, the first one 0, too.
    count : ndarray of shape (n_bins,)
        How many probabilities are in each.
    confidence : ndarray of shape (n_bins,)
        Their mean; NaN in a bin that is empty.
    right : ndarray of shape (n_bins,)
        The share of them that came true; NaN in a bin that is empty.
    """

    edges: Any
    count: Any
    confidence: Any
    right: Any

    @classmethod
    def of(cls, stated: Any, came_true: Any, n_bins: int) -> Bins:
        """Put probabilities into bins."""
        edges = np.linspace(0, 1, n_bins + 1)
        places = np.searchsorted(edges[1:-1], stated)
        count, sums, rights = (
            np.bincount(places, weights, n_bins) for weights in (None, stated, came_true)
        )
        with np.errstate(invalid="ignore"):
            return cls(edges, count, sums / count, rights / count)

    @property
    def error(self) -> float:
        """How far both differ in a bin, on average of the rows (expected calibration error)."""
        filled = self.count > 0
        gaps = np.abs(self.confidence - self.right)[filled]
        return float(self.count[filled] @ gaps / self.count.sum())

    def __str__(self) -> str:
        lines = ["        stated   rows  confidence  right"]
        for place in np.flatnonzero(self.count):
            low, high = self.edges[place : place + 2]
            lines.append(
                f"{low:6.3f}-{high:.3f} {self.count[place]:>6,} {self.confidence[place]:>11.3f} "
                f"{self.right[place]:>6.3f}"
            )
        return "\n".join(lines)


@dataclass(frozen=True, eq=False)
class Reliability:
    """What probabilities are worth, in numbers. Less is better.

    Attributes
    ----------
    classes : ndarray of shape (n_classes,)
        The labels.
    log_loss : float
        The mean of -log P(true class). It is infinite if a true class had the probability 0.
    brier : float
        The mean squared distance between probabilities and truth, summed over the classes; for
        two classes that of one of them, which is half of it, as in scikit-learn.
    ece : float
        The expected calibration error of the most probable class: how far what is stated and what
        came true differ, on average.
    class_ece : ndarray of shape (n_classes,)
        The expected calibration error of the probabilities of each class.
    top : Bins
        The bins of the most probable class of each row.
    by_class : tuple of Bins
        The bins of the probabilities of each class.
    """

    classes: Any
    log_loss: float
    brier: float
    ece: float
    class_ece: Any
    top: Bins
    by_class: tuple[Bins, ...]

    def __str__(self) -> str:
        numbers = f"log loss {self.log_loss:.4f}, Brier {self.brier:.4f}, ECE {self.ece:.4f}"
        return f"{numbers}\n{self.top}"


def reliability(
    y: Any, proba: Any, *, classes: Any = None, bins: int = 15, log: bool = False
) -> Reliability:
    """Measure how far probabilities can be relied on.

    Parameters
    ----------
    y : array-like of shape (n_samples,)
        The true labels, of rows that were not learned.
    proba : array-like of shape (n_samples, n_classes)
        The probabilities of the classes. For two classes, those of the second are enough.
    classes : array-like of shape (n_classes,), default=None
        The labels in the order of the columns: `classes_` of the classifier. By default the
        sorted labels in ``y``.
    bins : int, default=15
        The number of bins, which have equal widths.
    log : bool, default=False
        Whether ``proba`` holds logarithms, as `predict_log_proba` gives them. The log loss of
        Naive Bayes needs them, as its probabilities become 0.

    Returns
    -------
    Reliability

    Examples
    --------
    >>> from priory import reliability
    >>> found = reliability(["no", "no", "yes", "yes"], [0.1, 0.25, 0.9, 0.45], bins=5)
    >>> print(found)
    log loss 0.3242, Brier 0.0963, ECE 0.2500
            stated   rows  confidence  right
     0.400-0.600      1       0.550  0.000
     0.600-0.800      1       0.750  1.000
     0.800-1.000      2       0.900  1.000
    """
    if not isinstance(bins, Integral) or bins < 1:
        raise InputError(
            f"bins={bins!r} is not a positive integer",
            code="bad-parameter",
            parameter="bins",
            remedy="pass an integer of at least 1",
        )
    if np.ndim(proba) == 1 and not log:
        proba = np.column_stack([1 - np.asarray(proba), proba])
    return _measured(LabelledPredictions.read(y, proba, classes, log=log), bins)


def _measured(labelled: LabelledPredictions, bins: int) -> Reliability:
    proba, rows = labelled.proba, np.arange(len(labelled.y))
    own = label_indices(labelled.y, labelled.classes)
    truth = np.zeros(proba.shape)
    truth[rows, own] = 1
    top = Bins.of(proba.max(axis=1), proba.argmax(axis=1) == own, bins)
    by_class = tuple(Bins.of(p, t, bins) for p, t in zip(proba.T, truth.T, strict=True))
    squared = float(((proba - truth) ** 2).sum(axis=1).mean())
    return Reliability(
        classes=labelled.classes,
        log_loss=float(-labelled.log_proba[rows, own].mean()),
        brier=squared / 2 if len(labelled.classes) == 2 else squared,  # noqa: PLR2004
        ece=top.error,
        class_ece=np.array([one.error for one in by_class]),
        top=top,
        by_class=by_class,
    )
