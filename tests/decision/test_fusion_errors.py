"""Sources, weights and rows that cannot be fused."""

import numpy as np
import pytest
from numpy.testing import assert_allclose
from sklearn.neighbors import KNeighborsClassifier

from decision.fusion_samples import CLASSES, LEFT, RIGHT, X, fitted, halves, y
from priory import FusionClassifier, GaussianNB, PriorShiftClassifier


@pytest.mark.parametrize(
    ("estimators", "message"),
    [
        ([], "estimators is a list of"),
        ([("a", GaussianNB(), [0]), ("b", GaussianNB())], "all alike"),
        ([GaussianNB()], "estimators is a list of"),
        ([("a", GaussianNB(), [0]), ("a", GaussianNB(), [1])], "not unique"),
        ([("weights", GaussianNB(), [0])], "conflict"),
        ([("a", GaussianNB(), [7])], "source 'a': X of 4 features has no such columns"),
        ([("a", GaussianNB(), ["age"])], "source 'a'"),
        ([("a", GaussianNB())], "X is a dict of rows by the names of the sources"),
    ],
)
def test_bad_sources(estimators, message):
    """Sources that are none are named."""
    with pytest.raises(ValueError, match=message):
        FusionClassifier(estimators).fit(X, y)


@pytest.mark.parametrize(
    ("weights", "message"),
    [
        ([1.0], r"shape \(1,\).*\['left', 'right'\]"),
        (np.ones((3, 2)), "200 rows"),
        ([1.0, -1.0], "source 'right' is -1"),
        ([np.nan, 1.0], "source 'left' is nan"),
        ({"middle": 1.0}, r"names \['middle'\]; the sources are"),
    ],
)
def test_bad_weights(weights, message):
    """Weights that do not fit the sources are refused."""
    with pytest.raises(ValueError, match=message):
        halves(weights=weights).fit(X, y).predict(X)


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ({"left": X[:, LEFT], "up": X}, r"rows for \['left', 'up'\]; the sources are"),
        ({"left": X[:, LEFT]}, r"rows for \['left'\]"),
        ({"left": X[:, LEFT], "right": X[:9, RIGHT]}, "'left': 200, 'right': 9"),
        ({"left": X[:, LEFT], "right": np.full((200, 2), np.nan)}, "source 'right' has no row"),
    ],
)
def test_bad_dicts(rows, message):
    """A dict of rows that does not fit the sources is refused."""
    with pytest.raises(ValueError, match=message):
        FusionClassifier([("left", GaussianNB()), ("right", GaussianNB())]).fit(rows, y)


def test_priors_that_are_not_told():
    """A fitted classifier without a prior is refused with the remedy, and taken with it."""
    left, _ = fitted()
    neighbours = KNeighborsClassifier().fit(X[:, RIGHT], y)
    sources = [("left", left, LEFT), ("right", neighbours, RIGHT)]
    with pytest.raises(ValueError, match=r"'right' came fitted.*train_prior"):
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
    with pytest.raises(ValueError, match="some sources have numbers for labels"):
        FusionClassifier([("left", left, LEFT), ("right", numbers, RIGHT)]).predict(X)
