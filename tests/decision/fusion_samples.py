"""Rows of three classes, and fusions over two halves of their columns."""

import numpy as np

from priory import FusionClassifier, GaussianNB

RNG = np.random.default_rng(0)
CLASSES = np.array(["a", "b", "c"])
y = CLASSES[RNG.choice(3, size=200, p=[0.5, 0.3, 0.2])]
X = RNG.normal((y[:, np.newaxis] == CLASSES) @ RNG.normal(size=(3, 4)))
LEFT, RIGHT = [0, 1], [2, 3]


def halves(estimator=None, **params):
    """Return a fusion over two halves of the columns."""
    estimator = GaussianNB() if estimator is None else estimator
    return FusionClassifier([("left", estimator, LEFT), ("right", estimator, RIGHT)], **params)


def fitted():
    """Return two classifiers that were fitted alone, each on its half."""
    return GaussianNB().fit(X[:, LEFT], y), GaussianNB().fit(X[:, RIGHT], y)
