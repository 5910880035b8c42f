import pickle

import numpy as np
import pytest
from scipy import sparse
from sklearn.base import clone
from sklearn.exceptions import NotFittedError
from sklearn.feature_extraction import text as slow
from tests.errors import refused

from priory import CountVectorizer, TfidfTransformer, TfidfVectorizer, sample

TEXTS, _ = sample.messages()
COUNTS = CountVectorizer().fit_transform(TEXTS)
WEIGHTS = [
    {},
    {"norm": "l1"},
    {"norm": None},
    {"use_idf": False},
    {"smooth_idf": False},
    {"sublinear_tf": True},
    {"sublinear_tf": True, "use_idf": False, "norm": None},
]
OPTIONS = [
    *WEIGHTS,
    {"ngram_range": (1, 2), "min_df": 2},
    {"analyzer": "char_wb", "ngram_range": (2, 4)},
    {"dtype": np.float32},
    {"binary": True},
    {"vocabulary": ["now", "free", "buy"]},
    {"token_pattern": r"[A-Z]\w+", "lowercase": False},
]


def assert_equal(expected, matrix):
    """Compare matrices: the same places, values equal up to the last bits, the same dtype."""
    expected.sort_indices()
    assert expected.dtype == matrix.dtype
    assert expected.shape == matrix.shape
    assert expected.indptr.tolist() == matrix.indptr.tolist()
    assert expected.indices.tolist() == matrix.indices.tolist()
    rtol = 1e-6 if matrix.dtype == np.float32 else 1e-14
    np.testing.assert_allclose(matrix.data, expected.data, rtol=rtol)


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_vectorizer(options):
    """Weights are scikit-learn's, of the documents that were learned from and of others."""
    ours, theirs = TfidfVectorizer(**options), slow.TfidfVectorizer(**options)

    assert_equal(theirs.fit_transform(TEXTS[:40]), ours.fit_transform(TEXTS[:40]))
    assert_equal(theirs.transform(TEXTS), ours.transform(TEXTS))
    assert theirs.get_feature_names_out().tolist() == ours.get_feature_names_out().tolist()


@pytest.mark.parametrize("options", WEIGHTS, ids=str)
@pytest.mark.parametrize("convert", [sparse.csr_matrix, sparse.csc_matrix, sparse.csr_array])
def test_transformer(options, convert):
    """Counts of any sparse kind are weighed as scikit-learn weighs them."""
    counts = convert(COUNTS)
    ours, theirs = TfidfTransformer(**options), slow.TfidfTransformer(**options)

    expected = theirs.fit(counts).transform(counts)
    weights = ours.fit(counts).transform(counts)

    assert type(expected) is type(weights)
    assert_equal(expected.tocsr(), weights.tocsr())


@pytest.mark.parametrize("dtype", [np.int32, np.int64, np.float32, np.float64, np.uint8, bool])
def test_dtypes(dtype):
    """Counts of any number type are weighed as scikit-learn weighs them."""
    counts = COUNTS.astype(dtype)

    expected = slow.TfidfTransformer().fit_transform(counts)

    assert_equal(expected, TfidfTransformer().fit_transform(counts))


def test_fit_in_steps():
    """Learning and weighing in one step equals doing it in two."""
    vectorizer = TfidfVectorizer()
    weights = vectorizer.fit_transform(TEXTS)

    assert weights.data.tolist() == TfidfVectorizer().fit(TEXTS).transform(TEXTS).data.tolist()
    assert weights.data.tolist() == vectorizer.transform(TEXTS).data.tolist()


def test_transformer_and_vectorizer():
    """Counting and then weighing gives what the vectorizer gives at once."""
    expected = TfidfVectorizer().fit_transform(TEXTS)

    assert_equal(expected, TfidfTransformer().fit_transform(COUNTS))


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_threads(options):
    """The number of threads changes nothing."""
    texts = TEXTS * 40
    one, three = (TfidfVectorizer(**options, n_jobs=n).fit_transform(texts) for n in (1, 3))

    assert one.indices.tolist() == three.indices.tolist()
    assert one.data.tolist() == three.data.tolist()


def test_one_document():
    """A document alone has the row that it has among others."""
    vectorizer = TfidfVectorizer()
    weights = vectorizer.fit_transform(TEXTS)

    assert weights[5].data.tolist() == vectorizer.transform([TEXTS[5]]).data.tolist()


