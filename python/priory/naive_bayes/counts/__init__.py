"""What a model has learned, as a value: sums by class, which add up, are subtracted, and travel."""

from priory.naive_bayes.counts.value import Counts

__all__ = ["Counts"]
