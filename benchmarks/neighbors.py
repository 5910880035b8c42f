"""Rows become neighbours: the cases against scikit-learn's exact search."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from benchmarks.case import Case, Stage
from benchmarks.corpora import QUICK
from benchmarks.data import Data
from priory import TfidfVectorizer

if TYPE_CHECKING:
    from benchmarks.case import Outcome
    from benchmarks.corpora import Corpora

ROWS, COLUMNS, CLASSES = 100_000, 64, 5
NEW = 1_000
TOLERANCE = 1e-6  # scikit-learn's distances are those of products of matrices


@cache
def texts(corpora: Corpora, quick: bool) -> Data:
    """Weigh the words of the long texts."""
    share = QUICK if quick else 1
    train, test = corpora.news.every(share), corpora.test.every(share)
    vectorizer = TfidfVectorizer()
    X, new = vectorizer.fit_transform(train.texts), vectorizer.transform(test.texts)
    return Data(X, np.array(train.labels), new, np.array(test.labels))


@cache
def measurements(_: Corpora, quick: bool) -> Data:
    """Draw measurements, of which each class has a mean of its own."""
    random = np.random.default_rng(0)
    n_rows = ROWS // QUICK if quick else ROWS
    y = random.integers(0, CLASSES, n_rows + NEW)
    X = random.normal(size=(len(y), COLUMNS)) + random.normal(size=(CLASSES, COLUMNS))[y] / 3
    return Data(X[:n_rows], y[:n_rows], X[n_rows:], y[n_rows:])


def difference(ours: Outcome, theirs: Outcome, data: Data) -> str:
    """Say how many rows have neighbours that are not the nearest, or a label that is not theirs."""
    (our_model, our_labels), (their_model, their_labels) = ours, theirs
    distances, rows = our_model.kneighbors(data.new)
    nearest, others = their_model.kneighbors(data.new)
    far = ~np.isclose(distances, nearest, rtol=TOLERANCE, atol=TOLERANCE).all(axis=1)
    same = (np.sort(rows, axis=1) == np.sort(others, axis=1)).all(axis=1)
    wrong = far | (same & (our_labels != their_labels))
    return f"the neighbours of {wrong.sum()} of {len(wrong)} rows" if wrong.any() else ""


def case(kind: str, metric: str, corpus: str, targets: dict[int, float | None]) -> Case:
    """Make the case of one kind of rows."""
    return Case(
        f"neighbors-{kind}",
        "KNeighborsClassifier",
        "predict",
        corpus,
        targets,
        {"n_neighbors": 10, "metric": metric, "algorithm": "brute"},
        fit_on=corpus,
        repetitions=3,
    )


STAGE = Stage(
    peers={"scikit-learn": "sklearn.neighbors"},
    cases=(
        case("cosine", "cosine", "texts", {1: None, 2: 5}),
        case("dense", "euclidean", "measurements", {1: None, 2: 1}),
    ),
    data={"texts": texts, "measurements": measurements},
    difference=difference,
    note=(
        "The 10 nearest neighbours vote: long texts by tf-idf and cosine, test against training "
        f"part; and {NEW:,} drawn rows of {COLUMNS} measurements against {ROWS:,}. scikit-learn "
        "searches the sparse rows on one thread and the dense ones on all cores. On texts, the "
        "peak of Priory's memory is to stay below a tenth of scikit-learn's, in the last column."
    ),
)
