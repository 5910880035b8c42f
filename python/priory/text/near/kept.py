"""KeptTexts: incremental fit, forget and merge of a model that stores its texts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

import numpy as np

from priory import _classes
from priory._learner import Learner
from priory._naming import a
from priory.errors import InputError, InputTypeError
from priory.text._reader import Reader
from priory.text._specified import tagged
from priory.text.near.comparable import check_limits
from priory.text.near.examples import examples_of

if TYPE_CHECKING:
    from priory.neighbors._examples import Examples

__all__ = ["KeptTexts"]


class KeptTexts(Learner):
    """Labelled texts with their weights, in the order they were learned."""

    _counts: Examples

    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> Self:
        """Keep labelled texts, and none from before.

        Parameters
        ----------
        X : iterable of str or bytes
            The texts, in a list, an array, a series, an Arrow column or a generator.
        y : array-like of shape (n_texts,)
            Their labels.
        sample_weight : array-like of shape (n_texts,), default=None
            By what the votes of each are multiplied; None is 1.

        Returns
        -------
        self
        """
        return self._begin(X, y, None, sample_weight, True)

    def partial_fit(self, X: Any, y: Any, classes: Any = None, sample_weight: Any = None) -> Self:
        """Keep more labelled texts: words and labels may be new at any time.

        Parameters
        ----------
        X : iterable of str or bytes
            The texts.
        y : array-like of shape (n_texts,)
            Their labels.
        classes : array-like of shape (n_classes,), default=None
            Classes that shall be known even while they have no texts.
        sample_weight : array-like of shape (n_texts,), default=None
            By what the votes of each are multiplied; None is 1.

        Returns
        -------
        self
        """
        return super().partial_fit(X, y, classes, sample_weight)

    def forget(self, X: Any, y: Any, sample_weight: Any = None) -> Self:
        """Drop labelled texts, as if they had never been there.

        Of texts that were learned several times, the one that was learned last goes. Classes of
        which nothing is left leave, too.

        Parameters
        ----------
        X : iterable of str or bytes
            The texts, as they were learned.
        y : array-like of shape (n_texts,)
            Their labels, as they were learned.
        sample_weight : array-like of shape (n_texts,), default=None
            Their weights, as they were learned.

        Returns
        -------
        self
        """
        return super().forget(X, y, sample_weight)

    def merge(self, other: Self) -> Self:
        """Keep the texts of another model behind those of this one.

        Parameters
        ----------
        other : TextNeighbors
            A fitted model with the same words. It stays as it is.

        Returns
        -------
        self
        """
        return super().merge(other)

    @property
    def classes_(self) -> Any:
        """The labels."""
        self._check_is_fitted()
        return self._counts.targets.classes[0]

    @property
    def texts_(self) -> Any:
        """The texts, in the order they were learned."""
        self._check_is_fitted()
        return self._counts.kept.all().rows

    @property
    def labels_(self) -> Any:
        """The label of each text."""
        return self.classes_[self._counts.kept.all().targets[:, 0]]

    @property
    def weights_(self) -> Any:
        """The weight of each text."""
        self._check_is_fitted()
        return self._counts.kept.all().weights

    @property
    def class_count_(self) -> Any:
        """The number of texts of each class."""
        n_classes = len(self.classes_)
        return np.bincount(self._counts.kept.targets()[:, 0], minlength=n_classes)

    @property
    def analyzer_(self) -> Any:
        """The frozen specification of the words, or None if a Python callable makes them."""
        self._check_is_fitted()
        return self._counts.frame.analyzer

    def _declared(self, classes: Any) -> Any:
        return None if classes is None else np.unique(classes)

    def _first(
        self, X: Any, y: Any, declared: Any, sample_weight: Any, is_whole: bool = False
    ) -> Examples:
        reader = Reader.of(self)
        reader.vectorizer._warn_for_unused_params()
        examples = examples_of(reader, X, y, sample_weight, known=declared, declared=declared)
        if len(examples.targets.classes[0]) == 0:
            raise InputError("no texts to learn from", code="empty-input", parameter="X")
        if is_whole:
            check_limits(self, len(examples))
        return examples

    def _more(self, X: Any, y: Any, classes: Any, sample_weight: Any) -> Examples:
        known, declared = self.classes_, self._declared(classes)
        known = known if declared is None else _classes.union(known, declared)
        reader = self._derived().reader
        more = examples_of(reader, X, y, sample_weight, known=known, declared=declared)
        return self._counts + more

    def _without(self, X: Any, y: Any, sample_weight: Any) -> Examples:
        reader = self._derived().reader
        known = self.classes_
        return self._counts - examples_of(reader, X, y, sample_weight, known=known, declared=None)

    def _fitting(self, other: Any) -> Examples:
        if not isinstance(other, KeptTexts):
            what = f"cannot merge {a(type(other).__name__)} into {a(type(self).__name__)}"
            raise InputTypeError(what, code="incompatible-merge", parameter="other")
        other._check_is_fitted()
        return other._counts

    def __sklearn_tags__(self) -> Any:
        return tagged(super().__sklearn_tags__())  # type: ignore[misc]
