"""TextCounts: the word counts by class that a text model learns."""

from priory.text.counts.value import TextCounts

__all__ = ["TextCounts"]
