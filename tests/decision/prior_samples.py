"""Rows of classes with given shares."""

import numpy as np

CLASSES = ("a", "b", "c")
PRIOR = (0.7, 0.1, 0.2)


def drawn(n, prior, *, seed=0, spread=1.0):
    """Draw rows of three normal classes with these shares."""
    rng = np.random.default_rng(seed)
    y = rng.choice(3, size=n, p=prior)
    means = np.array([[0.0, 0.0], [2.0, 0.0], [0.0, 2.0]])
    return rng.normal(means[y], spread), np.array(CLASSES)[y]


X, y = drawn(300, (1 / 3, 1 / 3, 1 / 3))
