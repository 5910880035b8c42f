"""What no search can answer is refused, by row and column, with what to do instead."""

from __future__ import annotations

from typing import Any, NoReturn

import numpy as np

__all__ = ["LARGEST", "refuse_misfit", "refuse_value", "refuse_zeros"]

LARGEST = 1e150  # sums of squares stay finite


def refuse_value(name: str, row: int, column: int | str, value: float) -> NoReturn:
    """Raise the error for a number that no distance is made of."""
    place = f"{name} {row}, column {column} is {value}"
    if not np.isfinite(value):
        word, more = ("NaN", ", or choose 'nan_euclidean'") if np.isnan(value) else ("infinity", "")
        raise ValueError(
            f"Input X contains {word}: {place}; put a number there, or drop the row{more}"
        )
    if abs(value) > LARGEST:
        raise ValueError(f"{place}, whose square is no number any more: scale the column")
    raise ValueError(f"{place}: counts are 0 or more; clip it, or choose another metric")


def refuse_zeros(name: str, row: int, metric: str) -> NoReturn:
    """Raise the error for a row of zeros that has no distance."""
    if metric == "cosine":
        raise ValueError(
            f"{name} {row} is all zeros, which has no angle to anything: drop it, or choose "
            "another metric, such as 'euclidean'"
        )
    raise ValueError(
        f"{name} {row} is all zeros, which is no distribution: drop it, or choose another metric"
    )


def refuse_misfit(queries: Any, n_columns: int, k: int, n_rows: int) -> None:
    """Refuse queries with other columns, and more neighbours than rows."""
    if queries.shape[1] != n_columns:
        raise ValueError(f"queries have {queries.shape[1]} columns, and the rows {n_columns}")
    if not 1 <= k <= n_rows:
        raise ValueError(
            f"{k} neighbours of {n_rows} rows: ask for 1 to {n_rows}, or keep more rows"
        )
