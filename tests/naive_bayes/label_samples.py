"""Rows with several labels, and what makes two models of them the same."""

import numpy as np
import pytest

from naive_bayes.samples import counted
from priory import BernoulliNB, MixedNB, MultinomialNB

MIXED = MixedNB([("coins", BernoulliNB(), [0, 1, 2]), ("dice", MultinomialNB(), [3, 4, 5, 6])])
FAMILIES = (BernoulliNB(), MultinomialNB(alpha=0.5), MIXED)
each_family = pytest.mark.parametrize("family", FAMILIES, ids=lambda f: type(f).__name__)
NAMES = np.array(["ham", "news", "spam", "work"])


def as_sets(Y):
    """Return the rows of a matrix as sets of names."""
    return [set(NAMES[row].tolist()) for row in Y]


def drawn(seed=0):
    """Draw labels of forty rows; each label is borne by some."""
    return np.random.default_rng(seed).random((40, 4)) < [0.5, 0.3, 0.2, 0.4]


def assert_same(one, other):
    """Assert that two models have the same labels and, of each, the same counts."""
    assert one.classes_.tolist() == other.classes_.tolist()
    assert list(one.models_) == list(other.models_)
    pairs = [(one.models_[name], other.models_[name]) for name in one.models_]
    for mine, theirs in [*pairs, (one.base_, other.base_)]:
        assert mine.classes_.tolist() == theirs.classes_.tolist()
        np.testing.assert_array_equal(mine.class_count_, theirs.class_count_)
        X = counted()[0]
        np.testing.assert_array_equal(
            mine.predict_joint_log_proba(X), theirs.predict_joint_log_proba(X)
        )
