"""Parameters that change after fit, and models that are copied and stored."""

import copy
import pickle
from pathlib import Path

import joblib
import numpy as np
import pytest
from sklearn import clone
from tests.errors import refused

from naive_bayes.samples import LABELS, MAILS, assert_same, counted, each_family, state
from priory import MultinomialNB

CHANGES = (
    {"alpha": 0.1},
    {"alpha": np.linspace(1, 2, 7)},
    {"alpha": np.linspace(1, 2, 21).reshape(3, 7)},
    {"estimate": "mle"},
    {"estimate": "map", "alpha": 3},
    {"fit_prior": False},
    {"class_prior": [0.2, 0.3, 0.5]},
)


def answers(model, X):
    """Return everything that follows from counts and parameters."""
    derived = (model.feature_log_prob_, model.class_log_prior_, model.predict_joint_log_proba(X))
    return [array.tobytes() for array in derived]


@each_family
@pytest.mark.parametrize("change", CHANGES, ids=str)
def test_changed_after_fit(family, change):
    """A changed parameter takes effect at once, as if the model were fitted with it."""
    X, y = counted()
    model = family().fit(X, y)
    answers(model, X)

    model.set_params(**change)

    assert answers(model, X) == answers(family(**change).fit(X, y), X)


@each_family
def test_assigned_after_fit(family):
    """To assign an attribute is to set the parameter, and back again."""
    X, y = counted()
    model = family().fit(X, y)
    before = answers(model, X)

    model.alpha = 5.0
    assert answers(model, X) == answers(family(alpha=5.0).fit(X, y), X)
    model.alpha = 1.0

    assert answers(model, X) == before


@each_family
@pytest.mark.parametrize("n_classes", [1, 2, 3])
def test_derived_arrays(family, n_classes):
    """What is derived cannot be written to, as that would change some answers and not others."""
    X, y = counted(n_classes=n_classes)
    model = family().fit(X, y)
    before = answers(model, X)
    names = ("feature_log_prob_", "class_log_prior_", "coef_", "intercept_")

    for name in names if n_classes != 2 else names[:2]:
        with pytest.raises(ValueError, match="read-only"):
            getattr(model, name)[...] = 0
    for name in names[:2]:
        with pytest.raises(AttributeError):
            setattr(model, name, 0)

    assert answers(model, X) == before


@each_family
def test_counts_alone(family):
    """A model is its counts: one that is made of them answers the same."""
    X, y = counted()
    model = family().fit(X, y)

    assert answers(family.from_counts(model.counts_), X) == answers(model, X)


@each_family
@pytest.mark.parametrize("change", [{"alpha": -1}, {"estimate": "median"}, {"class_prior": 3}])
def test_nonsense_after_fit(family, change):
    """A parameter that fit would refuse is refused after fit."""
    model = family().fit(MAILS, LABELS)

    model.set_params(**change)

    with refused("bad-parameter", parameter=next(iter(change))):
        model.predict(MAILS)


@each_family
def test_predict_changes_nothing(family):
    """To ask leaves the model as it was, in memory and in its pickle."""
    X, y = counted()
    model = family().fit(X, y)
    names, before, pickled = set(vars(model)), state(model), pickle.dumps(model)

    answers(model, X)
    model.explain(X)
    _ = model.predict(X), model.predict_proba(X), model.coef_, model.intercept_

    assert set(vars(model)) == names
    assert state(model) == before
    assert pickle.dumps(model) == pickled


@each_family
@pytest.mark.parametrize(
    "make",
    [copy.copy, copy.deepcopy, lambda model: pickle.loads(pickle.dumps(model))],  # noqa: S301
)
def test_copies(family, make):
    """A copy answers alike, learns by itself and has parameters of its own."""
    X, y = counted()
    model = family().fit(X, y)
    expected = answers(model, X)
    before = state(model)

    copied = make(model)
    assert answers(copied, X) == expected
    copied.partial_fit(X, y).set_params(alpha=9)

    assert state(model) == before
    assert answers(model, X) == expected
    assert_same(copied, family().fit(X, y, np.full(len(y), 2)))


@each_family
def test_unfitted_copy(family):
    """A model that learned nothing can be copied."""
    assert copy.copy(family(alpha=2)).get_params() == family(alpha=2).get_params()


@each_family
def test_clone(family):
    """A clone has the parameters and nothing that was learned."""
    model = family(alpha=[1.0, 2.0, 3.0], estimate="map").fit(MAILS, LABELS)

    cloned = clone(model)

    assert cloned.get_params() == model.get_params()
    assert not hasattr(cloned, "classes_")


@each_family
@pytest.mark.parametrize("mode", [None, "r", "c"])
def test_stored(family, mode, tmp_path):
    """A stored model may be mapped from its file: it answers, learns, and leaves the file alone."""
    X, y = counted()
    model = family().fit(X, y)
    path = Path(tmp_path / "model.joblib")
    joblib.dump(model, path)
    written = path.read_bytes()

    restored = joblib.load(path, mmap_mode=mode)
    assert answers(restored, X) == answers(model, X)
    restored.partial_fit(X, y).forget(X[:5], y[:5]).merge(model)

    model.merge(model).forget(X[:5], y[:5]).merge(family().fit(X, y))
    assert_same(restored, model)
    assert path.read_bytes() == written


def test_parameter_changed_in_place_and_set():
    """A parameter that is set counts as it is now, also if it is the same array as before."""
    X, y = counted()
    alpha = np.ones(X.shape[1])
    model = MultinomialNB(alpha=alpha).fit(X, y)

    alpha[:] = 7
    model.set_params(alpha=alpha)
    expected = MultinomialNB(alpha=7.0).fit(X, y).predict_joint_log_proba(X)
    np.testing.assert_allclose(model.predict_joint_log_proba(X), expected)

    alpha[:] = -5
    with refused("bad-parameter", parameter="alpha"):
        model.set_params(alpha=alpha).predict(X)


class Renamed(MultinomialNB):
    """A subclass whose constructor has a parameter of its own."""

    def __init__(self, smoothing=1.0):
        super().__init__(alpha=smoothing)
        self.smoothing = smoothing


def test_subclass_with_other_parameters():
    """A subclass may take other parameters, and those of the class still take effect."""
    X, y = counted()
    model = Renamed(0.5).fit(X, y)
    before = model.predict_joint_log_proba(X)

    model.alpha = 5.0

    assert (model.predict_joint_log_proba(X) != before).any()
