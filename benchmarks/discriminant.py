"""Dense measurements become classes: the cases against scikit-learn's discriminant analyses."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from benchmarks.case import Case, Stage
from benchmarks.corpora import QUICK
from benchmarks.data import Data

if TYPE_CHECKING:
    from benchmarks.case import Outcome
    from benchmarks.corpora import Corpora

ROWS, COLUMNS, CLASSES = 500_000, 20, 5
NEW = 10_000
TOLERANCE = 1e-8


@cache
def measurements(_: Corpora, quick: bool) -> Data:
    """Draw correlated measurements, of which each class has a mean and a scale of its own."""
    random = np.random.default_rng(0)
    n_rows = ROWS // QUICK if quick else ROWS
    mixed = np.eye(COLUMNS) + np.triu(random.uniform(-0.5, 0.5, (COLUMNS, COLUMNS)), 1)
    y = random.integers(0, CLASSES, n_rows + NEW)
    scale, mean = 1 + y[:, np.newaxis] / 10, random.normal(size=(CLASSES, COLUMNS)) / 2
    X = (random.normal(size=(len(y), COLUMNS)) @ mixed) * scale + mean[y]
    return Data(X[:n_rows], y[:n_rows], X[n_rows:], y[n_rows:])


def difference(ours: Outcome, theirs: Outcome, data: Data) -> str:
    """Say in what our posteriors and covariances differ from theirs, if in anything."""
    (our_model, _), (their_model, _) = ours, theirs
    if not np.allclose(our_model.covariance_, their_model.covariance_, rtol=TOLERANCE):
        return "covariances"
    posteriors = (model.predict_proba(data.new) for model in (our_model, their_model))
    one, other = posteriors
    return "" if np.allclose(one, other, rtol=0, atol=TOLERANCE) else "posteriors"


STAGE = Stage(
    peers={"scikit-learn": "benchmarks.discriminant_sklearn"},
    cases=tuple(
        Case(
            f"discriminant-{covariance}-{method}",
            "GaussianDiscriminant",
            method,
            "measurements",
            {1: target},
            {"covariance": covariance},
            fit_on="measurements" if method == "predict" else None,
            attribute="covariance_" if method == "fit" else None,
        )
        for covariance in ("shared", "full")
        for method, target in (("fit", 3), ("predict", None))
    ),
    data={"measurements": measurements},
    difference=difference,
    threaded=False,
    note=(
        f"Discriminant analysis on {ROWS:,} rows of {COLUMNS} drawn measurements in {CLASSES} "
        "classes; shared: LinearDiscriminantAnalysis(solver='lsqr'), full: "
        "QuadraticDiscriminantAnalysis. Products are BLAS's for both, on as many threads as it is "
        "set to use."
    ),
)
