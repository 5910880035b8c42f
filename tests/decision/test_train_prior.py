"""The prior that a classifier was trained with, and that is divided out."""

import numpy as np
import pytest
import sklearn
import sklearn.naive_bayes as theirs
from numpy.testing import assert_allclose
from sklearn.calibration import CalibratedClassifierCV
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis, QuadraticDiscriminantAnalysis
from sklearn.exceptions import NotFittedError
from sklearn.frozen import FrozenEstimator
from sklearn.linear_model import LogisticRegression, SGDClassifier
from sklearn.model_selection import FixedThresholdClassifier, GridSearchCV
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import FunctionTransformer, StandardScaler
from sklearn.utils.fixes import parse_version
from tests.errors import refused

import priory
from decision.prior_samples import CLASSES, PRIOR, X, y
from priory import (
    CalibratedClassifier,
    CostClassifier,
    GaussianNB,
    PriorShiftClassifier,
    TextClassifier,
)
from priory.decision.priors._extraction import log_prior_of


@pytest.mark.parametrize(
    ("estimator", "expected"),
    [
        (priory.MultinomialNB(), [0.75, 0.25]),
        (priory.GaussianNB(), [0.75, 0.25]),
        (priory.MultinomialNB(fit_prior=False), [0.5, 0.5]),
        (priory.MultinomialNB(prior_alpha=2), [0.7, 0.3]),
        (priory.MixedNB(), [0.75, 0.25]),
        (priory.ComplementNB(), [0.5, 0.5]),
        (priory.ComplementNB(class_prior=[0.1, 0.9]), [0.1, 0.9]),
        (theirs.MultinomialNB(), [0.75, 0.25]),
        (theirs.GaussianNB(), [0.75, 0.25]),
        (theirs.ComplementNB(), [0.5, 0.5]),
        (LinearDiscriminantAnalysis(), [0.75, 0.25]),
        (QuadraticDiscriminantAnalysis(reg_param=0.5), [0.75, 0.25]),
        (LogisticRegression(), [0.75, 0.25]),
        (LogisticRegression(class_weight="balanced"), [0.5, 0.5]),
        (LogisticRegression(class_weight={0: 1, 1: 2}), [0.6, 0.4]),
        (make_pipeline(StandardScaler(), theirs.GaussianNB(priors=[0.2, 0.8])), [0.2, 0.8]),
        (make_pipeline(StandardScaler(), LogisticRegression(class_weight="balanced")), [0.5, 0.5]),
        (GridSearchCV(GaussianNB(priors=[0.2, 0.8]), {"var_smoothing": [0.1]}, cv=2), [0.2, 0.8]),
        (FixedThresholdClassifier(GaussianNB(priors=[0.2, 0.8])), [0.2, 0.8]),
        (PriorShiftClassifier(GaussianNB(), [0.2, 0.8]), [0.2, 0.8]),
    ],
    ids=lambda value: type(value).__name__,
)
def test_train_prior_is_found(estimator, expected):
    """The prior that is divided out is the one that is in the posteriors, whatever its name."""
    rng = np.random.default_rng(0)
    rows, labels = rng.integers(9, size=(16, 3)).astype(float), np.repeat([0, 1], [12, 4])
    model = PriorShiftClassifier(estimator).fit(rows, labels)
    assert_allclose(model.train_prior_, expected, atol=1e-12)
    if log_prior_of(model.estimator_) is not None:
        frozen = PriorShiftClassifier(FrozenEstimator(model.estimator_)).fit(rows, labels[::-1])
        assert_allclose(frozen.train_prior_, expected, atol=1e-12)


def rows_of(n_left, n_right, seed):
    """Draw rows of two normal classes around -1 and 1."""
    labels = np.repeat([0, 1], [n_left, n_right])
    return np.random.default_rng(seed).normal(2.0 * labels - 1, 1).reshape(-1, 1), labels


@pytest.mark.parametrize(
    "around",
    [
        lambda model: model,
        CalibratedClassifier,
        lambda model: CalibratedClassifier(model, "bias"),
        lambda model: make_pipeline(FunctionTransformer(), model),
        lambda model: CostClassifier(CalibratedClassifier(model)),
    ],
    ids=["alone", "temperature", "bias", "pipeline", "nested"],
)
@pytest.mark.parametrize("inner", [GaussianNB(), theirs.GaussianNB()])
def test_frozen_classifiers_keep_their_prior(inner, around):
    """What a frozen classifier did not learn is not its prior, also inside of others."""
    balanced, held_out = rows_of(5000, 5000, 0), rows_of(900, 100, 1)
    frozen = FrozenEstimator(inner.fit(*balanced))
    model = PriorShiftClassifier(around(frozen), [0.5, 0.5]).fit(*held_out)
    assert_allclose(model.predict_proba([[0.0]]), [[0.5, 0.5]], atol=0.1)


