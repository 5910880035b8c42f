"""The stored texts as the metric needs them: tf-idf rows, count rows, or strings."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Self

import numpy as np
from scipy.sparse import csr_array

from priory._show import counted
from priory.counts import CountVectorizer, TfidfVectorizer
from priory.errors import InputError
from priory.text._reader import READING, TOKENS
from priory.text.near.comparable import COUNTED, compares_words
from priory.text.near.examples import as_objects

__all__ = ["Compared"]


@dataclass(frozen=True, slots=True, eq=False)
class Compared:
    """The kept texts that can be near to others.

    Attributes
    ----------
    vectorizer : vectorizer or None
        What makes rows of texts; None if texts are compared as they are.
    rows : sparse array or ndarray
        The rows of the texts that have words in use, or the texts.
    places : ndarray of shape (n_rows,)
        Where they stand among all kept texts.
    """

    vectorizer: Any
    rows: Any
    places: Any

    @classmethod
    def of(cls, texts: Any, parameters: Any) -> Self:
        """Take texts as the metric compares them."""
        vectorizer = _vectorizer(parameters)
        if vectorizer is None or not len(texts):
            return cls(None, texts, np.arange(len(texts)))
        try:
            rows = vectorizer.fit_transform(texts)
        except ValueError:
            if any(map(vectorizer.build_analyzer(), texts)):
                raise
            rows = csr_array((len(texts), 0))
        places = np.flatnonzero(np.diff(rows.indptr))
        return cls(vectorizer, rows[places], places)

    def read(self, texts: list[Any]) -> tuple[Any, Any]:
        """Return rows of those texts that have words in use, and the places of all others."""
        if self.vectorizer is None:
            return as_objects(texts), np.arange(0)
        if self.is_wordless:
            return self.rows, np.arange(len(texts))
        rows = self.vectorizer.transform(texts)
        has_words = np.diff(rows.indptr) > 0
        return rows[has_words], np.flatnonzero(~has_words)

    def check(self, k: int, *, without_self: bool = False) -> None:
        """Refuse to look for more neighbours than there are."""
        n = len(self.places)
        if k + without_self > n:
            which = "were learned" if self.vectorizer is None else "that were learned have words"
            itself = ", and none is its own neighbour" if without_self else ""
            raise InputError(
                f"{k} is too many: only {counted(n, 'text')} {which}{itself}",
                code="too-few-rows",
                place="n_neighbors",
                parameter="n_neighbors",
                remedy="learn more texts or lower n_neighbors",
            )

    @property
    def is_wordless(self) -> bool:
        """Whether words are compared, and no text has any."""
        return self.vectorizer is not None and not len(self.places)

    @property
    def words(self) -> Any:
        """The words in use, if words are what is compared."""
        has_words = self.vectorizer is not None and not self.is_wordless
        return self.vectorizer.get_feature_names_out() if has_words else []


def _vectorizer(of: Any) -> Any:
    if not compares_words(of.metric):
        return None
    parameters = {name: getattr(of, name) for name in (*TOKENS, *READING, "min_df", "max_df")}
    if of.metric in COUNTED:
        return CountVectorizer(**parameters, dtype=np.float64)
    return TfidfVectorizer(**parameters, sublinear_tf=of.sublinear_tf, use_idf=of.use_idf)
