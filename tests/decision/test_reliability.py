"""Reliability in numbers, against those worked by hand and scikit-learn's."""

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.calibration import calibration_curve
from sklearn.metrics import brier_score_loss, log_loss
from tests.errors import refused

from priory import GaussianNB, reliability

CLASSES = np.array(["a", "b", "c"])


def judged(n=500, n_classes=3):
    """Return labels and probabilities that have something to do with them."""
    rng = np.random.default_rng(0)
    proba = rng.dirichlet(np.ones(n_classes), size=n)
    y = np.array([rng.choice(n_classes, p=row) for row in proba])
    return CLASSES[y], proba


def test_worked_by_hand():
    """Four rows in two bins: the gaps 0.75 - 0.5 and 0.95 - 1, half of the rows each."""
    proba = [[0.7, 0.3], [0.2, 0.8], [0.95, 0.05], [0.95, 0.05]]
    found = reliability(["a", "a", "a", "a"], proba, classes=["a", "b"], bins=10)
    assert found.ece == pytest.approx(0.5 * abs(0.7 - 1) / 2 + 0.25 * 0.8 + 0.5 * 0.05, abs=1e-12)
    assert found.brier == pytest.approx((0.09 + 0.64 + 2 * 0.0025) / 4)
    assert found.log_loss == pytest.approx(-np.log([0.7, 0.2, 0.95, 0.95]).mean())


@pytest.mark.parametrize("n_classes", [2, 3])
def test_losses_are_scikit_learns(n_classes):
    """The log loss is scikit-learn's, and so is the Brier score of two classes."""
    y, proba = judged(n_classes=n_classes)
    found = reliability(y, proba)
    assert_allclose(found.log_loss, log_loss(y, proba))
    if n_classes == 2:
        assert_allclose(found.brier, brier_score_loss(y, proba[:, 1], pos_label="b"))
        assert_allclose(reliability(y, proba[:, 1]).brier, found.brier)
    else:
        truth = y[:, np.newaxis] == CLASSES
        assert_allclose(found.brier, ((proba - truth) ** 2).sum(axis=1).mean())


def test_bins_are_scikit_learns():
    """The bins of a class are those of scikit-learn's calibration curve."""
    y, proba = judged()
    found = reliability(y, proba, bins=8)
    for place, label in enumerate(CLASSES):
        right, stated = calibration_curve(y == label, proba[:, place], n_bins=8)
        filled = found.by_class[place].count > 0
        assert_allclose(found.by_class[place].right[filled], right)
        assert_allclose(found.by_class[place].confidence[filled], stated)
    assert found.top.count.sum() == len(y)
    gaps = np.abs(found.top.confidence - found.top.right)
    assert found.ece == pytest.approx(np.nansum(found.top.count * gaps) / len(y))


def test_edges_belong_to_the_bin_below():
    """A probability on an edge is in the bin that it ends, 0 in the first and 1 in the last."""
    found = reliability([0, 0, 1, 1], [0.0, 0.5, 0.5, 1.0], bins=2)
    assert_array_equal(found.by_class[1].count, [3, 1])


def test_logarithms():
    """Where the probability of the true class is 0, its logarithm still gives the log loss."""
    model = GaussianNB().fit([[-1.0], [1.0], [99.0], [101.0]], [0, 0, 1, 1])
    rows = [[60.0], [100.0]]
    logs = model.predict_log_proba(rows)
    assert reliability([0, 1], model.predict_proba(rows)).log_loss == np.inf
    assert reliability([0, 1], logs, log=True).log_loss == pytest.approx(
        -logs[[0, 1], [0, 1]].mean()
    )


@pytest.mark.parametrize(
    ("y", "proba", "options", "code", "fields"),
    [
        (["a"], [[0.5, 0.5]], {}, "shape-mismatch", {"parameter": "proba"}),
        ([], np.zeros((0, 0)), {}, "empty-input", {"parameter": "y"}),
        (
            ["a", "d"],
            [[1, 0], [0, 1]],
            {"classes": ["a", "b"]},
            "unknown-label",
            {"parameter": "y"},
        ),
        (
            ["a", "b"],
            [[0.5, 0.5], [0.5, 0.6]],
            {},
            "not-normalized",
            {"parameter": "proba", "place": "row 1"},
        ),
        (["a", "b"], [[0.5, 0.5], [np.nan, 0.6]], {}, "unknown-posterior", {"place": "row 1"}),
        (["a", "b"], [[0.5, 0.5]] * 2, {"bins": 0}, "bad-parameter", {"parameter": "bins"}),
        (["a", "b"], [[0.5, 0.5]] * 2, {"bins": 1.5}, "bad-parameter", {"parameter": "bins"}),
        (
            ["a", "b"],
            np.log([[0.5, 0.5], [0.5, 0.5]]),
            {},
            "negative-value",
            {"parameter": "proba"},
        ),
    ],
)
def test_bad_input(y, proba, options, code, fields):
    """What are no probabilities of these labels is named."""
    with refused(code, **fields):
        reliability(y, proba, **options)
