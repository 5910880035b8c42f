"""Decisions that may be a refusal: their labels, and their score."""

from __future__ import annotations

from typing import Any

import numpy as np
from sklearn.utils import column_or_1d

__all__ = ["Refusing", "with_refusal"]

_NUMBERS = {"i": "integer", "u": "integer"}


def with_refusal(classes: Any, label: Any) -> Any:
    """Return the classes and behind them the label of a refusal, which must be none of them.

    If it is of another type than the classes, the array is one of objects.
    """
    if label is None:
        raise ValueError(
            "a refusal needs a label: give reject_label, as reject_label='unsure' or -1"
        )
    if np.ndim(label) or label != label:  # noqa: PLR0124 (NaN)
        raise ValueError(
            f"reject_label {label!r} is no label: give one string or number, as 'unsure' or -1"
        )
    if label in classes.tolist():
        raise ValueError(
            f"reject_label {label!r} is a class, too: fit or partial_fit learned "
            f"{classes.tolist()}; set reject_label to none of them"
        )
    alone = np.array([label])
    if _kind(alone) == _kind(classes):
        return np.concatenate([classes, alone])
    decisions = np.empty(len(classes) + 1, dtype=object)
    decisions[:-1] = classes.tolist()
    decisions[-1] = label
    return decisions


def _kind(labels: Any) -> str:
    return _NUMBERS.get(labels.dtype.kind, labels.dtype.kind)


class Refusing:
    """A classifier that may refuse."""

    predict: Any

    def score(self, X: Any, y: Any, sample_weight: Any = None) -> float:
        """Return the share of rows that are decided right; a refusal is not right.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)
            The features.
        y : array-like of shape (n_samples,)
            The labels.
        sample_weight : array-like of shape (n_samples,), default=None
            What each row counts.

        Returns
        -------
        float
        """
        is_right = np.asarray(self.predict(X)) == column_or_1d(y)
        return float(np.average(is_right, weights=sample_weight))
