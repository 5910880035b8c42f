import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from evidence.planes import assert_points, assert_told_apart, marks
from matplotlib import pyplot as plt
from numpy.testing import assert_allclose, assert_array_equal
from scipy.sparse import csr_array
from sklearn.datasets import make_blobs, make_moons
from sklearn.exceptions import NotFittedError
from sklearn.neighbors import KNeighborsClassifier, KNeighborsRegressor
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import FunctionTransformer
from tests.errors import refused

from priory import GaussianNB, RejectClassifier
from priory.evidence.plot import RegionsDisplay

X, y = make_moons(60, noise=0.3, random_state=0)
MODEL = KNeighborsClassifier(1).fit(X, y)
SMALL = {"resolution": 20}


def middles(display):
    """Return the middles of the cells that are drawn, upwards and to the right."""
    left, right, bottom, top = display.image_.get_extent()
    n = len(display.image_.get_array())
    across = left + (np.arange(n) + 0.5) * (right - left) / n
    up = bottom + (np.arange(n) + 0.5) * (top - bottom) / n
    return np.column_stack([np.tile(across, n), np.repeat(up, n)])


@pytest.mark.parametrize("k", [1, 7])
@pytest.mark.parametrize("n_classes", [1, 2, 3, 10])
def test_each_cell_has_the_shade_of_its_label(k, n_classes):
    """A cell is shaded by what the classifier answers for its middle."""
    rows, numbers = make_blobs(90, centers=n_classes, random_state=0)
    labels = np.array([f"class {number}" for number in numbers])
    model = KNeighborsClassifier(k).fit(rows, labels)
    display = RegionsDisplay.from_estimator(model, rows, labels, **SMALL)
    answers = model.predict(middles(display))
    shown = display.image_.get_array().reshape(-1, 3)
    for label in np.unique(answers):
        assert len(np.unique(shown[answers == label], axis=0)) == 1
    assert len(np.unique(shown, axis=0)) == min(8, len(np.unique(answers)))
    assert_points(display, rows, labels)
    assert_told_apart(display)


def test_regions_of_more_classes_than_colours_are_named():
    """The name of each of many classes stands in its region; of few, the legend is enough."""
    rows, labels = make_blobs(200, centers=10, random_state=0)
    model = KNeighborsClassifier(1).fit(rows, labels)
    display = RegionsDisplay.from_estimator(model, rows, labels, resolution=50)
    named = {text.get_text(): text.get_position() for text in display.ax_.texts}
    answers = np.unique(display.places).astype(str)
    assert sorted(named) == sorted(answers)
    places = model.predict(np.array([named[label] for label in answers]))
    assert_array_equal(places.astype(str), answers)
    assert not RegionsDisplay.from_estimator(MODEL, X, y, **SMALL).ax_.texts


def test_what_is_refused_is_white():
    """An answer that is no class has a white region, and a word in the legend."""
    labels = np.array(["ham", "spam"])[y]
    model = RejectClassifier(GaussianNB(), level=0.9, reject_label="unsure").fit(X, labels)
    display = RegionsDisplay.from_estimator(model, X, labels, **SMALL)
    is_refused = model.predict(middles(display)) == "unsure"
    is_white = (display.image_.get_array().reshape(-1, 3) == 1).all(axis=1)
    assert 0 < is_refused.sum() < is_refused.size
    assert_array_equal(is_white, is_refused)
    assert [*marks(display)] == ["ham", "spam", "unsure"]
    assert_points(display, X, labels)


@pytest.mark.parametrize("scale", [(1e-12, 1e15), (1e200, 1e-200)])
@pytest.mark.parametrize("offset", [0, 1e3])
def test_any_range(scale, offset):
    """However large or small values are, all points are drawn, and the margin is narrow."""
    rows = (X + offset) * scale
    model = make_pipeline(
        FunctionTransformer(lambda rows: rows / scale), KNeighborsClassifier(1)
    ).fit(rows, y)
    display = RegionsDisplay.from_estimator(model, rows, y, **SMALL)
    display.figure_.canvas.draw()
    ranges = np.ptp(rows, axis=0)
    assert_allclose(np.ptp(display.ax_.get_xlim()), 1.1 * ranges[0])
    assert_allclose(np.ptp(display.ax_.get_ylim()), 1.1 * ranges[1])
    assert_points(display, rows, y)
    assert display.ax_.get_legend().get_title().get_text() == ""


