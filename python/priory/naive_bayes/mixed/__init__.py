"""Tables of several kinds of columns: a family for each kind, one prior for all."""

from priory.naive_bayes.mixed.model import MixedNB

__all__ = ["MixedNB"]
