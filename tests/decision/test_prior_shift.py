"""Posteriors under another prior, given or estimated."""

import pickle

import numpy as np
import pandas as pd
import pytest
import sklearn.naive_bayes as theirs
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.base import clone
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GridSearchCV, cross_validate
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from tests.errors import refused
from variants import parametrize_with_checks

import priory
from decision.prior_samples import CLASSES, PRIOR, X, drawn, y
from priory import (
    GaussianNB,
    PriorShiftClassifier,
    shift_prior,
)
from priory.decision._posterior import log_posterior


@parametrize_with_checks(
    [PriorShiftClassifier(GaussianNB()), PriorShiftClassifier(LogisticRegression())]
)
def test_scikit_learn_checks(estimator, check):
    """It conducts itself as scikit-learn's classifiers do."""
    check(estimator)


def test_worked_by_hand():
    """A likelihood ratio of 19 and odds of 1 to 999 make the odds 19 to 999."""
    found = shift_prior(np.log([[0.05, 0.95]]), [0.5, 0.5], [0.999, 0.001])
    assert_allclose(np.exp(found), [[999 / 1018, 19 / 1018]])


SHARES = arrays(float, 4, elements=st.floats(1e-6, 1)).map(lambda x: x / x.sum())


@given(
    arrays(float, (5, 4), elements=st.floats(-2000, 0)),
    st.tuples(SHARES, SHARES, SHARES),
)
def test_shifts_add_up(scores, priors):
    """By way of another prior the shift is the same, and back again nothing has changed."""
    first, second, third = priors
    logs = shift_prior(scores, first, first)
    there = shift_prior(logs, first, second)
    assert_allclose(shift_prior(there, second, third), shift_prior(logs, first, third), atol=1e-9)
    assert_allclose(shift_prior(there, second, first), logs, atol=1e-9)
    assert_allclose(np.exp(there).sum(axis=1), 1)


@pytest.mark.parametrize(
    "family", [priory.GaussianNB, priory.GaussianDiscriminant, theirs.GaussianNB]
)
def test_it_is_the_model_with_that_prior(family):
    """Shifting equals training with the prior, in every row and in logarithms."""
    name = "priors" if "priors" in family().get_params() else "class_prior"
    trained = family(**{name: PRIOR}).fit(X, y)
    shifted = PriorShiftClassifier(family(), PRIOR).fit(X, y)
    far = np.vstack([X, 50 * X])
    assert_allclose(shifted.predict_log_proba(far), trained.predict_log_proba(far), atol=1e-9)
    assert_array_equal(shifted.predict(far), trained.predict(far))


def test_saturated_posteriors_move():
    """Where probabilities are 0 and 1, a prior that is extreme enough turns them round."""
    model = GaussianNB().fit([[-1.0], [1.0], [9.0], [11.0]], [0, 0, 1, 1])
    rows = [[9.0], [90.0]]
    turned = PriorShiftClassifier(model, [1 - 1e-20, 1e-20])
    assert_array_equal(model.predict_proba(rows)[:, 1], 1)
    assert model.predict_proba(rows)[1, 0] == 0
    moved = np.diff(turned.predict_log_proba(rows)) - np.diff(log_posterior(model, rows))
    assert_allclose(moved, np.log(1e-20))
    assert_array_equal(turned.predict(rows), [0, 1])


def test_prior_by_name_and_after_fit():
    """A prior by name, in any order, is that in the order of classes, and may change after fit."""
    model = PriorShiftClassifier(GaussianNB(), {"c": 0.2, "a": 0.7, "b": 0.1}).fit(X, y)
    in_order = PriorShiftClassifier(GaussianNB(), PRIOR).fit(X, y)
    series = PriorShiftClassifier(model.estimator_, pd.Series(PRIOR, list(CLASSES)))
    assert_allclose(model.predict_proba(X), in_order.predict_proba(X))
    assert_allclose(model.predict_proba(X), series.predict_proba(X))
    model.set_params(prior=model.train_prior_)
    assert_allclose(model.predict_proba(X), model.estimator_.predict_proba(X))


def test_a_class_of_prior_zero_is_impossible():
    """A class that cannot be is never predicted, and the others share its probability."""
    model = PriorShiftClassifier(GaussianNB(), [0.5, 0, 0.5]).fit(X, y)
    assert "b" not in model.predict(X)
    assert_allclose(model.predict_proba(X).sum(axis=1), 1)


def test_without_a_prior_nothing_moves():
    """By default the answers are those of the classifier inside."""
    model = PriorShiftClassifier(LogisticRegression()).fit(X, y)
    assert_allclose(model.predict_proba(X), model.estimator_.predict_proba(X))


def test_adapt():
    """From rows without labels the prior is estimated, used, and makes fewer mistakes."""
    new, truth = drawn(4000, PRIOR, seed=1)
    model = PriorShiftClassifier(GaussianNB()).fit(*drawn(4000, (1 / 3, 1 / 3, 1 / 3), seed=2))
    before = model.score(new, truth)
    assert not hasattr(model, "prior_std_")
    model.adapt(new)
    assert np.all(np.abs(model.prior_ - PRIOR) < 4 * model.prior_std_)
    assert model.prior_std_.max() < 0.02
    assert model.n_iter_ < 30
    assert model.score(new, truth) > before + 0.01
    assert_array_equal(pickle.loads(pickle.dumps(model)).prior_, model.prior_)  # noqa: S301
    assert_allclose(model.fit(X, y).prior_, model.train_prior_)


