"""Measurements that are normal, and may be correlated: sums of products become covariances."""

from priory.naive_bayes.discriminant.model import GaussianDiscriminant

__all__ = ["GaussianDiscriminant"]
