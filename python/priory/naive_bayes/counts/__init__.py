"""Sufficient statistics of a model by class, which can be added, subtracted and exported."""

from priory.naive_bayes.counts.value import Counts

__all__ = ["Counts"]
