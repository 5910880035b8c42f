"""Counts with a rate each."""

from priory.naive_bayes.poisson.model import PoissonNB

__all__ = ["PoissonNB"]
