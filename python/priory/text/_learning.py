"""TextLearner: incremental fit, forget and merge by adding and subtracting word counts."""

from __future__ import annotations

from typing import Any, Self

import numpy as np

from priory._naming import UNCHANGED, a
from priory.errors import InputError, InputTypeError
from priory.naive_bayes.scores.posterior import Posterior
from priory.text._reader import Reader
from priory.text._specification import Specification
from priory.text._specified import tagged
from priory.text.counts.counting import count_texts
from priory.text.counts.value import TextCounts
from priory.text.scores.scores import TextScores

__all__ = ["TextLearner"]


class TextLearner(Posterior):
    """The counts of words by class, and how they change."""

    _counts: TextCounts

    @classmethod
    def from_counts(cls, counts: TextCounts, **params: Any) -> Self:
        """Make a model of counts, as if it had learned the texts that were counted.

        Parameters
        ----------
        counts : TextCounts
            What was counted by models of the same words, as ``counts_`` or as a sum of such.
        **params
            The parameters of the model. Those that make words must make the words of the counts.

        Returns
        -------
        TextClassifier
            A fitted model.
        """
        if not isinstance(counts, TextCounts):
            kind = type(counts).__name__
            raise InputTypeError(
                f"counts must be TextCounts, not {kind}", code="bad-parameter", parameter="counts"
            )
        model = cls(**params)
        model._validate_params()
        words = Specification.of(Reader.of(model))
        if words != counts.specification:
            raise InputError(
                "the parameters do not match the analyser of the counts: "
                + words.difference(counts.specification),
                code="analyzer-mismatch",
                parameter="counts",
            )
        model._become(counts)
        return model

    @property
    def counts_(self) -> TextCounts:
        """All that was learned, as a value that can be added to others."""
        self._check_is_fitted()
        return self._counts

    @property
    def classes_(self) -> Any:
        """The labels."""
        self._check_is_fitted()
        return self._counts.classes

    @property
    def class_count_(self) -> Any:
        """The number of texts of each class."""
        return self.counts_.class_count

    @property
    def analyzer_(self) -> Any:
        """The frozen specification of the words, or None if a Python callable makes them."""
        return self.counts_.analyzer

    # Texts have no weights.
    def fit(self, X: Any, y: Any) -> Self:  # type: ignore[override]
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
        return super().fit(X, y)

    def partial_fit(self, X: Any, y: Any, classes: Any = None) -> Self:  # type: ignore[override]
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
        return super().partial_fit(X, y, classes)

    def forget(self, X: Any, y: Any) -> Self:  # type: ignore[override]
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
        return super().forget(X, y)

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
        return super().merge(other)

    def _declared(self, classes: Any) -> Any:
        return None if classes is None else np.unique(classes)

    def _first(self, X: Any, y: Any, declared: Any, sample_weight: Any) -> TextCounts:  # noqa: ARG002
        reader = Reader.of(self)
        reader.vectorizer._warn_for_unused_params()
        counts = count_texts(X, y, None, declared, reader)
        if len(counts.classes) == 0:
            raise InputError("no texts to learn from", code="empty-input", parameter="X")
        return counts

    def _more(self, X: Any, y: Any, classes: Any, sample_weight: Any) -> TextCounts:  # noqa: ARG002
        counts, reader = self._counts, self._derived().reader
        return counts + count_texts(X, y, counts.classes, classes, reader)

    def _without(self, X: Any, y: Any, sample_weight: Any) -> TextCounts:  # noqa: ARG002
        counts, reader = self._counts, self._derived().reader
        taken = count_texts(X, y, counts.classes, None, reader)
        try:
            return counts - taken
        except InputError as error:
            error.note = f"{error.note}; {UNCHANGED}" if error.note else UNCHANGED
            raise

    def _fitting(self, other: Any) -> TextCounts:
        if not isinstance(other, TextLearner):
            what = f"cannot merge {a(type(other).__name__)} into {a(type(self).__name__)}"
            raise InputTypeError(what, code="incompatible-merge", parameter="other")
        return other.counts_

    def _become(self, counts: TextCounts) -> None:
        super()._become(counts)
        self._derived().check()

    def _derive(self, counts: TextCounts) -> TextScores:
        return TextScores(counts, self._parameters_now())

    def __sklearn_tags__(self) -> Any:
        return tagged(super().__sklearn_tags__())  # type: ignore[misc]
