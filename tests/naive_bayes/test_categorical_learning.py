"""What CategoricalNB learns in parts, forgets, merges, and refuses."""

import copy
import pickle

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.preprocessing import OneHotEncoder
from tests.errors import refused

from naive_bayes.categorical_samples import FRUIT, KINDS, assert_same, coded, worded
from priory import CategoricalNB
from priory.errors import InputTypeError
from priory.naive_bayes.categorical.rows import CategoryRows


@given(st.integers(0, 2**32 - 1), st.integers(1, 59), st.booleans())
def test_forget(seed, n_kept, by_name):
    """To learn A and B and to forget B is to learn A, categories of B alone included."""
    X, y = coded(seed=seed, missing=0.2)
    X = worded(X) if by_name else X
    order = np.random.default_rng(seed).permutation(len(X))
    kept, forgotten = order[:n_kept], order[n_kept:]

    model = CategoricalNB().fit(X, y).forget(X[forgotten], y[forgotten])

    assert_same(model, CategoricalNB().fit(X[kept], y[kept]))


@given(st.integers(0, 2**32 - 1))
def test_fractional_weights_are_forgotten(seed):
    """With fractional weights no category stays behind that rounding made."""
    X, y = coded(seed=seed, missing=0.2)
    random = np.random.default_rng(seed)
    weights, order = random.uniform(0.001, 3, len(X)), random.permutation(len(X))
    kept, forgotten = order[:5], order[5:]

    model = CategoricalNB().fit(worded(X), y, weights)
    model.forget(worded(X)[forgotten], y[forgotten], weights[forgotten])
    expected = CategoricalNB().fit(worded(X)[kept], y[kept], weights[kept])

    assert [c.tolist() for c in model.categories_] == [c.tolist() for c in expected.categories_]
    for mine, theirs in zip(model.category_count_, expected.category_count_, strict=True):
        np.testing.assert_allclose(mine, theirs, atol=1e-12)


@given(st.integers(0, 2**32 - 1), st.integers(1, 59), st.booleans())
def test_batches_and_merged_models(seed, place, by_name):
    """Two batches, and two models merged, are what one fit is, whatever categories each has."""
    X, y = coded(seed=seed, missing=0.2)
    X = worded(X) if by_name else X
    whole = CategoricalNB().fit(X, y)
    first, second = (CategoricalNB().fit(X[part], y[part]) for part in split(place))

    assert_same(copy.copy(first).partial_fit(X[place:], y[place:]), whole)
    assert_same(first.merge(second), whole)


def split(place):
    """Return two slices."""
    return slice(place), slice(place, None)


def test_a_category_is_learned_later():
    """A category that comes later counts from then on, among the others in their order."""
    model = CategoricalNB().fit([["b"], ["d"]], [0, 1]).partial_fit([["a"], ["c"]], [1, 2])

    assert model.categories_[0].tolist() == ["a", "b", "c", "d"]
    assert model.category_count_[0].tolist() == [[0, 1, 0, 0], [1, 0, 0, 1], [0, 0, 1, 0]]


def test_a_column_of_nothing():
    """A column that was never observed says nothing, and may become of either kind."""
    for later in ([["x"]], [[3]]):
        model = CategoricalNB().fit([[None, 0], [None, 1]], [0, 1])
        assert model.n_categories_.tolist() == [0, 2]
        row = [[later[0][0], 0]]
        np.testing.assert_allclose(model.predict_proba(row), model.predict_proba([[None, 0]]))
        assert model.partial_fit(row, [0]).category_count_[0][0, -1] == 1


