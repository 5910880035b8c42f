"""What a vectorizer answers, and whether two answer alike."""

import warnings
from dataclasses import dataclass, field

import numpy as np
from sklearn import clone
from sklearn.feature_extraction import text as sklearn_text

import priory
from priory.errors import PrioryError

# Sums of squares over rows of thousands of entries, added in another order.
ROUNDING = {np.dtype(np.float64): 1e-12, np.dtype(np.float32): 1e-5}


@dataclass
class Answers:
    """Everything a vectorizer said: an error's type, or matrices and names; and its warnings."""

    error: type | None = None
    matrices: dict = field(default_factory=dict)
    names: list = field(default_factory=list)
    vocabulary: dict = field(default_factory=dict)
    warned: set = field(default_factory=set)


def ask(vectorizer, texts, others):
    """Fit and transform in every way."""
    answers = Answers()
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            collect(answers, vectorizer, texts, others)
        except Exception as error:  # noqa: BLE001 (its type is the answer)
            # Priory's errors are subclasses of Python's, which scikit-learn raises.
            answers.error = next(k for k in type(error).__mro__ if not issubclass(k, PrioryError))
    answers.warned = {(warning.category, str(warning.message)) for warning in caught}
    return answers


def collect(answers, vectorizer, texts, others):
    """Put into the answers what the vectorizer returns."""
    answers.matrices["fit_transform"] = vectorizer.fit_transform(texts)
    answers.matrices["transform"] = vectorizer.transform(others)
    answers.matrices["fit, transform"] = clone(vectorizer).fit(texts).transform(texts)
    if hasattr(vectorizer, "get_feature_names_out"):
        answers.names = vectorizer.get_feature_names_out().tolist()
        answers.vocabulary = vectorizer.vocabulary_


def assert_alike(name, options, texts, others=("",), *, exact=True, n_jobs=-1):
    """Assert that our class answers as scikit-learn's class of the same name.

    Only what fit_transform returns may differ by rounding, if it is not ``exact``: there
    scikit-learn adds the squares of a row up in another order.
    """
    theirs = ask(getattr(sklearn_text, name)(**options), texts, others)
    ours = ask(getattr(priory, name)(**options, n_jobs=n_jobs), texts, others)
    assert_answers_alike(theirs, ours, exact)


def assert_answers_alike(theirs, ours, exact):
    """Assert that the errors have one type, or else that warnings, names and matrices agree."""
    assert theirs.error == ours.error
    if theirs.error is None:
        assert theirs.warned == ours.warned
        assert theirs.names == ours.names
        assert theirs.vocabulary == ours.vocabulary
        for way, matrix in theirs.matrices.items():
            assert_equal(matrix, ours.matrices[way], exact or way != "fit_transform")


def assert_equal(theirs, ours, exact=True):
    """Assert that two matrices hold the same arrays; ours has its indices in order."""
    assert (type(theirs), theirs.shape, theirs.dtype) == (type(ours), ours.shape, ours.dtype)
    assert theirs.indices.dtype == ours.indices.dtype
    assert theirs.indptr.dtype == ours.indptr.dtype
    theirs.sort_indices()
    np.testing.assert_array_equal(theirs.indptr, ours.indptr)
    np.testing.assert_array_equal(theirs.indices, ours.indices)
    precision = ROUNDING.get(theirs.dtype, 0) if not exact else 0
    np.testing.assert_allclose(theirs.data, ours.data, rtol=precision)


def assert_same_bits(one, other):
    """Assert that two matrices are the same array by array and bit by bit."""
    for name in ("data", "indices", "indptr"):
        first, second = getattr(one, name), getattr(other, name)
        assert (first.dtype, first.tobytes()) == (second.dtype, second.tobytes())
