"""Sources that are set after fit wait for the next one."""

import pickle

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.base import clone
from tests.errors import refused

from priory import FusionClassifier, GaussianNB

RNG = np.random.default_rng(0)
y = np.repeat([0, 1], 50)
X = RNG.normal(y[:, np.newaxis], size=(100, 4))
LEFT, RIGHT = [0, 1], [2, 3]


def fused(left, right):
    """Return a fusion of two sources with these columns."""
    return FusionClassifier([("left", GaussianNB(), left), ("right", GaussianNB(), right)])


@pytest.mark.parametrize(
    "others",
    [
        [("left", GaussianNB(), RIGHT), ("right", GaussianNB(), LEFT)],
        [("left", GaussianNB(), [0])],
        [("first", GaussianNB(), LEFT), ("second", GaussianNB(), RIGHT)],
        [("left", GaussianNB()), ("right", GaussianNB())],
    ],
    ids=["columns", "number", "names", "dict"],
)
def test_other_sources_wait_for_fit(others):
    """The fitted sources go on to see the columns that they learned."""
    model = fused(LEFT, RIGHT).fit(X, y)
    before = model.predict_proba(X)
    model.set_params(estimators=others)
    assert_array_equal(model.predict_proba(X), before)
    assert_array_equal(pickle.loads(pickle.dumps(model)).predict_proba(X), before)  # noqa: S301
    assert list(model.named_estimators_) == ["left", "right"]
    assert clone(model).estimators[0][0] == others[0][0]


def test_other_columns_count_after_fit():
    """A fit after that takes the sources that were set."""
    model = fused(LEFT, RIGHT).fit(X, y).set_params(estimators=[("left", GaussianNB(), [0])])
    alone = GaussianNB().fit(X[:, :1], y)
    assert_allclose(model.fit(X, y).predict_proba(X), alone.predict_proba(X[:, :1]))


def test_batches_of_other_sources():
    """More rows go to the columns that were learned, and sources of other names are refused."""
    model = fused(LEFT, RIGHT).fit(X[::2], y[::2])
    model.set_params(estimators=fused(RIGHT, LEFT).estimators).partial_fit(X[1::2], y[1::2])
    whole = fused(LEFT, RIGHT).fit(X, y)
    assert_allclose(model.predict_proba(X), whole.predict_proba(X), atol=1e-6)
    model.set_params(estimators=[("other", GaussianNB(), LEFT)])
    with refused("changed-since-fit", parameter="estimators"):
        model.partial_fit(X, y)


def test_parameters_of_one_source():
    """A parameter of a source reaches the fitted one; another classifier in its place does not."""
    model = fused(LEFT, RIGHT).fit(X, y)
    model.set_params(left__var_smoothing=0.5)
    assert model.named_estimators_["left"].var_smoothing == 0.5
    assert model.named_estimators_["right"].var_smoothing == 1e-9
    before = model.predict_proba(X)
    model.set_params(left=GaussianNB(), left__var_smoothing=9.0)
    assert model.named_estimators_["left"].var_smoothing == 0.5
    assert_array_equal(model.predict_proba(X), before)
