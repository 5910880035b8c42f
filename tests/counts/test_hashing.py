import pickle

import numpy as np
import pytest
from sklearn.base import clone
from sklearn.feature_extraction.text import HashingVectorizer as Slow
from tests.errors import refused

from priory import HashingVectorizer, sample

TEXTS, _ = sample.messages()
OPTIONS = [
    {},
    {"n_features": 10},
    {"n_features": 2**31 - 2},
    {"n_features": 10, "norm": None, "alternate_sign": False},
    {"n_features": 10, "norm": "l1", "binary": True},
    {"ngram_range": (1, 2), "stop_words": "english"},
    {"analyzer": "char", "ngram_range": (1, 3)},
    {"analyzer": "char_wb", "ngram_range": (3, 5), "strip_accents": "ascii"},
    {"dtype": np.float32},
    {"dtype": np.int64, "norm": None},
    {"token_pattern": r"[A-Z]\w+", "lowercase": False},
    {"analyzer": str.split},
]


def ordered(matrix):
    """Sort the columns of each row, which scikit-learn leaves unsorted."""
    matrix.sort_indices()
    return matrix


def same_places(one, other):
    """Tell whether the entries of two matrices stand in the same places."""
    return np.array_equal(one.indptr, other.indptr) and np.array_equal(one.indices, other.indices)


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_transform(options):
    """Columns, signs, cancelled zeros and dtypes are scikit-learn's."""
    slow = ordered(Slow(**options).transform(TEXTS))
    fast = HashingVectorizer(**options).transform(TEXTS)

    assert same_places(slow, fast)
    assert slow.dtype == fast.dtype
    np.testing.assert_allclose(
        fast.data, slow.data, rtol=1e-6 if slow.dtype == np.float32 else 1e-15
    )


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_threads(options):
    """The number of threads changes nothing, not even the last bit of a norm."""
    texts = TEXTS * 40
    one, three = (HashingVectorizer(**options, n_jobs=n).transform(texts) for n in (1, 3))

    assert same_places(one, three)
    assert one.data.tolist() == three.data.tolist()


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_one_document(options):
    """A document alone has the row that it has among others."""
    vectorizer = HashingVectorizer(**options)
    rows, row = vectorizer.transform(TEXTS), vectorizer.transform(TEXTS[2:3])

    assert same_places(rows[2], row)
    assert rows[2].data.tolist() == row.data.tolist()


def test_nothing_to_learn():
    """It counts without being fitted, and fitting changes nothing."""
    vectorizer = HashingVectorizer(n_features=16)

    assert (vectorizer.transform(TEXTS) != vectorizer.fit(TEXTS).transform(TEXTS)).nnz == 0
    assert (vectorizer.transform(TEXTS) != vectorizer.fit_transform(TEXTS)).nnz == 0
    assert vectorizer.partial_fit(TEXTS) is vectorizer


def test_no_documents():
    """No documents make no rows."""
    assert HashingVectorizer(n_features=16).transform([]).shape == (0, 16)


def test_empty_document():
    """An empty document is an empty row, which has no length to be divided by."""
    assert HashingVectorizer().transform(["", "..."]).nnz == 0


def test_extra_tokens():
    """Phrases, features of the domain and stems are hashed like words."""
    options = {"n_features": 2**16, "norm": None, "alternate_sign": False}
    ours = {"stem": "english", "phrases": ["free money"], "domain_features": ["money"]}
    counts = HashingVectorizer(**options, **ours).transform(["Freeing monies: free money $5"])
    words = ["free", "moni", "free", "money", "phrase:free_money", "money:$"]

    assert (counts != Slow(**options, analyzer=str.split).transform([" ".join(words)])).nnz == 0


def test_copies():
    """Clones and pickles count alike."""
    vectorizer = HashingVectorizer(n_features=8, stem="english", missing="empty")
    restored = pickle.loads(pickle.dumps(vectorizer))  # noqa: S301 (our own)

    for copy in (clone(vectorizer), restored):
        assert copy.get_params() == vectorizer.get_params()
        assert (copy.transform([*TEXTS, None]) != vectorizer.transform([*TEXTS, None])).nnz == 0


@pytest.mark.parametrize(
    "option",
    [
        {"n_features": 0},
        {"n_features": -1},
        {"n_features": 2**40},
        {"n_features": "many"},
        {"norm": "l3"},
        {"missing": "drop"},
        {"n_jobs": "all"},
        {"stem": "klingon"},
    ],
    ids=str,
)
@pytest.mark.parametrize("method", ["fit", "transform"])
def test_bad_options(option, method):
    """A parameter that means nothing is an error that names it, fitted or not."""
    (name,) = option

    with refused("bad-parameter", parameter=name):
        getattr(HashingVectorizer(**option), method)(TEXTS)
