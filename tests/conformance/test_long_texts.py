"""Texts long enough that threads share the work: equal to scikit-learn's on any number of them."""

import numpy as np
import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

import priory
from conformance import strategies as draw
from conformance.comparison import assert_alike, assert_same_bits

seeds = st.integers(0, 2**32 - 1)
analysis = st.fixed_dictionaries(
    {},
    optional=draw.normalization
    | {
        "stop_words": st.sampled_from([None, "english", ["ab", "ba"]]),
        "ngram_range": st.sampled_from([(1, 1), (1, 2), (2, 3)]),
        "binary": st.booleans(),
    },
)
pruned = st.fixed_dictionaries(
    {},
    optional={
        "min_df": st.sampled_from([2, 0.05, 10]),
        "max_df": st.sampled_from([0.5, 60]),
        "max_features": st.integers(1, 5000),
    },
)
seldom = settings(max_examples=10, phases=[Phase.generate])  # a seed does not shrink


@seldom
@given(seeds, st.integers(1, 3000), st.sampled_from(draw.SIGNED_NUMBERS))
def test_ties(seed, max_features, dtype):
    """Of words equally frequent the same ones stay, whatever type they are counted in."""
    texts = draw.long_documents(seed)

    assert_alike("CountVectorizer", {"max_features": max_features, "dtype": dtype}, texts)
    assert_alike("TfidfVectorizer", {"max_features": max_features}, texts, exact=False)


@seldom
@given(seeds, analysis, pruned, st.sampled_from([1, 2, 3, -1]))
def test_counts(seed, analysis, pruned, n_jobs):
    """CountVectorizer gives scikit-learn's counts."""
    texts = draw.long_documents(seed)

    assert_alike("CountVectorizer", analysis | pruned, texts, texts[::-1], n_jobs=n_jobs)


@seldom
@given(seeds, analysis, st.sampled_from([1, 2, 3, -1]))
def test_hashes(seed, analysis, n_jobs):
    """HashingVectorizer gives scikit-learn's columns, signs and lengths."""
    assert_alike("HashingVectorizer", analysis, draw.long_documents(seed), n_jobs=n_jobs)


@settings(seldom, max_examples=3)
@given(seeds, st.sampled_from(["char", "char_wb"]), st.sampled_from([(1, 2), (3, 4)]))
def test_characters(seed, analyzer, ngram_range):
    """N-grams of characters are scikit-learn's."""
    options = {"analyzer": analyzer, "ngram_range": ngram_range}

    assert_alike("CountVectorizer", options, draw.long_documents(seed)[:60], n_jobs=2)


SPECIMENS = {
    "words": priory.CountVectorizer(),
    "words in pairs": priory.CountVectorizer(ngram_range=(1, 2), min_df=2),
    "stems": priory.CountVectorizer(stem="english", unk=True, max_features=500),
    "characters": priory.CountVectorizer(analyzer="char", ngram_range=(2, 3)),
    "characters of words": priory.CountVectorizer(analyzer="char_wb", ngram_range=(3, 4)),
    "no accents": priory.CountVectorizer(strip_accents="unicode", max_count=2),
    "hashes": priory.HashingVectorizer(),
    "hashed characters": priory.HashingVectorizer(analyzer="char_wb", ngram_range=(2, 4)),
    "weights": priory.TfidfVectorizer(ngram_range=(1, 2)),
    "Python's tokens": priory.TfidfVectorizer(analyzer=str.split),
    "extras": priory.CountVectorizer(phrases=["ab ba"], domain_features=["capitals"]),
}


@pytest.mark.parametrize("specimen", SPECIMENS)
@pytest.mark.parametrize("threads", [2, 3, 7])
def test_threads(specimen, threads):
    """Any number of threads gives what one gives, bit for bit."""
    texts = draw.long_documents(threads)
    one = SPECIMENS[specimen].set_params(n_jobs=1)
    alone = one.fit_transform(texts), one.transform(texts[::2])
    names = [] if "hash" in specimen else one.get_feature_names_out().tolist()

    several = SPECIMENS[specimen].set_params(n_jobs=threads)

    assert_same_bits(alone[0], several.fit_transform(texts))
    assert_same_bits(alone[1], several.transform(texts[::2]))
    assert not names or names == several.get_feature_names_out().tolist()


def test_work_is_shared():
    """The texts of these tests are long enough for three threads."""
    sizes = [sum(len(text.encode()) for text in draw.long_documents(seed)) for seed in range(5)]

    assert np.min(sizes) > 3 * 2**16
