"""Naive Bayes with kernel density estimates on a grid."""

from priory.naive_bayes.kernel.model import KernelNB

__all__ = ["KernelNB"]
