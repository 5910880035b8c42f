"""A bias for each class makes the mean probability of each its share."""

import numpy as np
from numpy.testing import assert_allclose
from scipy.optimize import minimize
from scipy.special import log_softmax
from sklearn.base import BaseEstimator, ClassifierMixin
from tests.errors import refused

from decision.calibration_samples import CLASSES, PRIOR, X, drawn, y
from priory import CalibratedClassifier, GaussianNB
from priory.decision.calibration._temperature import biases_of, temperature_of


def test_biases_undo_a_wrong_prior():
    """With biases the mean probability of each class is its share, whatever prior was inside."""
    rows, labels = drawn(6000, PRIOR, copies=3)
    inner = GaussianNB(priors=[0.1, 0.8, 0.1])
    model = CalibratedClassifier(inner, "bias").fit(rows, labels)
    once = GaussianNB().fit(rows[:, :2], labels)
    assert_allclose(model.temperature_, 3, rtol=0.1)
    expected = np.log(PRIOR) - np.log([0.1, 0.8, 0.1]) / model.temperature_
    assert_allclose(np.diff(model.bias_), np.diff(expected), atol=0.2)
    assert_allclose(model.predict_proba(rows), once.predict_proba(rows[:, :2]), atol=0.05)
    shares = [np.mean(labels == label) for label in CLASSES]
    assert_allclose(model.predict_proba(rows).mean(axis=0), shares, atol=0.005)


def test_biases_have_the_least_loss():
    """No temperature and biases near those found have a lower log loss on held-out rows."""
    logs = GaussianNB().fit(X, y).predict_log_proba(X)
    own, ones = np.searchsorted(CLASSES, y), np.ones(len(y))
    temperature, bias = biases_of(logs, own, ones, temperature_of(logs, own, ones))
    found = np.concatenate([[1 / temperature], bias])

    def loss(parameters):
        scores = parameters[0] * logs + parameters[1:]
        return -np.sum(log_softmax(scores, axis=1)[np.arange(len(y)), own])

    other = minimize(loss, found, method="Nelder-Mead", options={"xatol": 1e-8, "fatol": 1e-10})
    assert loss(found) < other.fun + 1e-4
    assert loss(found) < loss(np.array([1 / temperature_of(logs, own, ones), 0, 0, 0])) - 0.1


def test_biases_and_new_classes():
    """Batches keep the biases, and a class that has none is an error that says what to do."""
    model = CalibratedClassifier(GaussianNB(), "bias").fit(X, y).partial_fit(X, y)
    assert_allclose(model.predict_proba(X).sum(axis=1), 1)
    model.partial_fit(X[:5], ["d"] * 5)
    with refused("changed-since-fit"):
        model.predict(X)


class Backwards(ClassifierMixin, BaseEstimator):
    """A classifier whose classes are not sorted."""

    def fit(self, X, y):
        """Fit a model of a wrong prior."""
        self.model_ = GaussianNB(priors=[0.1, 0.8, 0.1]).fit(X, y)
        self.classes_ = self.model_.classes_[::-1]
        return self

    def predict_proba(self, X):
        """Return its posteriors in the order from the last class to the first."""
        return self.model_.predict_proba(X)[:, ::-1]


def test_biases_are_in_the_order_of_the_classes():
    """Each class gets its own bias, also where the classes of the classifier are not sorted."""
    rows = X[:, :2]
    expected = CalibratedClassifier(GaussianNB(priors=[0.1, 0.8, 0.1]), "bias").fit(rows, y)
    model = CalibratedClassifier(Backwards(), "bias").fit(rows, y)
    assert_allclose(model.bias_, expected.bias_[::-1], rtol=1e-4)
    assert_allclose(model.predict_proba(rows), expected.predict_proba(rows)[:, ::-1], rtol=1e-4)


def test_biases_of_declared_classes():
    """A class that is declared but in none of the first rows has the bias 0."""
    some = y != "c"
    model = CalibratedClassifier(GaussianNB(), "bias")
    model.partial_fit(X[some], y[some], classes=CLASSES)
    assert model.bias_[:2].all()
    assert model.bias_[2] == 0
    assert_allclose(model.partial_fit(X, y).predict_proba(X).sum(axis=1), 1)
