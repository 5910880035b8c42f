"""Grids that the first rows fix: whatever these are, the density is that of all values."""

import copy

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats
from tests.errors import refused

from naive_bayes.measured import assert_same_counts, measured
from priory import KernelNB

seeds = st.integers(0, 2**32 - 1)


def exact(x, queries, h):
    """Return the density of SciPy with kernels of the width h."""
    return stats.gaussian_kde(x, h / x.std(ddof=1))(queries)


def learned_at_once(x, model):
    """Learn a column in one batch."""
    return model.fit(x[:, np.newaxis], np.zeros(len(x)))


def learned_one_by_one(x, model):
    """Learn a column row by row."""
    for row in x[:, np.newaxis, np.newaxis]:
        model.partial_fit(row, [0], classes=[0])
    return model


def learned_after_one(x, model):
    """Learn a row, and then all others."""
    return model.partial_fit(x[:1, np.newaxis], [0], classes=[0]).partial_fit(
        x[1:, np.newaxis], np.zeros(len(x) - 1)
    )


@pytest.mark.parametrize("outlier", [[], [1e6], [-1e6, 1e8]], ids=str)
@pytest.mark.parametrize("learned", [learned_at_once, learned_one_by_one, learned_after_one])
@pytest.mark.parametrize("half", ["values", "zeros and values"])
def test_far_values_cost_no_precision(outlier, learned, half):
    """However rows come, and whatever lies far off among the first, the density is SciPy's."""
    random = np.random.default_rng(5)
    x = random.normal(size=400)
    if half != "values":
        x[random.random(400) < 0.6] = 0.0
    x = np.concatenate([outlier, x])
    queries, h = np.linspace(-2.5, 2.5, 101), 0.3
    model = learned(x, KernelNB(bandwidth=h))

    ours = np.exp(model.predict_joint_log_proba(queries[:, np.newaxis])[:, 0])

    step = model.grid_[0, 1] - model.grid_[0, 0]
    assert step < 0.1
    most = (step / h) ** 2 / 8 / (h * np.sqrt(2 * np.pi))
    np.testing.assert_allclose(ours, exact(x, queries, h), rtol=0, atol=most)


@pytest.mark.parametrize("outlier", [0.0, 1e6])
def test_accuracy_of_an_exact_density(outlier):
    """The answers are those of densities that keep all values, far ones among the rows or not."""
    random = np.random.default_rng(6)
    heaps = random.choice([-2.0, 2.0], 600)
    X = np.concatenate([random.normal(heaps, 0.5), random.normal(0, 1, 600)])[:, np.newaxis]
    y = np.repeat(["out", "in"], 600)
    X[[0, 600]] += outlier
    queries = random.normal(0, 2, 500)

    ours = KernelNB(bandwidth=0.2).fit(X, y).predict(queries[:, np.newaxis])

    inside, outside = (exact(X[y == label, 0], queries, 0.2) for label in ("in", "out"))
    clear = np.abs(np.log(inside) - np.log(outside)) > 0.05
    assert clear.mean() > 0.9
    np.testing.assert_array_equal(ours[clear], np.where(inside > outside, "in", "out")[clear])


def test_two_values_and_a_far_one():
    """A feature of two values is told apart however far a third one lies."""
    x = np.repeat([0.0, 1.0, 1e6], [80, 19, 1])[:, np.newaxis]

    model = KernelNB(bandwidth=0.2).fit(x, np.where(x[:, 0] == 1, "one", "other"))

    assert model.predict([[0.0], [1.0], [1e6]]).tolist() == ["other", "one", "other"]


def few_valued(seed):
    """Draw rows of a feature with few values, one that is constant at first, and one with many."""
    X, y = measured(seed=seed, missing=0.1, n_rows=100)
    X[:, 0] = np.round(X[:, 0])
    X[:50, 1] = 3.0
    return X, y


@given(seeds, st.lists(st.integers(1, 99), max_size=3, unique=True).map(sorted))
def test_few_values_in_batches(seed, places):
    """Features of few values are learned in any batches, and forgotten, as if at once."""
    X, y = few_valued(seed)
    X = X[:, :1]
    model = KernelNB()

    for rows, labels in zip(np.split(X, places), np.split(y, places), strict=True):
        model.partial_fit(rows, labels, classes=np.unique(y))

    whole = KernelNB().fit(X, y)
    assert_same_counts(model, whole)
    model.forget(X[40:], y[40:])
    expected = KernelNB().partial_fit(X[:40], y[:40], classes=np.unique(y))
    assert model.predict_joint_log_proba(X).tolist() == expected.predict_joint_log_proba(X).tolist()


@given(seeds)
def test_merge_while_values_are_few(seed):
    """To merge a model of few rows is to learn its rows, on whichever grid is fixed."""
    X, y = few_valued(seed)
    large, small = KernelNB().fit(X[:60], y[:60]), KernelNB().fit(X[60:62], y[60:62])
    expected = copy.copy(large).partial_fit(X[60:62], y[60:62])

    merged = copy.copy(large).merge(small)

    assert_same_counts(merged, expected)
    np.testing.assert_array_equal(merged.grid_, expected.grid_)
    assert_same_counts(small.merge(large), expected)


def test_value_that_was_never_learned():
    """Of a feature of few values none can be forgotten that was not learned."""
    model = KernelNB().fit([[1.0], [2.0], [1.0]], ["a", "b", "a"])
    before = model.predict_joint_log_proba([[1.0], [1.5]]).tolist()

    with refused("below-zero", place="column 0, class 'a'"):
        model.forget([[1.5]], ["a"])

    assert model.predict_joint_log_proba([[1.0], [1.5]]).tolist() == before
