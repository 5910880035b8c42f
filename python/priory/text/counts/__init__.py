"""What a text model has learned: counts, which add up and travel."""

from priory.text.counts.value import TextCounts

__all__ = ["TextCounts"]
