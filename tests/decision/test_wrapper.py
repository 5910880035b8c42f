import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.base import clone
from sklearn.exceptions import NotFittedError
from sklearn.frozen import FrozenEstimator
from sklearn.linear_model import LogisticRegression
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import Pipeline
from sklearn.tree import DecisionTreeClassifier
from tests.errors import refused

import priory
from priory.decision import CostClassifier, RejectClassifier, ThresholdClassifier
from priory.decision._posterior import log_posterior
from priory.decision.wrapper import Wrapper

X = np.array([[0.0, 1.0], [1.0, 0.0], [4.0, 5.0], [5.0, 4.0]])
y = np.array(["a", "a", "b", "b"])


class Plain(Wrapper):
    """A wrapper that changes nothing."""

    def __init__(self, estimator):
        self.estimator = estimator

    def predict(self, X):
        """Answer as the classifier inside does."""
        return self._model.predict(X)


def test_it_fits_a_copy():
    """The classifier given stays as it is, and a fitted copy answers."""
    inner = GaussianNB()
    model = Plain(inner).fit(X, y)
    assert not hasattr(inner, "classes_")
    assert_array_equal(model.predict(X), y)
    assert_allclose(model.predict_proba(X), GaussianNB().fit(X, y).predict_proba(X))


def test_a_fitted_classifier_serves_as_it_is():
    """A classifier that came fitted needs no second fit."""
    model = Plain(GaussianNB().fit(X, y))
    assert_array_equal(model.classes_, ["a", "b"])
    assert_array_equal(model.predict(X), y)
    assert_array_equal(Plain(model).predict(X), y)


@pytest.mark.parametrize(
    "around",
    [
        Plain,
        priory.PriorShiftClassifier,
        lambda model: priory.CalibratedClassifier(model, cv=2),
        priory.CostClassifier,
        priory.ThresholdClassifier,
    ],
)
@pytest.mark.filterwarnings("ignore:all 8 held-out rows")
def test_fit_trains_a_clone(around):
    """All alike train one that came fitted anew, in a clone, and keep a frozen one."""
    inner, rows, labels = GaussianNB().fit(X, y), np.vstack([X, X]), np.concatenate([y, y])
    model = around(inner).fit(rows, labels)
    assert_array_equal(model.estimator_.class_count_, [4, 4])
    assert_array_equal(inner.class_count_, [2, 2])
    kept = around(FrozenEstimator(inner)).fit(rows, labels)
    assert_array_equal(kept.estimator_.class_count_, [2, 2])


def test_a_frozen_classifier_learns_nothing():
    """A frozen classifier is used as it is, and has no batches to learn from."""
    frozen = Plain(FrozenEstimator(GaussianNB().fit(X, y)))
    assert_array_equal(frozen.fit(X, y[::-1]).predict(X), y)
    assert not hasattr(frozen, "partial_fit")


def test_it_knows_that_nothing_is_fitted():
    """Without any fit there is an error that says so, and no labels."""
    model = Plain(GaussianNB())
    with pytest.raises(NotFittedError):
        model.predict(X)
    assert not hasattr(model, "classes_")


def test_partial_fit_goes_on():
    """Rows learned in two calls make the model of all rows."""
    model = Plain(GaussianNB()).partial_fit(X[::2], y[::2], classes=["a", "b"])
    model.partial_fit(X[1::2], y[1::2])
    assert_allclose(model.predict_proba(X), GaussianNB().fit(X, y).predict_proba(X), atol=1e-6)
    assert not hasattr(Plain(KNeighborsClassifier()), "partial_fit")


def test_partial_fit_goes_on_from_what_came_fitted():
    """A classifier that came fitted is gone on with, in a copy, and stays as it was."""
    inner = GaussianNB().partial_fit(X[::2], y[::2], classes=["a", "b"])
    model = Plain(inner).partial_fit(X[1::2], y[1::2])
    assert_array_equal(model.estimator_.class_count_, [2, 2])
    assert_array_equal(inner.class_count_, [1, 1])


def test_forgetting_undoes_learning():
    """Rows that the classifier inside can forget leave no trace."""
    model = Plain(priory.GaussianNB()).fit(X[:3], y[:3])
    before = model.predict_proba(X)
    model.partial_fit(X[3:], y[3:]).forget(X[3:], y[3:])
    assert_allclose(model.predict_proba(X), before)
    assert not hasattr(Plain(GaussianNB()), "forget")


def test_it_explains_as_the_classifier_inside():
    """The explanation is that of the classifier inside, if it has one."""
    model = Plain(priory.GaussianNB()).fit(X, y)
    joint = [one.joint_log_proba for one in model.explain(X)]
    assert_allclose(joint, model.estimator_.predict_joint_log_proba(X))
    assert not hasattr(Plain(GaussianNB()), "explain")


def test_fit_hands_weights_on():
    """What fit is given beside the rows, the classifier inside gets."""
    weights = np.array([1.0, 2.0, 3.0, 4.0])
    model = Plain(LogisticRegression()).fit(X, y, sample_weight=weights)
    alone = LogisticRegression().fit(X, y, sample_weight=weights)
    assert_allclose(model.predict_proba(X), alone.predict_proba(X))


def test_logarithms_outlive_probabilities():
    """Where probabilities are 0, the model's own logarithms still tell how far."""
    model = GaussianNB().fit(X, y)
    far = np.array([[1e3, 1e3]])
    assert model.predict_proba(far)[0, 0] == 0
    assert np.isfinite(log_posterior(model, far)).all()
    assert_allclose(log_posterior(KNeighborsClassifier(1).fit(X, y), X[:1]), [[0, -np.inf]])


