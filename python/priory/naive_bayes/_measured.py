"""What the families of dense measurements share."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING, Any, Self

from priory._undo import all_or_nothing
from priory.naive_bayes._base import NaiveBayes
from priory.naive_bayes.rows.measurements import Measurements

if TYPE_CHECKING:
    from priory.naive_bayes.rows.rows import Batch

__all__ = ["MeasuredNB"]


class MeasuredNB(NaiveBayes):
    """A model of dense rows, in which NaN is what was not observed."""

    _fixed: str  # the attribute that the first rows fix, and by which all are counted
    observed_: Any
    _remedy = "the row is too far from all; scale or clip its numbers"

    def _check_X(self, X: Any, *, reset: bool = False) -> Any:
        rows = self._measurements(X, reset=reset)
        rows.is_whole()
        return rows

    def _measurements(self, X: Any, *, reset: bool) -> Measurements:
        if reset:
            self.__dict__.pop(self._fixed, None)
        return Measurements.of(self, X, reset=reset)

    def _batch(self, rows: Any, y: Any, known: Any, sample_weight: Any) -> tuple[Any, Batch]:
        classes, batch = super()._batch(rows, y, known, sample_weight)
        if self._fixed not in self.__dict__:
            self._fix(batch)
        return classes, batch

    @abstractmethod
    def _fix(self, batch: Batch) -> None:
        """Fix at the first rows how all are counted."""

    def partial_fit(self, X: Any, y: Any, classes: Any = None, sample_weight: Any = None) -> Self:
        with all_or_nothing(self):  # what is fixed may change before rows are counted
            return super().partial_fit(X, y, classes, sample_weight)

    def merge(self, other: Self) -> Self:
        with all_or_nothing(self):
            return super().merge(other)

    partial_fit.__doc__ = NaiveBayes.partial_fit.__doc__
    merge.__doc__ = NaiveBayes.merge.__doc__

    def _in_one_step(self, batch: Batch) -> bool:  # noqa: ARG002
        return False  # rows may be refused when they are counted

    def _wanted(self) -> Any:
        """Return which classes can be the answer."""
        return self.class_log_prior_ > float("-inf")

    def _judged(self, X: Any) -> Any:
        rows: Any = super()._judged(X)
        seen = self.observed_.any(axis=0)
        return rows if seen.all() else rows.without(~seen)

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = False
        tags.input_tags.allow_nan = True
        tags.classifier_tags.poor_score = False
        return tags
