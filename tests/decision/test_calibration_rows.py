"""Rows that calibrate: their weights, their folds, and those that teach nothing."""

import numpy as np
import pytest
import sklearn
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.frozen import FrozenEstimator
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import KFold, LeaveOneOut, StratifiedKFold
from sklearn.pipeline import make_pipeline
from tests.errors import refused

from decision.calibration_samples import X, y
from priory import CalibratedClassifier, GaussianNB


def test_weights_count_in_the_calibration():
    """A row of weight 2 is calibrated on as two rows in its fold are."""
    folds = np.arange(len(y)) % 3
    twice = np.flatnonzero(y == "b")
    splits = [(np.flatnonzero(folds != fold), np.flatnonzero(folds == fold)) for fold in range(3)]
    weights = np.where(y == "b", 2.0, 1.0)
    weighted = CalibratedClassifier(GaussianNB(), cv=splits).fit(X, y, sample_weight=weights)
    more = np.concatenate([folds, folds[twice]])
    splits = [(np.flatnonzero(more != fold), np.flatnonzero(more == fold)) for fold in range(3)]
    repeated = CalibratedClassifier(GaussianNB(), cv=splits)
    repeated.fit(np.vstack([X, X[twice]]), np.concatenate([y, y[twice]]))
    assert_allclose(weighted.temperature_, repeated.temperature_, rtol=1e-6)


@pytest.mark.parametrize("method", ["temperature", "bias", "isotonic"])
def test_weights_are_routed(method):
    """With scikit-learn's routing of metadata the weights arrive as without it."""
    weights = np.where(y == "b", 2.0, 1.0)
    plain = CalibratedClassifier(LogisticRegression(), method, cv=2)
    plain.fit(X, y, sample_weight=weights)
    with sklearn.config_context(enable_metadata_routing=True):
        asking = LogisticRegression().set_fit_request(sample_weight=True)
        routed = CalibratedClassifier(asking, method, cv=2).fit(X, y, sample_weight=weights)
    assert_allclose(routed.predict_proba(X), plain.predict_proba(X))


@pytest.mark.parametrize("method", ["temperature", "bias", "isotonic"])
def test_weights_of_a_pipeline(method):
    """The weights of a pipeline's last step count as those of the classifier alone."""
    weights = np.where(y == "b", 3.0, 1.0)
    plain = CalibratedClassifier(GaussianNB(), method, cv=3).fit(X, y, sample_weight=weights)
    piped = CalibratedClassifier(make_pipeline("passthrough", GaussianNB()), method, cv=3)
    piped.fit(X, y, gaussiannb__sample_weight=weights)
    assert_array_equal(piped.predict_proba(X), plain.predict_proba(X))
    assert_array_equal(piped.class_log_prior_, plain.class_log_prior_)


@pytest.mark.parametrize("method", ["temperature", "bias"])
def test_all_right_is_no_lesson(method):
    """If no held-out row is wrong, the probabilities stay, and a warning says why."""
    rows = np.concatenate([np.arange(10.0), 13 + np.arange(10.0)]).reshape(-1, 1)
    with pytest.warns(UserWarning, match="all 20 held-out rows"):
        model = CalibratedClassifier(GaussianNB(), method).fit(rows, np.repeat([0, 1], 10))
    assert model.temperature_ == 1
    assert_array_equal(model.bias_, 0)


def test_one_class():
    """Where all rows are of one class there is nothing to calibrate."""
    model = CalibratedClassifier(GaussianNB()).fit(X, ["a"] * len(X))
    assert model.temperature_ == 1
    assert_array_equal(model.predict_proba(X), 1)
    with refused("too-few-classes", parameter="y"):
        model.set_params(method="isotonic").fit(X, ["a"] * len(X))


def test_worse_than_chance():
    """Where the classifier knows less than nothing, the answer is that all is as likely."""
    rng = np.random.default_rng(0)
    frozen = FrozenEstimator(GaussianNB().fit([[0.0], [1.0], [4.0], [5.0]], [1, 1, 0, 0]))
    rows = np.concatenate([rng.normal(0.5, 1, 50), rng.normal(4.5, 1, 50)]).reshape(-1, 1)
    model = CalibratedClassifier(frozen).fit(rows, np.repeat([0, 1], 50))
    assert_allclose(model.predict_proba(rows), 0.5, atol=0.01)


@pytest.mark.parametrize(
    ("rows", "labels", "cv", "code", "fields"),
    [
        (X[:8], np.repeat(["a", "b"], [5, 3]), 5, "too-few-rows", {"parameter": "cv"}),
        (
            X[:8],
            np.repeat(["a", "b"], [5, 3]).astype(object),
            5,
            "too-few-rows",
            {"parameter": "cv"},
        ),
        (X[:1], y[:1], 5, "too-few-rows", {"parameter": "cv"}),
        (X[:2], y[:2], LeaveOneOut(), "too-few-rows", {"parameter": "cv"}),
        (
            X[:8],
            np.repeat(["a", "b"], [4, 4]),
            KFold(2),
            "unknown-label",
            {"parameter": "y", "place": "fold 0"},
        ),
    ],
)
def test_bad_folds(rows, labels, cv, code, fields):
    """Too few rows, or folds without a class, are named with the remedy."""
    with refused(code, **fields):
        CalibratedClassifier(GaussianNB(), cv=cv).fit(rows, labels)


@pytest.mark.parametrize("method", ["temperature", "bias", "isotonic"])
def test_folds_of_a_generator(method):
    """Folds may come one by one."""
    listed = CalibratedClassifier(GaussianNB(), method, cv=list(StratifiedKFold(3).split(X, y)))
    one_by_one = CalibratedClassifier(GaussianNB(), method, cv=StratifiedKFold(3).split(X, y))
    expected = listed.fit(X, y).predict_proba(X)
    assert_array_equal(one_by_one.fit(X, y).predict_proba(X), expected)


def test_no_folds():
    """A generator that was used up is told."""
    model = CalibratedClassifier(GaussianNB(), cv=StratifiedKFold(3).split(X, y)).fit(X, y)
    with refused("bad-parameter", parameter="cv"):
        model.fit(X, y)
