"""Matrices of measurements become dense rows, in which NaN is what was not observed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from sklearn.utils.validation import validate_data

from priory.naive_bayes._tables import is_plain

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["Measurements"]


@dataclass(frozen=True, slots=True)
class Measurements:
    """A dense matrix of numbers.

    ``missing`` says where they are NaN, None if nowhere. ``centre`` is the mean of what was
    observed in each column, 0 where nothing was.
    """

    data: Any
    missing: Any
    centre: Any

    @classmethod
    def of(cls, estimator: Any, X: Any, *, reset: bool) -> Measurements:
        """Check a matrix and its numbers, and take it without a copy where that can be."""
        if reset or not is_plain(estimator, X, np.float64):
            X = validate_data(
                estimator, X, dtype=np.float64, order="C", ensure_all_finite=False, reset=reset
            )
        with np.errstate(over="ignore", invalid="ignore"):
            centre = np.full(len(X), 1 / len(X)) @ X
        if np.isfinite(centre).all():  # one pass; only what is not finite is looked at again
            return cls(X, None, centre)
        _refuse_infinity(X, type(estimator).__name__)
        missing = np.isnan(X)
        return cls(X, missing if missing.any() else None, _means(X, missing))

    @property
    def n_rows(self) -> int:
        """The number of rows."""
        return len(self.data)

    @property
    def columns(self) -> int:
        """The number of columns."""
        return int(self.data.shape[1])

    def refuse_missing(self, name: str) -> None:
        """Refuse to learn what was not observed."""
        if self.missing is not None:
            row, column = np.argwhere(self.missing)[0].tolist()
            raise ValueError(
                f"Input X contains NaN: row {row}, column {column}; {name} learns from whole rows "
                "(and predicts from any), so drop or impute it, or pass covariance='diagonal'"
            )

    def patterns(self) -> Iterator[tuple[Any, Any]]:
        """Hand on the rows that lack the same columns, with the columns that they have."""
        if self.missing is None:
            yield slice(None), slice(None)
            return
        kinds, kind = np.unique(self.missing, axis=0, return_inverse=True)
        order = np.argsort(kind.ravel(), kind="stable")
        ends = np.cumsum(np.bincount(kind.ravel()))[:-1]
        for missing, rows in zip(kinds, np.split(order, ends), strict=True):
            yield rows, np.flatnonzero(~missing)

    def __iter__(self) -> Iterator[tuple[Any, Any]]:
        """Hand on the columns that each row has, and its numbers there."""
        for row in self.data:
            columns = np.flatnonzero(~np.isnan(row))
            yield columns, row[columns]


def _refuse_infinity(X: Any, name: str) -> None:
    infinite = np.argwhere(np.isinf(X))
    if len(infinite):
        row, column = infinite[0].tolist()
        raise ValueError(
            f"Input X contains infinity: row {row}, column {column} is {X[row, column]}; {name} "
            "measures, so drop such rows, or put a number or NaN (not observed) there"
        )


def _means(X: Any, missing: Any) -> Any:
    observed = np.maximum(len(X) - missing.sum(axis=0), 1)
    return (np.where(missing, 0.0, X) / observed).sum(axis=0)
