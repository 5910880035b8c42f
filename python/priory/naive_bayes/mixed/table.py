"""Input validation of MixedNB: same columns, same order, same types as in fit."""

from __future__ import annotations

from typing import Any

import numpy as np
from sklearn.utils.validation import validate_data

from priory._naming import Location
from priory.errors import InputError
from priory.naive_bayes.rows.tables import as_array, has_names_of_fit, is_plain, refuse_empty
from priory.tables.frame import BOOLEANS, CATEGORIES, MISSING, NUMBERS, OTHERS, Frame, is_frame
from priory.tables.matrix import refuse_other_order

__all__ = ["read"]

REMEDIES = {
    BOOLEANS: "make booleans of it",
    NUMBERS: "make numbers of it",
    CATEGORIES: "make strings or categories of it, as they were",
    OTHERS: "give it its former type",
    MISSING: "drop the column",
}


def read(estimator: Any, X: Any, kinds: dict[int, str] | None) -> Frame:
    """Check a table and return it as columns.

    Parameters
    ----------
    estimator : object
        Whose ``n_features_in_`` and ``feature_names_in_`` are set, or else compared.
    X : data frame or array-like of shape (n_samples, n_features)
        The table.
    kinds : dict or None
        The kinds of the columns as they were learned, by their places; None to learn them.

    Returns
    -------
    Frame
    """
    reset = kinds is None
    if is_frame(X):
        if reset or not has_names_of_fit(estimator, X):
            if not reset:
                refuse_other_order(estimator, X)
            validate_data(estimator, X, reset=reset, skip_check_array=True)
        refuse_empty(X)
    elif reset or not is_plain(estimator, X, np.float64, np.int64, np.object_):
        X = validate_data(estimator, as_array(X), dtype=None, ensure_all_finite=False, reset=reset)
    frame = Frame.of(X)
    for place, kind in (kinds or {}).items():
        if frame.kinds[place] != kind:
            _refuse_other_kind(frame, place, kind)
    return frame


def _refuse_other_kind(frame: Frame, place: int, kind: str) -> None:
    """Refuse a column that holds something else than in fit."""
    now = frame.kinds[place]
    if MISSING in (now, kind):
        return
    raise InputError(
        f"expected {kind}, as in fit, got {now} ({frame.types[place]})",
        code="column-type",
        place=Location(column=place, name=frame.name(place)),
        parameter="X",
        remedy=f"{REMEDIES[kind]}, or fit again",
    )
