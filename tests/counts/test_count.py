import pickle

import numpy as np
import pytest
import sklearn
from scipy import sparse
from sklearn.base import clone
from sklearn.exceptions import NotFittedError
from sklearn.feature_extraction.text import CountVectorizer as Slow
from tests.errors import refused

from priory import CountVectorizer, sample

TEXTS, _ = sample.messages()
OPTIONS = [
    {},
    {"ngram_range": (1, 2)},
    {"ngram_range": (2, 3), "stop_words": "english"},
    {"analyzer": "char", "ngram_range": (1, 3)},
    {"analyzer": "char_wb", "ngram_range": (3, 5)},
    {"min_df": 2, "max_df": 0.5},
    {"max_features": 20},
    {"min_df": 2, "ngram_range": (1, 2), "max_features": 50},
    {"binary": True},
    {"strip_accents": "unicode", "dtype": np.float32},
    {"lowercase": False, "token_pattern": r"[A-Z]\w+"},
    {"tokenizer": str.split, "token_pattern": None},
    {"analyzer": str.split},
    {"vocabulary": ["now", "free", "absent"]},
    {"vocabulary": {"free money": 0, "buy now": 1}, "ngram_range": (2, 2)},
]


def ordered(matrix):
    """Sort the columns of each row, which scikit-learn leaves unsorted."""
    matrix.sort_indices()
    return matrix


def same(one, other):
    """Tell whether two matrices are equal to the last bit of every array."""
    pairs = [(getattr(one, part), getattr(other, part)) for part in ("indptr", "indices", "data")]
    return one.shape == other.shape and all(
        a.dtype == b.dtype and np.array_equal(a, b) for a, b in pairs
    )


def pickled(thing):
    """Send something through a pickle."""
    return pickle.loads(pickle.dumps(thing))  # noqa: S301 (our own)


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_fit_transform(options):
    """Names and counts are scikit-learn's, array by array."""
    slow, fast = Slow(**options), CountVectorizer(**options)

    assert same(ordered(slow.fit_transform(TEXTS)), fast.fit_transform(TEXTS))
    assert slow.get_feature_names_out().tolist() == fast.get_feature_names_out().tolist()
    assert slow.vocabulary_ == fast.vocabulary_


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_transform(options):
    """Documents that were not learned from are counted as scikit-learn counts them."""
    slow, fast = Slow(**options).fit(TEXTS[:40]), CountVectorizer(**options).fit(TEXTS[:40])

    assert same(ordered(slow.transform(TEXTS)), fast.transform(TEXTS))


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_fit_then_transform(options):
    """Learning and counting in one step equals doing it in two."""
    vectorizer = CountVectorizer(**options)

    assert same(vectorizer.fit_transform(TEXTS), vectorizer.transform(TEXTS))


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_one_document(options):
    """A document alone has the row that it has among others."""
    vectorizer = CountVectorizer(**options)
    counts = vectorizer.fit_transform(TEXTS)

    for i in (0, 2, 18):
        assert same(counts[i], vectorizer.transform(TEXTS[i : i + 1]))


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_threads(options):
    """The number of threads changes nothing."""
    texts = TEXTS * 40
    one = CountVectorizer(**options, n_jobs=1)
    three = CountVectorizer(**options, n_jobs=3)

    assert same(one.fit_transform(texts), three.fit_transform(texts))
    assert same(one.transform(texts), three.transform(texts))
    assert one.vocabulary_ == three.vocabulary_


@pytest.mark.parametrize("options", [o for o in OPTIONS if "vocabulary" not in o], ids=str)
@pytest.mark.parametrize("before", [False, True], ids=["unasked", "asked for names"])
def test_pickle(options, before):
    """A fitted vectorizer comes out of a pickle as it went in."""
    vectorizer = CountVectorizer(**options).fit(TEXTS)
    assert not before or vectorizer.vocabulary_

    restored = pickled(vectorizer)

    assert same(vectorizer.transform(TEXTS), restored.transform(TEXTS))
    assert vectorizer.vocabulary_ == restored.vocabulary_


def test_pickle_unfitted():
    """An unfitted vectorizer comes out of a pickle unfitted, with its parameters."""
    restored = pickled(CountVectorizer(stem="english", unk=True, max_count=3))

    assert restored.get_params()["max_count"] == 3
    with pytest.raises(NotFittedError):
        restored.transform(TEXTS)


def test_pickle_does_not_carry_the_names_twice():
    """A pickle does not grow when the mapping of names has been asked for."""
    vectorizer = CountVectorizer().fit(TEXTS)
    before = len(pickle.dumps(vectorizer))
    assert vectorizer.vocabulary_

    assert len(pickle.dumps(vectorizer)) == before


