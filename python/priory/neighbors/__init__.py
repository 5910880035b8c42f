"""Nearest neighbours: rows are kept as they are, and those that are near answer for a new one."""

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
