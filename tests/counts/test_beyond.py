"""What scikit-learn has not: learning in batches, the unknown word, bounds, extra tokens."""

import pickle

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.feature_extraction.text import CountVectorizer as Slow
from tests.errors import refused

from priory import CountVectorizer, sample

TEXTS, _ = sample.messages()
WORDS = st.sampled_from(["bank", "loan", "free", "money", "now"])
DOCUMENTS = st.lists(st.lists(WORDS, max_size=8).map(" ".join), min_size=1, max_size=8)
untimed = settings(deadline=None)


def same(one, other):
    """Tell whether two matrices are equal, dtypes included."""
    return one.dtype == other.dtype and np.array_equal(one.toarray(), other.toarray())


def pickled(thing):
    """Send something through a pickle."""
    return pickle.loads(pickle.dumps(thing))  # noqa: S301 (our own)


def batches(texts, sizes):
    """Cut texts into batches whose sizes come round and round."""
    cut = []
    while texts:
        size = sizes[len(cut) % len(sizes)]
        cut.append(texts[:size])
        texts = texts[size:]
    return cut


def test_pickle_goes_on():
    """A vectorizer out of a pickle goes on learning where it stood."""
    options = {"min_df": 2, "ngram_range": (1, 2)}
    whole = CountVectorizer(**options).partial_fit(TEXTS[:30]).partial_fit(TEXTS[30:])
    restored = pickled(CountVectorizer(**options).partial_fit(TEXTS[:30]))

    assert whole.vocabulary_ == restored.partial_fit(TEXTS[30:]).vocabulary_


def test_unk_after_fit():
    """The column of unknown words may be asked for after fit."""
    vectorizer = CountVectorizer().fit(["buy now"]).set_params(unk=True)

    assert vectorizer.transform(["buy cheap"]).toarray().tolist() == [[1, 0, 1]]
    assert vectorizer.get_feature_names_out().tolist() == ["buy", "now", "<unk>"]


@untimed
@given(DOCUMENTS, st.lists(st.integers(1, 4), min_size=1, max_size=4))
def test_partial_fit(texts, sizes):
    """Batches of any size teach what all documents at once teach, up to the order of columns."""
    vectorizer, seen = CountVectorizer(), []
    for batch in batches(texts, sizes):
        vectorizer.partial_fit(batch)
        seen += sorted({word for text in batch for word in text.split()}.difference(seen))

    if seen:
        assert seen == vectorizer.get_feature_names_out().tolist()
        expected = Slow(vocabulary=seen).transform(texts)
        assert same(expected, vectorizer.transform(texts))


@pytest.mark.parametrize(
    "options", [{"min_df": 3}, {"max_df": 0.05}, {"max_features": 40}, {"ngram_range": (1, 2)}]
)
@pytest.mark.parametrize("sizes", [[1], [7, 3], [30]])
def test_partial_fit_prunes(options, sizes):
    """Pruning looks at all documents that were read, whatever the batches."""
    vectorizer = CountVectorizer(**options)
    for batch in batches(TEXTS, sizes):
        vectorizer.partial_fit(batch)
    whole = CountVectorizer(**options).fit(TEXTS)

    kept, expected = vectorizer.get_feature_names_out(), whole.get_feature_names_out()
    assert len(expected) == len(kept)
    assert "max_features" in options or sorted(expected) == sorted(kept)


def test_fit_forgets():
    """Fitting again begins anew, and learning more goes on from there."""
    vectorizer = CountVectorizer().partial_fit(["buy cheap"]).fit(["see you"])

    assert vectorizer.partial_fit(["now"]).vocabulary_ == {"see": 0, "you": 1, "now": 2}


def test_fit_then_partial_fit():
    """Learning more goes on after fit, also from a pruned vocabulary."""
    vectorizer = CountVectorizer(min_df=2).fit(["buy now", "buy cheap"])

    assert vectorizer.partial_fit(["now"]).vocabulary_ == {"buy": 0, "now": 1}