def test_clone():
    """A clone has the parameters and nothing that was learned."""
    vectorizer = CountVectorizer(stem="english", phrases=["buy now"], unk=True).fit(TEXTS)
    cloned = clone(vectorizer)

    assert cloned.get_params() == vectorizer.get_params()
    with pytest.raises(NotFittedError):
        cloned.transform(TEXTS)


@pytest.mark.parametrize("extra", ["stem", "phrases", "missing", "unk", "max_count", "n_jobs"])
def test_parameters(extra):
    """Parameters of our own are parameters like any other."""
    assert extra in CountVectorizer().get_params()
    assert CountVectorizer().set_params(**{extra: None}).get_params()[extra] is None


def test_set_params_after_fit():
    """Parameters that do not touch the vocabulary may change after fit."""
    vectorizer = CountVectorizer().fit(["buy buy now"])
    vectorizer.set_params(binary=True, dtype=np.float32)
    counts = vectorizer.transform(["buy buy"])

    assert counts.dtype == np.float32
    assert counts.toarray().tolist() == [[1, 0]]


def test_set_output():
    """The output can be set where scikit-learn's can, and is sparse."""
    vectorizer = CountVectorizer()

    assert hasattr(vectorizer, "set_output") == hasattr(Slow(), "set_output")
    assert sparse.issparse(vectorizer.fit_transform(TEXTS))


@pytest.mark.parametrize("kind", ["spmatrix", "sparray"])
def test_sparse_interface(kind):
    """The kind of sparse matrix is the one that scikit-learn is set to return."""
    if "sparse_interface" not in sklearn.get_config():
        pytest.skip("this scikit-learn knows one kind only")
    with sklearn.config_context(sparse_interface=kind):
        expected, counts = Slow().fit_transform(TEXTS), CountVectorizer().fit_transform(TEXTS)

    assert type(expected) is type(counts)


def test_inverse_transform():
    """A row tells its words."""
    vectorizer = CountVectorizer(unk=True, vocabulary=["buy", "now"])
    (words,) = vectorizer.inverse_transform(vectorizer.transform(["buy it"]))

    assert words.tolist() == ["buy", "<unk>"]


def test_vocabulary_is_a_mapping_to_columns():
    """The mapping has an entry a column, and setting one replaces what was learned."""
    vectorizer = CountVectorizer().fit(["buy now"])
    vectorizer.vocabulary_ = {"cheap": 1, "now": 0}

    assert vectorizer.get_feature_names_out().tolist() == ["now", "cheap"]
    assert vectorizer.transform(["cheap buy"]).toarray().tolist() == [[0, 1]]


def test_unfitted():
    """A vectorizer that has learned nothing says so."""
    with pytest.raises(NotFittedError):
        CountVectorizer().transform(["buy now"])
    with pytest.raises(NotFittedError):
        CountVectorizer().get_feature_names_out()
    assert not hasattr(CountVectorizer(), "vocabulary_")


def test_inverse_transform_leaves_its_input():
    """Entries of zero are passed over in the answer, and stay where they are."""
    vectorizer = CountVectorizer().fit(["buy cheap now"])
    counts = vectorizer.transform(["buy cheap now"])
    counts.data[0] = 0

    assert vectorizer.inverse_transform(counts)[0].tolist() == ["cheap", "now"]
    assert counts.nnz == 3


@pytest.mark.parametrize(
    "option", [{"tokenizer": str.split, "token_pattern": None}, {"stem": "english"}]
)
def test_partial_fit_keeps_to_its_tokens(option):
    """Batches that are cut in another way are refused."""
    vectorizer = CountVectorizer().partial_fit(["buy now"]).set_params(**option)

    with refused("changed-parameter"):
        vectorizer.partial_fit(["see you"])


def test_changed_stop_words():
    """A list of stop words that was changed after fit is noticed."""
    stop_words = ["buy"]
    vectorizer = CountVectorizer(stop_words=stop_words, vocabulary=["buy", "now"])
    vectorizer.fit(["buy now"])
    stop_words.remove("buy")

    assert vectorizer.transform(["buy now"]).toarray().tolist() == [[1, 1]]


@pytest.mark.parametrize("terms", [{"buy": 0, "now": 5}, {"buy": "x"}, ["buy"]], ids=str)
def test_vocabulary_with_gaps(terms):
    """A vocabulary whose columns do not count up from zero is refused."""
    with refused("bad-parameter", parameter="vocabulary"):
        CountVectorizer().vocabulary_ = terms
