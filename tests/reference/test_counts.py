"""The reference counts as scikit-learn does."""

from collections import Counter

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from sklearn.feature_extraction.text import (
    CountVectorizer,
    HashingVectorizer,
    TfidfTransformer,
)
from sklearn.utils import murmurhash3_32

from priory import _reference as reference
from reference.samples import SMALL_DOCUMENTS, TEXTS, rows_of, untimed


def sklearn_counts(documents, **options):
    """Count documents that are already tokens."""
    vectorizer = CountVectorizer(analyzer=list, **options)
    rows = rows_of(vectorizer.fit_transform(documents))
    return vectorizer.get_feature_names_out().tolist(), rows


@untimed
@given(st.lists(TEXTS, max_size=5))
def test_counts(texts):
    """Vocabulary and counts are scikit-learn's, sorted by code point."""
    documents = [reference.tokenize(text) for text in texts]
    assume(any(documents))
    vectorizer = CountVectorizer()
    expected = rows_of(vectorizer.fit_transform(texts))

    assert (vectorizer.get_feature_names_out().tolist(), expected) == reference.count(documents)


@untimed
@given(st.lists(TEXTS, min_size=1, max_size=5))
def test_counts_of_known_words(texts):
    """Words outside a given vocabulary are left out, its order is kept."""
    vocabulary = ["now", "buy", "été"]
    expected = rows_of(CountVectorizer(vocabulary=vocabulary).transform(texts))

    _, rows = reference.count([reference.tokenize(text) for text in texts], vocabulary)

    assert expected == rows


@untimed
@given(SMALL_DOCUMENTS, SMALL_DOCUMENTS)
def test_grow(first, second):
    """A second batch leaves the columns of the first alone and appends its new words sorted."""
    vocabulary = reference.grow(reference.grow([], first), second)
    known = len(reference.grow([], first))

    assert reference.count(first)[0] == vocabulary[:known]
    assert sorted(vocabulary[known:]) == vocabulary[known:]
    assert reference.count(first + second)[0] == sorted(vocabulary)


@untimed
@given(SMALL_DOCUMENTS)
def test_truncated_at_one(documents):
    """Counts truncated at one are scikit-learn's binary counts."""
    assume(any(documents))
    vocabulary, rows = reference.count(documents)

    assert sklearn_counts(documents, binary=True) == (vocabulary, reference.truncate(rows, 1))


SHARES = st.one_of(st.integers(1, 4), st.floats(0, 1))


@untimed
@given(SMALL_DOCUMENTS, SHARES, SHARES)
def test_pruned_by_document_frequency(documents, min_df, max_df):
    """Rare and frequent words leave as in scikit-learn, which refuses to keep none."""
    pruned = reference.prune(*reference.count(documents), min_df, max_df)
    try:
        expected = sklearn_counts(documents, min_df=min_df, max_df=max_df)
    except ValueError:
        assert pruned[0] == []
    else:
        assert expected == pruned


@untimed
@given(SMALL_DOCUMENTS, st.integers(1, 4))
def test_pruned_to_most_frequent(documents, max_features):
    """The kept words are as frequent as scikit-learn's, and the same unless there is a tie."""
    assume(any(documents))
    expected, _ = sklearn_counts(documents, max_features=max_features)
    total = Counter(token for tokens in documents for token in tokens)

    kept, _ = reference.prune(*reference.count(documents), max_features=max_features)

    assert sorted(total[word] for word in expected) == sorted(total[word] for word in kept)
    assert expected == kept or len(set(total.values())) < len(total)


@untimed
@given(SMALL_DOCUMENTS, st.integers(1, 3))
def test_unk(documents, max_features):
    """With the unknown word's column every token of a document is counted once."""
    vocabulary, rows = reference.prune(*reference.count(documents), max_features=max_features)

    names, extended = reference.unk(vocabulary, rows, documents)

    assert [*vocabulary, "<unk>"] == names
    assert [len(tokens) for tokens in documents] == [sum(row.values()) for row in extended]


@untimed
@given(st.binary(max_size=40), st.integers(0, 2**31 - 1))
def test_murmurhash(data, seed):
    """The hash is scikit-learn's MurmurHash3, whatever the length and the seed."""
    assert murmurhash3_32(data, seed=seed) == reference.murmurhash3_32(data, seed)


@untimed
@given(TEXTS, st.integers(1, 2**20), st.booleans(), st.sampled_from([None, "l1", "l2"]))
def test_hashed(text, n_features, alternate_sign, norm):
    """Hashed columns, signs and cancelled zeros are scikit-learn's."""
    hasher = HashingVectorizer(n_features=n_features, alternate_sign=alternate_sign, norm=norm)
    (expected,) = rows_of(hasher.transform([text]))

    row = reference.hashed(reference.tokenize(text), n_features, alternate_sign)

    assert expected == pytest.approx(reference.normalize(row, norm))


@untimed
@given(SMALL_DOCUMENTS, st.booleans(), st.booleans(), st.sampled_from([None, "l1", "l2"]))
def test_tfidf(documents, smooth_idf, sublinear_tf, norm):
    """Weights are scikit-learn's under every option."""
    assume(any(documents))
    counts = CountVectorizer(analyzer=list).fit_transform(documents)
    options = {"smooth_idf": smooth_idf, "sublinear_tf": sublinear_tf, "norm": norm}
    expected = rows_of(TfidfTransformer(**options).fit_transform(counts))

    weights = reference.tfidf(reference.count(documents)[1], **options)

    assert expected == [pytest.approx(row) for row in weights]


def test_tfidf_of_new_documents():
    """New documents are weighed by what the old ones taught."""
    vectorizer = CountVectorizer(vocabulary=["bank", "loan", "free"])
    old = vectorizer.transform(["bank loan bank", "bank"])
    new = vectorizer.transform(["free loan loan"])
    expected = rows_of(TfidfTransformer().fit(old).transform(new))

    weights = reference.tfidf(rows_of(new), learned_from=rows_of(old))

    assert expected == [pytest.approx(row) for row in weights]


def test_dictionary_of_the_notes():
    """The vector of the lecture notes has ones at "a" and "buy" (one letter: a given word)."""
    dictionary = ["a", "aardvark", "aardwolf", "buy", "zygmurgy"]
    _, rows = reference.count([["buy", "a", "a"]], dictionary)

    assert reference.truncate(rows, 1) == [{0: 1, 3: 1}]


def test_order_is_ignored():
    """Milk, bread and eggs are the same bag in any order."""
    texts = ["Milk, bread, eggs", "eggs, milk, bread"]
    _, (one, other) = reference.count([reference.tokenize(text) for text in texts])

    assert one == other


def test_bank_loan_bank():
    """The two bank messages have the same words present and different counts."""
    texts = ["bank loan bank", "bank loan loan bank"]
    vocabulary, rows = reference.count([reference.tokenize(text) for text in texts])
    present = reference.truncate(rows, 1)

    assert vocabulary == ["bank", "loan"]
    assert present[0] == present[1]
    assert rows == [{0: 2, 1: 1}, {0: 2, 1: 2}]


def test_counts_up_to_a_bound():
    """With K = 3 a word that occurs more than K - 1 times has count two, the unknown word too."""
    documents = [["free"] * 5 + ["offer"], ["free", "win", "win", "win"]]
    vocabulary, rows = reference.unk(*reference.count(documents, ["free", "offer"]), documents)

    assert vocabulary == ["free", "offer", "<unk>"]
    assert reference.truncate(rows, 2) == [{0: 2, 1: 1}, {0: 1, 2: 2}]
