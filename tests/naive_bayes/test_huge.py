"""Numbers that are finite, but whose sums are not."""

import numpy as np
import pytest
from scipy import sparse
from tests.errors import refused

from naive_bayes.samples import state
from priory import (
    BernoulliNB,
    CategoricalNB,
    ComplementNB,
    GaussianNB,
    MultinomialNB,
    PoissonNB,
    TruncatedCountNB,
)

COUNTS = np.array([[1, 0, 2], [0, 3, 1]])
SUMMED = (MultinomialNB, ComplementNB, PoissonNB)


@pytest.mark.parametrize("kind", [np.asarray, sparse.csr_array])
@pytest.mark.parametrize("family", SUMMED)
def test_counts(family, kind):
    """A count that may make sums infinite is refused with its place, and nothing is changed."""
    model = family().fit(COUNTS, ["a", "b"])
    before = state(model)

    for learn in (model.partial_fit, model.forget, model.fit):
        with refused("too-large", parameter="X", place="row 1, column 2"):
            learn(kind([[0, 1, 1], [5, 0, 1.7e308]]), ["a", "b"])

    assert state(model) == before


@pytest.mark.parametrize("family", [BernoulliNB, TruncatedCountNB])
def test_counts_that_are_not_summed(family):
    """Where a count only says how many at most, it may be as large as a float."""
    model = family().fit([[1.7e308, 0], [0, 1.7e308]], ["a", "b"])

    assert model.predict([[1.7e308, 0]]).tolist() == ["a"]


@pytest.mark.parametrize("family", [*SUMMED, BernoulliNB, CategoricalNB, GaussianNB])
def test_weights(family):
    """A weight that may make sums infinite is refused with its row, and nothing is changed."""
    model = family().fit(COUNTS, ["a", "b"])
    before = state(model)

    for learn in (model.partial_fit, model.forget):
        with refused("too-large", parameter="sample_weight", place="row 1, class 'b'"):
            learn(COUNTS, ["a", "b"], sample_weight=[1, 1e308])

    assert state(model) == before


def test_weighted_squares():
    """The largest measurements and weights that are taken have finite squares together."""
    model = GaussianNB().fit([[1e100], [-1e100]], ["a", "a"], sample_weight=[1e100, 1e100])

    np.testing.assert_allclose(model.var_, 1e200)
