import numpy as np
from matplotlib import pyplot as plt
from numpy.testing import assert_allclose
from sklearn.datasets import load_digits
from tests.errors import refused

from priory import BernoulliNB, RejectClassifier, error_reject_curve
from priory.evidence.plot import ErrorRejectDisplay

X, y = load_digits(return_X_y=True)
MODEL = BernoulliNB(binarize=8).fit(X[::2], y[::2])


def test_the_curve_is_what_was_measured():
    """The curve is that of the errors left, by log-odds, which tell saturated rows apart."""
    display = ErrorRejectDisplay.from_estimator(MODEL, X[1::2], y[1::2])
    logs = MODEL.predict_log_proba(X[1::2])
    curve = error_reject_curve(y[1::2], logs, by="log_odds", log=True)
    drawn = display.ax_.lines[0].get_xydata()
    assert_allclose(drawn, np.column_stack([curve.rejected, curve.errors]))
    assert len(drawn) > 0.9 * len(logs)
    assert display.point is None


def test_refusals_are_a_point_on_it():
    """What a classifier refuses by a level is the point of that level."""
    model = RejectClassifier(MODEL, level=0.9, reject_label=-1)
    display = ErrorRejectDisplay.from_estimator(model, X[1::2], y[1::2], by="level")
    answers = model.predict(X[1::2])
    told = answers != -1
    assert_allclose(display.point, [(~told).mean(), (answers != y[1::2])[told].mean()])
    rejected, errors = display.curve.rejected, display.curve.errors
    place = np.flatnonzero(np.isclose(rejected, display.point[0]))
    assert_allclose(errors[place], display.point[1])
    assert "as decided" in display.ax_.get_legend().get_texts()[1].get_text()


def test_two_curves_share_axes():
    """Curves by other measures, on the same axes, have other colours."""
    _, ax = plt.subplots()
    for by in ("level", "margin"):
        ErrorRejectDisplay.from_estimator(MODEL, X[1::2], y[1::2], by=by, name=by, ax=ax)
    assert len({line.get_color() for line in ax.lines}) == 2


def test_nothing_but_refusals_has_no_point():
    """Where everything was refused there is no error of the rest."""
    display = ErrorRejectDisplay.from_predictions(
        ["a", "b"], np.log([[0.9, 0.1], [0.2, 0.8]]), decisions=["?", "?"]
    )
    assert display.point is None


def test_unknown_measure():
    """A measure that is none is refused."""
    with refused("bad-parameter", parameter="by"):
        ErrorRejectDisplay.from_estimator(MODEL, X, y, by="luck")
