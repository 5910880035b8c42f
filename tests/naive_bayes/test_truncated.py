import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import sparse
from scipy.special import softmax
from tests.errors import refused

from naive_bayes.samples import LABELS, MAILS, assert_same, counted, state
from priory import BernoulliNB, TruncatedCountNB

seeds = st.integers(0, 2**32 - 1)


def tables(X, y, K):
    """Return N_ick of the book: in how many rows of class c feature i has the count k."""
    X = np.minimum(X, K - 1)
    members = [X[y == label] for label in np.unique(y)]
    return np.array([[(rows == k).sum(axis=0) for k in range(K)] for rows in members]).swapaxes(
        1, 2
    )


@pytest.mark.parametrize("K", [2, 3, 5, 50])
@pytest.mark.parametrize("estimate", ["mean", "map", "mle", "predictive"])
@given(seeds)
def test_formulas(K, estimate, seed):
    """Counts and probabilities are those of the book, equations 25 to 28."""
    X, y = counted(seed=seed)
    alpha = np.linspace(1, 2, K)
    added = {"mean": alpha, "predictive": alpha, "map": alpha - 1, "mle": 0 * alpha}[estimate]
    expected = tables(X, y, K) + added

    model = TruncatedCountNB(K=K, alpha=alpha, estimate=estimate).fit(X, y)

    np.testing.assert_array_equal(model.feature_count_, tables(X, y, K)[:, :, 1:])
    np.testing.assert_allclose(
        np.exp(model.feature_log_prob_),
        expected / expected.sum(axis=2, keepdims=True),
        rtol=1e-13,
        atol=1e-300,
    )


@given(seeds)
def test_joint(seed):
    """The joint log-probability is the prior and one term a feature, zeros included."""
    X, y = counted(seed=seed)
    model = TruncatedCountNB(K=3, alpha=0.5).fit(X, y)
    cut = np.minimum(X, 2)
    expected = [
        model.class_log_prior_ + model.feature_log_prob_[:, range(7), row].sum(axis=1)
        for row in cut
    ]

    np.testing.assert_allclose(model.predict_joint_log_proba(X), expected, rtol=1e-12)


@pytest.mark.parametrize("estimate", ["mean", "mle"])
@given(seeds)
def test_coins(estimate, seed):
    """With two counts told apart it is BernoulliNB, zeros of probability included."""
    X, y = counted(seed=seed)
    dice = TruncatedCountNB(K=2, estimate=estimate).fit(X, y)
    coins = BernoulliNB(estimate=estimate).fit(X, y)

    np.testing.assert_allclose(
        dice.predict_joint_log_proba(X), coins.predict_joint_log_proba(X), rtol=1e-12
    )


def test_once_is_not_twice():
    """A count may speak for a class for which a larger one speaks against it."""
    model = TruncatedCountNB(K=3).fit([[1], [1], [0], [0], [2], [2]], list("aaabbb"))

    assert model.predict([[1], [2], [1000]]).tolist() == ["a", "b", "b"]


def test_whole_part():
    """Of a number that is not whole its whole part counts."""
    X, y = counted()
    model = TruncatedCountNB().fit(X, y)

    assert_same(TruncatedCountNB().fit(X + 0.5, y), model)
    joint = model.predict_joint_log_proba(X)
    assert model.predict_joint_log_proba(X + 0.9).tobytes() == joint.tobytes()


def test_matrix_of_priors():
    """Each class may have a prior of its own."""
    X, y = counted(n_classes=2)
    alpha = [[1.0, 2.0, 3.0], [3.0, 1.0, 0.5]]
    expected = tables(X, y, 3) + np.array(alpha)[:, np.newaxis]

    model = TruncatedCountNB(K=3, alpha=alpha).fit(X, y)

    np.testing.assert_allclose(
        np.exp(model.feature_log_prob_), expected / expected.sum(axis=2, keepdims=True), rtol=1e-13
    )


@pytest.mark.parametrize("estimate", ["mean", "mle"])
@pytest.mark.parametrize("kind", [np.asarray, sparse.csr_matrix, sparse.csc_array, pd.DataFrame])
def test_kinds(estimate, kind):
    """The same numbers have the same answers and explanations, whatever holds them."""
    X, y = counted(n_rows=12)
    model = TruncatedCountNB(estimate=estimate).fit(X, y)
    other = TruncatedCountNB(estimate=estimate).fit(kind(X), y)
    queries = np.vstack([X, np.zeros(7, int), np.full(7, 9)])
    expected = model.predict_joint_log_proba(queries)

    assert_same(model, other)
    assert other.predict_joint_log_proba(kind(queries)).tobytes() == expected.tobytes()
    explained = [each.joint_log_proba for each in other.explain(kind(queries))]
    np.testing.assert_allclose(explained, expected, rtol=1e-12)


