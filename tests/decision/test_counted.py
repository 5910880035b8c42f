"""Labels are counted where the classifier inside does not tell its prior."""

import numpy as np
import pytest
from numpy.testing import assert_allclose
from sklearn.base import BaseEstimator, ClassifierMixin
from tests.errors import refused

from priory import (
    CalibratedClassifier,
    GaussianNB,
    PriorShiftClassifier,
    ThresholdClassifier,
)

LABELS = np.repeat([0, 1], [60, 40])
ROWS = np.random.default_rng(0).normal(2.0 * LABELS - 1, 1).reshape(-1, 1)
MORE = np.ones((100, 1)), np.ones(100, dtype=int)


class Silent(ClassifierMixin, BaseEstimator):
    """A classifier that learns, forgets, and does not tell its prior."""

    def fit(self, X, y, sample_weight=None):
        """Learn the rows."""
        self.model_ = GaussianNB().fit(X, y, sample_weight=sample_weight)
        return self

    def partial_fit(self, X, y, classes=None, sample_weight=None):
        """Learn more rows."""
        self.model_ = getattr(self, "model_", GaussianNB())
        self.model_.partial_fit(X, y, classes=classes, sample_weight=sample_weight)
        return self

    def forget(self, X, y, sample_weight=None):
        """Forget rows."""
        self.model_.forget(X, y, sample_weight=sample_weight)
        return self

    @property
    def classes_(self):
        """The labels."""
        return self.model_.classes_

    def predict_proba(self, X):
        """Return the posteriors."""
        return self.model_.predict_proba(X)


def odds(model):
    """Return the log odds of the prior that a model found inside."""
    if isinstance(model, ThresholdClassifier):
        return -model.offset_
    prior = getattr(model, "train_prior_", None)
    return np.diff(model.class_log_prior_ if prior is None else np.log(prior))[0]


EACH = {
    "prior": PriorShiftClassifier(Silent()),
    "threshold": ThresholdClassifier(Silent()),
    "bias": CalibratedClassifier(Silent(), "bias", cv=2),
    "bias of one that tells": CalibratedClassifier(GaussianNB(), "bias", cv=2),
}


@pytest.mark.parametrize("model", EACH.values(), ids=EACH)
@pytest.mark.parametrize("weights", [None, 0.5], ids=["alike", "weighted"])
def test_forgotten_labels_do_not_count(model, weights):
    """Labels that were learned and forgotten leave the shares as they were."""
    params = {} if weights is None else {"sample_weight": np.full(100, weights)}
    model.fit(ROWS, LABELS)
    assert_allclose(odds(model), np.log(40 / 60))
    model.partial_fit(*MORE, **params)
    assert_allclose(odds(model), np.log((40 + 100 * (weights or 1)) / 60))
    model.forget(*MORE, **params)
    assert_allclose(odds(model), np.log(40 / 60))
    model.forget(ROWS[:20], LABELS[:20])
    assert_allclose(odds(model), 0, atol=1e-12)


@pytest.mark.parametrize("name", ["prior", "threshold"])
def test_what_was_learned_elsewhere_is_unknown(name):
    """The labels of a classifier that came fitted are not known, whatever it forgets."""
    around = type(EACH[name])
    came = around(Silent().fit(ROWS, LABELS)).forget(ROWS[:20], LABELS[:20])
    unknown = refused("unknown-prior") if name == "prior" else pytest.raises(AttributeError)
    with unknown:
        odds(came)
    assert_allclose(odds(came.fit(ROWS, LABELS)), np.log(40 / 60))
