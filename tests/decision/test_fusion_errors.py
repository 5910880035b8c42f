"""Sources, weights and rows that cannot be fused."""

import numpy as np
import pytest
from numpy.testing import assert_allclose
from sklearn.neighbors import KNeighborsClassifier
from tests.errors import refused

from decision.fusion_samples import CLASSES, LEFT, RIGHT, X, fitted, halves, y
from priory import FusionClassifier, GaussianNB, PriorShiftClassifier


@pytest.mark.parametrize(
    ("estimators", "code", "fields"),
    [
        ([], "bad-parameter", {"parameter": "estimators"}),
        (
            [("a", GaussianNB(), [0]), ("b", GaussianNB())],
            "bad-parameter",
            {"parameter": "estimators"},
        ),
        ([GaussianNB()], "bad-parameter", {"parameter": "estimators"}),
        (
            [("a", GaussianNB(), [7])],
            "unknown-column",
            {"parameter": "estimators", "place": "source 'a'"},
        ),
        (
            [("a", GaussianNB(), ["age"])],
            "unknown-column",
            {"parameter": "estimators", "place": "source 'a'"},
        ),
        ([("a", GaussianNB())], "wrong-type", {"parameter": "X"}),
    ],
)
def test_bad_sources(estimators, code, fields):
    """Sources that are none are named."""
    with refused(code, **fields):
        FusionClassifier(estimators).fit(X, y)


@pytest.mark.parametrize(
    ("estimators", "message"),
    [
        ([("a", GaussianNB(), [0]), ("a", GaussianNB(), [1])], "not unique"),
        ([("weights", GaussianNB(), [0])], "conflict"),
    ],
)
def test_bad_names_of_sources(estimators, message):
    """Names that are there twice, or are parameters, are refused by scikit-learn."""
    with pytest.raises(ValueError, match=message):
        FusionClassifier(estimators).fit(X, y)


@pytest.mark.parametrize(
    ("weights", "code", "fields"),
    [
        ([1.0], "shape-mismatch", {"parameter": "weights"}),
        (np.ones((3, 2)), "shape-mismatch", {"parameter": "weights"}),
        ([1.0, -1.0], "bad-parameter", {"parameter": "weights", "place": "source 'right'"}),
        ([np.nan, 1.0], "bad-parameter", {"parameter": "weights", "place": "source 'left'"}),
        ({"middle": 1.0}, "unknown-source", {"parameter": "weights"}),
    ],
)
def test_bad_weights(weights, code, fields):
    """Weights that do not fit the sources are refused."""
    with refused(code, **fields):
        halves(weights=weights).fit(X, y).predict(X)


@pytest.mark.parametrize(
    ("rows", "code", "fields"),
    [
        ({"left": X[:, LEFT], "up": X}, "unknown-source", {"parameter": "X"}),
        ({"left": X[:, LEFT]}, "unknown-source", {"parameter": "X"}),
        ({"left": X[:, LEFT], "right": X[:9, RIGHT]}, "shape-mismatch", {"parameter": "X"}),
        (
            {"left": X[:, LEFT], "right": np.full((200, 2), np.nan)},
            "empty-input",
            {"parameter": "X", "place": "source 'right'"},
        ),
    ],
)
def test_bad_dicts(rows, code, fields):
    """A dict of rows that does not fit the sources is refused."""
    with refused(code, **fields):
        FusionClassifier([("left", GaussianNB()), ("right", GaussianNB())]).fit(rows, y)


def test_priors_that_are_not_told():
    """A fitted classifier without a prior is refused with the remedy, and taken with it."""
    left, _ = fitted()
    neighbours = KNeighborsClassifier().fit(X[:, RIGHT], y)
    sources = [("left", left, LEFT), ("right", neighbours, RIGHT)]
    with refused("unknown-prior", parameter="estimators", place="source 'right'"):
        FusionClassifier(sources).predict(X)
    told = PriorShiftClassifier(neighbours, train_prior=np.exp(left.class_log_prior_))
    model = FusionClassifier([sources[0], ("right", told, RIGHT)])
    assert_allclose(model.class_log_prior_, left.class_log_prior_)
    assert model.score(X, y) > 0.5
    assert_allclose(model.predict_proba(X, weights=[1, 0]), left.predict_proba(X[:, LEFT]))


def test_labels_of_two_types():
    """Sources whose labels are numbers and names cannot be fused."""
    left, _ = fitted()
    numbers = GaussianNB().fit(X[:, RIGHT], np.searchsorted(CLASSES, y))
    with refused("mixed-labels", parameter="estimators"):
        FusionClassifier([("left", left, LEFT), ("right", numbers, RIGHT)]).predict(X)
