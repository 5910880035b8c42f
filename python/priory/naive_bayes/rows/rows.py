"""Dense and CSR rows, as the Rust core reads them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy import sparse

from priory import _core
from priory._naming import Location
from priory._threads import threads_for
from priory.errors import InputError
from priory.naive_bayes.rows.missing import MissingValues
from priory.naive_bayes.rows.tables import is_plain
from priory.naive_bayes.rows.weights import LARGEST
from priory.tables.matrix import read_matrix

__all__ = ["LARGE", "Batch", "Rows"]

# Numbers that take so long that somebody may want to stop.
LARGE = 2**22


@dataclass(slots=True)
class Rows:
    """A matrix by rows, sparse or dense; with a threshold, what is above it counts as 1.

    ``zeros`` says that the zeros of dense rows are values as others are.
    ``missing`` says where the matrix had NaN: the number was not observed, and 0 is there.
    """

    data: Any
    indices: Any
    indptr: Any
    columns: int
    threshold: float | None
    n_rows: int
    zeros: bool = False
    missing: MissingValues | None = None
    n_jobs: int | None = None

    @classmethod
    def of(
        cls,
        estimator: Any,
        X: Any,
        bounds: tuple[float, float],
        *,
        reset: bool,
        threshold: float | None = None,
        distinct: bool = False,
        missing: bool = False,
        nan_is_missing: bool = False,
    ) -> Rows:
        """Check a matrix and its numbers, and take it without a copy where that can be.

        ``distinct`` sums what a sparse matrix holds twice for one place: the sum is the number
        that must be within the bounds and meets the threshold. ``missing`` lets NaN pass;
        ``nan_is_missing`` takes it for a missing value, and puts 0 there.
        """
        if reset or not is_plain(estimator, X, np.float64, np.int64, csr=True):
            kinds = (np.float64, np.int64)
            X = read_matrix(estimator, X, accept_sparse="csr", dtype=kinds, reset=reset)
        rows = cls._taken(X, threshold, estimator.n_jobs)
        rows._check(estimator, bounds, missing=missing or nan_is_missing)
        if distinct and sparse.issparse(X) and not X.has_canonical_format:
            X = X.copy()
            X.sum_duplicates()
            rows = cls._taken(X, threshold, estimator.n_jobs)
            rows._check(estimator, bounds, missing=missing or nan_is_missing)
        if nan_is_missing:
            rows.missing = MissingValues.of(rows.data, rows.indices, rows.indptr, rows.columns)
            if rows.missing is not None:
                rows.data = np.where(np.isnan(rows.data), 0.0, rows.data)
        return rows

    @classmethod
    def _taken(cls, X: Any, threshold: float | None, n_jobs: int | None = None) -> Rows:
        """Take the arrays of a matrix."""
        n_rows, columns = X.shape
        if not sparse.issparse(X):
            data = np.ascontiguousarray(X).ravel()
            return cls(data, None, None, columns, threshold, n_rows, n_jobs=n_jobs)
        indptr = np.ascontiguousarray(X.indptr, np.int64)
        used = slice(max(0, indptr[-1]))  # SciPy's arrays may be longer than the matrix
        data, indices = np.ascontiguousarray(X.data[used]), _narrow(X.indices[used])
        return cls(data, indices, indptr, columns, threshold, n_rows, n_jobs=n_jobs)

    def _check(self, estimator: Any, bounds: tuple[float, float], *, missing: bool) -> None:
        """Refuse arrays that do not fit, and numbers that are not finite or not within bounds."""
        least, most = bounds
        if (fault := _core.check_rows(self, least, most, missing, self.threads)) is None:
            return
        row, column, value = fault
        name = type(estimator).__name__
        place = Location.of(estimator, row, column)
        if not np.isfinite(value):
            word, code = (
                ("NaN", "missing-value") if np.isnan(value) else ("infinity", "infinite-value")
            )
            counts = "drop such rows or columns, or "
            remedy = f"{'' if least == -LARGEST else counts}replace it by a number"
            remedy += ", or by NaN if it is not known" if missing else ""
            what = f"Input X contains {word}"
            raise InputError(what, code=code, place=place, parameter="X", remedy=remedy)
        if least == -LARGEST:
            raise InputError(
                f"the square of {value} overflows a float",
                code="too-large",
                place=place,
                parameter="X",
                remedy="scale the column",
            )
        if value < least:
            raise InputError(
                f"Negative values in data passed to {name} (input X): {value}",
                code="negative-value",
                place=place,
                parameter="X",
                remedy="shift or clip the values, or choose a family for measurements, such as "
                "GaussianNB",
            )
        raise InputError(
            f"{value} is neither 0 nor 1, as binarize=None requires",
            code="not-binary",
            place=place,
            parameter="binarize",
            remedy="pass a threshold, such as binarize=0.0",
        )

    def refuse_huge(self, estimator: Any) -> None:
        """Refuse counts that are finite, but whose sums may not be."""
        if self.threshold is not None or self.data.max(initial=0) <= LARGEST:
            return
        place = int(np.argmax(self.data))
        row, column = divmod(place, self.columns)
        if self.indptr is not None:
            row = int(np.searchsorted(self.indptr, place, "right")) - 1
            column = int(self.indices[place])
        raise InputError(
            f"{self.data[place]} is too large to be summed",
            code="too-large",
            place=Location.of(estimator, row, column),
            parameter="X",
            remedy="scale the counts, or drop the row",
        )

    @property
    def is_small(self) -> bool:
        """Whether counting is over before somebody may want to stop it, and is one step."""
        return self.missing is None and self.data.size <= LARGE

    @property
    def threads(self) -> int:
        """How many threads go over the rows."""
        return threads_for(self.n_jobs, self.data.size)

    def score(self, weights: Any, bias: Any) -> Any:
        """Return for each row the bias and the weights of its columns, summed."""
        scores = _core.score_rows(self, weights.reshape(-1), bias, self.threads)
        return scores.reshape(self.n_rows, len(bias))

    def places(self) -> tuple[Any, Any]:
        """Return the column of each number, and where each row begins."""
        if self.indptr is not None:
            return self.indices, self.indptr
        columns = np.tile(np.arange(self.columns, dtype=np.int32), self.n_rows)
        return columns, self.columns * np.arange(self.n_rows + 1)

    def __iter__(self) -> Any:
        """Hand on the columns and numbers of each row, without zeros unless they are values.

        NaN was not observed.
        """
        for i in range(self.n_rows):
            if self.indptr is None:
                values = self.data[i * self.columns : (i + 1) * self.columns]
                columns = np.arange(self.columns)
            else:
                entries = slice(self.indptr[i], self.indptr[i + 1])
                columns, values = self.indices[entries], self.data[entries]
            values = values.astype(np.float64)
            if self.threshold is not None:
                values = (values > self.threshold).astype(np.float64)
            if self.missing is not None:
                values[np.isin(columns, self.missing.of_row(i))] = np.nan
            kept = (values != 0) | (self.zeros and self.indptr is None)
            yield columns[kept], values[kept]


@dataclass(frozen=True, slots=True)
class Batch:
    """Rows with sorted classes, the place of each row's class, weights, and weights of classes."""

    rows: Any
    classes: Any
    codes: Any
    weights: Any
    class_weight: Any = None

    def add_to(self, class_count: Any, feature_count: Any, *, can_stop: bool) -> None:
        """Add the rows to the counts of their classes: to both of them or, on Ctrl-C, to neither.

        ``can_stop`` says that the counts are copies, which may be left half done.
        """
        flat = feature_count.reshape(-1)
        _core.tabulate_rows(self.rows, self.codes, self.weights, class_count, flat, can_stop)

    @property
    def is_small(self) -> bool:
        """Whether counting is over before somebody may want to stop it, and is one step."""
        return bool(self.rows.is_small)


def _narrow(indices: Any) -> Any:
    """Return columns as the core takes them; one that is out of range stays out of range."""
    if indices.dtype != np.int32:
        indices = np.clip(indices, -1, np.iinfo(np.int32).max)
    return np.ascontiguousarray(indices, np.int32)
