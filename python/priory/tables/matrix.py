"""Conversion of a table to a numeric matrix, with errors that name the column."""

from __future__ import annotations

from typing import Any

import numpy as np
from sklearn.utils import check_array
from sklearn.utils.validation import validate_data

from priory._naming import Location
from priory.errors import InputError, InputTypeError
from priory.tables.frame import OTHERS, column_of, is_frame, kind_of_type, numbers_of, types_of

__all__ = ["read_matrix", "refuse_other_order"]


def read_matrix(estimator: Any, X: Any, *, reset: bool, **options: Any) -> Any:
    """Check a matrix of numbers, which need not be finite; None, NaT and NA become NaN.

    Parameters
    ----------
    estimator : object
        Whose ``n_features_in_`` and ``feature_names_in_`` are set, or else compared.
    X : data frame, array-like or sparse matrix of shape (n_samples, n_features)
        The table.
    reset : bool
        Whether they are set.
    **options
        Those of scikit-learn's `check_array`.

    Returns
    -------
    ndarray or sparse matrix
    """
    if is_frame(X) or (isinstance(X, np.ndarray) and X.dtype.kind in "mM" and X.ndim > 1):
        _refuse_other_types(estimator, X)
    try:
        return validate_data(estimator, X, ensure_all_finite=False, reset=reset, **options)
    except (TypeError, ValueError):
        # Only now is it looked at again, column by column.
        if is_frame(X) and not reset:
            refuse_other_order(estimator, X)
        if (matrix := _converted(estimator, X)) is None:
            raise
    validate_data(estimator, X, reset=reset, skip_check_array=True)
    return check_array(matrix, ensure_all_finite=False, **options)


def refuse_other_order(estimator: Any, X: Any) -> None:
    """Refuse the columns of fit in another order; other columns are scikit-learn's to refuse."""
    learned = list(getattr(estimator, "feature_names_in_", ()))
    names = list(getattr(X, "column_names", X.columns))
    if not learned or names == learned or sorted(map(str, names)) != sorted(learned):
        return
    place = next(j for j, name in enumerate(learned) if names[j] != name)
    names_in = "model.feature_names_in_"
    ordered = f"X[{names_in}]" if hasattr(X, "iloc") else f"X.select(list({names_in}))"
    raise InputError(
        "The feature names should match those that were passed during fit.\n"
        "Feature names must be in the same order as they were in fit.\n"
        f"Column {place} is {names[place]!r}, and was {learned[place]!r}",
        code="feature-names",
        parameter="X",
        remedy=f"reorder the columns with {ordered}",
    )


def _refuse_other_types(estimator: Any, X: Any) -> None:
    """Refuse dates and the like, of which NumPy would make numbers in its own units."""
    for place, name in enumerate(types_of(X)):
        if kind_of_type(name) == OTHERS:
            raise InputTypeError(
                f"the type of the column is {name}, but {type(estimator).__name__} takes numbers",
                code="column-type",
                place=_location(X, place),
                parameter="X",
                remedy="convert it to numbers, such as days, or drop it",
            )


def _converted(estimator: Any, X: Any) -> Any:
    """Return a table of objects as numbers; None if it is no such table."""
    if not is_frame(X):
        X = np.array(X, dtype=object) if isinstance(X, list | tuple) else X
        if not isinstance(X, np.ndarray) or X.ndim != 2 or X.dtype.kind not in "OUS" or not X.size:  # noqa: PLR2004
            return None
    matrix = np.empty(X.shape)
    for place in range(X.shape[1]):
        column = column_of(X, place)
        try:
            matrix[:, place] = numbers_of(column)
        except (TypeError, ValueError) as error:
            _refuse_column(estimator, X, place, error)
    return matrix


def _refuse_column(estimator: Any, X: Any, place: int, error: Exception) -> None:
    """Locate the first value of a column that is not a number."""
    for row, value in enumerate(np.asarray(column_of(X, place), dtype=object).tolist()):
        try:
            numbers_of(np.array([value], dtype=object))
        except (TypeError, ValueError) as fault:
            kind = InputTypeError if isinstance(fault, TypeError) else InputError
            raise kind(
                f"{fault}, but {type(estimator).__name__} takes numbers",
                code="not-a-number",
                place=_location(X, place, row),
                parameter="X",
                remedy="give categories to CategoricalNB, or the table to MixedNB, or encode the "
                "column",
            ) from None
    raise error


def _location(X: Any, place: int, row: int | None = None) -> Location:
    """Locate a column, by its name if it has one, or a value in it."""
    names = getattr(X, "column_names", getattr(X, "columns", None))
    return Location(row, place, None if names is None else names[place])