def test_overconfident_posteriors_mislead_adapt():
    """Naive Bayes on features that repeat themselves is too sure, and its estimate is off."""
    train, labels = drawn(4000, (1 / 3, 1 / 3, 1 / 3), seed=2, spread=2.0)
    new, _ = drawn(4000, PRIOR, seed=1, spread=2.0)
    model = PriorShiftClassifier(GaussianNB()).fit(np.tile(train, 8), labels)
    model.adapt(np.tile(new, 8))
    assert np.max(np.abs(model.prior_ - PRIOR) / model.prior_std_) > 6


def test_adapt_refuses():
    """A given prior is not overridden, and classes that look alike are named."""
    with refused("incompatible-parameters", parameter="prior"):
        PriorShiftClassifier(GaussianNB(), PRIOR).fit(X, y).adapt(X)
    noise = np.random.default_rng(0).normal(size=(300, 1))
    labels = np.where(y == "a", "a", "b")
    with refused("unidentified-prior"):
        PriorShiftClassifier(GaussianNB(), train_prior=None).fit(noise, labels).adapt(noise[:20])


def test_partial_fit():
    """Batches make the model of all rows; the estimate stays until there is a new class."""
    model = PriorShiftClassifier(GaussianNB()).partial_fit(X[::2], y[::2], classes=CLASSES)
    model.partial_fit(X[1::2], y[1::2])
    whole = PriorShiftClassifier(GaussianNB()).fit(X, y)
    assert_allclose(model.predict_proba(X), whole.predict_proba(X), atol=1e-9)
    prior = model.adapt(X).prior_
    assert_array_equal(model.partial_fit(X, y).prior_, prior)
    model.partial_fit(X[:4], ["d"] * 4)
    with refused("changed-since-adapt"):
        model.predict(X)
    assert not hasattr(PriorShiftClassifier(LogisticRegression()), "partial_fit")


def test_an_estimate_rests_on_the_training_prior():
    """With another training prior the estimate is none, until adapt makes one."""
    other = [0.2, 0.2, 0.6]
    model = PriorShiftClassifier(GaussianNB()).fit(X, y).adapt(X)
    found = model.prior_
    model.set_params(train_prior=other)
    with refused("changed-since-adapt", parameter="train_prior"):
        model.predict(X)
    afresh = PriorShiftClassifier(GaussianNB(), train_prior=other).fit(X, y).adapt(X)
    assert_array_equal(model.adapt(X).prior_, afresh.prior_)
    with refused("changed-since-adapt", parameter="train_prior"):
        model.set_params(train_prior=None).predict(X)
    assert_array_equal(
        model.set_params(train_prior=dict(zip(CLASSES, other, strict=True))).prior_, afresh.prior_
    )
    assert_array_equal(model.set_params(train_prior=None).adapt(X).prior_, found)
    assert_array_equal(model.set_params(prior=PRIOR).prior_, PRIOR)


@pytest.mark.parametrize(
    ("prior", "code"),
    [
        ([0.5, 0.5], "shape-mismatch"),
        ([0.5, 0.5, 0.5], "not-normalized"),
        ([1.5, -0.5, 0.0], "bad-parameter"),
        ([np.nan, 0.5, 0.5], "bad-parameter"),
        ({"a": 0.5, "b": 0.5}, "missing-label"),
        ({"a": 0.5, "b": 0.25, "c": 0.25, "d": 0.0}, "unknown-label"),
    ],
)
@pytest.mark.parametrize("name", ["prior", "train_prior"])
def test_bad_priors(name, prior, code):
    """A prior that is none is refused, and the message says which one and why."""
    model = PriorShiftClassifier(GaussianNB(), **{name: prior}).fit(X, y)
    with refused(code, parameter=name):
        model.predict(X)


def test_it_nests():
    """In pipelines, searches and cross-validation it is a classifier as any other."""
    pipeline = make_pipeline(StandardScaler(), PriorShiftClassifier(GaussianNB(), PRIOR))
    scores = cross_validate(pipeline, X, y, error_score="raise")
    search = GridSearchCV(
        PriorShiftClassifier(make_pipeline(StandardScaler(), GaussianNB())),
        {"prior": [PRIOR, (1 / 3, 1 / 3, 1 / 3)]},
        error_score="raise",
    ).fit(X, y)
    assert scores["test_score"].min() > 0.5
    assert search.best_params_["prior"] != PRIOR
    twice = PriorShiftClassifier(PriorShiftClassifier(GaussianNB(), [0.2, 0.2, 0.6]), PRIOR)
    once = PriorShiftClassifier(GaussianNB(), PRIOR)
    assert_allclose(clone(twice).fit(X, y).predict_proba(X), once.fit(X, y).predict_proba(X))
