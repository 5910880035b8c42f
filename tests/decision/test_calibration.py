"""Probabilities that come true as often as they say."""

import pickle

import numpy as np
import pytest
import sklearn
from numpy.testing import assert_allclose, assert_array_equal
from scipy.optimize import minimize_scalar
from scipy.special import log_softmax
from sklearn.base import clone
from sklearn.calibration import CalibratedClassifierCV
from sklearn.exceptions import NotFittedError
from sklearn.frozen import FrozenEstimator
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GridSearchCV, StratifiedKFold, cross_validate
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.utils.fixes import parse_version
from tests.errors import refused
from variants import parametrize_with_checks

from decision.calibration_samples import CLASSES, X, drawn, log_loss, y
from priory import CalibratedClassifier, GaussianNB, TextClassifier, reliability


@pytest.mark.filterwarnings("ignore:all .* held-out rows:UserWarning")  # blobs far apart
@parametrize_with_checks(
    [
        CalibratedClassifier(GaussianNB(), cv=2),
        CalibratedClassifier(LogisticRegression(), cv=3),
        CalibratedClassifier(GaussianNB(), "bias", cv=2),
        CalibratedClassifier(GaussianNB(), "isotonic", cv=2),
    ]
)
def test_scikit_learn_checks(estimator, check):
    """It conducts itself as scikit-learn's classifiers do."""
    check(estimator)


@pytest.mark.parametrize("copies", [1, 8, 50])
def test_temperature_undoes_copies(copies):
    """Features that are there so many times make Naive Bayes that many times too sure."""
    model = CalibratedClassifier(GaussianNB()).fit(*drawn(20_000, copies=copies))
    assert_allclose(model.temperature_, copies, rtol=0.06)
    rows, labels = drawn(5000, seed=1, copies=copies)
    once = GaussianNB().fit(drawn(20_000, copies=1)[0], drawn(20_000, copies=1)[1])
    assert_allclose(log_loss(model, rows, labels), log_loss(once, rows[:, :2], labels), rtol=0.01)
    assert_array_equal(model.predict(rows), model.estimator_.predict(rows))


def test_temperature_has_the_least_loss():
    """The temperature is the one with which held-out rows have the least log loss."""
    model = CalibratedClassifier(GaussianNB()).fit(X, y)
    logs = np.empty((len(y), 3))
    for learned, asked in StratifiedKFold(5).split(X, y):
        logs[asked] = GaussianNB().fit(X[learned], y[learned]).predict_log_proba(X[asked])
    own = np.searchsorted(CLASSES, y)

    def loss(temperature):
        return -np.sum(log_softmax(logs / temperature, axis=1)[np.arange(len(y)), own])

    best = minimize_scalar(loss, bounds=(0.5, 100), options={"xatol": 1e-9}).x
    assert_allclose(model.temperature_, best, rtol=1e-5)


@pytest.mark.skipif(
    parse_version(sklearn.__version__) < parse_version("1.8"),
    reason="this scikit-learn has no temperature",
)
@pytest.mark.parametrize("labels", [y, np.where(y == "a", "a", "b")], ids=["three", "two"])
def test_it_is_scikit_learns_temperature(labels):
    """Where nothing is saturated the probabilities are scikit-learn's."""
    ours = CalibratedClassifier(LogisticRegression()).fit(X, labels)
    theirs = CalibratedClassifierCV(LogisticRegression(), method="temperature", ensemble=False)
    assert_allclose(
        ours.predict_proba(X), theirs.fit(X, labels).predict_proba(X), rtol=1e-5, atol=1e-7
    )


def test_isotonic_is_scikit_learns():
    """The isotonic method is scikit-learn's, of log odds."""
    labels = np.where(y == "a", "a", "b")
    ours = CalibratedClassifier(LogisticRegression(), "isotonic", cv=3).fit(X, labels)
    theirs = CalibratedClassifierCV(LogisticRegression(), method="isotonic", cv=3, ensemble=False)
    theirs.fit(X, labels)
    assert_allclose(ours.predict_proba(X), theirs.predict_proba(X), atol=1e-12)
    assert not hasattr(ours, "temperature_")
    weights = np.where(labels == "a", 3.0, 1.0)
    ours.fit(X, labels, sample_weight=weights)
    theirs.fit(X, labels, sample_weight=weights)
    assert_allclose(ours.predict_proba(X), theirs.predict_proba(X), atol=1e-12)


