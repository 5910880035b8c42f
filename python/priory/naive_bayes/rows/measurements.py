"""Dense rows of measurements, in which NaN is a missing value."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from priory._naming import Location
from priory.errors import InputError
from priory.naive_bayes.rows.rows import Rows
from priory.naive_bayes.rows.tables import is_plain
from priory.tables.matrix import read_matrix

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["Measurements"]


@dataclass(frozen=True, slots=True)
class Measurements:
    """A dense matrix of numbers for a model."""

    data: Any
    model: Any

    @classmethod
    def of(cls, model: Any, X: Any, *, reset: bool) -> Measurements:
        """Check a matrix, and take it without a copy where that can be; not its numbers yet."""
        if reset or not is_plain(model, X, np.float64):
            X = read_matrix(model, X, dtype=np.float64, order="C", reset=reset)
        return cls(X, model)

    @property
    def n_rows(self) -> int:
        """The number of rows."""
        return len(self.data)

    @property
    def columns(self) -> int:
        """The number of columns."""
        return int(self.data.shape[1])

    @property
    def flat(self) -> Rows:
        """The same numbers as the core reads them."""
        flat, n_jobs = self.data.reshape(-1), self.model.n_jobs
        return Rows(flat, None, None, self.columns, None, self.n_rows, zeros=True, n_jobs=n_jobs)

    def is_whole(self) -> bool:
        """Return whether everything was observed; infinity is refused."""
        with np.errstate(over="ignore", invalid="ignore"):
            # One pass. What is not finite stays so in a sum; only then it is looked at again.
            total = np.full(len(self.data), 1 / len(self.data)) @ self.data
        if np.isfinite(total).all():
            return True
        self.refuse(missing=False)
        return not np.isnan(self.data).any()

    def refuse(self, *, missing: bool) -> None:
        """Refuse infinity and, if asked to, what was not observed."""
        for row, column in np.argwhere(np.isinf(self.data))[:1].tolist():
            raise InputError(
                f"Input X contains infinity: {self.data[row, column]}",
                code="infinite-value",
                place=Location.of(self.model, row, column),
                parameter="X",
                remedy="drop such rows, or replace it by a number, or by NaN if it was not "
                "observed",
            )
        for row, column in np.argwhere(np.isnan(self.data) & missing)[:1].tolist():
            raise InputError(
                f"Input X contains NaN, but {type(self.model).__name__} learns from complete rows "
                "only",
                code="missing-value",
                place=Location.of(self.model, row, column),
                parameter="X",
                remedy="drop the row, impute the value, or fit with covariance='diagonal'",
            )

    def shown(self, observed: Any) -> Measurements:
        """Return the rows as if what no class ever showed had not been observed here, either."""
        seen = observed.any(axis=0)
        if seen.all():
            return self
        return Measurements(np.where(seen, self.data, np.nan), self.model)

    def patterns(self) -> Iterator[tuple[Any, Any]]:
        """Hand on the rows that lack the same columns, with the columns that they have."""
        missing = np.isnan(self.data)
        if len(missing) == 1:  # which needs no sorting
            yield slice(None), np.flatnonzero(~missing[0])
            return
        kinds, kind = np.unique(missing, axis=0, return_inverse=True)
        order = np.argsort(kind.ravel(), kind="stable")
        ends = np.cumsum(np.bincount(kind.ravel()))[:-1]
        for lacks, rows in zip(kinds, np.split(order, ends), strict=True):
            yield rows, np.flatnonzero(~lacks)

    def __iter__(self) -> Iterator[tuple[Any, Any]]:
        """Hand on the columns that each row has, and its numbers there."""
        self.is_whole()
        for row in self.data:
            columns = np.flatnonzero(~np.isnan(row))
            yield columns, row[columns]
