"""Categories: columns of codes or labels become counts by category."""

from priory.naive_bayes.categorical.model import CategoricalNB

__all__ = ["CategoricalNB"]
