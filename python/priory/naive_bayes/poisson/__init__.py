"""Naive Bayes for Poisson-distributed counts."""

from priory.naive_bayes.poisson.model import PoissonNB

__all__ = ["PoissonNB"]
