"""Sums of squares: what is left of them when rows are forgotten."""

import warnings

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.datasets import load_iris
from tests.errors import refused

from naive_bayes.samples import state
from priory import GaussianDiscriminant, GaussianNB, MixedNB

FLOWERS, KINDS = load_iris(return_X_y=True)
MODELS = (GaussianNB(), GaussianDiscriminant(), MixedNB())
each_model = pytest.mark.parametrize("model", MODELS, ids=lambda model: type(model).__name__)


@each_model
@settings(max_examples=20)
@given(order=st.permutations(range(50)), kind=st.integers(0, 2))
def test_rows_are_forgotten_one_by_one(model, order, kind):
    """Rounding of the sums that were there once does not keep learned rows from being forgotten."""
    model.fit(FLOWERS, KINDS)
    for row in np.flatnonzero(kind == KINDS)[order]:
        model.forget(FLOWERS[[row]], KINDS[[row]])

    assert model.classes_.tolist() == [k for k in range(3) if k != kind]


@each_model
def test_strange_rows_are_refused_after_others(model):
    """A model that has forgotten rows still refuses what it cannot have learned."""
    model.fit(FLOWERS, KINDS).forget(FLOWERS[:40], KINDS[:40])
    before = state(model)

    with refused("below-zero", place="column 0, class 0"):
        model.forget(FLOWERS[[45]] + 1, KINDS[[45]])

    assert state(model) == before


@pytest.mark.parametrize("far", [1e3, 1e9, 1e17])
@each_model
def test_forgotten_outliers(model, far):
    """A row so far away that its rounding is all that is left is forgotten with a warning."""
    rows, labels = np.vstack([FLOWERS, [[5.0, far, 1.5, 0.25]]]), np.append(KINDS, 0)
    model.fit(rows, labels)

    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        model.forget(rows[-1:], labels[-1:])

    assert model.class_count_.tolist() == [50, 50, 50]
    messages = [str(warning.message) for warning in told]
    assert len(messages) == (far > 1e6)
    assert all("column 1, class 0" in m and "fit again" in m for m in messages)


def test_outliers_that_are_whole_numbers():
    """Whole numbers are forgotten exactly, so that there is nothing to warn of."""
    rows = np.array([[1.0], [2.0], [4.0], [5e7]])
    model = GaussianNB(var_smoothing=0).fit(rows, ["a"] * 4).forget(rows[-1:], ["a"])

    np.testing.assert_allclose(model.var_, rows[:3].var(), rtol=1e-14)
