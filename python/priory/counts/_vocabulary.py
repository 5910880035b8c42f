"""The terms of the columns: learned or given, and their names when asked for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from scipy import sparse
from sklearn.exceptions import NotFittedError
from sklearn.utils import check_array

from priory import _core
from priory.counts._tally import Tally

__all__ = ["UNK", "KnownTerms"]

UNK = "<unk>"


class KnownTerms:
    """The vocabulary of a fitted vectorizer; a dict and names of it are made when asked for."""

    unk: bool
    fixed_vocabulary_: bool
    _vocabulary: _core.Vocabulary
    _tally: Tally
    _terms: dict[str, int]
    _validate_vocabulary: Any  # scikit-learn's

    @property
    def vocabulary_(self) -> dict[str, int]:
        """A mapping of terms to columns."""
        if "_vocabulary" not in self.__dict__:
            raise AttributeError("vocabulary_ is there after fit")
        if "_terms" not in self.__dict__:
            names = self._vocabulary.names()
            self._terms = dict(zip(names, range(len(names)), strict=True))
        return self._terms

    @vocabulary_.setter
    def vocabulary_(self, terms: Mapping[str, int]) -> None:
        if not isinstance(terms, Mapping):
            raise ValueError("vocabulary_ must be a mapping of terms to columns")
        names = sorted(terms, key=terms.__getitem__)
        if [terms[name] for name in names] != list(range(len(names))):
            raise ValueError("the columns of a vocabulary must be 0, 1, 2, ... without gaps")
        try:
            self._vocabulary = _core.Vocabulary(names)
        except (TypeError, UnicodeEncodeError) as error:
            raise ValueError("the terms of a vocabulary must be strings of Unicode") from error
        self._terms = dict(terms)
        self._tally = Tally(self._vocabulary, n_documents=0)

    def _check_vocabulary(self) -> None:
        if "_vocabulary" not in self.__dict__:
            self._validate_vocabulary()
            if not self.fixed_vocabulary_:
                raise NotFittedError("Vocabulary not fitted or provided")
        if len(self._vocabulary) == 0:
            raise ValueError("Vocabulary is empty")

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
