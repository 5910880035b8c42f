"""Document frequencies of a vocabulary, and pruning by them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from numbers import Integral
from typing import Any, Self

import numpy as np

from priory import _core
from priory._sklearn import SklearnError
from priory.errors import InputError

__all__ = ["DocumentFrequencies", "Pruning"]


@dataclass(frozen=True, slots=True)
class Pruning:
    """Which terms are kept, as scikit-learn's min_df, max_df and max_features say."""

    min_df: float
    max_df: float
    max_features: int | None

    @property
    def is_trivial(self) -> bool:
        """Whether all terms are kept, whatever their counts."""
        at_least_one = self.min_df <= 1 if isinstance(self.min_df, Integral) else self.min_df == 0
        all_documents = not isinstance(self.max_df, Integral) and self.max_df == 1
        return at_least_one and all_documents and self.max_features is None

    def bounds(self, n_documents: int) -> tuple[float, float]:
        """Return the least and the greatest document frequency that is kept."""
        low = self.min_df if isinstance(self.min_df, Integral) else self.min_df * n_documents
        high = self.max_df if isinstance(self.max_df, Integral) else self.max_df * n_documents
        return low, high

    def check(self, n_documents: int) -> None:
        """Refuse bounds between which there is nothing."""
        low, high = self.bounds(n_documents)
        if high < low:
            raise SklearnError(
                f"{low:g} documents is above the upper limit of {high:g}",
                text="max_df corresponds to < documents than min_df",
                code="crossed-limits",
                place="min_df",
                parameter="min_df",
                remedy="lower min_df or raise max_df",
            )


@dataclass(frozen=True, slots=True)
class DocumentFrequencies:
    """A vocabulary with, where they are needed, the frequencies of its terms."""

    vocabulary: _core.Vocabulary
    n_documents: int
    document_frequencies: Any = None
    totals: Any = None

    @classmethod
    def of(
        cls,
        vocabulary: _core.Vocabulary,
        arrays: Any,
        limit: int,
        *,
        frequencies: bool,
        totals: bool,
        threads: int,
    ) -> Self:
        """Sum the columns of a matrix of counts, each count cut to a limit."""
        indptr, indices, data = arrays
        n_terms, found = len(vocabulary), cls(vocabulary, len(indptr) - 1)
        if frequencies:
            counted = _core.frequencies(indices, n_terms, threads)
            found = replace(found, document_frequencies=counted)
        if totals:
            sums = np.bincount(indices, np.minimum(data, limit), n_terms)
            found = replace(found, totals=sums.astype(np.int64))
        return found

    def add(self, batch: DocumentFrequencies) -> DocumentFrequencies:
        """Return the frequencies of both; new terms stand behind the known ones."""
        vocabulary, columns = self.vocabulary.union(batch.vocabulary)
        sums = [
            _add_at(old, new, columns, len(vocabulary))
            for old, new in (
                (self.document_frequencies, batch.document_frequencies),
                (self.totals, batch.totals),
            )
        ]
        return DocumentFrequencies(vocabulary, self.n_documents + batch.n_documents, *sums)

    def kept_some(self, pruning: Pruning) -> Any:
        """Return the columns that pruning keeps, or None for all of them; there must be some."""
        if len(self.vocabulary) == 0:
            raise InputError(
                "empty vocabulary; perhaps the documents only contain stop words",
                code="empty-vocabulary",
            )
        pruning.check(self.n_documents)
        kept = self.kept(pruning)
        if kept is not None and len(kept) == 0:
            raise InputError(
                "After pruning, no terms remain",
                code="empty-vocabulary",
                parameter="min_df",
                remedy="Try a lower min_df or a higher max_df.",
            )
        return kept

    def kept(self, pruning: Pruning) -> Any:
        """Return the columns that pruning keeps, or None for all of them."""
        if pruning.is_trivial:
            return None
        needs_totals = pruning.max_features is not None
        if self.document_frequencies is None or (needs_totals and self.totals is None):
            raise InputError(
                "min_df, max_df and max_features need frequencies that were not kept by the first "
                "fit, which did not need them",
                code="not-stored",
                remedy="fit again",
            )
        low, high = pruning.bounds(self.n_documents)
        mask = (self.document_frequencies >= low) & (self.document_frequencies <= high)
        if needs_totals and mask.sum() > pruning.max_features:
            # The same unstable sort as scikit-learn's, so that ties fall the same way.
            most_frequent = (-self.totals[mask]).argsort()[: pruning.max_features]
            mask[np.delete(np.flatnonzero(mask), most_frequent)] = False
        return np.flatnonzero(mask).astype(np.uint32)


def _add_at(old: Any, new: Any, columns: Any, n_terms: int) -> Any:
    if old is None or new is None:
        return None
    total = np.zeros(n_terms, dtype=np.int64)
    total[: len(old)] = old
    total[columns] += new
    return total
