"""How a model of texts learns that keeps them: they come, go and merge one by one."""

from __future__ import annotations

from typing import Any, Self

import numpy as np

from priory import _classes
from priory.naive_bayes.rows.weights import checked_weights
from priory.naive_bayes.scores.posterior import Posterior
from priory.neighbors._kept import Batch, Kept
from priory.text._comparable import check_limits
from priory.text._reader import Reader
from priory.text._specified import Specified, specified

__all__ = ["KeptTexts", "as_objects", "batch_of"]


class KeptTexts(Specified):
    """Labelled texts with their weights, in the order they were learned."""

    _kept: Kept
    _check_classes: Any = Posterior._check_classes

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
        return self._begin(X, y, None, sample_weight, is_whole=True)

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
        if "_kept" not in self.__dict__:
            return self._begin(X, y, classes, sample_weight)
        declared = self._declared if classes is None else _classes.union(self._declared, classes)
        known = self.classes_ if classes is None else _classes.union(self.classes_, classes)
        grown, batch = self._labelled(X, y, known, sample_weight, self._reader())
        self._keep(grown, self._among(grown).and_then(batch), _declared=declared)
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
        self._check_is_fitted()
        classes, batch = self._labelled(X, y, self.classes_, sample_weight, self._reader())
        if len(classes) > len(self.classes_):
            unknown = np.setdiff1d(classes, self.classes_).tolist()[0]
            raise ValueError(f"forget: the class {unknown!r} was never learned; nothing is changed")
        left = self._kept.without(batch)
        stays = np.isin(np.arange(len(classes)), left.all().targets)
        stays |= np.isin(classes, self._declared)
        places = np.cumsum(stays) - 1
        self._keep(classes[stays], left.with_targets(lambda codes: places[codes]))
        return self

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
        classes, declared = self._with_classes_of(other, KeptTexts)
        kept = self._among(classes).and_then(other._among(classes).all())
        self._keep(classes, kept, _declared=declared)
        return self

    @property
    def texts_(self) -> Any:
        """The texts, in the order they were learned."""
        self._check_is_fitted()
        return self._kept.all().rows

    @property
    def labels_(self) -> Any:
        """The label of each text."""
        self._check_is_fitted()
        return self.classes_[self._codes]

    @property
    def weights_(self) -> Any:
        """The weight of each text."""
        self._check_is_fitted()
        return self._kept.all().weights

    @property
    def class_count_(self) -> Any:
        """The number of texts of each class."""
        self._check_is_fitted()
        return np.bincount(self._codes, minlength=len(self.classes_))

    @property
    def _codes(self) -> Any:
        """The place of each text's label among the classes."""
        return self._kept.all().targets[:, 0]

    def _among(self, classes: Any) -> Kept:
        """Return the texts with the places of their labels among more classes."""
        places = np.searchsorted(classes, self.classes_)
        return self._kept.with_targets(lambda codes: places[codes])

    def _begin(
        self, X: Any, y: Any, declared: Any, sample_weight: Any, *, is_whole: bool = False
    ) -> Self:
        """Keep the first texts; nothing is changed before they are read."""
        self._validate_params()
        reader = Reader.of(self)
        reader.vectorizer._warn_for_unused_params()
        known = None if declared is None else np.unique(declared)
        classes, batch = self._labelled(X, y, known, sample_weight, reader)
        if len(classes) == 0:
            raise ValueError("there are no texts to learn from")
        if is_whole:
            check_limits(self, len(batch.rows))
        self._keep(
            classes,
            Kept(batch),
            _declared=classes[:0] if known is None else known,
            _parameters=specified(reader),
            analyzer_=reader.spec,
        )
        return self

    def _labelled(
        self, X: Any, y: Any, known: Any, sample_weight: Any, reader: Reader
    ) -> tuple[Any, Batch]:
        """Return the classes with those that are new, and labelled texts with their weights."""
        texts = reader.texts(X)
        classes, codes = _classes.encode(y, known, len(texts))
        are_given = sample_weight is not None and (len(texts) or len(sample_weight))
        weights = checked_weights(sample_weight, len(texts)) if are_given else np.ones(len(texts))
        return classes, batch_of(texts, codes, weights)

    def _keep(self, classes: Any, kept: Kept, **more: Any) -> None:
        """Be a model of these texts, and of what else changes with them."""
        # All at once, so that Ctrl-C finds either model whole.
        self.__dict__.update(more, classes_=classes, _kept=kept, _derived={})


def batch_of(texts: list[Any], codes: Any, weights: Any) -> Batch:
    """Return texts with the places of their labels and their weights."""
    return Batch(as_objects(texts), codes.reshape(-1, 1), weights)


def as_objects(texts: list[Any]) -> Any:
    """Return texts in an array that holds them as they are."""
    objects = np.empty(len(texts), dtype=object)
    objects[:] = texts
    return objects
