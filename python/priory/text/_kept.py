"""How a model of texts learns that keeps them: they come, go and merge one by one."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from priory import _classes
from priory._learner import Learner
from priory.neighbors._examples import Examples
from priory.neighbors._kept import Kept
from priory.neighbors._targets import Labels
from priory.text._comparable import check_limits
from priory.text._examples import Words, labelled
from priory.text._reader import Reader
from priory.text._specification import Specification
from priory.text._voting import Voting

if TYPE_CHECKING:
    from priory.neighbors._batch import Batch

__all__ = ["KeptTexts"]


class KeptTexts(Learner):
    """Labelled texts with their weights, in the order they were learned."""

    _counts: Examples
    get_params: Any  # scikit-learn's

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
        return super().fit(X, y, sample_weight)

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
        if "_counts" not in self.__dict__:
            return self._begin(X, y, () if classes is None else np.unique(classes), sample_weight)
        self._counts = self._more(X, y, classes, sample_weight)
        return self

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
    def class_count_(self) -> Any:
        """The number of texts of each class."""
        return np.bincount(self._all().targets[:, 0], minlength=len(self.classes_))

    @property
    def texts_(self) -> Any:
        """The texts, in the order they were learned."""
        return self._all().rows

    @property
    def labels_(self) -> Any:
        """The label of each text."""
        return self.classes_[self._all().targets[:, 0]]

    @property
    def weights_(self) -> Any:
        """The weight of each text."""
        return self._all().weights

    @property
    def analyzer_(self) -> Any:
        """The frozen specification of the words, or None if a Python callable makes them."""
        self._check_is_fitted()
        return self._specification.analyzer

    def _all(self) -> Batch:
        """Return all texts with their labels and weights."""
        self._check_is_fitted()
        return self._counts.kept.all()

    def _first(self, X: Any, y: Any, declared: Any, sample_weight: Any) -> Examples:
        reader = Reader.of(self)
        reader.vectorizer._warn_for_unused_params()
        known = declared if declared is not None and len(declared) else None
        classes, batch = labelled(reader.texts(X), y, known, sample_weight)
        if len(classes) == 0:
            raise ValueError("there are no texts to learn from")
        if declared is None:  # no more texts are to come
            check_limits(self, len(batch))
        labels = Labels((classes,), (classes[:0] if known is None else known,))
        return Examples(Kept(batch), labels, Words(Specification.of(reader)))

    def _more(self, X: Any, y: Any, classes: Any, sample_weight: Any) -> Examples:
        labels = self._counts.targets
        if classes is not None:
            both = (_classes.union(of[0], classes) for of in (labels.classes, labels.declared))
            labels = replace(labels, classes=(next(both),), declared=(next(both),))
        more = self._batch(X, y, labels, sample_weight)
        return self._counts.among(more.targets) + more

    def _without(self, X: Any, y: Any, sample_weight: Any) -> Examples:
        return self._counts - self._batch(X, y, self._counts.targets, sample_weight)

    def _fitting(self, other: Any) -> Examples:
        if not isinstance(other, KeptTexts):
            raise TypeError(f"a {type(self).__name__} cannot merge a {type(other).__name__}")
        other._check_is_fitted()
        return other._counts

    def _batch(self, X: Any, y: Any, labels: Labels, sample_weight: Any) -> Examples:
        """Return texts with their labels, which may be new."""
        texts = self._reader().texts(X)
        classes, batch = labelled(texts, y, labels.classes[0], sample_weight)
        if classes is not labels.classes[0]:
            labels = replace(labels, classes=(classes,))
        return Examples(Kept(batch), labels, self._counts.frame)

    def _derive(self, counts: Examples) -> Voting:
        return Voting(counts, type(self)(**self.get_params(deep=False)))

    def _reader(self) -> Reader:
        """Return the reader, if it still makes the words that were learned."""
        return self._derived().reader

    @property
    def _specification(self) -> Specification:
        return self._counts.frame.specification

    @property
    def _declared(self) -> Any:  # in the place of a hook: files ask for what was declared
        return self._counts.targets.declared[0]
