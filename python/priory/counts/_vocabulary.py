"""The vocabulary of a vectorizer: fixed or learned, and its feature names."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy import sparse
from sklearn.exceptions import NotFittedError
from sklearn.feature_extraction import text as sklearn_text
from sklearn.utils import check_array

from priory import _core
from priory.counts._document_frequencies import DocumentFrequencies
from priory.errors import InputError

__all__ = ["UNK", "FixedVocabulary", "VocabularyMixin"]

UNK = "<unk>"


@dataclass(frozen=True, slots=True)
class FixedVocabulary:
    """A fixed vocabulary given by the user, as a dict and as the core's object."""

    columns: dict[str, int]
    vocabulary: _core.Vocabulary

    @classmethod
    def of_parameter(cls, vocabulary: Any) -> FixedVocabulary | None:
        """Read the parameter of that name as scikit-learn does; None if it gives no terms."""
        theirs = sklearn_text.CountVectorizer(vocabulary=vocabulary)
        try:
            theirs._validate_vocabulary()
        except ValueError as error:
            raise _refused(str(error)) from error
        return cls.of(theirs.vocabulary_) if theirs.fixed_vocabulary_ else None

    @classmethod
    def of(cls, columns: Mapping[str, int]) -> FixedVocabulary:
        """Check a mapping of terms to columns."""
        if not isinstance(columns, Mapping):
            raise _refused("vocabulary_ must be a mapping of terms to columns")
        names = sorted(columns, key=columns.__getitem__)
        if [columns[name] for name in names] != list(range(len(names))):
            raise _refused("the columns of a vocabulary must be 0, 1, 2, ... without gaps")
        try:
            return cls(dict(columns), _core.Vocabulary(names))
        except (TypeError, UnicodeEncodeError) as error:
            raise _refused("the terms of a vocabulary must be valid Unicode strings") from error

    def frequencies(self) -> DocumentFrequencies:
        """Return the frequencies of terms of which nothing was counted."""
        return DocumentFrequencies(self.vocabulary, n_documents=0)


def _refused(what: str) -> InputError:
    return InputError(what, code="bad-parameter", parameter="vocabulary")


class VocabularyMixin:
    """Mixin: the vocabulary of a fitted vectorizer; its dict and feature names are lazy."""

    unk: bool
    fixed_vocabulary_: bool
    _vocabulary: _core.Vocabulary
    _frequencies: DocumentFrequencies
    _terms: dict[str, int] | None = None  # made when it is asked for
    _validate_vocabulary: Any  # scikit-learn's

    @property
    def vocabulary_(self) -> dict[str, int]:
        """A mapping of terms to columns."""
        if "_vocabulary" not in self.__dict__:
            raise AttributeError("vocabulary_ is there after fit")
        if self._terms is None:
            names = self._vocabulary.names()
            self._terms = dict(zip(names, range(len(names)), strict=True))
        return self._terms

    @vocabulary_.setter
    def vocabulary_(self, terms: Mapping[str, int]) -> None:
        given = FixedVocabulary.of(terms)
        self.__dict__.update(
            _vocabulary=given.vocabulary, _terms=given.columns, _frequencies=given.frequencies()
        )

    def _check_vocabulary(self) -> None:
        if "_vocabulary" not in self.__dict__:
            self._validate_vocabulary()
            if not self.fixed_vocabulary_:
                raise NotFittedError("Vocabulary not fitted or provided")
        if len(self._vocabulary) == 0:
            raise InputError("Vocabulary is empty", code="empty-vocabulary")

    def get_feature_names_out(self, input_features: Any = None) -> Any:  # noqa: ARG002
        """Return the terms of the columns.

        Parameters
        ----------
        input_features : None
            Ignored.

        Returns
        -------
        ndarray of str objects
        """
        self._check_vocabulary()
        return np.array([*self._vocabulary.names(), *([UNK] if self.unk else [])], dtype=object)

    def inverse_transform(self, X: Any) -> list[Any]:
        """Return the terms of each document that have an entry in X.

        Parameters
        ----------
        X : array or sparse matrix of shape (n_documents, n_terms)
            Counts.

        Returns
        -------
        list of ndarray of str
        """
        names = self.get_feature_names_out().astype(str)
        matrix = sparse.csr_array(check_array(X, accept_sparse="csr"), copy=True)
        matrix.eliminate_zeros()
        return [names[row] for row in np.split(matrix.indices, matrix.indptr[1:-1])]
