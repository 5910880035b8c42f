"""The fitted state of a vectorizer: vocabulary, document frequencies and analyser."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from priory import _core
    from priory.counts._compiled_analyzer import CompiledAnalyzer
    from priory.counts._document_frequencies import DocumentFrequencies
    from priory.counts._vocabulary import FixedVocabulary

__all__ = ["FittedVocabulary"]


@dataclass(frozen=True, slots=True)
class FittedVocabulary:
    """A pruned vocabulary, the frequencies it comes from, and the analyser of its tokens."""

    frequencies: DocumentFrequencies
    vocabulary: _core.Vocabulary
    analysis: CompiledAnalyzer
    kept: Any = None  # the columns that pruning keeps; None for all
    terms: dict[str, int] | None = None  # the columns of terms, if these were given

    @classmethod
    def of(
        cls, frequencies: DocumentFrequencies, kept: Any, analysis: CompiledAnalyzer
    ) -> FittedVocabulary:
        """Keep some terms of a frequencies."""
        vocabulary = frequencies.vocabulary if kept is None else frequencies.vocabulary.select(kept)
        return cls(frequencies, vocabulary, analysis, kept)

    @classmethod
    def given(cls, terms: FixedVocabulary, analysis: CompiledAnalyzer) -> FittedVocabulary:
        """Take the terms that were given, of which nothing was counted."""
        return cls(terms.frequencies(), terms.vocabulary, analysis, terms=terms.columns)

    def attributes(self) -> dict[str, Any]:
        """Return the attributes of a vectorizer that has learned this."""
        return {
            "fixed_vocabulary_": self.terms is not None,
            "analyzer_": self.analysis.spec,
            "_analysis": self.analysis,
            "_vocabulary": self.vocabulary,
            "_frequencies": self.frequencies,
            "_terms": self.terms,
        }
