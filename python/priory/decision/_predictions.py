"""Labelled rows with predicted probabilities, validated for evaluation."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from sklearn.utils import column_or_1d

from priory.decision._labels import counted, label_indices
from priory.decision._posterior import check_known
from priory.errors import InputError

__all__ = ["LabelledPredictions"]

SUM = 1e-3  # how far the probabilities of a row may be from a sum of one
SHOWN = 10
OF_PROBA = {
    "source": "proba",
    "remedy": (
        "name its columns with classes, in the type of the labels, and drop rows of classes that "
        "were never learned"
    ),
}


@dataclass(frozen=True, eq=False)
class LabelledPredictions:
    """Labels, and the probabilities of the classes with their logarithms, a row for each label."""

    y: Any
    classes: Any
    proba: Any
    log_proba: Any

    @classmethod
    def read(cls, y: Any, proba: Any, classes: Any, *, log: bool) -> LabelledPredictions:
        """Check that labels and probabilities, or their logarithms, fit together."""
        y = column_or_1d(y)
        classes = np.unique(y) if classes is None else column_or_1d(classes)
        given = np.asarray(proba, dtype=np.float64)
        _check_shape(y, given, classes)
        check_known(~np.isnan(given).any(axis=1))
        if not log and (given < 0).any():
            raise InputError(
                "proba has negative values",
                code="negative-value",
                parameter="proba",
                remedy="pass log=True if these are log-probabilities",
            )
        with np.errstate(divide="ignore", over="ignore"):
            proba, log_proba = (np.exp(given), given) if log else (given, np.log(given))
        _check_sums(proba)
        return cls(y, classes, proba, log_proba)

    def own(self) -> Any:
        """Return where the label of each row stands among the classes."""
        return label_indices(self.y, self.classes, **OF_PROBA)


def _check_shape(y: Any, proba: Any, classes: Any) -> None:
    if not len(y):
        raise InputError(
            "y is empty",
            code="empty-input",
            parameter="y",
            remedy="pass at least one label and its probabilities",
        )
    if proba.shape != (len(y), len(classes)):
        raise InputError(
            f"proba has shape {proba.shape}, but y has {counted(len(y), 'row')} of "
            f"{counted(len(classes), 'class', 'es')} {classes.tolist()[:SHOWN]}",
            code="shape-mismatch",
            parameter="proba",
            remedy=(
                "pass one row per label and one column per class, as predict_proba "
                "returns; name the columns with classes if y does not contain all of them"
            ),
        )


def _check_sums(proba: Any) -> None:
    sums = proba.sum(axis=1)
    bad = np.flatnonzero(~(np.abs(sums - 1) <= SUM))
    if len(bad):
        raise InputError(
            f"probabilities sum to {sums[bad[0]]:g}, not 1",
            code="not-normalized",
            place=f"row {bad[0]}",
            parameter="proba",
            remedy="normalize each row",
        )
