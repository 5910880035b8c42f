"""Measurements that are normal, and independent: sums become means and variances."""

from priory.naive_bayes.gaussian.model import GaussianNB

__all__ = ["GaussianNB"]
