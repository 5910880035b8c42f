"""Rows become short: random projections beside scikit-learn's, and neighbours after them."""

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
SPECTRA, NEW, WIDTH = 8_000, 1_000, 5_000
CLASSES, PEAKS = 10, 40
LOSS = 0.005  # of the accuracy


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


def spectra(n_rows: int, width: int) -> tuple[Any, Any]:
    """Draw spectra: the same peaks in all classes, whose heights differ, and noise."""
    random = np.random.default_rng(0)
    centre, breadth = random.uniform(0, width, PEAKS), random.uniform(5, 40, PEAKS)
    shapes = np.exp(-0.5 * ((np.arange(width) - centre[:, None]) / breadth[:, None]) ** 2)
    height = random.lognormal(0, 0.5, (CLASSES, PEAKS))
    y = random.integers(0, CLASSES, n_rows)
    X = (height[y] * random.lognormal(0, 0.5, (n_rows, PEAKS))) @ shapes
    X += 0.2 * random.normal(size=X.shape)
    return X, y


@cache
def drawn(_: Corpora, quick: bool) -> Data:
    """Draw spectra to learn from, and to ask about."""
    n_rows = SPECTRA // QUICK if quick else SPECTRA
    X, y = spectra(n_rows + NEW, WIDTH)
    return Data(X[:n_rows], y[:n_rows], X[n_rows:], y[n_rows:])


def less_accurate(ours: Outcome, theirs: Outcome, data: Data) -> str:
    """Say by how much labels are right less often than those of exact search, if by much."""
    found, wanted = (data.accuracy(labels) or 0.0 for _, labels in (ours, theirs))
    return "" if found > wanted - LOSS else f"an accuracy of {found:.2%} instead of {wanted:.2%}"


PROJECTION = Stage(
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

NEIGHBORS = Stage(
    peers={"exact search": "benchmarks.exact_neighbors"},
    cases=tuple(
        Case(
            name,
            "KNeighborsClassifier",
            method,
            "drawn",
            {-1: target},
            {"n_neighbors": 7, "algorithm": "brute", "projection": 400, "random_state": 0},
            fit_on="drawn" if method == "predict" else None,
            repetitions=3,
        )
        for name, method, target in (
            ("project-neighbors", "predict", 2),
            ("project-neighbors-fit", "fit+predict", None),
        )
    ),
    data={"drawn": drawn},
    difference=less_accurate,
    alike="as accurate as",
    note=(
        f"Neighbours after a projection: {NEW:,} drawn spectra of {WIDTH:,} measurements among "
        f"{SPECTRA:,}, beside Priory's own search without one; learned rows are projected once."
    ),
)
STAGES = (PROJECTION, NEIGHBORS)
