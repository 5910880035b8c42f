import numpy as np
from matplotlib import pyplot as plt
from numpy.testing import assert_allclose
from sklearn.datasets import load_breast_cancer, make_blobs

from priory import GaussianNB, reliability
from priory.evidence.plot import ReliabilityDisplay

X, y = load_breast_cancer(return_X_y=True)
MODEL = GaussianNB().fit(X[::2], y[::2])


def curve(display):
    """Return the line that has marks."""
    (line,) = (line for line in display.ax_.lines if line.get_marker() == "o")
    return line.get_xydata()


def test_the_curve_is_what_was_measured():
    """Each bin with rows has a mark at its confidence and the share that came true."""
    display = ReliabilityDisplay.from_estimator(MODEL, X[1::2], y[1::2], bins=4)
    bins = reliability(y[1::2], MODEL.predict_proba(X[1::2]), bins=4).top
    assert_allclose(curve(display), np.column_stack([bins.confidence, bins.right]))
    legend = [text.get_text() for text in display.ax_.get_legend().get_texts()]
    assert f"GaussianNB (ECE {display.measured.ece:.3f})" in legend


def test_bars_are_shares_of_the_rows():
    """The bars behind add up to all rows."""
    display = ReliabilityDisplay.from_estimator(MODEL, X[1::2], y[1::2])
    assert_allclose(sum(bar.get_height() for bar in display.ax_.patches), 1)


def test_twenty_classes():
    """However many classes there are, the label that was given has one curve."""
    rows, labels = make_blobs(400, centers=20, random_state=0)
    display = ReliabilityDisplay.from_estimator(GaussianNB().fit(rows, labels), rows, labels)
    assert len(display.ax_.lines) == 2


def test_two_models_share_axes():
    """A second model gets a colour and a mark of its own, and one diagonal is enough."""
    _, ax = plt.subplots()
    for name in ("one", "other"):
        ReliabilityDisplay.from_estimator(MODEL, X[1::2], y[1::2], name=name, ax=ax)
    assert [line.get_marker() for line in ax.lines] == ["None", "o", "s"]
    assert not ax.patches
