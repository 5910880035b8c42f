"""Small tables of counts, and what makes two models the same."""

import pickle

import numpy as np
import pytest

from priory import BernoulliNB, ComplementNB, MultinomialNB
from priory._memo import Memo
from priory.naive_bayes.counts import Counts

FAMILIES = (BernoulliNB, ComplementNB, MultinomialNB)
each_family = pytest.mark.parametrize("family", FAMILIES)
# Those whose parameters are probabilities of the class itself, and whose scores have its prior.
each_distribution = pytest.mark.parametrize("family", [BernoulliNB, MultinomialNB])

# The four mails over "buy", "cheap" and "now".
MAILS = np.array([[1, 1, 0], [1, 0, 1], [0, 1, 0], [0, 0, 1]])
LABELS = np.array(["spam", "spam", "ham", "ham"])


def counted(n_rows=40, n_features=7, n_classes=3, seed=0):
    """Draw sparse counts and labels; every class has a row."""
    random = np.random.default_rng(seed)
    X = random.poisson(0.8, (n_rows, n_features))
    y = np.concatenate([np.arange(n_classes), random.integers(0, n_classes, n_rows - n_classes)])
    return X, np.array(["ham", "list", "news", "spam", "work"])[y]


def state(model):
    """Return everything a model consists of, to the bit."""
    return pickle.dumps({name: as_bytes(value) for name, value in sorted(vars(model).items())})


def as_bytes(value):
    """Return a value so that equal arrays are equal bytes."""
    if isinstance(value, np.ndarray):
        return value.dtype.str, value.shape, value.tolist()
    if isinstance(value, Counts):
        return {name: as_bytes(part) for name, part in {**vars(value), **value.sums}.items()}
    if isinstance(value, dict):
        return {name: as_bytes(part) for name, part in value.items()}
    return None if isinstance(value, Memo) else value  # what is derived may come and go


def assert_same(one, other):
    """Assert that two models have the same classes and counts, bit for bit."""
    assert one.classes_.tolist() == other.classes_.tolist()
    for name in ("class_count_", "feature_count_"):
        mine, theirs = getattr(one, name), getattr(other, name)
        assert (mine.dtype, mine.shape) == (theirs.dtype, theirs.shape)
        assert mine.tobytes() == theirs.tobytes()


def measured(n_rows=40, n_classes=3, missing=0.0, seed=0):
    """Draw measurements of different scales and labels, a share not observed; no class is empty."""
    random = np.random.default_rng(seed)
    _, y = counted(n_rows, 1, n_classes, seed)
    place = np.unique(y, return_inverse=True)[1][:, np.newaxis]
    X = (random.normal(size=(n_rows, 4)) + place) * [1, 0.3, 2, 5] + [0, 10, -3, 0.5]
    X[random.random(X.shape) < missing] = np.nan
    return X, y
