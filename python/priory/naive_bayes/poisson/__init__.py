"""Counts that have a rate each: sums and sizes become rates by class."""

from priory.naive_bayes.poisson.model import PoissonNB

__all__ = ["PoissonNB"]
