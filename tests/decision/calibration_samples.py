"""Rows whose features are there several times, of which Naive Bayes is too sure."""

import numpy as np

CLASSES = ("a", "b", "c")
THIRDS = (1 / 3, 1 / 3, 1 / 3)
PRIOR = (0.7, 0.1, 0.2)


def drawn(n, prior=THIRDS, *, seed=0, copies=8):
    """Draw rows of three normal classes, each feature several times, which misleads Naive Bayes."""
    rng = np.random.default_rng(seed)
    y = rng.choice(3, size=n, p=prior)
    means = np.array([[0.0, 0.0], [2.0, 0.0], [0.0, 2.0]])
    return np.tile(rng.normal(means[y], 2.0), copies), np.array(CLASSES)[y]


X, y = drawn(600)


def log_loss(model, rows, labels):
    """Return the mean log loss."""
    own = np.searchsorted(model.classes_, labels)
    return -np.mean(model.predict_log_proba(rows)[np.arange(len(own)), own])
