"""Label encoding: labels as indices into sorted classes, and tables realigned to other classes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from sklearn.utils import assert_all_finite
from sklearn.utils.multiclass import check_classification_targets, unique_labels
from sklearn.utils.validation import column_or_1d

from priory import _core
from priory._naming import Location
from priory.errors import InputError

__all__ = ["Encoded", "encode", "find", "moved", "union"]


@dataclass(frozen=True, slots=True, eq=False)
class Encoded:
    """Labels that were read once, for several models: sorted classes, and the place of each."""

    classes: Any
    codes: Any

    def among(self, known: Any) -> tuple[Any, Any]:
        """Return the classes, grown by those of the labels, and the place of each label."""
        if known is None or known is self.classes:
            return self.classes, self.codes
        if (places := find(self.classes, known)) is None:
            known = union(known, self.classes)
            places = np.searchsorted(known, self.classes)
        return known, places[self.codes]


def encode(y: Any, known: Any, n_rows: int | None) -> tuple[Any, Any]:
    """Return the sorted classes, grown by the new labels of ``y``, and the place of each label.

    Parameters
    ----------
    y : array-like of shape (n_samples,) or Encoded
        The labels.
    known : ndarray or None
        Sorted classes that are known already.
    n_rows : int or None
        How many labels there must be, if that is known.

    Returns
    -------
    classes : ndarray of shape (n_classes,)
    codes : ndarray of shape (n_samples,)
    """
    if isinstance(y, Encoded):
        return y.among(known)
    if y is None:
        raise InputError(
            "This estimator requires y to be passed, but the target y is None.",
            code="missing-target",
            parameter="y",
        )
    strings = _strings(y)
    if strings is None and not (
        isinstance(y, np.ndarray) and y.ndim == 1 and y.dtype.kind in "biuU"
    ):
        y = column_or_1d(y, warn=True)  # which costs more than to learn a row
    if n_rows is not None and len(y) != n_rows:
        raise InputError(
            f"Found input variables with inconsistent numbers of samples: {[n_rows, len(y)]}",
            code="shape-mismatch",
            parameter="y",
        )
    if strings is None and y.dtype == object:
        strings = _strings(y.tolist(), object)
    if strings is not None:
        return strings.among(known)
    if known is not None and (codes := find(y, known)) is not None:
        return known, codes
    if y.dtype.kind not in "biuU":
        _refuse_missing(y)
        assert_all_finite(y, input_name="y")
        check_classification_targets(y)
    if known is None:
        return _factorize(y)
    classes = union(known, y)
    return classes, np.searchsorted(classes, y)


def _factorize(y: Any) -> tuple[Any, Any]:
    """Return the sorted classes and the place of each label."""
    if y.dtype.kind in "iu" and y.dtype != np.uint64 and len(y):
        least, most = int(y.min()), int(y.max())
        if most - least < len(y):
            return _factorize_integers(y, least)
    if y.dtype.kind == "U" and (strings := _strings(y.tolist())) is not None:
        return strings.classes, strings.codes
    classes, codes = np.unique(y, return_inverse=True)
    return classes, codes.astype(np.int64, copy=False)


def _factorize_integers(y: Any, least: int) -> tuple[Any, Any]:
    """Do the same for numbers of a short span without sorting them."""
    offsets = np.ascontiguousarray(y, np.int64)
    offsets = offsets - least if least else offsets
    present = np.bincount(offsets) > 0
    classes = (np.flatnonzero(present) + least).astype(y.dtype)
    return classes, offsets if present.all() else (np.cumsum(present) - 1)[offsets]


def _strings(labels: Any, dtype: Any = str) -> Encoded | None:
    """Return a list of strings encoded, far quicker than by sorting; None if it is not one."""
    found = _core.number_strings(labels) if type(labels) is list and labels else None
    if found is None or found[0].min() < 0:
        return None
    codes, names = found
    classes = sorted(names)
    if dtype is str and any(name.endswith("\0") for name in names):
        raise InputError(
            "a label ends with a NUL character, which NumPy strings do not keep",
            code="bad-label",
            parameter="y",
            remedy="strip it",
        )
    places = {name: place for place, name in enumerate(classes)}
    ranks = np.array([places[name] for name in names], dtype=np.int64)
    return Encoded(np.array(classes, dtype), ranks[codes])


def _refuse_missing(y: Any) -> None:
    for i, label in enumerate(y.tolist()):
        if not _is_label(label):
            raise InputError(
                f"label {i} is missing ({label!r}): y contains NaN or None",
                code="missing-value",
                place=Location(row=i),
                parameter="y",
                remedy="drop it",
            )


def _is_label(label: Any) -> bool:
    try:
        return label is not None and bool(label == label)  # noqa: PLR0124 (NaN is another)
    except TypeError:  # pandas does not say whether NA equals itself
        return False


def find(y: Any, known: Any) -> Any:
    """Return the places of labels in sorted classes, or None if one is not among them."""
    try:
        codes = known.searchsorted(y)
    except TypeError:  # numbers and strings do not compare
        return None
    codes = np.minimum(codes, len(known) - 1)
    return codes if len(known) and (known[codes] == y).all() else None


def union(known: Any, more: Any) -> Any:
    """Return the sorted classes of both."""
    return unique_labels(known, more) if len(known) else np.unique(more)


def moved(table: Any, known: Any, classes: Any) -> Any:
    """Return a table whose rows stand where their classes stand among more classes."""
    if classes is known:
        return table
    larger = np.zeros((len(classes), *table.shape[1:]), dtype=table.dtype)
    larger[np.searchsorted(classes, known)] = table
    return larger
