"""How a text model learns, forgets and merges: by adding and subtracting tables of counts."""

from __future__ import annotations

from typing import Any, Self

import numpy as np

from priory import _classes, _core
from priory.text._reader import Reader
from priory.text._specification import Specification
from priory.text._specified import Specified
from priory.text._table import Table
from priory.text.counts import TextCounts

__all__ = ["TextLearner"]


class TextLearner(Specified):
    """The counts of words by class, and how they change."""

    _counts: TextCounts

    @property
    def counts_(self) -> TextCounts:
        """All that was learned, as a value that can be added to others."""
        self._check_is_fitted()
        return self._counts

    @property
    def classes_(self) -> Any:
        """The labels."""
        return self.counts_.classes

    @property
    def class_count_(self) -> Any:
        """The number of texts of each class."""
        return self.counts_.class_count

    @property
    def _declared(self) -> Any:
        return self._counts.declared

    @property
    def _specification(self) -> Specification:
        return self._counts.specification

    @classmethod
    def from_counts(cls, counts: TextCounts, **parameters: Any) -> Self:
        """Make a fitted model of counts.

        Parameters
        ----------
        counts : TextCounts
            What it shall have learned.
        **parameters
            Those of the model. Those that make words must make the words that were counted.

        Returns
        -------
        TextClassifier
        """
        model = cls(**parameters)
        model._validate_params()
        words = Specification.of(Reader.of(model))
        if words != counts.specification:
            raise ValueError(
                "the parameters do not make the words that were counted, but others: "
                + words.difference(counts.specification)
            )
        model._check_parameters(len(counts.classes))
        model._keep(counts)
        return model

    def fit(self, X: Any, y: Any) -> Self:
        """Learn from labelled texts, and from nothing before them.

        Parameters
        ----------
        X : iterable of str or bytes
            The texts, in a list, an array, a series, an Arrow column or a generator.
        y : array-like of shape (n_texts,)
            Their labels.

        Returns
        -------
        self
        """
        return self._begin(X, y, None)

    def partial_fit(self, X: Any, y: Any, classes: Any = None) -> Self:
        """Learn from more labelled texts: words and labels may be new at any time.

        Parameters
        ----------
        X : iterable of str or bytes
            The texts.
        y : array-like of shape (n_texts,)
            Their labels.
        classes : array-like of shape (n_classes,), default=None
            Classes that shall be known even while they have no texts.

        Returns
        -------
        self
        """
        if "_counts" not in self.__dict__:
            return self._begin(X, y, classes)
        self._keep(self._counts + self._counted(X, y, self.classes_, classes, self._reader()))
        return self

    def forget(self, X: Any, y: Any) -> Self:
        """Take back what was learned from labelled texts, as if they had never been there.

        Words and classes of which nothing is left leave.

        Parameters
        ----------
        X : iterable of str or bytes
            The texts, as they were learned.
        y : array-like of shape (n_texts,)
            Their labels, as they were learned.

        Returns
        -------
        self
        """
        self._check_is_fitted()
        taken = self._counted(X, y, self.classes_, None, self._reader())
        try:
            self._keep(self._counts - taken)
        except ValueError as error:
            raise ValueError(f"forget: {error}; nothing is changed") from None
        return self

    def merge(self, other: Self) -> Self:
        """Add the counts of another model, as if this one had learned its texts, too.

        Parameters
        ----------
        other : TextClassifier
            A fitted model with the same words. It stays as it is.

        Returns
        -------
        self
        """
        self._check_is_fitted()
        if not isinstance(other, TextLearner):
            raise TypeError(f"a {type(self).__name__} cannot merge a {type(other).__name__}")
        try:
            self._keep(self._counts + other.counts_)
        except ValueError as error:
            raise ValueError(f"merge: {error}") from None
        return self

    def _begin(self: Any, X: Any, y: Any, declared: Any) -> Any:
        """Learn the first texts; nothing is changed before they are counted."""
        self._validate_params()
        reader = Reader.of(self)
        reader.vectorizer._warn_for_unused_params()
        counts = self._counted(X, y, None, declared, reader)
        if len(counts.classes) == 0:
            raise ValueError("there are no texts to learn from")
        self._check_parameters(len(counts.classes))
        self._keep(counts)
        return self

    def _counted(self, X: Any, y: Any, known: Any, declared: Any, reader: Reader) -> TextCounts:
        """Return the counts of labelled texts, of classes that are known, declared or new."""
        if declared is not None:
            declared = np.unique(declared)
            known = declared if known is None else _classes.union(known, declared)
        classes, codes = _classes.encode(y, known, None)
        declared = classes[:0] if declared is None else declared
        parts = _core.learn_classes(
            reader.documents(X), reader.native(), codes.astype(np.uint32), reader.threads
        )
        class_count = np.bincount(codes, minlength=len(classes)).astype(np.int64)
        return TextCounts(classes, class_count, Table(*parts), Specification.of(reader), declared)

    def _keep(self, counts: TextCounts) -> None:
        """Be a model of these counts."""
        # Both at once, so that Ctrl-C finds either model whole.
        self.__dict__.update(_counts=counts, _derived={})

    def _check_parameters(self, n_classes: int) -> None:
        """Refuse parameters that no prediction could use."""
        raise NotImplementedError
