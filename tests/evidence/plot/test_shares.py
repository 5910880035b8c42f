import numpy as np
import pytest
from evidence.planes import assert_points, assert_told_apart
from numpy.testing import assert_allclose
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.datasets import make_blobs, make_moons
from sklearn.linear_model import Perceptron
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from tests.errors import refused

from priory import GaussianNB, KNeighborsClassifier
from priory.errors import InputTypeError
from priory.evidence.plot import SharesDisplay

X, y = make_moons(60, noise=0.3, random_state=0)
MODEL = KNeighborsClassifier(7).fit(X, y)
SMALL = {"resolution": 20}


def shown(display):
    """Return the numbers that are drawn."""
    return np.asarray(display.image_.get_array())


def scale(display):
    """Return what is written beside the colours."""
    return display.colorbar_.ax.get_xlabel()


def grid(display):
    """Return the middles of the cells."""
    return display.plane.grid(X, len(display.shares))


def test_the_number_of_neighbours():
    """With two classes it is the number of neighbours of the second, in steps from 0 to k."""
    display = SharesDisplay.from_estimator(MODEL, X, y, **SMALL)
    nearest = MODEL.kneighbors(grid(display), return_distance=False)
    assert_allclose(shown(display).ravel(), y[nearest].sum(axis=1))
    assert display.image_.get_cmap().N == 8
    assert display.colorbar_.get_ticks().tolist() == list(range(8))
    assert scale(display) == "neighbours of class 1, of 7"
    assert_points(display, X, y)


def test_the_ends_are_the_colours_of_the_classes():
    """Where all neighbours are of one class, the cell is a shade of the colour of its points."""
    display = SharesDisplay.from_estimator(MODEL, X, y, **SMALL)
    first, second = display.image_.cmap([0.0, 1.0])[:, :3]
    blue, red = (group.get_facecolor()[0, :3] for group in display.ax_.collections[-2:])
    assert first.argmax() == blue.argmax()
    assert second.argmax() == red.argmax()


@pytest.mark.parametrize("n_classes", [3, 10])
def test_one_class_of_many(n_classes):
    """The class can be named, whatever its type."""
    rows, numbers = make_blobs(90, centers=n_classes, random_state=0)
    labels = np.array([f"c{number}" for number in numbers])
    model = KNeighborsClassifier(7).fit(rows, labels)
    display = SharesDisplay.from_estimator(model, rows, labels, positive="c2", **SMALL)
    expected = 7 * model.predict_proba(grid(display))[:, 2]
    assert_allclose(shown(display).ravel(), expected)
    assert scale(display) == "neighbours of class c2, of 7"
    assert_points(display, rows, labels)
    assert_told_apart(display)


def test_the_largest_share():
    """With more than two classes cells are the stronger in colour the more neighbours agree."""
    rows, labels = make_blobs(90, centers=3, random_state=0)
    model = KNeighborsClassifier(7).fit(rows, labels)
    display = SharesDisplay.from_estimator(model, rows, labels, **SMALL)
    proba = model.predict_proba(grid(display))
    largest, darkness = proba.max(axis=1), 1 - shown(display).reshape(-1, 3).mean(axis=1)
    for label in range(3):
        shades = {
            (share, dark)
            for share, dark, winner in zip(
                largest.round(3), darkness.round(6), proba.argmax(axis=1), strict=True
            )
            if winner == label
        }
        assert len(dict(shades)) == len(shades) > 1
        assert sorted(shades) == sorted(shades, key=lambda pair: pair[1])
    assert display.colorbar_.get_ticks().tolist() == [3, 4, 5, 6, 7]
    assert scale(display) == "neighbours that agree, of 7"


def test_one_class_only():
    """If there is one class, all neighbours are of it."""
    same = np.zeros(len(X), dtype=int)
    display = SharesDisplay.from_estimator(KNeighborsClassifier(3).fit(X, same), X, same, **SMALL)
    assert (shown(display) == 3).all()


@pytest.mark.parametrize(
    "model",
    [KNeighborsClassifier(7, weights="distance"), KNeighborsClassifier(7, alpha=1), GaussianNB()],
    ids=str,
)
def test_probabilities(model):
    """Shares that are no numbers of neighbours are shown as probabilities."""
    display = SharesDisplay.from_estimator(model.fit(X, y), X, y, **SMALL)
    assert_allclose(shown(display).ravel(), model.predict_proba(grid(display))[:, 1])
    assert scale(display) == "probability of class 1"
    assert (display.image_.norm.vmin, display.image_.norm.vmax) == (0, 1)


def test_probabilities_of_many_classes():
    """The largest probability starts where all are alike."""
    rows, labels = make_blobs(90, centers=4, random_state=0)
    display = SharesDisplay.from_estimator(GaussianNB().fit(rows, labels), rows, labels, **SMALL)
    assert scale(display) == "probability of the label"
    assert (display.colorbar_.norm.vmin, display.colorbar_.norm.vmax) == (0.25, 1)


def test_pipelines_have_neighbours():
    """The number of neighbours of a pipeline is that of its last step."""
    model = make_pipeline(StandardScaler(), KNeighborsClassifier(5)).fit(X, y)
    assert SharesDisplay.from_estimator(model, X, y, **SMALL).k == 5


def test_bad_input():
    """Unknown classes, and models without probabilities, are refused."""
    with refused("unknown-label", parameter="positive"):
        SharesDisplay.from_estimator(MODEL, X, y, positive=3)
    with refused("unsupported", InputTypeError, parameter="model"):
        SharesDisplay.from_estimator(Perceptron().fit(X, y), X, y)
    with refused("shape-mismatch", parameter="X"):
        SharesDisplay.from_estimator(MODEL, X[:, :1], y)


class Half(ClassifierMixin, BaseEstimator):
    """A classifier that knows nothing of what is to the left."""

    def fit(self, _, labels):
        """Take the labels."""
        self.classes_, self.n_features_in_ = np.unique(labels), 2
        return self

    def predict_proba(self, rows):
        """Return the same for all that is to the right."""
        shares = np.full((len(rows), len(self.classes_)), np.nan)
        shares[np.asarray(rows)[:, 0] > 0] = np.eye(len(self.classes_))[0]
        return shares


@pytest.mark.parametrize("n_classes", [2, 3])
def test_what_is_not_known_is_white(n_classes):
    """Where a classifier has no shares nothing is drawn but a border, and the legend says so."""
    rows = np.array([[-1.0, -1.0], [1.0, 1.0], [0.5, -1.0]])
    labels = np.arange(3) % n_classes
    model = Half().fit(rows, labels)

    display = SharesDisplay.from_estimator(model, rows, labels, limits=[(-1, 1), (-1, 1)], **SMALL)

    image = np.ma.filled(np.ma.asarray(display.image_.get_array()), 1.0)
    is_white = image == 1 if image.ndim == 2 else (image == 1).all(axis=2)
    assert is_white[:, :10].all()
    assert not is_white[:, 10:].any()
    assert display.ax_.get_legend().get_title().get_text() == "50% not known (white)"
    assert len(display.ax_.collections) == 2 + n_classes  # a line from either side, and points