def test_clone_forgets():
    """A clone has the parameters and nothing learned."""
    assert not hasattr(clone(Plain(GaussianNB()).fit(X, y)), "estimator_")


@pytest.mark.parametrize(
    "model",
    [
        CostClassifier(DecisionTreeClassifier()),
        ThresholdClassifier(DecisionTreeClassifier()),
        RejectClassifier(DecisionTreeClassifier(), level=0.5, reject_label=-1),
        RejectClassifier(DecisionTreeClassifier(), error=0.5, reject_label=-1),
    ],
)
def test_one_output(model):
    """Several columns of labels are refused, also where the classifier inside could learn them."""
    two = [[0, 1], [1, 0], [0, 0], [1, 1]]
    with refused("unsupported", parameter="y"):
        model.fit(X, two)


COUNTS = np.array([[2, 0, 1], [1, 0, 0], [0, 2, 1], [0, 3, 0]])


@pytest.mark.parametrize(
    ("around", "prefix"),
    [
        (Plain, "estimator__"),
        (lambda model: Plain(CostClassifier(model)), "estimator__estimator__"),
        (lambda model: Plain(Pipeline([("last", model)])), "estimator__last__"),
        (lambda model: Pipeline([("last", Plain(model))]), "last__estimator__"),
        (lambda model: priory.FusionClassifier([("all", model, [0, 1, 2])]), "all__"),
        (
            lambda model: Plain(priory.FusionClassifier([("all", Plain(model), [0, 1, 2])])),
            "estimator__all__estimator__",
        ),
    ],
)
def test_parameters_inside_may_change_after_fit(around, prefix):
    """What a model of counts may change after fit, it may change inside of others, however deep."""
    sharper = around(priory.MultinomialNB(alpha=0.1)).fit(COUNTS, y)
    model = around(priory.MultinomialNB()).fit(COUNTS, y)

    before = model.predict_proba(COUNTS)
    model.set_params(**{f"{prefix}alpha": 0.1})

    assert model.get_params()[f"{prefix}alpha"] == 0.1
    assert np.abs(model.predict_proba(COUNTS) - before).max() > 0.01
    assert_allclose(model.predict_proba(COUNTS), sharper.predict_proba(COUNTS))
    assert clone(model).get_params()[f"{prefix}alpha"] == 0.1


def test_what_other_classifiers_learned_stays():
    """Parameters of a classifier that learned with others count from the next fit."""
    model = Plain(LogisticRegression()).fit(X, y)
    before = model.predict_proba(X)
    model.set_params(estimator__C=0.01)
    assert_array_equal(model.predict_proba(X), before)
    assert model.estimator_.C == 1.0
    assert_allclose(
        model.fit(X, y).predict_proba(X), LogisticRegression(C=0.01).fit(X, y).predict_proba(X)
    )


@pytest.mark.parametrize("params", [{"estimator": 0}, {"estimator": 0, "estimator__alpha": 0.1}])
def test_another_classifier_waits_for_fit(params):
    """One that is set after fit, with parameters or not, leaves the fitted one as it is."""
    model = Plain(priory.MultinomialNB()).fit(COUNTS, y)
    before = model.predict_proba(COUNTS)
    model.set_params(**(params | {"estimator": priory.MultinomialNB()}))
    assert_array_equal(model.predict_proba(COUNTS), before)
    assert model.get_params()["estimator__alpha"] == params.get("estimator__alpha", 1.0)


def test_transformers_inside_wait_for_fit():
    """What a transformer learned before a classifier fits the parameters that it had then."""
    model = Plain(Pipeline([("bins", priory.Discretizer(n_bins=2)), ("last", GaussianNB())]))
    model.fit(X, y)
    model.set_params(estimator__bins__start=7)
    assert model.estimator_["bins"].start == 0
    assert model.get_params()["estimator__bins__start"] == 7


class Interrupted(GaussianNB):
    """A classifier of few rows, that is interrupted while it learns many."""

    def fit(self, X, y, sample_weight=None):
        """Learn, unless there are many rows."""
        if len(X) > 8:
            raise KeyboardInterrupt
        return super().fit(X, y, sample_weight)


@pytest.mark.parametrize(
    "model",
    [
        CostClassifier(Interrupted()),
        ThresholdClassifier(Interrupted()),
        RejectClassifier(Interrupted(), error=0.5, cv=2, reject_label="?"),
        priory.PriorShiftClassifier(Interrupted()),
        priory.CalibratedClassifier(Interrupted(), cv=2),
        priory.CalibratedClassifier(Interrupted(), "bias", cv=2),
        priory.CalibratedClassifier(Interrupted(), "isotonic", cv=2),
        priory.FusionClassifier([("all", Interrupted(), [0, 1])]),
    ],
)
@pytest.mark.filterwarnings("ignore:all .* held-out rows")
def test_ctrl_c_in_fit_changes_nothing(model):
    """What was fitted stays, with all that followed from it, if the next fit is interrupted."""
    rows, labels = np.vstack([X, X + 0.5]), np.concatenate([y, y])
    model.fit(rows, labels)
    if hasattr(model, "adapt"):
        model.adapt(rows)
    before = dict(vars(model))
    with pytest.raises(KeyboardInterrupt):
        model.fit(np.vstack([rows, rows]) + 1, np.concatenate([labels, labels]))
    assert vars(model) == before
    assert_array_equal(model.predict(rows), labels)
