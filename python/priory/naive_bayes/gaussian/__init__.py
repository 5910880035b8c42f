"""Gaussian Naive Bayes from sums and sums of squares."""

from priory.naive_bayes.gaussian.model import GaussianNB

__all__ = ["GaussianNB"]
