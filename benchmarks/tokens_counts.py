"""Documents become tokens, tokens become counts: the cases against scikit-learn."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from benchmarks.case import Case, Stage
from benchmarks.corpora import QUICK, SHORT_BYTES, repeated
from benchmarks.data import Data

if TYPE_CHECKING:
    from benchmarks.case import Outcome
    from benchmarks.corpora import Corpora

COUNT = Case("count", "CountVectorizer", "fit_transform", "news", {1: 35, 2: 50})

CASES = (
    COUNT,
    Case(
        "count-names",
        "CountVectorizer",
        "fit_transform",
        "news",
        {1: None, 2: None},
        attribute="vocabulary_",
        repetitions=3,
    ),
    Case(
        "bigrams",
        "CountVectorizer",
        "fit_transform",
        "news",
        {1: 45, 2: 70},
        options={"ngram_range": (1, 2)},
        repetitions=3,
    ),
    Case(
        "char-wb",
        "CountVectorizer",
        "fit_transform",
        "news",
        {1: 30},
        options={"analyzer": "char_wb", "ngram_range": (3, 5)},
        repetitions=2,
    ),
    Case("hashing", "HashingVectorizer", "transform", "news", {1: 20, 2: 30}),
    Case("transform", "CountVectorizer", "transform", "news", {1: 30, 2: None}, fit_on="news"),
    Case("one", "CountVectorizer", "transform", "one", {1: 20, 2: None}, fit_on="news"),
    Case("tfidf", "TfidfVectorizer", "fit_transform", "news", {1: 30, 2: None}),
    Case("count-short", "CountVectorizer", "fit_transform", "short", {1: 35, 2: 50}),
    Case("hashing-short", "HashingVectorizer", "transform", "short", {1: 20, 2: 30}),
    Case(
        "transform-short",
        "CountVectorizer",
        "transform",
        "short",
        {1: 30, 2: None},
        fit_on="short",
    ),
    Case("tfidf-short", "TfidfVectorizer", "fit_transform", "short", {1: 30, 2: None}),
)


def news(corpora: Corpora, quick: bool) -> Data:
    """Take the long texts."""
    return Data(corpora.news.texts[:: QUICK if quick else 1])


def short(corpora: Corpora, quick: bool) -> Data:
    """Take the short texts, repeated."""
    return Data(repeated(corpora.short.texts, SHORT_BYTES // (QUICK if quick else 1)))


def one(corpora: Corpora, quick: bool) -> Data:  # noqa: ARG001 (as all data is asked for)
    """Take a short text of median length."""
    return Data([sorted(corpora.short.texts, key=len)[len(corpora.short.texts) // 2]])


def difference(ours: Outcome, theirs: Outcome, data: Data) -> str:  # noqa: ARG001 (all differences are called alike)
    """Name the first part in which our matrix or our feature names differ from theirs, if any."""
    (our_vectorizer, our_counts), (their_vectorizer, their_counts) = ours, theirs
    if our_counts.shape != their_counts.shape:
        return f"shape {our_counts.shape} instead of {their_counts.shape}"
    if our_counts.dtype != their_counts.dtype:
        return f"dtype {our_counts.dtype} instead of {their_counts.dtype}"
    if hasattr(their_counts, "sort_indices"):
        their_counts.sort_indices()
    for part in ("indptr", "indices"):
        if not np.array_equal(getattr(our_counts, part), getattr(their_counts, part)):
            return part
    # scikit-learn sums a row in another order, which may change the last bit of its length.
    if not np.allclose(our_counts.data, their_counts.data, rtol=1e-12, atol=0):
        return "data"
    if not hasattr(their_vectorizer, "get_feature_names_out"):
        return ""
    names = (
        vectorizer.get_feature_names_out() for vectorizer in (our_vectorizer, their_vectorizer)
    )
    return "" if np.array_equal(*names) else "feature names"


STAGE = Stage(
    peers={"scikit-learn": "sklearn.feature_extraction.text"},
    cases=CASES,
    data={"news": news, "short": short, "one": one},
    difference=difference,
    growth=COUNT,
)