def test_partial_fit_with_other_parameters():
    """Tokens of another kind cannot be added to those already counted."""
    vectorizer = CountVectorizer().partial_fit(["buy now"]).set_params(lowercase=False)

    with refused("changed-parameter"):
        vectorizer.partial_fit(["Buy now"])


def test_partial_fit_of_a_given_vocabulary():
    """A vocabulary that was given does not grow."""
    vectorizer = CountVectorizer(vocabulary=["buy"]).partial_fit(["buy now"])

    assert vectorizer.vocabulary_ == {"buy": 0}


@untimed
@given(DOCUMENTS, st.integers(1, 4), st.sampled_from([(1, 1), (1, 2), (2, 2)]))
def test_unk_counts_the_rest(texts, max_features, ngram_range):
    """With the column of unknown words each token is counted, known or not."""
    analyze = Slow(ngram_range=ngram_range).build_analyzer()
    if any(map(analyze, texts)):
        options = {"max_features": max_features, "ngram_range": ngram_range, "unk": True}
        vectorizer = CountVectorizer(**options)
        counts = vectorizer.fit_transform(texts)

        assert counts.sum(axis=1).ravel().tolist() == [[len(analyze(text)) for text in texts]]
        assert same(counts, vectorizer.transform(texts))


@untimed
@given(DOCUMENTS, st.integers(1, 4), st.booleans())
def test_max_count(texts, max_count, unk):
    """Counts are those without a bound, cut to it, the unknown word's too."""
    vocabulary = ["bank", "loan"]
    free = CountVectorizer(vocabulary=vocabulary, unk=unk).transform(texts).toarray()
    bound = CountVectorizer(vocabulary=vocabulary, unk=unk, max_count=max_count).transform(texts)

    assert np.minimum(free, max_count).tolist() == bound.toarray().tolist()


@pytest.mark.parametrize("max_count", [0, -5, 1.5, "x"])
def test_max_count_is_checked_after_fit(max_count):
    """A limit that is none is refused when it was set after fit, too."""
    vectorizer = CountVectorizer().fit(["buy now"]).set_params(max_count=max_count)
    with refused("bad-parameter", parameter="max_count"):
        vectorizer.transform(["buy buy"])


def test_max_count_beyond_all_counts():
    """A limit that no count can reach is none."""
    vectorizer = CountVectorizer().fit(["buy now"]).set_params(max_count=2**40)
    assert vectorizer.transform(["buy buy"]).toarray().tolist() == [[2, 0]]


def test_max_count_learned():
    """Learned and looked-up counts have the same bound."""
    vectorizer = CountVectorizer(max_count=2, unk=True, max_features=1)
    counts = vectorizer.fit_transform(["buy buy buy now now now", "buy buy"])

    assert vectorizer.get_feature_names_out().tolist() == ["buy", "<unk>"]
    assert counts.toarray().tolist() == [[2, 2], [2, 0]]
    assert same(counts, vectorizer.transform(["buy buy buy now now now", "buy buy"]))


def test_binary_is_one():
    """Presence is a count cut to one, whatever other bound is given."""
    texts = ["buy buy now", "now now now"]
    binary = CountVectorizer(binary=True, max_count=2).fit_transform(texts)

    assert same(binary, CountVectorizer(max_count=1).fit_transform(texts))


def test_extra_tokens():
    """Phrases and features of the domain have columns beside the words."""
    vectorizer = CountVectorizer(
        phrases=["free money"], domain_features=["money", "capitals", "punctuation", "numbers"]
    )
    counts = vectorizer.fit_transform(["FREE money: $50!!", "money"])

    assert counts.toarray().tolist() == [[1, 1, 1, 1, 1, 1, 1, 1], [0, 0, 0, 1, 0, 0, 0, 0]]
    assert vectorizer.get_feature_names_out().tolist() == [
        "50", "caps:FREE", "free", "money", "money:$", "number:2", "phrase:free_money", "punct:!!"
    ]  # fmt: skip
