"""KNeighborsRegressor, where it has what scikit-learn's has not."""

import numpy as np
import pytest
from tests.errors import refused

from priory import KNeighborsRegressor

X = np.array([[0.0], [1.0], [2.0], [3.0]])
Y = np.array([0.0, 0.5, 2.0, 4.0])


def test_sample_weights():
    """Rows weigh in the average what they were learned with."""
    model = KNeighborsRegressor(n_neighbors=2).fit(X, Y, sample_weight=[1, 3, 1, 1])

    np.testing.assert_allclose(model.predict([[1.5]]), [(3 * 0.5 + 2) / 4])


def test_both_weights():
    """Weights of rows multiply weights by distance."""
    model = KNeighborsRegressor(2, weights="distance").fit(X, Y, sample_weight=[1, 3, 1, 1])

    np.testing.assert_allclose(model.predict([[1.25]]), [(9 * 0.5 + 2) / 10])


def test_weightless():
    """Neighbours that weigh nothing have no average."""
    model = KNeighborsRegressor(n_neighbors=1).fit(X, Y, sample_weight=[1, 0, 1, 1])

    with refused("zero-weight", place="row 0"):
        model.predict([[1]])


def test_several_outputs():
    """Values of several outputs are averaged each for itself, and forgotten together."""
    both = np.column_stack([Y, -Y])
    model = KNeighborsRegressor(2).fit(X[:3], both[:3]).partial_fit(X[3:], both[3:])

    assert model.predict([[2.5]]).tolist() == [[3, -3]]
    model.forget(X[3:], both[3:])
    assert model.predict([[2.5]]).tolist() == [[1.25, -1.25]]
    with refused("shape-mismatch", parameter="y"):
        model.partial_fit(X, Y)


def test_forget_needs_the_value():
    """A row with another value is another row."""
    with refused("not-learned", place="row 0"):
        KNeighborsRegressor().fit(X, Y).forget(X[:1], [1.0])


@pytest.mark.parametrize(("y", "code"), [([1, 2], "shape-mismatch"), (None, "missing-target")])
def test_bad_values(y, code):
    """Values are one a row."""
    with refused(code, parameter="y"):
        KNeighborsRegressor().fit(X, y)


def test_missing_values():
    """Values are numbers; scikit-learn says so."""
    with pytest.raises(ValueError, match="NaN"):
        KNeighborsRegressor().fit(X, [0, 1, 2, np.nan])


@pytest.mark.parametrize("method", ["fit", "partial_fit", "forget"])
def test_targets_that_are_no_numbers(method):
    """A target that is no number is refused with fields, whatever is asked."""
    model = KNeighborsRegressor(n_neighbors=1).fit([[1.0]], [1.0])
    with refused("bad-target", parameter="y"):
        getattr(model, method)([[1.0]], ["one"])
