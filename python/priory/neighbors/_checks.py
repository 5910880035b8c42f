"""Input errors of the searches, each with its row, column and remedy."""

from __future__ import annotations

from typing import Any, NoReturn

import numpy as np

from priory.errors import InputError

__all__ = ["LARGEST", "refuse_misfit", "refuse_value", "refuse_zeros"]

LARGEST = 1e150  # sums of squares stay finite


def refuse_value(name: str, row: int, column: int | str, value: float) -> NoReturn:
    """Raise the error for a value that is not finite, too large or negative."""
    place = f"{name} {row}, column {column}"
    if np.isnan(value):
        raise InputError(
            "Input X contains NaN",
            code="missing-value",
            place=place,
            parameter="X",
            remedy="impute it, drop the row, or choose metric='nan_euclidean'",
        )
    if np.isinf(value):
        raise InputError(
            f"Input X contains infinity ({value})",
            code="infinite-value",
            place=place,
            parameter="X",
            remedy="replace it, or drop the row",
        )
    if abs(value) > LARGEST:
        raise InputError(
            f"{value} is too large, its square overflows",
            code="too-large",
            place=place,
            parameter="X",
            remedy="scale the column",
        )
    raise InputError(
        f"negative count ({value})",
        code="negative-value",
        place=place,
        parameter="X",
        remedy="clip it to 0, or choose another metric",
    )


def refuse_zeros(name: str, row: int, metric: str) -> NoReturn:
    """Raise the error for an all-zero row, for which the metric is undefined."""
    such = ", such as 'euclidean'" if metric == "cosine" else ""
    raise InputError(
        f"all zeros, for which metric={metric!r} is undefined",
        code="undefined-distance",
        place=f"{name} {row}",
        parameter="X",
        remedy=f"drop it, or choose another metric{such}",
    )


def refuse_misfit(queries: Any, n_columns: int, k: int, n_rows: int) -> None:
    """Raise an error for a wrong number of columns, or for more neighbours than rows."""
    if queries.shape[1] != n_columns:
        raise InputError(
            f"queries have {queries.shape[1]} columns, but the training rows have {n_columns}",
            code="shape-mismatch",
            parameter="queries",
        )
    if not 1 <= k <= n_rows:
        raise InputError(
            f"k={k} neighbours of {n_rows} rows",
            code="too-few-rows",
            parameter="k",
            remedy=f"choose k from 1 to {n_rows}, or fit more rows",
        )
