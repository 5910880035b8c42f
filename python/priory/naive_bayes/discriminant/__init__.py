"""Linear and quadratic discriminant analysis from sums of products."""

from priory.naive_bayes.discriminant.model import GaussianDiscriminant

__all__ = ["GaussianDiscriminant"]
