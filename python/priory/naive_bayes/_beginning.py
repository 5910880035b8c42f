"""The first rows of a model: learned whole, or not at all."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, Self

import numpy as np

from priory._undo import all_or_nothing
from priory.naive_bayes._class_weight import refuse_balanced

__all__ = ["Beginning"]


class Beginning(ABC):
    """A model that begins with `fit` or with the first `partial_fit`."""

    _validate_params: Any  # scikit-learn's
    class_weight: Any

    @abstractmethod
    def _learn_first(self, X: Any, y: Any, declared: Any, sample_weight: Any) -> None:
        """Learn rows, and from nothing before them; ``declared`` are sorted classes, or None."""

    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> Self:
        """Learn from labelled rows, and from nothing before them.

        Parameters
        ----------
        X : {array-like, sparse matrix, data frame} of shape (n_samples, n_features)
            The features, of a kind that the model takes.
        y : array-like of shape (n_samples,)
            The labels.
        sample_weight : array-like of shape (n_samples,), default=None
            How often each row counts.

        Returns
        -------
        self
        """
        return self._begin(X, y, None, sample_weight)

    def _begin_with(self, classes: Any, X: Any, y: Any, sample_weight: Any) -> Self:
        """Learn the first batch."""
        if classes is None:
            raise ValueError("classes must be passed on the first call to partial_fit.")
        refuse_balanced(self.class_weight)
        return self._begin(X, y, np.unique(classes), sample_weight)

    def _begin(self, X: Any, y: Any, declared: Any, sample_weight: Any) -> Self:
        with all_or_nothing(self):
            self._validate_params()
            self.__dict__.pop("class_weight_", None)
            self._learn_first(X, y, declared, sample_weight)
        return self
