"""Rows whose labels and probabilities are both known, to judge the ones by the others."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from sklearn.utils import column_or_1d

from priory.decision._labels import counted, places_of
from priory.decision._posterior import check_known

__all__ = ["Judged"]

SUM = 1e-3  # how far the probabilities of a row may be from a sum of one
SHOWN = 10
OF_PROBA = (
    " of proba: name its columns by classes, in the type of the labels, and leave rows out whose "
    "class was never learned, or count them apart"
)


@dataclass(frozen=True, eq=False)
class Judged:
    """Labels, and the probabilities of the classes with their logarithms, a row for each label."""

    y: Any
    classes: Any
    proba: Any
    log_proba: Any

    @classmethod
    def read(cls, y: Any, proba: Any, classes: Any, *, log: bool) -> Judged:
        """Check that labels and probabilities, or their logarithms, fit together."""
        y = column_or_1d(y)
        classes = np.unique(y) if classes is None else column_or_1d(classes)
        given = np.asarray(proba, dtype=np.float64)
        _check_shape(y, given, classes)
        check_known(~np.isnan(given).any(axis=1))
        if not log and (given < 0).any():
            raise ValueError("proba has negative numbers: logarithms need log=True")
        with np.errstate(divide="ignore", over="ignore"):
            proba, log_proba = (np.exp(given), given) if log else (given, np.log(given))
        _check_sums(proba)
        return cls(y, classes, proba, log_proba)

    def own(self) -> Any:
        """Return where the label of each row stands among the classes."""
        return places_of(self.y, self.classes, OF_PROBA)


def _check_shape(y: Any, proba: Any, classes: Any) -> None:
    if not len(y):
        raise ValueError("y has no rows: give the labels of some, and their probabilities")
    if proba.shape != (len(y), len(classes)):
        raise ValueError(
            f"proba has the shape {proba.shape}, and y has {counted(len(y), 'row')} of "
            f"{counted(len(classes), 'class', 'es')} {classes.tolist()[:SHOWN]}: give a row for "
            "each label and a column for each class, as predict_proba does, and name the columns "
            "by classes if y does not hold all of them"
        )


def _check_sums(proba: Any) -> None:
    sums = proba.sum(axis=1)
    bad = np.flatnonzero(~(np.abs(sums - 1) <= SUM))
    if len(bad):
        raise ValueError(f"the probabilities of row {bad[0]} sum to {sums[bad[0]]:g}, and not to 1")
