"""Naive Bayes for categorical features."""

from priory.naive_bayes.categorical.model import CategoricalNB

__all__ = ["CategoricalNB"]
