"""Naive Bayes for tables with columns of several types."""

from priory.naive_bayes.mixed.model import MixedNB

__all__ = ["MixedNB"]
