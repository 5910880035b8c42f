"""scikit-learn's discriminant analyses under the name and parameters of ours."""

import inspect
from typing import Any

from sklearn.discriminant_analysis import LinearDiscriminantAnalysis, QuadraticDiscriminantAnalysis

SOLVERS = "solver" in inspect.signature(QuadraticDiscriminantAnalysis).parameters


def GaussianDiscriminant(covariance: str) -> Any:
    """Return the analysis with a shared covariance, or with one for each class."""
    if covariance == "shared":
        return LinearDiscriminantAnalysis(solver="lsqr")
    if not SOLVERS:
        raise ImportError("scikit-learn before its quadratic analysis had solvers divides by n - 1")
    return QuadraticDiscriminantAnalysis(store_covariance=True)
