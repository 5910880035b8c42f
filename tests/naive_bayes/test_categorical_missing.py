"""What is missing as a category of its own: as if there were a word in its place."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from tests.errors import refused

from naive_bayes.categorical_samples import coded, worded
from priory import CategoricalNB

MISSING = "~"  # behind all words, as the category of what is missing is


def filled(X):
    """Write a word where there is none."""
    return np.where(np.equal(X, None), MISSING, X)


def assert_as_filled(model, expected, X):
    """Assert that a model answers as one that has a word for what is missing."""
    np.testing.assert_allclose(
        model.predict_joint_log_proba(X), expected.predict_joint_log_proba(filled(X)), rtol=1e-12
    )
    for name in ("category_count_", "feature_log_prob_"):
        for mine, theirs in zip(getattr(model, name), getattr(expected, name), strict=True):
            np.testing.assert_allclose(mine, theirs, atol=1e-10)


@given(st.integers(0, 2**32 - 1), st.integers(1, 59), st.booleans())
def test_a_word_in_its_place(seed, place, weighted):
    """Learning, forgetting and merging count what is missing as they would count a word."""
    X, y = coded(seed=seed, missing=0.2)
    X, random = worded(X), np.random.default_rng(seed)
    weights = random.uniform(0.1, 3, len(X)) if weighted else np.ones(len(X))
    first, last = ((rows, y[part], weights[part]) for rows, part in split(X, place))

    def models(rows, *others):
        return (
            CategoricalNB(missing="category").fit(rows, *others),
            CategoricalNB().fit(filled(rows), *others),
        )

    whole = models(X, y, weights)
    assert_as_filled(*whole, X)
    merged = [a.merge(b) for a, b in zip(models(*first), models(*last), strict=True)]
    assert_as_filled(*merged, X)
    forgotten = (whole[0].forget(*last), whole[1].forget(filled(last[0]), *last[1:]))
    assert_as_filled(*forgotten, X)


def split(X, place):
    """Return the rows before a place and those behind it, with their slices."""
    return [(X[part], part) for part in (slice(place), slice(place, None))]


def test_codes():
    """Codes have a category for NaN, too, and one that was never seen stays apart from it."""
    X, y = coded(missing=0.2)
    model = CategoricalNB(missing="category").fit(X, y)
    words = worded(X)

    expected = CategoricalNB().fit(filled(words), y)
    np.testing.assert_allclose(model.predict_proba(X), expected.predict_proba(filled(words)))
    new, never = X[:1].copy(), words[:1].copy()
    new[0, 2], never[0, 2] = model.n_categories_[2] - 1, "never"
    np.testing.assert_allclose(model.predict_proba(new), expected.predict_proba(filled(never)))


def test_changed_after_fit():
    """What is missing becomes a category, and none again, without fitting again."""
    X, y = coded(missing=0.2)
    model = CategoricalNB().fit(X, y)
    before = model.predict_proba(X)

    asked = CategoricalNB(missing="category").fit(X, y).predict_proba(X)
    np.testing.assert_array_equal(model.set_params(missing="category").predict_proba(X), asked)
    np.testing.assert_array_equal(model.set_params(missing="ignore").predict_proba(X), before)
    assert not np.allclose(asked, before)


def test_nothing_missing_in_fit():
    """Where nothing was missing in fit, what is missing is a category that was never seen."""
    model = CategoricalNB(missing="category").fit([["a"], ["b"], ["b"]], [0, 0, 1])

    assert model.n_categories_.tolist() == [2]
    np.testing.assert_array_equal(
        model.predict_joint_log_proba([[None]]), model.predict_joint_log_proba([["never"]])
    )


def test_shown():
    """The category of what is missing is the last, is called None, and is explained."""
    X = [["a", 1], [None, 1], ["b", 0]]
    model = CategoricalNB(missing="category").fit(X, [0, 1, 1])

    assert [part.tolist() for part in model.categories_] == [["a", "b", None], [0, 1]]
    assert model.n_categories_.tolist() == [3, 2]
    assert model.category_count_[0].tolist() == [[1, 0, 0], [0, 1, 1]]
    explained = model.explain([[None, 1]])[0]
    assert explained.features.tolist() == [0, 1]
    assert explained.values.tolist() == [None, 1]
    np.testing.assert_allclose(
        explained.joint_log_proba, model.predict_joint_log_proba([[None, 1]])[0]
    )
    np.testing.assert_allclose(
        model.coef_ @ [0, 0, 1, 0, 1] + model.intercept_,
        np.diff(model.predict_joint_log_proba([[None, 1]])[0]),
    )


def test_declared_besides():
    """Categories that are declared do not make room for what is missing: it is one more."""
    model = CategoricalNB(missing="category", min_categories=3)
    model.fit([[0.0], [1.0], [np.nan]], [0, 0, 0])

    np.testing.assert_allclose(
        np.exp(model.predict_joint_log_proba([[0], [2], [np.nan], [3]])).ravel(),
        [2 / 7, 1 / 7, 2 / 7, 1 / 8],
    )


def test_bad_option():
    """What else a missing value could be is not known."""
    with refused("bad-parameter", parameter="missing"):
        CategoricalNB(missing="zero").fit([[0]], [0])
