import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.datasets import load_iris, make_classification
from sklearn.exceptions import NotFittedError
from sklearn.frozen import FrozenEstimator
from sklearn.model_selection import KFold, ShuffleSplit, StratifiedKFold, cross_val_predict
from sklearn.naive_bayes import GaussianNB
from tests.errors import refused

import priory
from decision.given import Given, GivenLogs
from priory.decision import CostClassifier, RejectClassifier, error_reject_curve

ROWS = [[0.5, 0.3, 0.2], [0.1, 0.8, 0.1], [0.2, 0.2, 0.6], [0.45, 0.45, 0.1]]


def test_level_by_hand():
    """Below the level the answer is a refusal."""
    model = RejectClassifier(Given("abc"), level=0.6, reject_label="?")
    assert_array_equal(model.predict(ROWS), ["?", "b", "c", "?"])
    assert_array_equal(model.set_params(level=0).predict(ROWS), ["a", "b", "c", "a"])
    assert_array_equal(model.set_params(level=1).predict(ROWS), ["?"] * 4)
    assert_array_equal(model.decisions_, ["a", "b", "c", "?"])


def test_margin_by_hand():
    """A class that is hardly above the next one is refused."""
    model = RejectClassifier(Given("abc"), margin=0.2, reject_label="?")
    assert_array_equal(model.predict(ROWS), ["a", "b", "c", "?"])
    assert_array_equal(model.set_params(margin=0.5).predict(ROWS), ["?", "b", "?", "?"])
    alone = RejectClassifier(Given("a"), margin=1, reject_label="?")
    assert_array_equal(alone.predict([[1.0]]), ["a"])


def test_level_is_a_cost_of_refusing():
    """If all mistakes cost 1, a refusal that costs r is the level 1 - r."""
    proba = np.random.default_rng(0).dirichlet(np.ones(4), 1000)
    level = RejectClassifier(Given("abcd"), level=0.7, reject_label="?")
    cost = CostClassifier(Given("abcd"), reject_cost=0.3, reject_label="?")
    assert_array_equal(level.predict(proba), cost.predict(proba))


def test_label_of_another_type():
    """A refusal of another type than the classes makes the answers objects."""
    model = RejectClassifier(Given([0, 1]), level=0.7, reject_label="ask")
    assert model.predict([[0.9, 0.1], [0.5, 0.5]]).tolist() == [0, "ask"]
    assert model.score([[0.9, 0.1], [0.5, 0.5]], [0, 0]) == 0.5


def noisy():
    """Return rows of two classes that overlap."""
    return make_classification(
        600, n_features=4, n_informative=2, n_redundant=0, flip_y=0.1, class_sep=0.7, random_state=3
    )


def test_error_is_met_on_the_folds():
    """The chosen level is the lowest whose error on the held-out folds is no more than wanted."""
    X, y = noisy()
    model = RejectClassifier(GaussianNB(), error=0.1, reject_label=-1).fit(X, y)
    proba = cross_val_predict(GaussianNB(), X, y, cv=5, method="predict_proba")
    right = proba.argmax(axis=1) == y
    levels = np.unique(proba.max(axis=1))
    errors = np.array([np.mean(~right[proba.max(axis=1) >= level]) for level in levels])

    assert errors[0] > 0.1
    assert model.level_ == pytest.approx(levels[errors <= 0.1][0])
    assert_allclose(model.curve_.errors, errors)
    answers = model.predict(X)
    assert 0 < np.mean(answers == -1) < 1
    sure = model.predict_proba(X).max(axis=1) >= model.level_ - 1e-12
    assert_array_equal(answers, np.where(sure, model.estimator_.predict(X), -1))


def test_error_may_change_after_fit():
    """Another error is another level of the same curve, without another fit."""
    X, y = noisy()
    model = RejectClassifier(GaussianNB(), error=0.1, reject_label=-1).fit(X, y)
    again = RejectClassifier(GaussianNB(), error=0.15, reject_label=-1).fit(X, y)
    first = model.level_
    assert model.set_params(error=0.15).level_ == again.level_ < first
    assert_array_equal(model.predict(X), again.predict(X))
    model.set_params(error=None, level=0.9)
    assert_array_equal(model.predict(X) == -1, model.predict_proba(X).max(axis=1) < 0.9)
    assert not hasattr(model, "level_")


