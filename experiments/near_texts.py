"""The tables of 014: by what texts are near, how many of them vote, and what the votes weigh."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from benchmarks import corpora

from experiments.page import markdown
from priory import TextClassifier, TextNeighbors
from priory.neighbors._votes import count_votes, neighbor_weights

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from benchmarks.corpora import Labelled

VOTERS = (1, 3, 5, 10, 20, 30)
WEIGHTS = ("uniform", "distance")
VARIANTS: Mapping[str, Mapping[str, Any]] = {
    "by default": {},
    "sublinear_tf=False": {"sublinear_tf": False},
    "use_idf=False": {"use_idf": False},
    "sublinear_tf=False, use_idf=False": {"sublinear_tf": False, "use_idf": False},
    "min_df=2": {"min_df": 2},
    "metric='jaccard'": {"metric": "jaccard"},
    "metric='jensenshannon'": {"metric": "jensenshannon"},
}
COLUMNS = ("variant", "votes", *(f"k = {k}" for k in VOTERS))
BAYES = "TextClassifier(alpha=0.1)"


@dataclass(frozen=True, eq=False)
class Split:
    """Texts that are learned, and texts that are asked about."""

    learned: Labelled
    asked: Labelled


def load(folder: Path | None = None) -> dict[str, Split]:
    """Read the newsgroups, the news of Reuters and the short messages that are there."""
    place = folder or corpora.SHARED
    found: dict[str, Split] = {}
    if all(any(place.glob(f"{name}*")) for name in (corpora.NEWS, corpora.SMS)):
        texts = corpora.from_folder(place)
        found["20 Newsgroups"] = Split(texts.news, texts.test)
        found["SMS"] = Split(*texts.short.split())
    parts = corpora.reuters(place)
    if all(part.texts for part in parts):
        found["Reuters R8"] = Split(*parts)
    return found


def data(found: Mapping[str, Split], n_folds: int) -> str:  # noqa: ARG001 (all have one split)
    """Say what was judged."""
    return "\n".join(
        f"- {name}: {len(one.learned.texts):,} texts of {len(set(one.learned.labels))} classes "
        f"learned, {len(one.asked.texts):,} asked about"
        for name, one in found.items()
    )


def pages(found: Mapping[str, Split], n_folds: int) -> Iterator[str]:  # noqa: ARG001 (as above)
    """Write a table for each corpus."""
    for name, one in found.items():
        rows = [row for variant in VARIANTS for row in judged(one, variant)]
        rows.append([BAYES, "", percent(bayes(one)), *[""] * (len(VOTERS) - 1)])
        yield f"### {name}\n\n{markdown(COLUMNS, rows)}"


def judged(one: Split, variant: str) -> list[list[str]]:
    """Return the rows of a variant: the accuracy with each number of voters, weighed or not."""
    model = TextNeighbors(max(VOTERS), **VARIANTS[variant])
    model.fit(one.learned.texts, one.learned.labels)
    _, alone = model._voting().rows(one.asked.texts)  # which are counted as errors
    near = np.setdiff1d(np.arange(len(one.asked.texts)), alone)
    distances, places = model.kneighbors([one.asked.texts[i] for i in near])
    codes = np.searchsorted(model.classes_, model.labels_)[places]
    truth = np.array(one.asked.labels)
    rows = []
    for weights in WEIGHTS:
        shares = []
        for k in VOTERS:
            votes = neighbor_weights(weights, distances[:, :k], places[:, :k])
            best = count_votes(codes[:, :k], votes, len(model.classes_)).argmax(axis=1)
            shares.append(np.sum(model.classes_[best] == truth[near]) / len(truth))
        rows.append([variant, weights, *map(percent, shares)])
    return rows


def bayes(one: Split) -> float:
    """Return the accuracy of Naive Bayes on the same texts."""
    model = TextClassifier(alpha=0.1).fit(one.learned.texts, one.learned.labels)
    return float(model.score(one.asked.texts, one.asked.labels))


def percent(share: float) -> str:
    """Write a share in per cent."""
    return f"{100 * share:.2f}"
