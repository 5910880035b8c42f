import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.exceptions import NotFittedError
from tests.errors import refused

from naive_bayes.samples import (
    LABELS,
    MAILS,
    assert_same,
    counted,
    each_distribution,
    each_family,
    state,
)

cuts = st.lists(st.integers(1, 39), max_size=6, unique=True).map(sorted)


@each_family
@given(cuts)
def test_batches(family, places):
    """Learning in any batches is learning at once."""
    X, y = counted()
    model = family()

    for rows, labels in zip(np.split(X, places), np.split(y, places), strict=True):
        model.partial_fit(rows, labels, classes=np.unique(y))

    assert_same(model, family().fit(X, y))


@each_family
def test_order_of_rows(family):
    """The order in which rows are learned leaves no trace."""
    X, y = counted()

    assert_same(family().fit(X, y), family().fit(X[::-1], y[::-1]))


@each_family
def test_first_batch_without_classes(family):
    """The first batch must say which classes to expect, as in scikit-learn."""
    with refused("missing-parameter", parameter="classes"):
        family().partial_fit(MAILS, LABELS)


@each_distribution
def test_declared_classes(family):
    """A class that was declared is there before its first row, and has probability 0 so far."""
    model = family().partial_fit(MAILS, LABELS, classes=["spam", "ham", "news", "ham"])

    assert model.classes_.tolist() == ["ham", "news", "spam"]
    assert model.class_count_.tolist() == [2, 0, 2]
    assert model.predict_proba(MAILS)[:, 1].tolist() == [0] * 4


@each_family
def test_other_classes_declared_later(family):
    """Classes declared later must be among the known ones; a subset of them is fine."""
    model = family().partial_fit(MAILS, LABELS, classes=["ham", "spam"])

    model.partial_fit(MAILS, LABELS, classes=["spam"])
    with refused("changed-parameter", parameter="classes"):
        model.partial_fit(MAILS, LABELS, classes=["ham", "news"])


@each_family
def test_new_class(family):
    """A label first seen in a later batch becomes a class, as if it had always been known."""
    X, y = counted(n_classes=4)
    old = y != "list"
    model = family().fit(X[old], y[old]).partial_fit(X[~old], y[~old])

    assert_same(model, family().fit(X, y))
    np.testing.assert_array_equal(model.predict_proba(X), family().fit(X, y).predict_proba(X))


@each_family
def test_label_outside_the_declared(family):
    """A label that was not declared grows the model in the first batch, too."""
    model = family().partial_fit(MAILS, LABELS, classes=["spam"])

    assert_same(model, family().fit(MAILS, LABELS))


@each_family
def test_second_fit(family):
    """Fit forgets what was learned before, its classes and its declared classes, too."""
    model = family().partial_fit(MAILS, LABELS, classes=["ham", "news", "spam"])

    model.fit(MAILS[:, :2], [1, 1, 0, 0]).forget(MAILS[:2, :2], [1, 1])

    assert_same(model, family().fit(MAILS[2:, :2], [0, 0]))


@each_family
def test_weights(family):
    """Weight 2 is the row twice, and weight 0 is no row."""
    X, y = counted()
    weights = np.arange(len(X)) % 3
    repeated = np.repeat(np.arange(len(X)), weights)

    assert_same(family().fit(X, y, weights), family().fit(X[repeated], y[repeated]))


@each_family
def test_weights_in_batches(family):
    """Weights count in later batches as they do in the first."""
    X, y = counted()
    weights = np.arange(len(X)) % 4 + 1
    model = family().partial_fit(X[:20], y[:20], np.unique(y), weights[:20])

    model.partial_fit(X[20:], y[20:], sample_weight=weights[20:])

    assert_same(model, family().fit(X, y, weights))


@each_family
def test_fractional_weights(family):
    """Weights need not be whole: halves add up."""
    halves = family().fit(np.vstack([MAILS, MAILS]), [*LABELS, *LABELS], np.full(8, 0.5))

    assert_same(halves, family().fit(MAILS, LABELS))


@each_family
@pytest.mark.parametrize(
    "weights",
    [[1, 1, -1, 1], [1, 1, np.nan, 1], [1, np.inf, 1, 1], [1, 1, 1], [0, 0, 0, 0]],
)
def test_bad_weights(family, weights):
    """Weights that count nothing are refused, and a fitted model stays as it was."""
    model = family().fit(MAILS, LABELS)
    before = state(model)

    for learn in (model.fit, model.partial_fit, model.forget):
        with refused("bad-weight", parameter="sample_weight"):
            learn(MAILS, LABELS, sample_weight=weights)

    assert state(model) == before