def test_frozen_classifier_is_held_against_the_rows():
    """If the classifier is frozen, the rows choose the level and teach nothing."""
    X, y = noisy()
    inner = FrozenEstimator(GaussianNB().fit(X[:300], y[:300]))
    model = RejectClassifier(inner, error=0.1, reject_label=-1).fit(X[300:], y[300:])
    curve = error_reject_curve(y[300:], inner.predict_proba(X[300:]))
    assert_allclose(model.curve_.errors, curve.errors)
    assert model.level_ == pytest.approx(curve.level_for(0.1))
    accepted = model.predict(X[300:]) != -1
    assert np.mean(inner.predict(X[300:])[accepted] != y[300:][accepted]) <= 0.1
    assert model.estimator_ is inner


def test_fit_trains_a_clone():
    """A classifier that came fitted is trained anew by fit, and left as it was."""
    X, y = noisy()
    inner = GaussianNB().fit(X[:300], y[:300])
    means = inner.theta_.copy()
    model = RejectClassifier(inner, error=0.1, reject_label=-1).fit(X, y)
    new = RejectClassifier(GaussianNB(), error=0.1, reject_label=-1).fit(X, y)
    assert_array_equal(model.estimator_.theta_, new.estimator_.theta_)
    assert model.log_odds_ == new.log_odds_
    assert_array_equal(inner.theta_, means)


def test_saturated_probabilities_have_levels():
    """An error is met by log-odds where all probabilities are 1."""
    rows = np.array([[0, -900.0], [-950, 0], [0, -1000], [-1100, 0]])
    model = RejectClassifier(FrozenEstimator(GivenLogs([0, 1])), error=0, reject_label=-1)
    model.fit(rows, [0, 0, 0, 1])
    assert_array_equal(model.predict(rows), [-1, -1, 0, 1])
    assert model.level_ == 1
    assert model.log_odds_ == 1000
    assert_array_equal(model.curve_.levels, [900, 950, 1000, 1100])


def test_nothing_is_refused_if_the_error_is_small():
    """Where the error is met without refusing, a row less sure than all of them is answered."""
    model = RejectClassifier(FrozenEstimator(Given("ab")), error=0.5, reject_label="?")
    model.fit([[0.9, 0.1], [0.2, 0.8]], ["a", "b"])
    assert_array_equal(model.predict([[0.5, 0.5]]), ["a"])
    assert model.level_ == 0


def test_no_level_meets_the_error():
    """Where no level is good enough, fit says so, and there is no model."""
    random = np.random.default_rng(0)
    X = random.normal(size=(60, 1))
    y = (X[:, 0] > 0).astype(int)
    inner = FrozenEstimator(GaussianNB().fit(X, 1 - y))  # always wrong
    model = RejectClassifier(inner, error=0.01, reject_label=-1)
    with refused("unreachable-error", parameter="error"):
        model.fit(X[np.abs(X[:, 0]) > 1], y[np.abs(X[:, 0]) > 1])
    assert not hasattr(model, "curve_")


def test_labels_that_mean_nothing():
    """Where the labels cannot be told from the rows, no level helps."""
    random = np.random.default_rng(2)
    X, y = random.normal(size=(500, 2)), random.integers(0, 2, 500)
    model = RejectClassifier(GaussianNB(), error=0.02, reject_label=-1)
    with refused("unreachable-error", parameter="error") as refusal:
        model.fit(X, y)
    assert " 0.4" in refusal.value.what
    assert not hasattr(model, "estimator_")


def test_few_rows_are_no_proof():
    """A level that rests on a few lucky rows comes with a warning."""
    rows, labels = [[0.99, 0.01], [0.9, 0.1], [0.2, 0.8], [0.3, 0.7]], ["a", "a", "a", "a"]
    model = RejectClassifier(FrozenEstimator(Given("ab")), error=0.1, reject_label="?")
    with pytest.warns(UserWarning, match=r"0\.1 .* 2 accepted rows:"):
        model.fit(rows, labels)
    assert_array_equal(model.predict(rows), ["a", "a", "?", "?"])
    with pytest.warns(UserWarning, match=r" 1 accepted row:"):
        model.fit(rows, ["a", "b", "a", "a"])