@pytest.mark.parametrize(
    ("X", "place"),
    [
        ([["a", 7]], "column 0"),
        ([[0, "x"]], "column 1"),
    ],
)
def test_the_kind_of_a_column_stays(X, place):
    """A column of codes takes no labels; the column is named, and nothing is changed."""
    model = CategoricalNB().fit([[0, 1], [1, 0]], [0, 1])
    before = pickle.dumps(model)

    for call in (
        model.predict,
        lambda X: model.partial_fit(X, [0]),
        lambda X: model.forget(X, [0]),
    ):
        with refused("column-type", parameter="X", place=place):
            call(X)
    assert pickle.dumps(model) == before
    words = CategoricalNB().fit([["a", "x"]], [0])
    with refused("column-type", parameter="X", place="column 0"):
        model.merge(words)
    with refused("column-type", parameter="X", place="column 0"):
        words.predict([[0, 1]])


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (-1, refused("negative-value", parameter="X", place="row 1, column 1")),
        (1.5, refused("not-a-category", parameter="X", place="row 1, column 1")),
        (np.inf, refused("infinite-value", parameter="X", place="row 1, column 1")),
        (2**40, refused("too-large", parameter="X", place="row 1, column 1")),
    ],
)
@pytest.mark.parametrize("dtype", [float, object])
def test_numbers_that_are_no_codes(value, expected, dtype):
    """What is no code is named with its place and the remedy, and nothing is changed."""
    model = CategoricalNB().fit([[0, 0], [1, 1]], [0, 1])
    before = pickle.dumps(model)
    X = np.array([[0, 1], [1, value]], dtype=dtype)

    for call in (model.fit, model.partial_fit, model.forget, lambda X, _: model.predict(X)):
        with expected:
            call(X, [0, 1])
    assert pickle.dumps(model) == before


def test_what_is_no_category():
    """A list in a cell is refused, with its place."""
    X = np.array([["a", "b"], ["c", None]], dtype=object)
    X[1, 1] = ["d"]
    with refused("not-a-category", kind=InputTypeError, parameter="X", place="row 1, column 1"):
        CategoricalNB().fit(X, [0, 1])


def test_names_of_columns():
    """Columns are named in errors and explanations, and other names are refused."""
    frame = pd.DataFrame({"colour": ["red", "blue"], "n": [1, 2]})
    model = CategoricalNB().fit(frame, [0, 1])

    assert model.explain(frame)[0].features.tolist() == ["colour", "n"]
    with refused("column-type", parameter="X", place="column 'n'"):
        model.predict(frame.assign(n=["x", "y"]))
    with refused("feature-names", parameter="X"):
        model.predict(frame[["n", "colour"]])
    with refused("empty-input", parameter="X"):
        model.predict(frame[:0])


@pytest.mark.parametrize(
    ("rows", "labels", "expected"),
    [
        ([["c", "x"]], [0], refused("unknown-category", parameter="X", place="row 0, column 0")),
        ([["b", "x"]], [0], refused("below-zero", place="column 0, class 0")),
        ([[None, "x"]], [0], refused("below-zero", place="column 0, class 0")),
        ([["a", "x"]], [7], refused("unknown-label", parameter="y")),
    ],
)
def test_what_was_not_learned(rows, labels, expected):
    """What was not learned cannot be forgotten, and the attempt changes nothing."""
    model = CategoricalNB().fit([["a", "x"], ["b", "y"]], [0, 1])
    before = pickle.dumps(model)

    with expected:
        model.forget(rows, labels)
    assert pickle.dumps(model) == before


def test_a_failing_batch_changes_nothing():
    """A batch whose labels or weights are wrong leaves no new categories behind."""
    model = CategoricalNB().fit([["a"], ["b"]], [0, 1])
    before = pickle.dumps(model)

    for y, weight, expected in (
        ([0, 1], None, refused("shape-mismatch", parameter="y")),
        ([None], None, refused("missing-value", parameter="y", place="row 0")),
        ([0], [-1], refused("bad-weight", parameter="sample_weight")),
    ):
        with expected:
            model.partial_fit([["new"]], y, sample_weight=weight)
        assert pickle.dumps(model) == before


