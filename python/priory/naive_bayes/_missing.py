"""Numbers that were not observed: NaN, counted apart and left out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from priory.naive_bayes._learning import Learning, rounding

if TYPE_CHECKING:
    from collections.abc import Iterable

    from priory.naive_bayes._learning import Tables
    from priory.naive_bayes.rows.holes import Holes
    from priory.naive_bayes.rows.rows import Batch, Rows

__all__ = ["Missing", "rest"]


class Missing(Learning):
    """A model whose last table is the weight of the rows in which a feature was not observed.

    It has a column a feature as soon as there is NaN, and one column of zeros for all of them
    before, which adds up and subtracts alike.
    """

    _tables = ("class_count_", "feature_count_", "missing_count_")
    missing_count_: Any

    def _empty(self, n_classes: int) -> Tables:
        return (*super()._empty(n_classes), np.zeros((n_classes, 1)))

    def _room(self, tables: Tables, batch: Batch) -> Tables:
        *others, missing = tables
        if batch.rows.missing is None or missing.shape[1] == self.n_features_in_:
            return tables
        return (*others, np.repeat(missing, self.n_features_in_, axis=1))

    def _in_one_step(self, batch: Batch) -> bool:
        return super()._in_one_step(batch) and batch.rows.missing is None

    def _count(self, batch: Batch, tables: Tables, *, can_stop: bool = True) -> None:
        *others, missing = tables
        super()._count(batch, tuple(others), can_stop=can_stop)
        if batch.rows.missing is not None:
            self._count_missing(batch, batch.rows.missing, missing)

    def _missing_size(self, rows: Rows) -> Any:  # noqa: ARG002
        """Return what is missing with a number of each row: an observation."""
        return 1.0

    def _count_missing(self, batch: Batch, holes: Holes, missing: Any) -> None:
        """Add the weight of each row to the features that it lacks."""
        weights = np.ones(batch.rows.n_rows) if batch.weights is None else batch.weights
        weights = (weights * self._missing_size(batch.rows))[holes.rows]
        # One after the other, as rows are counted, so that a feature that is never observed
        # misses what its class has, to the last bit.
        cells = batch.codes[holes.rows] * missing.shape[1] + holes.columns
        np.add.at(missing.reshape(-1), cells, weights)

    def _keep(self, classes: Any, tables: Iterable[Any]) -> None:
        *others, missing = tables
        super()._keep(classes, (*others, missing if missing.any() else missing[:, :1].copy()))

    def _observed(self) -> Any:
        """Return the weight of the rows of each class in which a feature was observed."""
        return np.maximum(self.class_count_[:, np.newaxis] - self.missing_count_, 0.0)

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()  # type: ignore[misc]
        tags.input_tags.allow_nan = True
        return tags


def rest(total: Any, part: Any) -> Any:
    """Return what a part of a sum leaves; 0 where that is nothing but rounding."""
    left = total - part
    slack = rounding(total, part)
    return np.where(left <= slack * total, 0.0, left)
