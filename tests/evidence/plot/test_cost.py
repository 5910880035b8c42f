import numpy as np
from numpy.testing import assert_allclose
from scipy.special import logit
from tests.errors import refused

from priory import CostClassifier, GaussianNB, cost_curve
from priory.evidence.plot import CostDisplay

PROBA = [[0.9, 0.1], [0.6, 0.4], [0.3, 0.7], [0.2, 0.8]]
LABELS = ["a", "b", "b", "b"]
COSTS = [[0, 1], [4, 0]]


def test_the_curve_and_its_best():
    """Each threshold has its mean cost, and the mark stands at the least."""
    display = CostDisplay.from_predictions(LABELS, PROBA, COSTS)
    curve = cost_curve(LABELS, PROBA, COSTS)
    line, mark, implied = display.ax_.lines
    assert_allclose(line.get_xdata()[:-1], logit(curve.thresholds[:-1]))
    assert_allclose(line.get_ydata(), curve.costs)
    assert line.get_drawstyle() == "steps-pre"  # each cost is that of thresholds down to the last
    assert_allclose(mark.get_xydata(), [[logit(0.4), 0]])
    assert_allclose(implied.get_xdata(), logit(0.2))
    assert "least: 0 at the probability 0.4" in display.ax_.get_legend().get_texts()[1].get_text()


def test_a_threshold_that_is_never_reached():
    """Where it is cheapest never to decide for the class, the mark stands at the end."""
    display = CostDisplay.from_predictions(["a"] * 4, PROBA, COSTS, classes=["a", "b"])
    assert_allclose(display.ax_.lines[1].get_xydata(), [[logit(0.8) + 1, 0]])


def test_costs_of_the_classifier():
    """A classifier by cost is drawn with its own costs, and another one needs some."""
    X, y = np.array([[0.0], [1.0], [4.0], [5.0]]), [0, 0, 1, 1]
    model = GaussianNB().fit(X, y)
    display = CostDisplay.from_estimator(CostClassifier(model, COSTS), X, y)
    assert_allclose(display.curve.implied, 0.2)
    with refused("missing-parameter", parameter="costs"):
        CostDisplay.from_estimator(model, X, y)


def test_certain_answers_stand_apart():
    """Rows whose probabilities are 0 and 1 have thresholds of their own on the axis."""
    X, y = np.array([[0.0], [1.0], [400.0], [500.0], [600.0]]), [0, 0, 1, 1, 1]
    display = CostDisplay.from_estimator(GaussianNB().fit(X[:4], y[:4]), X, y, COSTS)
    assert len(np.unique(display.ax_.lines[0].get_xdata()[:-1])) == 5


def test_more_than_two_classes():
    """A threshold is one of two classes."""
    with refused("not-binary", parameter="classes"):
        CostDisplay.from_predictions(["a", "b", "c"], np.full((3, 3), 1 / 3), np.eye(3))
