"""Rows become short: random projections beside scikit-learn's."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

from benchmarks.case import Case, Stage
from benchmarks.corpora import QUICK
from benchmarks.data import Data
from priory import CountVectorizer, HashingVectorizer

if TYPE_CHECKING:
    from benchmarks.case import Outcome
    from benchmarks.corpora import Corpora

COMPONENTS = 1000
PAIRS = 2000
DEVIATIONS = 6  # that a distance may be off


@cache
def counts(corpora: Corpora, quick: bool) -> Data:
    """Count the words of the long texts."""
    texts = corpora.news.every(QUICK if quick else 1).texts
    return Data(CountVectorizer(dtype=np.float64).fit_transform(texts))


@cache
def one(_: Corpora, quick: bool) -> Data:  # noqa: ARG001 (one row is one row)
    """Hash the words of one short text."""
    return Data(HashingVectorizer().transform(["one short text with a few words in it"]))


def difference(ours: Outcome, theirs: Outcome, data: Data) -> str:
    """Say whose distances are not those of the rows, up to chance: the numbers are other ones."""
    for name, (_, projected) in {"our": ours, "their": theirs}.items():
        ratio = ratios(data.X, projected)
        chance = np.sqrt(2 / projected.shape[1])
        if np.any(np.abs(ratio - 1) > DEVIATIONS * chance):
            return f"{name} squared distances, off by up to {np.max(np.abs(ratio - 1)):.0%}"
    return ""


def ratios(X: Any, projected: Any) -> Any:
    """Divide squared distances of random pairs after the projection by those before."""
    random = np.random.default_rng(0)
    first, second = random.integers(0, X.shape[0], (2, PAIRS))
    apart = X[first] - X[second]
    before = np.asarray(apart.multiply(apart).sum(axis=1)).ravel()
    after = np.sum((projected[first] - projected[second]) ** 2, axis=1)
    return after[before > 0] / before[before > 0]


STAGE = Stage(
    peers={"scikit-learn": "sklearn.random_projection"},
    cases=(
        Case(
            "project-gaussian",
            "GaussianRandomProjection",
            "fit_transform",
            "counts",
            {1: 3, -1: 5},
            {"n_components": COMPONENTS, "random_state": 0},
            repetitions=3,
        ),
        Case(
            "project-gaussian-one",
            "GaussianRandomProjection",
            "transform",
            "one",
            {1: None},
            {"n_components": 100, "random_state": 0},
            fit_on="one",
        ),
    ),
    data={"counts": counts, "one": one},
    difference=difference,
    alike="distances kept as by",
    note="Random projections: numbers are other ones than scikit-learn's, distances are compared.",
)
