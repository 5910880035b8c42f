"""Matrices become classes: the cases against scikit-learn."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

from benchmarks.case import Case, Stage
from benchmarks.corpora import QUICK
from benchmarks.data import Data
from benchmarks.posteriors import difference
from priory import CountVectorizer, HashingVectorizer

if TYPE_CHECKING:
    from benchmarks.corpora import Corpora

COLUMNS = 40_000
CODED, FEATURES = 200_000, 20
MODELS = {"bernoulli": "BernoulliNB", "multinomial": "MultinomialNB"}
MEASUREMENTS = (500_000, 20)
GAUSSIAN = tuple(
    Case(f"gaussian-{name}", "GaussianNB", method, data, {1: target}, fit_on=fit_on)
    for name, method, data, target, fit_on in (
        ("fit", "fit", "measurements", 10, None),
        ("predict", "predict", "measurements", 10, "measurements"),
        ("learn", "partial_fit", "measured", None, "measurements"),
        ("one", "predict", "measured", None, "measurements"),
    )
)


def cases(name: str, estimator: str) -> tuple[Case, ...]:
    """List the cases of one model."""
    return (
        Case(f"{name}-fit", estimator, "fit", "counts", {1: 1}),
        Case(f"{name}-predict", estimator, "predict", "counts", {1: 1}, fit_on="counts"),
        Case(f"{name}-fit-predict", estimator, "fit+predict", "counts", {1: 1}),
        Case(f"{name}-fit-hashed", estimator, "fit", "hashed", {1: 5}),
        Case(f"{name}-fit-predict-hashed", estimator, "fit+predict", "hashed", {1: None}),
        *(
            Case(
                f"{name}-{label}-{n}", estimator, method, f"row-{n}", {1: target}, fit_on=f"top-{n}"
            )
            for n in (2, 20)
            for label, method, target in (
                ("learn", "partial_fit", 20),
                ("learn-predict", "partial_fit+predict", None),
            )
        ),
        Case(f"{name}-one", estimator, "predict", "row-20", {1: None}, fit_on="top-20"),
    )


@cache
def counts(corpora: Corpora, quick: bool) -> Data:
    """Count the words of the long texts."""
    share = QUICK if quick else 1
    train, test = corpora.news.every(share), corpora.test.every(share)
    vectorizer = CountVectorizer()
    X, new = vectorizer.fit_transform(train.texts), vectorizer.transform(test.texts)
    return Data(X, np.array(train.labels), new, np.array(test.labels))


@cache
def hashed(corpora: Corpora, quick: bool) -> Data:
    """Count the words of the long texts in 2^20 columns, most of which have none."""
    share = QUICK if quick else 1
    train, test = corpora.news.every(share), corpora.test.every(share)
    vectorizer = HashingVectorizer(n_features=2**20, alternate_sign=False, norm=None)
    X, new = (vectorizer.transform(part.texts) for part in (train, test))
    return Data(X, np.array(train.labels), new, np.array(test.labels))


@cache
def top(corpora: Corpora, quick: bool, n_classes: int) -> Data:
    """Keep the most frequent words; columns are filled up if there are fewer."""
    data = counts(corpora, quick)
    frequent = np.sort(np.argsort(-np.asarray(data.X.sum(axis=0)).ravel(), kind="stable")[:COLUMNS])
    X, new = (matrix[:, frequent] for matrix in (data.X, data.new))
    for matrix in (X, new):
        matrix.resize(matrix.shape[0], COLUMNS)
    y, new_y = (merged(labels, data.y, n_classes) for labels in (data.y, data.new_y))
    return Data(X, y, new, new_y)


def merged(labels: Any, known: Any, n_classes: int) -> Any:
    """Merge labels into at most so many numbered classes."""
    return np.searchsorted(np.unique(known), labels) % n_classes


def row(corpora: Corpora, quick: bool, n_classes: int) -> Data:
    """Take the row of median length."""
    data = top(corpora, quick, n_classes)
    place = np.argsort(np.diff(data.X.indptr), kind="stable")[data.X.shape[0] // 2]
    one = slice(place, place + 1)
    return Data(data.X[one], data.y[one], data.X[one])


@cache
def measurements(_corpora: Corpora, quick: bool) -> Data:
    """Draw measurements in five classes."""
    random = np.random.default_rng(0)
    n_rows, n_features = MEASUREMENTS
    y = random.integers(0, 5, n_rows // 10 if quick else n_rows)
    X = random.normal(size=(len(y), n_features)) + 0.3 * random.normal(size=(5, n_features))[y]
    return Data(X, y, X, y)


def measured(corpora: Corpora, quick: bool) -> Data:
    """Take one row of them."""
    data = measurements(corpora, quick)
    return Data(data.X[:1], data.y[:1], data.X[:1])


@cache
def codes(corpora: Corpora, quick: bool) -> Data:  # noqa: ARG001 (as all data is asked for)
    """Draw categories as codes, which depend on the class; the texts are not needed."""
    random = np.random.default_rng(0)
    n_rows = CODED // QUICK if quick else CODED
    sizes = random.integers(2, 20, FEATURES)
    X, y = random.integers(0, sizes, (n_rows, FEATURES)), random.integers(0, 5, n_rows)
    X += random.random(X.shape) < y[:, np.newaxis] / 8
    return Data(X, y, X, y)


STAGE = Stage(
    peers={"scikit-learn": "sklearn.naive_bayes"},
    cases=(
        *(case for name, model in MODELS.items() for case in cases(name, model)),
        *GAUSSIAN,
        Case("categorical-fit", "CategoricalNB", "fit", "codes", {1: 5}),
        Case("categorical-predict", "CategoricalNB", "predict", "codes", {1: 5}, fit_on="codes"),
    ),
    data={
        "counts": counts,
        "hashed": hashed,
        "measurements": measurements,
        "measured": measured,
        "codes": codes,
        "top-2": lambda corpora, quick: top(corpora, quick, 2),
        "top-20": lambda corpora, quick: top(corpora, quick, 20),
        "row-2": lambda corpora, quick: row(corpora, quick, 2),
        "row-20": lambda corpora, quick: row(corpora, quick, 20),
    },
    difference=difference,
    threaded=False,
    note=(
        "Naive Bayes on the counts of the long texts (counts), the same in 2^20 columns (hashed), "
        "on their 40,000 most frequent words in 2 or 20 classes (top), and on one row of these "
        "(row); on drawn measurements, 500,000 x 20 in 5 classes, and one row of them (measured), "
        "on all cores; on 200,000 rows of 20 categories (codes)."
    ),
)
