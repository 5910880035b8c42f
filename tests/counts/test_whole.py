"""A call that fails leaves a fitted vectorizer as it was."""

import pickle

import numpy as np
import pytest
from sklearn.exceptions import NotFittedError
from sklearn.utils.validation import check_is_fitted

from priory import CountVectorizer, TfidfVectorizer

TEXTS = ["buy cheap now", "see you now", "now or never"]


class Broken(Exception):  # noqa: N818
    """Raised by documents that end too early."""


def breaking():
    """Yield documents, then fail."""
    yield from ["entirely other words"] * 200_000
    raise Broken


BAD = (ValueError, TypeError, ZeroDivisionError)
FAILURES = {
    "documents that raise": (breaking, {}, Broken),
    "a missing document": (lambda: ["other words", None], {}, ValueError),
    "no words": (lambda: ["", "."], {}, ValueError),
    "pruning that leaves nothing": (lambda: ["other words"] * 3, {"max_df": 2}, ValueError),
    "bounds that cross": (lambda: ["other words"], {"min_df": 3, "max_df": 2}, ValueError),
    "a parameter that means nothing": (lambda: ["other words"], {"n_jobs": "all"}, BAD),
    "an unknown language": (lambda: ["other words"], {"stop_words": "klingon"}, ValueError),
    "an empty vocabulary": (lambda: ["other words"], {"vocabulary": []}, ValueError),
    "a bad vocabulary": (lambda: ["other words"], {"vocabulary": {"now": 7}}, ValueError),
    "a vocabulary, and documents that raise": (breaking, {"vocabulary": ["other"]}, Broken),
    "an analyser that raises": (lambda: ["ab"], {"analyzer": lambda _: 1 / 0}, BAD),
}
HARMLESS = {"no words", "pruning that leaves nothing", "bounds that cross"}
HARMLESS |= {"a vocabulary, and documents that raise"}


def state(vectorizer):
    """Tell all that a vectorizer has learned."""
    return pickle.dumps(vectorizer), vectorizer.vocabulary_


@pytest.mark.parametrize("failure", FAILURES)
@pytest.mark.parametrize("method", ["fit", "fit_transform", "partial_fit"])
@pytest.mark.parametrize("make", [CountVectorizer, TfidfVectorizer])
def test_nothing_changes(make, method, failure):
    """Whatever goes wrong in learning, what was learned before stays."""
    documents, options, error = FAILURES[failure]
    vectorizer = make().fit(TEXTS)
    if method == "partial_fit" and failure in HARMLESS:
        pytest.skip("this does not fail")
    before, kept = state(vectorizer), vectorizer.get_params()
    vectorizer.set_params(**options)

    with pytest.raises(error):
        getattr(vectorizer, method)(documents())

    vectorizer.set_params(**kept)
    assert state(vectorizer) == before


@pytest.mark.parametrize("failure", ["documents that raise", "a missing document"])
@pytest.mark.parametrize("make", [CountVectorizer, TfidfVectorizer])
def test_transform_changes_nothing(make, failure):
    """Whatever goes wrong in counting, what was learned stays."""
    documents, _, error = FAILURES[failure]
    vectorizer = make().fit(TEXTS)
    before = state(vectorizer)

    with pytest.raises(error):
        vectorizer.transform(documents())

    assert state(vectorizer) == before


def test_learning_goes_on():
    """After a batch that failed the next one is added to what was known."""
    vectorizer = CountVectorizer(min_df=2).partial_fit(TEXTS)
    with pytest.raises(Broken):
        vectorizer.partial_fit(breaking())
    vectorizer.partial_fit(["never now"])

    assert vectorizer.vocabulary_ == {"never": 0, "now": 1}


def test_unfitted_stays_unfitted():
    """A vectorizer whose first fit fails has learned nothing."""
    vectorizer = CountVectorizer()
    with pytest.raises(Broken):
        vectorizer.fit(breaking())

    assert not hasattr(vectorizer, "vocabulary_")
    with pytest.raises(NotFittedError):
        check_is_fitted(vectorizer)


def test_matrices_are_their_own():
    """Changing a matrix does not reach the vectorizer or other matrices."""
    vectorizer = CountVectorizer()
    first = vectorizer.fit_transform(TEXTS)
    expected = first.toarray()
    first.data[:] = 7
    first.indices[:] = 0

    assert np.array_equal(vectorizer.transform(TEXTS).toarray(), expected)
