import numpy as np
import pandas as pd
import pytest
from matplotlib import pyplot as plt
from numpy.testing import assert_allclose
from sklearn.exceptions import NotFittedError
from sklearn.linear_model import LinearRegression
from sklearn.neighbors import KNeighborsClassifier, KNeighborsRegressor
from tests.errors import refused

from priory.evidence.plot import RegressionDisplay

rng = np.random.default_rng(0)
X = rng.uniform(0, 10, (50, 1))
y = np.sin(X[:, 0]) + 0.3 * rng.normal(size=50)


def models(*ks):
    """Return regressors of so many neighbours."""
    return [KNeighborsRegressor(k).fit(X, y) for k in ks]


def legend(display):
    """Return the words of the legend."""
    return [text.get_text() for text in display.ax_.get_legend().get_texts()]


def test_curves_are_what_is_answered():
    """Each regressor has a curve of its answers, from a little before the points to behind them."""
    display = RegressionDisplay.from_estimator(models(1, 7), X, y)
    assert legend(display) == ["k = 1", "k = 7"]
    for line, k in zip(display.ax_.lines, (1, 7), strict=True):
        at, answers = line.get_data()
        assert_allclose(answers, models(k)[0].predict(at[:, np.newaxis]))
        assert at[0] < X.min() < X.max() < at[-1]
        assert (at[0], at[-1]) == display.ax_.get_xlim()


def test_points_are_the_data():
    """Each row is a point."""
    display = RegressionDisplay.from_estimator(models(3), X, y)
    assert_allclose(display.ax_.collections[0].get_offsets(), np.column_stack([X[:, 0], y]))
    assert display.ax_.get_xlabel() == "feature 0"
    assert display.ax_.get_ylabel() == "value"


def test_many_curves_are_told_apart():
    """More curves than colours have other dashes."""
    display = RegressionDisplay.from_estimator(models(*range(1, 13)), X, y)
    looks = {(line.get_color(), line.get_linestyle()) for line in display.ax_.lines}
    assert len(looks) == 12


def test_any_regressor_and_names():
    """Other regressors are named by their class, or as is said; frames name the axes."""
    rows, values = pd.DataFrame(X, columns=["width"]), pd.Series(y, name="price")
    line = LinearRegression().fit(rows, values)
    display = RegressionDisplay.from_estimator(line, rows, values)
    assert legend(display) == ["LinearRegression"]
    assert (display.ax_.get_xlabel(), display.ax_.get_ylabel()) == ("width", "price")
    named = RegressionDisplay.from_estimator([line, line], rows, values, names=["one", "two"])
    assert legend(named) == ["one", "two"]


@pytest.mark.parametrize("scale", [1e-12, 1e15])
def test_any_range(scale):
    """However large or small values are, the margin is a share of their range."""
    model = LinearRegression().fit(scale * X, y)
    display = RegressionDisplay.from_estimator(model, scale * X, y)
    assert_allclose(np.ptp(display.ax_.get_xlim()), 1.1 * scale * np.ptp(X))


def test_limits_and_axes():
    """What is drawn, and where, can be said."""
    _, ax = plt.subplots()
    display = RegressionDisplay.from_estimator(models(1), X, y, limits=(2, 3), ax=ax)
    assert display.ax_ is ax
    assert ax.get_xlim() == (2, 3)


@pytest.mark.parametrize(
    ("model", "rows", "code", "parameter"),
    [
        ([], X, "missing-parameter", "model"),
        (
            KNeighborsRegressor().fit(np.hstack([X, X]), y),
            X,
            "shape-mismatch",
            "model",
        ),
        (models(1)[0], X[:, 0], "shape-mismatch", "X"),
        (
            KNeighborsRegressor().fit(X, np.column_stack([y, y])),
            X,
            "unsupported",
            "model",
        ),
        (
            KNeighborsClassifier().fit(X, y > 0),
            X,
            "unsupported",
            "model",
        ),
    ],
)
def test_bad_input(model, rows, code, parameter):
    """What is no regressor of one feature is refused."""
    with refused(code, parameter=parameter):
        RegressionDisplay.from_estimator(model, rows, y)


def test_unfitted():
    """A regressor that has not learned cannot be drawn."""
    with pytest.raises(NotFittedError):
        RegressionDisplay.from_estimator(KNeighborsRegressor(), X, y)


def test_bad_parameters():
    """Other numbers of names and values, and limits that enclose nothing, are refused."""
    with refused("shape-mismatch", parameter="names"):
        RegressionDisplay.from_estimator(models(1), X, y, names=["a", "b"])
    with refused("shape-mismatch", parameter="y"):
        RegressionDisplay.from_estimator(models(1), X, y[:3])
    with refused("bad-parameter", parameter="limits"):
        RegressionDisplay.from_estimator(models(1), X, y, limits=(3, 2))
