"""What the sources of a fusion learn, at once and in batches."""

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.frozen import FrozenEstimator
from sklearn.linear_model import LogisticRegression, SGDClassifier
from sklearn.neighbors import KNeighborsClassifier
from tests.errors import refused

from decision.fusion_samples import CLASSES, LEFT, RIGHT, X, fitted, halves, y
from priory import CalibratedClassifier, FusionClassifier, GaussianNB, RejectClassifier


def test_frozen_classifiers_stay():
    """A frozen classifier keeps what it learned, and the others learn."""
    left = GaussianNB().fit(X[:50, LEFT], y[:50])
    model = FusionClassifier(
        [("left", FrozenEstimator(left), LEFT), ("right", GaussianNB(), RIGHT)]
    )
    model.fit(X, y).partial_fit(X, y)
    assert left.class_count_.sum() == 50
    assert model.named_estimators_["right"].class_count_.sum() == 400


def test_missing_rows_are_not_learned():
    """A source learns from the rows that it sees, and has their shares for its prior."""
    holed = X.copy()
    holed[y == "a", 2:] = np.where(np.arange(np.sum(y == "a"))[:, np.newaxis] % 2, np.nan, 1.0)
    model = halves(LogisticRegression()).fit(holed, y)
    seen = ~np.isnan(holed[:, 2])
    alone = LogisticRegression().fit(holed[seen][:, RIGHT], y[seen])
    assert_allclose(model.named_estimators_["right"].coef_, alone.coef_)
    prior = np.exp(model._fitted.log_prior_of_source(1))
    assert_allclose(prior, [np.mean(y[seen] == label) for label in CLASSES])
    assert_allclose(np.exp(model.class_log_prior_), [np.mean(y == label) for label in CLASSES])


def test_weights_of_rows():
    """Weights of rows reach all sources and the prior."""
    weights = np.where(y == "a", 2.0, 1.0)
    model = halves().fit(X, y, sample_weight=weights)
    whole = GaussianNB().fit(X, y, sample_weight=weights)
    assert_allclose(model.predict_proba(X), whole.predict_proba(X), atol=1e-6)
    with refused("unsupported", parameter="sample_weight", place="source 'left'"):
        halves(KNeighborsClassifier()).fit(X, y, sample_weight=weights)


def test_partial_fit():
    """Batches make the model of all rows; if one source fails, none has changed."""
    model = halves().partial_fit(X[:100], y[:100], classes=CLASSES).partial_fit(X[100:], y[100:])
    before = model.predict_proba(X)
    assert_allclose(before, halves().fit(X, y).predict_proba(X), atol=1e-9)
    broken = X.copy()
    broken[0, 3] = np.inf
    with pytest.raises(ValueError, match="infinity"):
        model.partial_fit(broken, y)
    assert_array_equal(model.predict_proba(X), before)
    assert not hasattr(halves(LogisticRegression()), "partial_fit")


def test_fit_begins_anew_and_batches_go_on():
    """Sources that came fitted are trained anew by fit, go on in batches, and stay as they were."""
    left, right = fitted()
    sources = [("left", left, LEFT), ("right", right, RIGHT)]
    anew = FusionClassifier(sources).fit(X[:50], y[:50])
    on = FusionClassifier(sources).partial_fit(X[:50], y[:50])
    for model, count in ((anew, 50), (on, 250)):
        assert [one.class_count_.sum() for one in model.estimators_] == [count, count]
    assert left.class_count_.sum() == 200
    batch = np.where([True, True, False, False], X, np.nan)
    on = FusionClassifier(sources).partial_fit(batch, y)
    assert [one.class_count_.sum() for one in on.estimators_] == [400, 200]


def test_batches_after_a_training_elsewhere():
    """The labels of later batches are not the prior of a source that came fitted."""
    elsewhere = SGDClassifier(loss="log_loss", random_state=0).fit(X[:, LEFT], y)
    model = FusionClassifier([("left", elsewhere, LEFT), ("right", GaussianNB(), RIGHT)])
    for _ in range(2):
        model.partial_fit(X[y != "c"], y[y != "c"], classes=CLASSES)
    with refused("unknown-prior", parameter="estimators", place="source 'left'"):
        model.predict(X)


def test_a_batch_without_a_source():
    """A batch in which a source sees nothing teaches the others, if it has learned before."""
    model = halves().fit(X, y)
    batch = np.where([True, True, False, False], X, np.nan)
    model.partial_fit(batch, y)
    counts = [one.class_count_.sum() for one in model.named_estimators_.values()]
    assert counts == [400, 200]
    with refused("empty-input", parameter="X", place="source 'right'"):
        halves().partial_fit(batch, y, classes=CLASSES)


def test_a_label_that_nobody_learned():
    """A class of which no source saw a row is known by its prior alone."""
    rows = np.vstack([X, np.full((50, 4), np.nan)])
    labels = np.concatenate([y, ["a longer name"] * 50])
    model = halves().fit(rows, labels)
    assert_array_equal(model.classes_, ["a", "a longer name", "b", "c"])
    assert_allclose(model.predict_proba(rows[-1:])[0, 1], 0.2)


def test_a_fit_that_fails_changes_nothing():
    """What was fitted goes on as it was after a fit that fails."""
    model = halves().fit(X, y)
    expected = model.predict_proba(X)
    for labels in (y[:5], np.linspace(0, 1, len(y))):
        with pytest.raises(ValueError, match=r"inconsistent|Unknown label type"):
            model.fit(np.hstack([X, X]), labels)
    assert_array_equal(model.predict_proba(X), expected)


def test_rows_by_source_are_dealt_into_folds():
    """Calibration and refusal by error hold out rows of a dict as they do those of a table."""
    rows = {"left": X[:, LEFT], "right": X[:, RIGHT]}
    by_name = FusionClassifier([("left", GaussianNB()), ("right", GaussianNB())])
    for around, params in (
        (CalibratedClassifier, {"method": "temperature"}),
        (CalibratedClassifier, {"method": "bias"}),
        (RejectClassifier, {"error": 0.2, "reject_label": "?"}),
    ):
        expected = around(halves(), **params).fit(X, y)
        model = around(by_name, **params).fit(rows, y)
        assert_array_equal(model.predict(rows), expected.predict(X))
        assert_allclose(model.predict_proba(rows), expected.predict_proba(X))
    with refused("unsupported", parameter="method"):
        CalibratedClassifier(by_name, "isotonic").fit(rows, y)
