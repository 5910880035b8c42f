"""Any texts under any options: our classes answer as the installed scikit-learn does."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.utils import murmurhash3_32

from conformance import strategies as draw
from conformance.comparison import assert_alike

often = settings(max_examples=300)


@often
@given(draw.documents, draw.documents, draw.options(draw.compiled, draw.counting))
def test_counts(texts, others, options):
    """CountVectorizer gives the same columns and counts, whatever makes the tokens."""
    assert_alike("CountVectorizer", options, texts, others)


@often
@given(draw.documents, draw.documents, draw.options(draw.in_python, draw.counting))
def test_counts_of_python_tokens(texts, others, options):
    """Python callables and patterns are called as scikit-learn calls them."""
    assert_alike("CountVectorizer", options, texts, others)


@often
@given(draw.alike_documents, draw.options(draw.pruning, draw.counting))
def test_pruning(texts, options):
    """The same columns stay under bounds on document frequency and on their number."""
    assert_alike("CountVectorizer", options, texts, texts)


@given(draw.alike_documents, draw.options(draw.mistaken_pruning))
def test_mistaken_pruning(texts, options):
    """Bounds that make no sense are refused with the same error."""
    assert_alike("CountVectorizer", options, texts, texts)


@given(draw.documents, draw.vocabularies, draw.options(draw.normalization, draw.counting))
def test_given_vocabulary(texts, vocabulary, options):
    """A given vocabulary keeps its order, or is refused for the same reasons."""
    assert_alike("CountVectorizer", options | {"vocabulary": vocabulary}, texts, texts)


@often
@given(draw.documents, draw.documents, draw.options(draw.compiled, draw.hashing))
def test_hashing(texts, others, options):
    """HashingVectorizer gives the same columns, signs and cancelled zeros."""
    assert_alike("HashingVectorizer", options, texts, others)


@given(draw.documents, draw.documents, draw.options(draw.in_python, draw.hashing))
def test_hashing_of_python_tokens(texts, others, options):
    """Tokens that Python makes are hashed as scikit-learn hashes them."""
    assert_alike("HashingVectorizer", options, texts, others)


@often
@given(
    draw.alike_documents,
    draw.documents,
    draw.options(draw.compiled, draw.pruning, draw.counting, draw.weighing),
)
def test_tfidf(texts, others, options):
    """TfidfVectorizer gives the same weights up to rounding."""
    assert_alike("TfidfVectorizer", options, texts, others, exact=False)


# Words whose hashes are the ends and the middle of the range.
EXTREMES = {"akqlrggi": -(2**31), "aslxwnmo": -1, "ajrfjpbr": 0, "acqerwwr": 2**31 - 1}


@pytest.mark.parametrize("n_features", [1, 2, 3, 2**20, 2**31 - 1])
@pytest.mark.parametrize("options", [{}, {"ngram_range": (1, 2)}, {"alternate_sign": False}])
def test_extreme_hashes(n_features, options):
    """The least hash has no positive twin, and minus one is a hash like any other."""
    options = options | {"n_features": n_features, "norm": None}
    texts = [*EXTREMES, " ".join(EXTREMES), " ".join(EXTREMES) * 30]

    assert {word: murmurhash3_32(word) for word in EXTREMES} == EXTREMES
    assert_alike("HashingVectorizer", options, texts)


CODECS = ("utf-8", "latin-1", "utf-16", "cp1251", "ascii", "no such codec")


@given(
    st.lists(st.one_of(draw.texts.map(str.encode), st.binary(max_size=20), draw.texts), min_size=1),
    st.sampled_from(CODECS),
    st.sampled_from(["strict", "ignore", "replace"]),
    st.sampled_from(["CountVectorizer", "HashingVectorizer", "TfidfVectorizer"]),
)
def test_bytes(texts, encoding, decode_error, name):
    """Bytes are decoded as asked, or refused with the same error."""
    options = {"encoding": encoding, "decode_error": decode_error}
    assert_alike(name, options, texts, texts, exact=False)
