"""Shifts: the sums of a class are taken from a number near its own."""

import numpy as np
import pytest
from scipy import sparse

from priory import GaussianDiscriminant, GaussianNB

MODELS = (GaussianNB(var_smoothing=0), GaussianDiscriminant(covariance="diagonal"))
each_model = pytest.mark.parametrize("model", MODELS, ids=lambda model: type(model).__name__)
SMALL = np.arange(1000.0) % 7


def variance(model):
    """Return the variance of the first feature in the first class."""
    table = model.var_ if isinstance(model, GaussianNB) else model.covariance_
    return table[0, 0]


@each_model
def test_late_numbers(model):
    """A feature that the first rows of a class lack has a shift near its later numbers."""
    X = np.column_stack([SMALL + 1e9, SMALL])
    X[:200, 0] = np.nan

    model.fit(X, np.zeros(len(X), dtype=int))

    np.testing.assert_allclose(variance(model), SMALL[200:].var(), rtol=1e-12)


@each_model
def test_rows_of_no_weight(model):
    """A row of weight 0 is none: it says nothing about where the numbers are."""
    X = np.column_stack([SMALL, SMALL])
    X[:200] = 1e12

    model.fit(X, np.zeros(len(X), dtype=int), np.arange(len(X)) >= 200)

    np.testing.assert_allclose(variance(model), SMALL[200:].var(), rtol=1e-12)


@each_model
def test_classes_that_come_late(model):
    """A class that the first rows lack has a shift near its own numbers."""
    y = np.arange(len(SMALL)) < 900

    model.fit(np.where(y, 0, 1e9)[:, np.newaxis] + SMALL[:, np.newaxis], y)

    np.testing.assert_allclose(variance(model), SMALL[900:].var(), rtol=1e-12)


@pytest.mark.parametrize("late", [0, 200])
@pytest.mark.parametrize("size", [1, 7, 1000])
def test_sparse_rows(size, late):
    """Columns of sparse rows that hold numbers far from 0 keep their digits as dense ones do."""
    X = np.column_stack([SMALL + 1.7e9, SMALL, np.where(SMALL > 5, 1e5, 0), SMALL - 1e6])
    X[:late, 0] = np.nan
    y = np.arange(len(X)) % 3
    dense, model = (GaussianNB(var_smoothing=1e-20) for _ in range(2))
    dense.fit(X, y)
    for first in range(0, len(X), size):
        rows = slice(first, first + size)
        model.partial_fit(sparse.csr_array(X[rows]), y[rows], classes=[0, 1, 2])

    for name in ("theta_", "var_"):
        np.testing.assert_allclose(getattr(model, name), getattr(dense, name), rtol=1e-9)
    expected = dense.predict_joint_log_proba(X)
    np.testing.assert_allclose(model.predict_joint_log_proba(sparse.csr_array(X)), expected)

    kept = slice(600, None)
    model.forget(sparse.csr_array(X[:600]), y[:600])
    expected = GaussianNB(var_smoothing=1e-20).fit(X[kept], y[kept])
    np.testing.assert_allclose(model.var_, expected.var_, rtol=1e-9)


def test_sparse_rows_of_few_numbers():
    """A column that the first rows of a class do not all hold has the shift 0, which is fast."""
    X = sparse.random(300, 50, 0.2, "csr", random_state=0)
    model = GaussianNB().fit(X, np.arange(300) % 2)

    assert not model._counts.moments.shift.any()
    np.testing.assert_allclose(model.theta_[0], X[::2].toarray().mean(axis=0))