def test_one_row_is_a_batch_of_one():
    """Rows that are learned and judged one by one are judged as together."""
    X, y = coded(missing=0.2)
    whole, single = CategoricalNB().fit(X, y), CategoricalNB()
    for i in range(len(X)):
        single.partial_fit(X[i : i + 1], y[i : i + 1], classes=None if i else ["a", "b", "c"])

    assert_same(single, whole)
    np.testing.assert_array_equal(
        np.vstack([whole.predict_proba(row[np.newaxis]) for row in X]), whole.predict_proba(X)
    )


def test_many_rows_on_many_threads():
    """Large tables are scored on all threads, row by row as small ones are."""
    X, y = coded(n_rows=40_000, missing=0.1)
    model = CategoricalNB().fit(X, y)

    np.testing.assert_array_equal(
        model.predict_joint_log_proba(X)[-100:], model.predict_joint_log_proba(X[-100:])
    )


def test_explain():
    """The terms of a row add up to its joint log-probability; what is missing has no term."""
    model = CategoricalNB().fit(FRUIT, KINDS)
    rows = [["red", None, 1], ["green", "long", 7]]
    first, second = model.explain(rows)

    assert first.features.tolist() == [0, 2]
    assert first.values.tolist() == ["red", 1]  # noqa: PD011 (no pandas)
    assert second.values.tolist() == ["green", "long", 7]  # noqa: PD011
    for explanation, expected in zip(
        (first, second), model.predict_joint_log_proba(rows), strict=True
    ):
        np.testing.assert_allclose(explanation.joint_log_proba, expected)


def test_linear_form():
    """Over columns of zeros and ones the scores are linear, with the weights of coef_."""
    X, y = coded()
    model = CategoricalNB().fit(X, y)
    encoder = OneHotEncoder(categories=[c.astype(float) for c in model.categories_])

    scores = encoder.fit_transform(X) @ model.coef_.T + model.intercept_
    np.testing.assert_allclose(scores, model.predict_joint_log_proba(X))


def test_parameters_change_after_fit():
    """New parameters take effect at once, as if fitted with them."""
    X, y = coded()
    model = CategoricalNB().fit(X, y)
    for options in ({"alpha": 0.1}, {"estimate": "mle"}, {"class_prior": [0.2, 0.3, 0.5]}):
        model.set_params(**options)
        expected = CategoricalNB(**model.get_params()).fit(X, y)
        np.testing.assert_array_equal(
            model.predict_joint_log_proba(X), expected.predict_joint_log_proba(X)
        )


def test_weights_are_repetitions():
    """A row with the weight n counts as n rows do."""
    X, y = coded(missing=0.2)
    times = np.random.default_rng(1).integers(1, 5, len(X))

    weighted = CategoricalNB().fit(X, y, sample_weight=times)

    assert_same(weighted, CategoricalNB().fit(X.repeat(times, axis=0), y.repeat(times)))


def test_weights_that_leave_one_class():
    """If the rows of one class alone have weight, that class is predicted."""
    X, y = coded()

    model = CategoricalNB().fit(X, y, sample_weight=y == "b")

    assert set(model.predict(X)) == {"b"}


@pytest.mark.parametrize("color", ["red", "white"])
def test_interrupted_learning(color, monkeypatch):
    """After Ctrl-C behind the count, answers follow from the counts that are there."""
    X = [["red"], ["green"], ["red"]]
    model = CategoricalNB().fit(X, ["a", "b", "b"])
    model.predict(X)
    add_to = CategoryRows.add_to

    def interrupted(*args, **options):
        add_to(*args, **options)
        raise KeyboardInterrupt

    monkeypatch.setattr(CategoryRows, "add_to", interrupted)
    with pytest.raises(KeyboardInterrupt):
        model.partial_fit([[color]] * 5, ["a"] * 5)

    stored = pickle.loads(pickle.dumps(model))  # noqa: S301
    np.testing.assert_array_equal(model.category_count_[0].sum(axis=1), model.class_count_)
    np.testing.assert_array_equal(model.predict_proba(X), stored.predict_proba(X))
