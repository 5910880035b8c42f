"""Categories that the tests of CategoricalNB share."""

import numpy as np
from hypothesis import strategies as st

FRUIT = [
    ["red", "round", 1],
    ["red", "long", 0],
    ["yellow", "long", 2],
    ["yellow", None, 2],
    [None, "round", 0],
]
KINDS = ["apple", "chili", "banana", "banana", "apple"]

weights = st.floats(0.125, 4)
codes = st.integers(0, 4)


def coded(n_rows=60, seed=0, missing=0.0):
    """Draw codes of four columns, and labels; every class has a row."""
    random = np.random.default_rng(seed)
    y = np.concatenate([np.arange(3), random.integers(0, 3, n_rows - 3)])
    X = (random.integers(0, [2, 3, 5, 4], (n_rows, 4)) + y[:, np.newaxis] % 2).astype(float)
    X[random.random(X.shape) < missing] = np.nan
    return X, np.array(["a", "b", "c"])[y]


def worded(X):
    """Write codes as words whose order is another one."""
    words = np.array([["kiwi", "fig", "plum", "date", "lime", "pear"]] * X.shape[1], dtype=object)
    named = np.full(X.shape, None, dtype=object)
    for i, j in np.argwhere(~np.isnan(X)):
        named[i, j] = words[j, int(X[i, j])]
    return named


def assert_same(one, other):
    """Assert that two models have the same classes, categories and counts, bit for bit."""
    assert one.classes_.tolist() == other.classes_.tolist()
    assert one.class_count_.tolist() == other.class_count_.tolist()
    for name in ("categories_", "category_count_"):
        mine, theirs = getattr(one, name), getattr(other, name)
        assert [part.tolist() for part in mine] == [part.tolist() for part in theirs]