@pytest.mark.parametrize("dtype", [np.int64, np.float64, np.float32])
def test_copy(dtype):
    """The counts stay as they are."""
    counts = COUNTS.astype(dtype)
    before = counts.data.copy()
    TfidfTransformer(sublinear_tf=True).fit(counts).transform(counts)

    assert before.tolist() == counts.data.tolist()


def test_read_only_counts():
    """Counts that may not be changed can be weighed, even where a copy is declined."""
    counts = COUNTS.astype(np.float64)
    counts.data.flags.writeable = False
    expected = TfidfTransformer().fit_transform(COUNTS)

    assert_equal(expected, TfidfTransformer().fit(counts).transform(counts, copy=False))


def test_idf():
    """Inverse document frequencies are scikit-learn's, and can be set as there."""
    ours, theirs = TfidfVectorizer().fit(TEXTS), slow.TfidfVectorizer().fit(TEXTS)
    given = TfidfVectorizer(vocabulary=ours.vocabulary_)
    given.idf_ = ours.idf_

    assert theirs.idf_.tolist() == ours.idf_.tolist()
    assert given.transform(TEXTS).data.tolist() == ours.transform(TEXTS).data.tolist()


def test_copies():
    """A pickle weighs like its original, a clone must be fitted first."""
    vectorizer = TfidfVectorizer(ngram_range=(1, 2), sublinear_tf=True).fit(TEXTS)
    restored = pickle.loads(pickle.dumps(vectorizer))  # noqa: S301 (our own)

    assert restored.transform(TEXTS).data.tolist() == vectorizer.transform(TEXTS).data.tolist()
    with pytest.raises(NotFittedError):
        clone(vectorizer).transform(TEXTS)


def test_unk():
    """The column of unknown words is weighed like any other."""
    options = {"norm": None, "use_idf": False, "unk": True, "vocabulary": ["buy"]}
    weights = TfidfVectorizer(**options).fit_transform(["buy cheap watches"])

    assert weights.toarray().tolist() == [[1, 2]]


def test_partial_fit():
    """Learning more changes the weights as fitting anew would."""
    vectorizer = TfidfVectorizer().fit(TEXTS[:30]).partial_fit(TEXTS[30:])
    whole = dict(zip(*_names_and_idf(TfidfVectorizer().fit(TEXTS)), strict=True))

    assert dict(zip(*_names_and_idf(vectorizer), strict=True)) == pytest.approx(whole)


@pytest.mark.parametrize("option", [{"unk": True}, {"vocabulary": ["buy"]}], ids=str)
def test_partial_fit_refused(option):
    """What has no document frequencies of its own cannot learn more."""
    with refused("unsupported", parameter=next(iter(option))):
        TfidfVectorizer(**option).partial_fit(TEXTS)


def _names_and_idf(vectorizer):
    return vectorizer.get_feature_names_out().tolist(), vectorizer.idf_.tolist()


def test_unfitted():
    """What has learned nothing says so."""
    for unfitted, data in ((TfidfVectorizer(), TEXTS), (TfidfTransformer(), COUNTS)):
        with pytest.raises(NotFittedError):
            unfitted.transform(data)


def test_other_width():
    """Counts of another width are refused with both widths."""
    with pytest.raises(ValueError, match=r"3 features.*expecting"):
        TfidfTransformer().fit(COUNTS).transform(COUNTS[:, :3])


@pytest.mark.parametrize(
    ("part", "at", "value"),
    [("indices", 0, 10**6), ("indices", 0, -1), ("indptr", 1, 10**6), ("indptr", 1, -1)],
)
def test_damaged_matrix(part, at, value):
    """A matrix whose parts contradict each other is refused, not read."""
    counts = COUNTS.astype(np.float64)
    getattr(counts, part)[at] = value

    with pytest.raises((ValueError, IndexError)):
        TfidfTransformer().fit(COUNTS).transform(counts)


@pytest.mark.parametrize("value", [np.nan, np.inf])
def test_not_finite(value):
    """NaN and infinity are refused, as in scikit-learn."""
    counts = COUNTS.astype(np.float64)
    counts.data[3] = value

    with pytest.raises(ValueError, match=r"NaN|infinity"):
        TfidfTransformer().fit(COUNTS).transform(counts)
