"""Base class of the classifiers for dense measurements, in which NaN is a missing value."""

from __future__ import annotations

from typing import Any

from priory.naive_bayes._base import NaiveBayes
from priory.naive_bayes.rows.measurements import Measurements

__all__ = ["MeasuredNB"]


class MeasuredNB(NaiveBayes):
    """A model of dense rows, in which NaN is what was not observed."""

    _remedy = "the row is too far from all; scale or clip its numbers"

    def _check_X(self, X: Any, *, reset: bool = False) -> Measurements:
        return Measurements.of(self, X, reset=reset)

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = False
        tags.input_tags.allow_nan = True
        tags.classifier_tags.poor_score = False
        return tags