def test_isotonic_of_saturated_posteriors():
    """Probabilities that are all 0 or 1 are told apart by their logarithms."""
    rows, labels = drawn(3000, seed=4, copies=300)
    model = CalibratedClassifier(GaussianNB(), "isotonic").fit(rows, labels)
    new, truth = drawn(3000, seed=5, copies=300)
    assert np.mean(GaussianNB().fit(rows, labels).predict_proba(new).max(axis=1) == 1) > 0.8
    once = GaussianNB().fit(rows[:, :2], labels)
    assert log_loss(model, new, truth) < 1.05 * log_loss(once, new[:, :2], truth)
    on_probabilities = CalibratedClassifierCV(GaussianNB(), method="isotonic", ensemble=False)
    on_probabilities.fit(rows, labels)
    proba = on_probabilities.predict_proba(new)
    assert reliability(truth, model.predict_proba(new)).brier < reliability(truth, proba).brier


def test_the_method_of_the_last_fit_counts():
    """A method that is set after fit takes effect with the next fit, and leaves nothing behind."""
    model = CalibratedClassifier(GaussianNB()).fit(X, y)
    before = model.predict_proba(X)
    assert_array_equal(model.set_params(method="isotonic").predict_proba(X), before)
    assert not hasattr(model.fit(X, y), "temperature_")


def test_frozen_classifier():
    """A frozen classifier learns nothing more, and is calibrated on all rows given."""
    inner = GaussianNB().fit(*drawn(2000, seed=3))
    model = CalibratedClassifier(FrozenEstimator(inner)).fit(X, y)
    assert_allclose(model.temperature_, 8, rtol=0.3)
    assert_array_equal(model.predict(X), inner.predict(X))
    isotonic = CalibratedClassifier(FrozenEstimator(inner), "isotonic").fit(X, y)
    assert log_loss(isotonic, X, y) < log_loss(inner, X, y) / 2
    with refused("unknown-label", parameter="y"):
        model.fit(X, np.where(y == "a", "d", y))
    with refused("too-few-classes", parameter="y"):
        isotonic.fit(X[y != "c"], y[y != "c"])


def test_a_fitted_classifier_is_not_calibrated():
    """Without fit there is no temperature, also if the classifier inside came fitted."""
    with pytest.raises(NotFittedError):
        CalibratedClassifier(GaussianNB().fit(X, y)).predict(X)


def test_partial_fit():
    """More rows are learned, and the temperature stays; the first rows are those of fit."""
    model = CalibratedClassifier(GaussianNB()).partial_fit(X[:300], y[:300], classes=CLASSES)
    fitted = CalibratedClassifier(GaussianNB()).fit(X[:300], y[:300])
    assert_allclose(model.temperature_, fitted.temperature_, rtol=1e-6)
    model.partial_fit(X[300:], y[300:])
    whole = GaussianNB().fit(X, y).predict_log_proba(X) / fitted.temperature_
    assert_allclose(model.predict_log_proba(X), log_softmax(whole, axis=1), atol=1e-6)
    shares = np.array([np.mean(y == label) for label in CLASSES])
    tempered = log_softmax(np.log(shares) / model.temperature_)
    assert_allclose(model.class_log_prior_, tempered, atol=1e-6)
    assert not hasattr(CalibratedClassifier(GaussianNB(), "isotonic"), "partial_fit")
    assert not hasattr(CalibratedClassifier(LogisticRegression()), "partial_fit")


def test_zeros_of_probability():
    """Neighbours that are sure and wrong cost much, as with scikit-learn, but not everything."""
    model = CalibratedClassifier(KNeighborsClassifier(10)).fit(X, y)
    rows, labels = drawn(600, seed=1)
    assert np.isfinite(model.predict_log_proba(rows)).all()
    assert log_loss(model, rows, labels) < np.log(3)


def test_it_nests():
    """In pipelines, searches and cross-validation it is a classifier as any other."""
    model = make_pipeline(StandardScaler(), CalibratedClassifier(GaussianNB(), cv=2))
    scores = cross_validate(model, X, y, scoring="neg_log_loss", error_score="raise")
    search = GridSearchCV(
        CalibratedClassifier(make_pipeline(StandardScaler(), GaussianNB())),
        {
            "method": ["temperature", "bias", "isotonic"],
            "estimator__gaussiannb__var_smoothing": [1e-9, 1],
        },
        scoring="neg_log_loss",
        error_score="raise",
    ).fit(X, y)
    assert -scores["test_score"].mean() < 1.2
    assert -search.best_score_ < 1.2
    again = pickle.loads(pickle.dumps(clone(model).fit(X, y)))  # noqa: S301
    assert_array_equal(again.predict(X), model.fit(X, y).predict(X))


def test_texts():
    """Lists of texts are dealt into folds, too."""
    texts = ["buy now", "buy cheap", "see you", "see me", "you and me", "cheap me"] * 4
    labels = ["spam", "spam", "ham", "ham", "ham", "spam"] * 3 + ["ham"] * 6
    model = CalibratedClassifier(TextClassifier(), cv=3).fit(texts, labels)
    assert model.temperature_ != 1
    assert_allclose(model.predict_proba(texts).sum(axis=1), 1)
