"""Rows of category codes, as the Rust core reads them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from priory import _core
from priory._threads import threads_for
from priory.naive_bayes.categorical.columns import MOST, read_columns
from priory.naive_bayes.categorical.domains import Domain
from priory.naive_bayes.rows.rows import LARGE
from priory.naive_bayes.rows.tables import category_error, read_table

if TYPE_CHECKING:
    from collections.abc import Iterator

    from priory.naive_bayes.categorical.columns import Column
    from priory.naive_bayes.categorical.counts import CategoryCounts
    from priory.naive_bayes.categorical.layout import Layout
    from priory.naive_bayes.rows.rows import Batch

__all__ = ["CategoryRows"]


@dataclass(slots=True)
class CategoryRows:
    """Codes by rows; where the categories of each column stand is known when it is needed.

    Before they are `encoded`, labels have the codes that each of the ``columns`` gives them.
    """

    data: Any
    n_rows: int
    domains: list[Domain]
    columns: list[Column] | None = None
    starts: Any = None
    n_jobs: int | None = None

    @classmethod
    def of(cls, estimator: Any, X: Any, known: list[Domain], *, reset: bool = False) -> Self:
        """Check a table, and find the categories of each of its columns."""
        X = read_table(estimator, X, reset=reset)
        n_rows, n_columns = X.shape
        by_label = any(domain.places for domain in known)
        if by_label or not (isinstance(X, np.ndarray) and X.dtype.kind in "if"):
            columns = read_columns(estimator, X, known)
            domains = [column.domain for column in columns]
            return cls(None, n_rows, domains, columns, n_jobs=estimator.n_jobs)
        threads = threads_for(estimator.n_jobs, X.size)
        found, place = _core.number_categories(X.reshape(-1), n_columns, MOST, threads)
        if found is None:
            row, column = divmod(place, n_columns)
            raise category_error(estimator, row, column, X[row, column])
        codes, sizes = found
        domains = [Domain(size) for size in sizes.tolist()]
        return cls(codes, n_rows, domains, n_jobs=estimator.n_jobs)

    @property
    def is_small(self) -> bool:
        """Whether counting is over before somebody may want to stop it, and is one step."""
        return self.n_rows * len(self.domains) <= LARGE

    def encoded(self, domains: list[Domain]) -> CategoryRows:
        """Return the rows with the codes of these domains."""
        if self.columns is None:
            return self
        columns = zip(self.columns, domains, strict=True)
        return replace(self, data=_core.place_codes([c.encoded(domain) for c, domain in columns]))

    def add_to(self, counts: CategoryCounts, batch: Batch, *, can_stop: bool) -> None:
        """Add the rows to the counts of their classes: to both of them or, on Ctrl-C, to neither.

        ``can_stop`` says that the counts are copies, which may be left half done.
        """
        rows, flat = self.placed(counts.starts), counts["category"].reshape(-1)
        _core.tabulate_categories(rows, batch.codes, batch.weights, counts["rows"], flat, can_stop)

    def placed(self, starts: Any) -> CategoryRows:
        """Return the rows for a table in which the columns begin there."""
        known = self.data, self.n_rows, self.domains, self.columns
        return CategoryRows(*known, starts, self.n_jobs)

    def laid_out(self, layout: Layout) -> CategoryRows:
        """Return the rows for a table that is laid out so."""
        if layout.missing is None:
            return self.placed(layout.starts)
        codes = layout.found(self.data.reshape(self.n_rows, -1))
        return replace(self, data=codes.reshape(-1)).placed(layout.starts)

    def score(self, weights: Any, bias: Any) -> Any:
        """Return for each row the bias and the weights of its categories, summed."""
        threads = threads_for(self.n_jobs, self.data.size)
        scores = _core.score_categories(self, weights.reshape(-1), bias, threads)
        return scores.reshape(self.n_rows, len(bias))

    def unknown(self, starts: Any) -> Any:
        """Return the row and column of the first category that a table does not have, or None."""
        return _core.find_unknown_category(self.placed(starts))

    def value(self, row: int, column: int) -> Any:
        """Return the category of a row, known or not; None if it is missing."""
        code = int(self.data[row * len(self.domains) + column])
        if code < 0:
            return None
        return code if self.columns is None else self.columns[column].value(row)

    def each(self, *, missing: bool) -> Iterator[tuple[Any, Any]]:
        """Hand on the columns of each row, with their categories and codes.

        ``missing`` says that what was not observed is a category, and not left out.
        """
        codes = self.data.reshape(self.n_rows, len(self.domains))
        for row in range(self.n_rows):
            columns = np.flatnonzero((codes[row] >= 0) | missing)
            values = np.empty(len(columns), dtype=object)
            values[:] = [self.value(row, column) for column in columns.tolist()]
            yield columns, (values, codes[row, columns])
