"""Measurements of any density: numbers become weights of points on a grid."""

from priory.naive_bayes.kernel.model import KernelNB

__all__ = ["KernelNB"]
