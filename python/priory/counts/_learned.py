"""What a vectorizer has learned: the terms of its columns, and what it counted of all terms."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from priory import _core
    from priory.counts._compiled import Compiled
    from priory.counts._tally import Tally
    from priory.counts._vocabulary import GivenTerms

__all__ = ["Learned"]


@dataclass(frozen=True, slots=True)
class Learned:
    """A vocabulary for the columns, pruned from the one of a tally, and who made its tokens."""

    tally: Tally
    vocabulary: _core.Vocabulary
    analysis: Compiled
    kept: Any = None  # the columns that pruning keeps; None for all
    terms: dict[str, int] | None = None  # the columns of terms, if these were given

    @classmethod
    def of(cls, tally: Tally, kept: Any, analysis: Compiled) -> Learned:
        """Keep some terms of a tally."""
        vocabulary = tally.vocabulary if kept is None else tally.vocabulary.select(kept)
        return cls(tally, vocabulary, analysis, kept)

    @classmethod
    def given(cls, terms: GivenTerms, analysis: Compiled) -> Learned:
        """Take the terms that were given, of which nothing was counted."""
        return cls(terms.tally(), terms.vocabulary, analysis, terms=terms.columns)

    def attributes(self) -> dict[str, Any]:
        """Return the attributes of a vectorizer that has learned this."""
        return {
            "fixed_vocabulary_": self.terms is not None,
            "analyzer_": self.analysis.spec,
            "_analysis": self.analysis,
            "_vocabulary": self.vocabulary,
            "_tally": self.tally,
            "_terms": self.terms,
        }
