"""Small tables of measurements, and what makes two models of them the same."""

import numpy as np
import pytest
from hypothesis import strategies as st
from variants import slow

KINDS = (  # of GaussianDiscriminant
    {},
    {"covariance": "full"},
    {"covariance": "diagonal"},
    {"shrinkage": "auto"},
    {"estimate": "predictive"},
)
COMBINED = (
    {"covariance": "full", "shrinkage": 0.2, "ddof": 1},
    {"covariance": "full", "estimate": "predictive"},
    {"covariance": "diagonal", "estimate": "predictive"},
)
each_kind = pytest.mark.parametrize("options", [*KINDS, *slow(*COMBINED)], ids=str)
seeds = st.integers(0, 2**32 - 1)


def measured(n_rows=60, n_features=3, n_classes=3, seed=0, missing=0.0):
    """Draw correlated measurements and labels; every class has rows for a covariance."""
    random = np.random.default_rng(seed)
    mixed = np.eye(n_features) + np.triu(random.uniform(-1, 1, (n_features, n_features)), 1)
    least = min(n_rows, n_classes * (n_features + 3))
    y = np.arange(n_rows) % n_classes
    y[least:] = random.integers(0, n_classes, n_rows - least)
    X = random.normal(size=(n_rows, n_features)) @ mixed
    X = X * (1 + y[:, np.newaxis] / 4) + y[:, np.newaxis] + random.normal(size=n_features)
    X[random.random(X.shape) < missing] = np.nan
    return X, np.array(["ham", "list", "news", "spam", "work"])[y]


def assert_close(one, other, X, precision=1e-9):
    """Assert that two models have the same classes and answers, up to rounding."""
    assert one.classes_.tolist() == other.classes_.tolist()
    np.testing.assert_allclose(one.class_count_, other.class_count_, rtol=precision)
    mine, theirs = (model.predict_joint_log_proba(X) for model in (one, other))
    np.testing.assert_allclose(mine, theirs, rtol=precision, atol=precision)


def assert_same_counts(one, other):
    """Assert that two models have the same classes and tables, bit for bit."""
    assert one.classes_.tolist() == other.classes_.tolist()
    for name, mine in one.counts_.sums.items():
        theirs = other.counts_[name]
        assert (mine.shape, mine.tobytes()) == (theirs.shape, theirs.tobytes()), name
