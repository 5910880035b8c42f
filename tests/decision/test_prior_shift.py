"""Posteriors under another prior, given or estimated."""

import pickle

import numpy as np
import pandas as pd
import pytest
import sklearn
import sklearn.naive_bayes as theirs
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.base import clone
from sklearn.calibration import CalibratedClassifierCV
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis, QuadraticDiscriminantAnalysis
from sklearn.exceptions import NotFittedError
from sklearn.frozen import FrozenEstimator
from sklearn.linear_model import LogisticRegression, SGDClassifier
from sklearn.model_selection import FixedThresholdClassifier, GridSearchCV, cross_validate
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import FunctionTransformer, StandardScaler
from sklearn.utils.estimator_checks import parametrize_with_checks
from sklearn.utils.fixes import parse_version

import priory
from priory import (
    CalibratedClassifier,
    CostClassifier,
    GaussianNB,
    PriorShiftClassifier,
    TextClassifier,
    shift_prior,
)
from priory.decision._priors import log_prior_of
from priory.decision._wrapper import log_posterior

CLASSES = ("a", "b", "c")
PRIOR = (0.7, 0.1, 0.2)


def drawn(n, prior, *, seed=0, spread=1.0):
    """Draw rows of three normal classes with these shares."""
    rng = np.random.default_rng(seed)
    y = rng.choice(3, size=n, p=prior)
    means = np.array([[0.0, 0.0], [2.0, 0.0], [0.0, 2.0]])
    return rng.normal(means[y], spread), np.array(CLASSES)[y]


X, y = drawn(300, (1 / 3, 1 / 3, 1 / 3))


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
    with pytest.raises(ValueError, match=r"LogisticRegression came fitted.*as train_prior"):
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
    with pytest.raises(ValueError, match="came fitted"):
        model.predict_proba([[0.0]])


def test_batches_after_a_training_elsewhere():
    """The labels of later batches are not the prior of a classifier that came fitted."""
    elsewhere = SGDClassifier(loss="log_loss", random_state=0).fit(*rows_of(500, 500, 0))
    model = PriorShiftClassifier(elsewhere, [0.5, 0.5])
    for _ in range(2):
        model.partial_fit(*rows_of(90, 10, 1))
    with pytest.raises(ValueError, match=r"SGDClassifier came fitted"):
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
    with pytest.raises(ValueError, match=r"KNeighborsClassifier came fitted.*as train_prior"):
        PriorShiftClassifier(neighbours, PRIOR).predict(X)
    given = PriorShiftClassifier(neighbours, PRIOR, train_prior=[1 / 3, 1 / 3, 1 / 3])
    assert set(given.predict(X)) == set(CLASSES)
    with pytest.raises(NotFittedError):
        PriorShiftClassifier(KNeighborsClassifier(), PRIOR).predict(X)


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
    with pytest.raises(ValueError, match="adapt needs prior=None"):
        PriorShiftClassifier(GaussianNB(), PRIOR).fit(X, y).adapt(X)
    noise = np.random.default_rng(0).normal(size=(300, 1))
    labels = np.where(y == "a", "a", "b")
    with pytest.raises(ValueError, match="shares of 'a', 'b' are"):
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
    with pytest.raises(ValueError, match="adapt again"):
        model.predict(X)
    assert not hasattr(PriorShiftClassifier(LogisticRegression()), "partial_fit")


def test_an_estimate_rests_on_the_training_prior():
    """With another training prior the estimate is none, until adapt makes one."""
    other = [0.2, 0.2, 0.6]
    model = PriorShiftClassifier(GaussianNB()).fit(X, y).adapt(X)
    found = model.prior_
    model.set_params(train_prior=other)
    with pytest.raises(ValueError, match=r"train_prior has changed since adapt.*adapt again"):
        model.predict(X)
    afresh = PriorShiftClassifier(GaussianNB(), train_prior=other).fit(X, y).adapt(X)
    assert_array_equal(model.adapt(X).prior_, afresh.prior_)
    with pytest.raises(ValueError, match="adapt again"):
        model.set_params(train_prior=None).predict(X)
    assert_array_equal(
        model.set_params(train_prior=dict(zip(CLASSES, other, strict=True))).prior_, afresh.prior_
    )
    assert_array_equal(model.set_params(train_prior=None).adapt(X).prior_, found)
    assert_array_equal(model.set_params(prior=PRIOR).prior_, PRIOR)


@pytest.mark.parametrize(
    ("prior", "message"),
    [
        ([0.5, 0.5], r"shape \(2,\).*\['a', 'b', 'c'\]"),
        ([0.5, 0.5, 0.5], "sums to 1.5.*divide it"),
        ([1.5, -0.5, 0.0], "0 or more"),
        ([np.nan, 0.5, 0.5], "finite"),
        ({"a": 0.5, "b": 0.5}, r"nothing for \['c'\]"),
        ({"a": 0.5, "b": 0.25, "c": 0.25, "d": 0.0}, r"names \['d'\]; the classes are"),
    ],
)
@pytest.mark.parametrize("name", ["prior", "train_prior"])
def test_bad_priors(name, prior, message):
    """A prior that is none is refused, and the message says which one and why."""
    model = PriorShiftClassifier(GaussianNB(), **{name: prior}).fit(X, y)
    with pytest.raises(ValueError, match=rf"^{name}.*{message}"):
        model.predict(X)


def test_a_class_without_training_has_no_posterior():
    """A class whose training prior is 0 may only have the prior 0."""
    with pytest.raises(ValueError, match="class 'c' has the training prior 0"):
        PriorShiftClassifier(GaussianNB(), PRIOR, train_prior=[0.5, 0.5, 0]).fit(X, y).predict(X)
    model = PriorShiftClassifier(GaussianNB(), [0.9, 0.1, 0], train_prior=[0.5, 0.5, 0]).fit(X, y)
    assert set(model.predict(X)) == {"a", "b"}


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


def test_weights_of_a_pipeline():
    """The weights of a pipeline's last step count in the prior that is divided out."""
    labels, weights = [0, 0, 1, 1], [3.0, 3.0, 1.0, 1.0]
    inner = make_pipeline(StandardScaler(), LogisticRegression())
    model = PriorShiftClassifier(inner)
    model.fit([[0.0], [1.0], [2.0], [3.0]], labels, logisticregression__sample_weight=weights)
    assert_allclose(model.train_prior_, [0.75, 0.25])
