"""The prior that is in calibrated posteriors, and estimates of another one."""

import numpy as np
import pytest
from numpy.testing import assert_allclose
from sklearn.frozen import FrozenEstimator

from decision.calibration_samples import CLASSES, PRIOR, THIRDS, X, drawn, y
from priory import CalibratedClassifier, GaussianNB, PriorShiftClassifier, TextClassifier


def test_calibrated_posteriors_serve_adapt():
    """Naive Bayes that is too sure misleads the estimate of a prior; calibrated it does not."""
    train, labels = drawn(50_000, seed=2)
    new, _ = drawn(4000, PRIOR, seed=1)
    naive = PriorShiftClassifier(GaussianNB()).fit(train, labels).adapt(new)
    calibrated = PriorShiftClassifier(CalibratedClassifier(GaussianNB())).fit(train, labels)
    calibrated.adapt(new)
    assert np.max(np.abs(naive.prior_ - PRIOR) / naive.prior_std_) > 6
    assert np.max(np.abs(calibrated.prior_ - PRIOR) / calibrated.prior_std_) < 3


@pytest.mark.parametrize("method", ["bias", "isotonic"])
@pytest.mark.parametrize("frozen", [False, True], ids=["learning", "frozen"])
def test_class_prior_is_the_shares(method, frozen):
    """Biases and steps make the shares of their rows the prior, with their weights."""
    weights = np.where(y == "a", 3.0, 1.0)
    inner = FrozenEstimator(GaussianNB().fit(X, y)) if frozen else GaussianNB()
    model = CalibratedClassifier(inner, method).fit(X, y, sample_weight=weights)
    sums = np.array([weights[y == label].sum() for label in CLASSES])
    assert_allclose(np.exp(model.class_log_prior_), sums / sums.sum())
    means = np.average(model.predict_proba(X), axis=0, weights=weights)
    assert_allclose(means, sums / sums.sum(), atol=0.02)


@pytest.mark.parametrize("frozen", [False, True], ids=["learning", "frozen"])
def test_class_prior_of_a_temperature(frozen):
    """A temperature divides the prior inside; a row that says nothing has what is left of it."""
    texts = ["buy now", "see you", "see you now", "buy you"] * 5
    labels = np.array(["spam", "ham", "ham", "ham"] * 5)
    labels[:2] = "ham", "spam"
    inner = TextClassifier()
    if frozen:
        inner = FrozenEstimator(inner.fit(texts[1:], labels[1:]))
    model = CalibratedClassifier(inner).fit(texts, labels)
    assert abs(model.temperature_ - 1) > 0.05
    assert_allclose(model.predict_proba(["?"]), [np.exp(model.class_log_prior_)])
    shifted = PriorShiftClassifier(model, [0.5, 0.5])
    assert_allclose(shifted.predict_proba(["?"]), [[0.5, 0.5]])


def test_adapt_after_a_temperature():
    """Evidence counted several times is mended by a temperature, also if a class was rare."""
    train, labels = drawn(20_000, PRIOR, seed=2)
    new, _ = drawn(4000, seed=1)
    model = PriorShiftClassifier(CalibratedClassifier(GaussianNB())).fit(train, labels).adapt(new)
    assert np.max(np.abs(model.prior_ - THIRDS)) < 0.05
