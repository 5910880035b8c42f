"""k-nearest-neighbours classifier and regressor, and Gaussian random projection."""

from priory.neighbors.classifier import KNeighborsClassifier
from priory.neighbors.explanation import NeighborExplanation, RegressionExplanation
from priory.neighbors.random_projection import GaussianRandomProjection
from priory.neighbors.regressor import KNeighborsRegressor

__all__ = [
    "GaussianRandomProjection",
    "KNeighborsClassifier",
    "KNeighborsRegressor",
    "NeighborExplanation",
    "RegressionExplanation",
]
