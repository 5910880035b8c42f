"""Reject option: validation of the reject label, and accuracy with rejected rows."""

from __future__ import annotations

from typing import Any

import numpy as np
from sklearn.utils import column_or_1d

from priory.errors import InputError

__all__ = ["RejectOptionMixin", "with_reject_label"]

_NUMBERS = {"i": "integer", "u": "integer"}


def with_reject_label(classes: Any, label: Any) -> Any:
    """Return the classes with the reject label appended, which must not be one of them.

    If it is of another type than the classes, the array is one of objects.
    """
    if label is None:
        raise InputError(
            "reject_label is None, but rejected rows need a label",
            code="bad-parameter",
            parameter="reject_label",
            remedy="pass a label such as reject_label='unsure' or -1",
        )
    if np.ndim(label) or label != label:  # noqa: PLR0124 (NaN)
        raise InputError(
            f"reject_label={label!r} is not a valid label",
            code="bad-parameter",
            parameter="reject_label",
            remedy="pass a single string or number, such as 'unsure' or -1",
        )
    if label in classes.tolist():
        raise InputError(
            f"reject_label={label!r} is also a class: the classes are {classes.tolist()}",
            code="label-conflict",
            parameter="reject_label",
            remedy="choose a label that is not a class",
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


class RejectOptionMixin:
    """A classifier with a reject option."""

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