@pytest.mark.parametrize("around", [lambda model: model, CalibratedClassifier, CostClassifier])
def test_frozen_classifiers_that_tell_no_prior(around):
    """A frozen classifier that does not tell its prior needs it, and is right with it."""
    frozen = FrozenEstimator(LogisticRegression().fit(*rows_of(5000, 5000, 0)))
    model = PriorShiftClassifier(around(frozen), [0.5, 0.5]).fit(*rows_of(900, 100, 1))
    with refused("unknown-prior", parameter="train_prior"):
        model.predict_proba([[0.0]])
    model.set_params(train_prior=[0.5, 0.5])
    assert_allclose(model.predict_proba([[0.0]]), [[0.5, 0.5]], atol=0.05)


@pytest.mark.skipif(
    parse_version(sklearn.__version__) < parse_version("1.8"),
    reason="this scikit-learn has no temperature",
)
def test_scikit_learns_temperature_of_a_frozen_classifier():
    """A temperature that scikit-learn found leaves the prior of a frozen classifier inside too."""
    frozen = FrozenEstimator(LogisticRegression().fit(*rows_of(5000, 5000, 0)))
    shared = CalibratedClassifierCV(frozen, method="sigmoid")
    model = PriorShiftClassifier(shared, [0.5, 0.5]).fit(*rows_of(900, 100, 1))
    assert_allclose(model.predict_proba([[0.0]]), [[0.5, 0.5]], atol=0.1)
    model.set_params(estimator__method="temperature").fit(*rows_of(900, 100, 1))
    with refused("unknown-prior", parameter="train_prior"):
        model.predict_proba([[0.0]])


def test_batches_after_a_training_elsewhere():
    """The labels of later batches are not the prior of a classifier that came fitted."""
    elsewhere = SGDClassifier(loss="log_loss", random_state=0).fit(*rows_of(500, 500, 0))
    model = PriorShiftClassifier(elsewhere, [0.5, 0.5])
    for _ in range(2):
        model.partial_fit(*rows_of(90, 10, 1))
    with refused("unknown-prior", parameter="train_prior"):
        model.predict([[0.0]])
    assert_allclose(model.fit(*rows_of(90, 10, 1)).train_prior_, [0.9, 0.1])


def test_train_prior_of_weighted_rows():
    """Weights of rows count in the shares of a classifier without a prior, batch by batch."""
    weights = np.where(y == "a", 2.0, 1.0)
    model = PriorShiftClassifier(LogisticRegression()).fit(X, y, sample_weight=weights)
    sums = [weights[y == label].sum() for label in CLASSES]
    assert_allclose(model.train_prior_, sums / np.sum(sums))


def test_train_prior_of_texts():
    """A TextClassifier tells its prior."""
    model = PriorShiftClassifier(TextClassifier(), {"ham": 0.5, "spam": 0.5})
    model.fit(["see you", "see me", "me", "buy now"], ["ham", "ham", "ham", "spam"])
    assert_allclose(model.train_prior_, [0.75, 0.25])
    assert_allclose(model.predict_proba([""]), [[0.5, 0.5]])


def test_a_fitted_classifier_needs_no_fit():
    """One that came fitted is used as it is; if it does not tell its prior, one must be given."""
    neighbours = KNeighborsClassifier().fit(X, y)
    with refused("unknown-prior", parameter="train_prior"):
        PriorShiftClassifier(neighbours, PRIOR).predict(X)
    given = PriorShiftClassifier(neighbours, PRIOR, train_prior=[1 / 3, 1 / 3, 1 / 3])
    assert set(given.predict(X)) == set(CLASSES)
    with pytest.raises(NotFittedError):
        PriorShiftClassifier(KNeighborsClassifier(), PRIOR).predict(X)


def test_a_class_without_training_has_no_posterior():
    """A class whose training prior is 0 may only have the prior 0."""
    with refused("zero-prior", parameter="train_prior"):
        PriorShiftClassifier(GaussianNB(), PRIOR, train_prior=[0.5, 0.5, 0]).fit(X, y).predict(X)
    model = PriorShiftClassifier(GaussianNB(), [0.9, 0.1, 0], train_prior=[0.5, 0.5, 0]).fit(X, y)
    assert set(model.predict(X)) == {"a", "b"}


def test_weights_of_a_pipeline():
    """The weights of a pipeline's last step count in the prior that is divided out."""
    labels, weights = [0, 0, 1, 1], [3.0, 3.0, 1.0, 1.0]
    inner = make_pipeline(StandardScaler(), LogisticRegression())
    model = PriorShiftClassifier(inner)
    model.fit([[0.0], [1.0], [2.0], [3.0]], labels, logisticregression__sample_weight=weights)
    assert_allclose(model.train_prior_, [0.75, 0.25])