@each_family
@pytest.mark.parametrize(
    ("X", "y", "parameters"),
    [
        ([[1, 2], [-np.inf, 0]], ["ham", "spam"], {}),
        ([[1, 2], [np.inf, 0]], ["ham", "spam"], {}),
        ([[1, 2]], ["ham", "spam"], {}),
        ([[1, 2], [0, 1]], [0.5, 1.2], {}),
        ([[1, 2], [0, 1]], ["ham", "spam"], {"class_prior": [1.0]}),
        ([[1, 2], [0, 1]], ["ham", "spam"], {"alpha": [1.0, 1.0, 1.0]}),
        ([[1, 2], [0, 1]], ["ham", "spam"], {"alpha": 0.5, "estimate": "map"}),
        ([[1, 2], [0, 1]], ["ham", "spam"], {"estimate": "median"}),
        ([[1, 2], [0, 1]], None, {}),
        ([], [], {}),
    ],
)
def test_failing_fit(family, X, y, parameters):
    """A fit that fails leaves a fitted model as it was, ready to predict."""
    model = family().fit(MAILS, LABELS)
    expected = model.predict_proba(MAILS)
    model.set_params(**parameters)
    before = state(model)

    with pytest.raises(ValueError):  # noqa: PT011 (each has a message of its own)
        model.fit(X, y)

    assert state(model) == before
    defaults = {name: getattr(family(), name) for name in parameters}
    np.testing.assert_array_equal(model.set_params(**defaults).predict_proba(MAILS), expected)


@each_family
@pytest.mark.parametrize(
    ("X", "y"),
    [
        (MAILS, LABELS[:3]),
        (MAILS[:, :2], LABELS),
        (MAILS, [1, 2, 3, 4]),
        (np.where(MAILS, np.inf, 0), LABELS),
        (MAILS, [["ham", "spam"]] * 4),
    ],
)
def test_failing_batch(family, X, y):
    """Whatever fails in a later batch, or in forgetting, changes nothing."""
    model = family().fit(MAILS, LABELS)
    before = state(model)

    for learn in (model.partial_fit, model.forget):
        with pytest.raises(ValueError):  # noqa: PT011 (each has a message of its own)
            learn(X, y)

    assert state(model) == before


@each_family
def test_failing_first_fit(family):
    """A model that never learned is not fitted after a fit that fails."""
    model = family()

    with refused("infinite-value", parameter="X", place="row 0, column 0"):
        model.fit([[np.inf]], [0])

    assert vars(model) == vars(family())
    with pytest.raises(NotFittedError):
        model.predict([[1]])


@each_family
@pytest.mark.parametrize("name", ["predict", "predict_proba", "predict_log_proba", "explain"])
def test_not_fitted(family, name):
    """What needs counts says that there are none yet."""
    with pytest.raises(NotFittedError):
        getattr(family(), name)(MAILS)
    assert not hasattr(family(), "coef_")
    assert not hasattr(family(), "feature_log_prob_")


@each_family
def test_one_class(family):
    """A single class has all the probability."""
    model = family().fit(MAILS, ["mail"] * 4)

    assert model.predict(MAILS).tolist() == ["mail"] * 4
    assert model.predict_proba(MAILS).tolist() == [[1]] * 4


@each_family
def test_unseen_word_in_one_class(family):
    """Rows of zeros are learned: their class has a prior and smoothed parameters."""
    model = family().fit([[0, 0], [0, 0], [3, 1]], ["empty", "empty", "full"])

    assert model.class_count_.tolist() == [2, 1]
    assert model.feature_count_[0].tolist() == [0, 0]
    assert model.predict([[0, 0], [9, 3]]).tolist() == ["empty", "full"]


@each_family
def test_rows_stand_alone(family):
    """A row has the same answer in any company, bit for bit."""
    X, y = counted()
    model = family().fit(X, y)
    together = model.predict_joint_log_proba(X)

    alone = np.vstack([model.predict_joint_log_proba(row[np.newaxis]) for row in X])

    assert together.tobytes() == alone.tobytes()
