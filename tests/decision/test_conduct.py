"""The decisions behave as scikit-learn's classifiers do, around others and in one another."""

import pickle

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.base import clone
from sklearn.datasets import load_breast_cancer, load_iris
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GridSearchCV, cross_val_predict, cross_validate
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from variants import parametrize_with_checks

import priory
from priory.decision import CostClassifier, RejectClassifier, ThresholdClassifier

REFUSAL = {"reject_label": -9}


@parametrize_with_checks(
    [
        CostClassifier(priory.GaussianNB()),
        CostClassifier(LogisticRegression()),
        CostClassifier(priory.GaussianNB(), reject_cost=1, **REFUSAL),
        ThresholdClassifier(priory.GaussianNB()),
        ThresholdClassifier(LogisticRegression()),
        RejectClassifier(priory.GaussianNB(), level=0, **REFUSAL),
        RejectClassifier(LogisticRegression(), margin=0, **REFUSAL),
        RejectClassifier(priory.GaussianNB(), error=1, cv=2, **REFUSAL),
        CostClassifier(RejectClassifier(priory.GaussianNB(), level=0.9, **REFUSAL)),
    ]
)
def test_generated(estimator, check):
    """The classifier passes the check that scikit-learn generates for it."""
    check(estimator)


COSTS = [[0, 5], [1, 0]]
EACH = {
    "costs": CostClassifier(priory.GaussianNB(), COSTS, reject_cost=0.3, **REFUSAL),
    "threshold": ThresholdClassifier(priory.GaussianNB(), 5),
    "reject": RejectClassifier(priory.GaussianNB(), level=0.99, **REFUSAL),
    "costs of neighbours": CostClassifier(KNeighborsClassifier(9), COSTS),
}
each = pytest.mark.parametrize("model", EACH.values(), ids=EACH)


@pytest.fixture(scope="module")
def cancer():
    """Return rows of two classes."""
    return load_breast_cancer(return_X_y=True)


@each
def test_pickles_and_clones(model, cancer):
    """A copy answers alike, and a clone that is fitted again does."""
    X, y = cancer
    model = clone(model).fit(X, y)
    answers = model.predict(X)
    assert_array_equal(pickle.loads(pickle.dumps(model)).predict(X), answers)  # noqa: S301 (our own)
    assert_array_equal(clone(model).fit(X, y).predict(X), answers)


@each
def test_pipelines(model, cancer):
    """It stands at the end of a pipeline, and a pipeline stands inside it."""
    X, y = cancer
    around = clone(model).set_params(estimator=make_pipeline(StandardScaler(), model.estimator))
    inside = make_pipeline(StandardScaler(), clone(model))
    assert_array_equal(around.fit(X, y).predict(X), inside.fit(X, y).predict(X))
    assert_array_equal(cross_val_predict(inside, X, y, cv=3).shape, y.shape)
    assert np.isfinite(cross_validate(inside, X, y, cv=3)["test_score"]).all()


def test_grids(cancer):
    """A grid goes over the parameters of the decision and of the classifier inside."""
    X, y = cancer
    grid = {"c": [0.1, 1, 1e9], "estimator__var_smoothing": [1e-9, 1e-6]}
    search = GridSearchCV(ThresholdClassifier(priory.GaussianNB()), grid, cv=3).fit(X, y)
    assert search.best_params_["c"] < 1e9
    refusing = RejectClassifier(priory.GaussianNB(), level=0, **REFUSAL)
    search = GridSearchCV(refusing, {"level": [0.5, 1.0]}, cv=3).fit(X, y)
    assert search.best_params_ == {"level": 0.5}  # a refusal is not right


def test_costs_of_rows_pass_through_a_pipeline(cancer):
    """The last step of a pipeline gets the costs of the rows."""
    X, y = cancer
    model = make_pipeline(StandardScaler(), CostClassifier(priory.GaussianNB())).fit(X, y)
    costs = np.tile(COSTS, (len(X), 1, 1))
    assert_array_equal(
        model.predict(X, costs=costs), model.set_params(costclassifier__costs=COSTS).predict(X)
    )


def test_they_nest():
    """A decision around a decision decides by the probabilities of the classifier inside both."""
    X, y = load_iris(return_X_y=True)
    inner = priory.GaussianNB().fit(X, y)
    costs = {"costs": 10 * (1 - np.eye(3)), "reject_cost": 0.5, **REFUSAL}
    around = CostClassifier(RejectClassifier(inner, level=0.99, reject_label=-2), **costs)
    assert_array_equal(around.predict(X), CostClassifier(inner, **costs).predict(X))
    other = RejectClassifier(CostClassifier(inner, **costs), level=0.9, **REFUSAL)
    assert_array_equal(other.predict(X), RejectClassifier(inner, level=0.9, **REFUSAL).predict(X))
    assert set(other.predict(X)) == {-9, 0, 1, 2}


@each
def test_learning_goes_on(model, cancer):
    """Where the classifier inside learns in batches, forgets and explains, the decision does."""
    X, y = cancer
    if isinstance(model.estimator, KNeighborsClassifier):
        assert not any(hasattr(model, name) for name in ("partial_fit", "forget", "explain"))
        return
    model = clone(model).partial_fit(X[:300], y[:300], classes=[0, 1])
    before = model.predict(X)
    model.partial_fit(X[300:], y[300:])
    assert_array_equal(model.predict(X), clone(model).fit(X, y).predict(X))
    joint = [one.joint_log_proba for one in model.explain(X[:3])]
    assert_allclose(joint, model.estimator_.predict_joint_log_proba(X[:3]))
    assert_array_equal(model.forget(X[300:], y[300:]).predict(X), before)