def test_linear_form():
    """The scores are linear in the 1-of-K code of the counts, the count running fastest."""
    X, y = counted()
    model = TruncatedCountNB(K=3).fit(X, y)
    code = np.stack([np.minimum(X, 2) == k for k in (1, 2)], axis=2).reshape(len(X), -1)

    scores = code @ model.coef_.T + model.intercept_

    assert model.coef_.shape == (3, 14)
    np.testing.assert_allclose(scores, model.predict_joint_log_proba(X), rtol=1e-12)
    np.testing.assert_allclose(softmax(scores, axis=1), model.predict_proba(X), rtol=1e-12)


def test_zeros_are_not_stored():
    """A million columns and few counts are learned from the counts alone."""
    X = sparse.csr_matrix(([1.0, 7.0], ([0, 1], [5, 999_999])), shape=(2, 1_000_000))

    model = TruncatedCountNB(K=3).fit(X, ["a", "b"])

    assert model.feature_count_.shape == (2, 1_000_000, 2)
    assert model.feature_count_.sum() == 2
    assert model.predict(X).tolist() == ["a", "b"]


@given(seeds, st.integers(1, 39))
def test_learn_forget_merge(seed, place):
    """Rows come and go, with new classes, as if only those that are left had been learned."""
    X, y = counted(n_classes=5, seed=seed)
    first, rest = (X[:place], y[:place]), (X[place:], y[place:])

    whole = TruncatedCountNB().fit(X, y)
    assert_same(TruncatedCountNB().fit(*first).partial_fit(*rest), whole)
    assert_same(TruncatedCountNB().fit(*first).merge(TruncatedCountNB().fit(*rest)), whole)
    assert_same(whole.forget(*rest), TruncatedCountNB().fit(*first))


@pytest.mark.parametrize(
    ("row", "label"), [([2, 1, 0], "spam"), ([0, 1, 0], "spam"), ([1, 0, 0], "ham")]
)
def test_forgotten_rows_were_there(row, label):
    """A count that no row had cannot be forgotten, nor can a zero: nothing is changed."""
    model = TruncatedCountNB().fit(MAILS, LABELS)
    before = state(model)

    with refused("below-zero"):
        model.forget([row], [label])

    assert state(model) == before


def test_changed_after_fit():
    """The prior takes effect at once; K is part of what was counted."""
    X, y = counted()
    model = TruncatedCountNB().fit(X, y)
    model.predict(X)

    model.set_params(alpha=[4, 3, 2, 1])

    expected = TruncatedCountNB(alpha=[4, 3, 2, 1]).fit(X, y).predict_joint_log_proba(X)
    assert model.predict_joint_log_proba(X).tobytes() == expected.tobytes()
    model.set_params(K=5, alpha=1)
    for call in (model.predict, lambda X: model.partial_fit(X, y), model.explain):
        with refused("changed-parameter", parameter="K"):
            call(X)
    with refused("incompatible-merge", parameter="K"):
        model.fit(X, y).merge(TruncatedCountNB().fit(X, y))


@pytest.mark.parametrize(
    ("parameters", "expected"),
    [
        ({"K": 1}, refused("bad-parameter", parameter="K")),
        ({"K": 2.5}, refused("bad-parameter", parameter="K")),
        ({"K": 2**31}, refused("too-large", parameter="K")),
        ({"alpha": -1}, refused("bad-parameter", parameter="alpha")),
        ({"alpha": [1, 2, 3]}, refused("shape-mismatch", parameter="alpha")),
        ({"alpha": [1, 2, 3, -1]}, refused("bad-parameter", parameter="alpha")),
        ({"alpha": [[1, 2, 3, 4]]}, refused("shape-mismatch", parameter="alpha")),
        ({"alpha": 0.5, "estimate": "map"}, refused("no-mode", parameter="alpha")),
    ],
)
def test_bad_parameters(parameters, expected):
    """A parameter that is none is refused in fit, and a fitted model stays as it was."""
    model = TruncatedCountNB().fit(MAILS, LABELS)
    model.set_params(**parameters)
    before = state(model)

    with expected:
        model.fit(MAILS, LABELS)

    assert state(model) == before


def test_negative_count():
    """A negative count is named with its place and a remedy."""
    with refused("negative-value", parameter="X", place="row 0, column 2"):
        TruncatedCountNB().fit([[1, 0, -1]], ["ham"])