def test_equal_values_have_room():
    """A feature that is the same in all rows is drawn with some room around it."""
    rows = np.column_stack([X[:, 0], np.full(len(X), 5.0)])
    display = RegionsDisplay.from_estimator(MODEL, rows, y, **SMALL)
    bottom, top = display.ax_.get_ylim()
    assert bottom < 5 < top


def test_limits_leave_out_what_is_far_out():
    """Limits show a part of the plane, and the legend says how many points are elsewhere."""
    far = np.vstack([X, [[1000, -50], [0, 77]]])
    labels = [*y, 0, 1]
    model = KNeighborsClassifier(1).fit(far, labels)
    limits = [(-3, 4), (-2, 2)]
    display = RegionsDisplay.from_estimator(model, far, labels, limits=limits, **SMALL)
    assert display.ax_.get_xlim() == (-3, 4)
    assert display.ax_.get_ylim() == (-2, 2)
    assert display.ax_.get_legend().get_title().get_text() == "2 not shown"
    assert_array_equal(display.places.ravel(), model.predict(middles(display)))


@pytest.mark.parametrize(
    "table",
    [
        pd.DataFrame(X, columns=["a", "b"]),
        pl.DataFrame(X, schema=["a", "b"]),
        pa.table({"a": X[:, 0], "b": X[:, 1]}),
    ],
    ids=lambda table: type(table).__module__.split(".")[0],
)
def test_tables(table):
    """The model is asked by tables of the kind that it has learned, whose names stand beside."""
    display = RegionsDisplay.from_estimator(GaussianNB().fit(table, y), table, y, **SMALL)
    expected = RegionsDisplay.from_estimator(GaussianNB().fit(X, y), X, y, **SMALL)
    assert_array_equal(display.places, expected.places)
    assert (display.ax_.get_xlabel(), display.ax_.get_ylabel()) == ("a", "b")
    assert expected.ax_.get_xlabel() == "feature 0"


def test_sparse_rows():
    """Rows may be sparse."""
    rows = csr_array(X)
    display = RegionsDisplay.from_estimator(MODEL, rows, y, **SMALL)
    assert_points(display, X, y)


def test_it_draws_where_it_is_told():
    """Axes that are given are drawn on."""
    _, ax = plt.subplots()
    assert RegionsDisplay.from_estimator(MODEL, X, y, ax=ax, **SMALL).ax_ is ax


@pytest.mark.parametrize(
    ("model", "rows", "labels", "code", "parameter"),
    [
        (MODEL, X[:, :1], y, "shape-mismatch", "X"),
        (MODEL, X[:0], y[:0], "shape-mismatch", "X"),
        (MODEL, X, y[:3], "shape-mismatch", "y"),
        (MODEL, np.sign(X) * 1e308, y, "too-large", "X"),
        (
            KNeighborsClassifier().fit(np.hstack([X, X]), y),
            X,
            y,
            "shape-mismatch",
            "model",
        ),
        (
            KNeighborsClassifier().fit(X, np.column_stack([y, y])),
            X,
            y,
            "unsupported",
            "model",
        ),
        (KNeighborsRegressor().fit(X, y), X, y, "unsupported", "model"),
    ],
)
def test_bad_input(model, rows, labels, code, parameter):
    """What is no classifier of two features, or not learned, is refused."""
    with refused(code, parameter=parameter):
        RegionsDisplay.from_estimator(model, rows, labels)


def test_unfitted():
    """A classifier that has not learned cannot be drawn."""
    with pytest.raises(NotFittedError):
        RegionsDisplay.from_estimator(KNeighborsClassifier(), X, y)


@pytest.mark.parametrize(
    ("parameters", "code", "parameter"),
    [
        ({"limits": (0, 1)}, "bad-parameter", "limits"),
        ({"limits": [(0, 1), (1, 1)]}, "bad-parameter", "limits"),
        ({"resolution": 1}, "bad-parameter", "resolution"),
    ],
)
def test_bad_parameters(parameters, code, parameter):
    """Limits that enclose nothing, and a grid without borders, are refused."""
    with refused(code, parameter=parameter):
        RegionsDisplay.from_estimator(MODEL, X, y, **parameters)
