"""Strings become neighbours: what choosing them costs beside the distances themselves."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import numpy as np
from rapidfuzz.distance import Levenshtein

from benchmarks.case import Case, Stage
from benchmarks.corpora import QUICK
from benchmarks.data import Data

if TYPE_CHECKING:
    from benchmarks.case import Outcome
    from benchmarks.corpora import Corpora


@cache
def short_texts(corpora: Corpora, quick: bool) -> Data:
    """Take the short messages, or a tenth of them."""
    short = corpora.short.every(QUICK) if quick else corpora.short
    return Data(short.texts, short.labels)


def difference(ours: Outcome, theirs: Outcome, data: Data) -> str:
    """Say how many texts have neighbours that are not the nearest, or not where they should be."""
    (distances, rows), (theirs_sorted, _) = ours[1], theirs[1]
    wrong = (distances != np.sort(theirs_sorted, axis=1)).any(axis=1)
    for i, near in enumerate(rows):
        found = [Levenshtein.distance(data.X[i], data.X[row]) for row in near]
        wrong[i] |= found != distances[i].tolist()
    return f"the neighbours of {wrong.sum()} of {len(wrong)} texts" if wrong.any() else ""


STAGE = Stage(
    peers={"rapidfuzz": "benchmarks.strings_rapidfuzz"},
    cases=(
        Case(
            "neighbors-edit",
            "KNeighborsClassifier",
            "kneighbors",
            "short texts",
            {2: 0.9},
            {"metric": "levenshtein"},
            fit_on="short texts",
            repetitions=2,
        ),
    ),
    data={"short texts": short_texts},
    difference=difference,
    busy=True,
    note=(
        "Edit distances of all pairs of short texts, and the five nearest of each, beside "
        "rapidfuzz's cdist alone with NumPy's argpartition, on all cores. scikit-learn's "
        "neighbours take no strings, so they have no part in it."
    ),
)