@pytest.mark.parametrize("cv", [3, StratifiedKFold(4), ShuffleSplit(2, random_state=0)])
def test_any_way_to_hold_out(cv):
    """Folds may be given in any of scikit-learn's ways, and weights are cut to them."""
    X, y = load_iris(return_X_y=True)
    weights = np.random.default_rng(0).uniform(1, 2, len(y))
    model = RejectClassifier(GaussianNB(), error=0.05, cv=cv, reject_label=-1)
    model.fit(X, y, sample_weight=weights)
    assert model.curve_.errors[model.curve_.levels >= model.log_odds_][0] <= 0.05


def test_folds_hold_every_class():
    """Folds by which a class is not learned are the error, not the model."""
    X, y = load_iris(return_X_y=True)
    model = RejectClassifier(GaussianNB(), error=0.05, cv=KFold(3), reject_label=-1)
    with refused("unknown-label", parameter="y", place="fold 0"):
        model.fit(X, y)


def test_a_frozen_classifier_knows_every_label():
    """Labels that a frozen classifier has never learned are refused, and not counted as wrong."""
    X, y = load_iris(return_X_y=True)
    frozen = FrozenEstimator(GaussianNB().fit(X[y > 0], y[y > 0]))
    model = RejectClassifier(frozen, error=0.4, reject_label=-1)
    with refused("unknown-label", parameter="y"):
        model.fit(X, y)
    assert not hasattr(model, "curve_")
    assert model.fit(X[y > 0], y[y > 0]).curve_.errors[0] < 0.1


def test_texts_are_held_out_too():
    """What is classified may be anything, as texts in a list."""
    texts, labels = priory.sample.messages()
    model = RejectClassifier(priory.TextClassifier(), error=0.05, cv=3, reject_label="unsure")
    model.fit(texts, labels)
    assert set(model.predict(texts)) <= {*labels, "unsure"}


def test_error_needs_fit():
    """A wanted error without data has no level."""
    X, y = noisy()
    model = RejectClassifier(GaussianNB().fit(X, y), error=0.1, reject_label=-1)
    with pytest.raises(NotFittedError, match="set error"):
        model.predict(X)


@pytest.mark.parametrize(
    ("parameters", "code", "parameter"),
    [
        ({}, "missing-parameter", "level"),
        ({"level": 0.5, "error": 0.1}, "incompatible-parameters", "level"),
        ({"level": 0.5, "reject_label": 1}, "label-conflict", "reject_label"),
        ({"level": 0.5, "reject_label": None}, "bad-parameter", "reject_label"),
    ],
)
def test_what_cannot_be(parameters, code, parameter):
    """Parameters that make no sense are named, in fit and when they come later."""
    X, y = noisy()
    parameters = {"reject_label": -1, **parameters}
    with refused(code, parameter=parameter):
        RejectClassifier(GaussianNB(), **parameters).fit(X, y)
    with refused(code, parameter=parameter):
        RejectClassifier(GaussianNB().fit(X, y)).set_params(**parameters).predict(X)


@pytest.mark.parametrize("parameters", [{"level": 1.5}, {"margin": -0.1}, {"error": np.nan}])
def test_rules_outside_their_range(parameters):
    """Levels that are no probabilities are refused, in fit and when they come later."""
    X, y = noisy()
    (name,) = parameters
    with refused("bad-parameter", parameter=name):
        RejectClassifier(GaussianNB(), reject_label=-1, **parameters).fit(X, y)
    model = RejectClassifier(GaussianNB().fit(X, y), reject_label=-1)
    with refused("bad-parameter", parameter=name):
        model.set_params(**parameters).predict(X)


@pytest.mark.parametrize("rule", [{"level": 0.5}, {"margin": 0.5}, {"error": 0.5}])
def test_rows_without_probabilities(rule):
    """A row of which nothing is known is an error that names it, not a refusal."""
    model = RejectClassifier(FrozenEstimator(Given("ab")), **rule, reject_label="?")
    model.fit([[0.9, 0.1]] * 2, ["a"] * 2)
    with refused("unknown-posterior", place="row 1"):
        model.predict([[0.5, 0.5], [np.nan, np.nan]])


def test_partial_fit_keeps_the_level():
    """More rows change the classifier inside and leave the level as it was chosen."""
    X, y = noisy()
    model = RejectClassifier(priory.GaussianNB(), error=0.15, reject_label=-1).fit(X[:400], y[:400])
    level = model.level_
    model.partial_fit(X[400:], y[400:])
    assert model.level_ == level
    assert_array_equal(model.estimator_.class_count_, np.bincount(y))
