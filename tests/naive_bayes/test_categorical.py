"""Categories by number and by name: counts, estimates, and what is not known."""

import copy
import pickle

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.special import gammaln
from sklearn import naive_bayes as sklearn_naive_bayes
from sklearn.preprocessing import OneHotEncoder

from priory import CategoricalNB

FRUIT = [
    ["red", "round", 1],
    ["red", "long", 0],
    ["yellow", "long", 2],
    ["yellow", None, 2],
    [None, "round", 0],
]
KINDS = ["apple", "chili", "banana", "banana", "apple"]

weights = st.floats(0.125, 4)
codes = st.integers(0, 4)


def coded(n_rows=60, seed=0, missing=0.0):
    """Draw codes of four columns, and labels; every class has a row."""
    random = np.random.default_rng(seed)
    y = np.concatenate([np.arange(3), random.integers(0, 3, n_rows - 3)])
    X = (random.integers(0, [2, 3, 5, 4], (n_rows, 4)) + y[:, np.newaxis] % 2).astype(float)
    X[random.random(X.shape) < missing] = np.nan
    return X, np.array(["a", "b", "c"])[y]


def worded(X):
    """Write codes as words whose order is another one."""
    words = np.array([["kiwi", "fig", "plum", "date", "lime", "pear"]] * X.shape[1], dtype=object)
    named = np.full(X.shape, None, dtype=object)
    for i, j in np.argwhere(~np.isnan(X)):
        named[i, j] = words[j, int(X[i, j])]
    return named


def assert_same(one, other):
    """Assert that two models have the same classes, categories and counts, bit for bit."""
    assert one.classes_.tolist() == other.classes_.tolist()
    assert one.class_count_.tolist() == other.class_count_.tolist()
    for name in ("categories_", "category_count_"):
        mine, theirs = getattr(one, name), getattr(other, name)
        assert [part.tolist() for part in mine] == [part.tolist() for part in theirs]


@pytest.mark.parametrize("dtype", [np.int64, np.int8, np.uint64, np.float64, np.float32, object])
def test_codes_of_any_type(dtype):
    """Whole numbers are codes, whatever type holds them, and give scikit-learn's numbers."""
    X, y = coded()
    theirs = sklearn_naive_bayes.CategoricalNB().fit(X.astype(int), y)
    ours = CategoricalNB().fit(X.astype(dtype), y)

    np.testing.assert_allclose(
        ours.predict_joint_log_proba(X.astype(dtype)),
        theirs.predict_joint_log_proba(X.astype(int)),
        rtol=1e-13,
    )
    assert ours.n_categories_.tolist() == theirs.n_categories_.tolist()


@given(st.data())
def test_formulas(data):
    """Each category has (n + a) / (N + K a), and an unseen one a / (N + (K + 1) a)."""
    alpha = data.draw(st.floats(0.01, 9))
    column = data.draw(st.lists(st.sampled_from("abcd"), min_size=2, max_size=9))
    model = CategoricalNB(alpha=alpha).fit([[value] for value in column], [0] * len(column))
    seen, n = np.unique(column, return_counts=True)

    np.testing.assert_allclose(
        np.exp(model.feature_log_prob_[0][0]), (n + alpha) / (len(column) + len(seen) * alpha)
    )
    unseen = np.exp(model.predict_joint_log_proba([["never"]])[0, 0])
    np.testing.assert_allclose(unseen, alpha / (len(column) + (len(seen) + 1) * alpha))


def test_an_unseen_code():
    """A code above all that were learned is an unseen category, where scikit-learn fails."""
    X, y = coded()
    model = CategoricalNB(alpha=0.5).fit(X, y)
    row = X[:1].copy()
    row[0, 2] = 99
    alone = model.predict_joint_log_proba(row) - model.predict_joint_log_proba(
        np.where(row == 99, np.nan, row)
    )

    n_categories = model.n_categories_[2]
    expected = np.log(0.5 / (model.class_count_ + 0.5 * (n_categories + 1)))
    np.testing.assert_allclose(alone[0], expected)


def test_declared_categories_are_not_unseen():
    """A category within min_categories is one of K, by number and by name."""
    numbers = CategoricalNB(min_categories=3).fit([[0], [1], [1]], [0, 0, 0])
    words = CategoricalNB(min_categories=3).fit([["a"], ["b"], ["b"]], [0, 0, 0])

    for model, query in ((numbers, [[2]]), (words, [["c"]])):
        np.testing.assert_allclose(np.exp(model.predict_joint_log_proba(query)), [[1 / 6]])
    np.testing.assert_allclose(np.exp(numbers.predict_joint_log_proba([[3]])), [[1 / 7]])
    numbers.set_params(min_categories=[5])
    assert numbers.n_categories_.tolist() == [5]
    np.testing.assert_allclose(np.exp(numbers.predict_joint_log_proba([[3]])), [[1 / 8]])


@pytest.mark.parametrize("least", [[3.5, 2], [[3, 2]], [3, 2, 2]])
def test_bad_min_categories(least):
    """Numbers of categories that do not fit are refused, in fit and after it."""
    X = [[0, 1], [1, 0]]
    with pytest.raises(ValueError, match="'min_categories' should have"):
        CategoricalNB(min_categories=least).fit(X, [0, 1])
    model = CategoricalNB().fit(X, [0, 1]).set_params(min_categories=least)
    with pytest.raises(ValueError, match="'min_categories' should have"):
        model.predict(X)


def test_missing_values_are_not_observed():
    """NaN adds nothing in predict and is not counted in fit; a row of NaN answers the prior."""
    X, y = coded(missing=0.3)
    model = CategoricalNB().fit(X, y)
    for j in range(X.shape[1]):
        there = ~np.isnan(X[:, j])
        alone = CategoricalNB().fit(X[there, j : j + 1], y[there])
        assert alone.category_count_[0].tolist() == model.category_count_[j].tolist()
        np.testing.assert_allclose(model.feature_log_prob_[j], alone.feature_log_prob_[0])
    nothing = np.full((1, X.shape[1]), np.nan)

    np.testing.assert_allclose(
        model.predict_proba(nothing)[0], model.class_count_ / len(y), rtol=1e-14
    )


def test_marginalised():
    """To leave out a value is to sum over all its categories, with their probabilities."""
    X, y = coded()
    model = CategoricalNB().fit(X, y)
    rows = np.repeat(X[:1], model.n_categories_[2], axis=0)
    rows[:, 2] = np.arange(len(rows))
    without = X[:1].copy()
    without[0, 2] = np.nan

    summed = np.exp(model.predict_joint_log_proba(rows)).sum(axis=0)
    np.testing.assert_allclose(np.exp(model.predict_joint_log_proba(without))[0], summed)


def test_predictive_is_the_mean():
    """The posterior predictive of a category is its probability under the mean parameters.

    It is the ratio of two marginal likelihoods: of the rows with one more, and of the rows.
    """
    X, y = coded()
    model = CategoricalNB(alpha=0.7, estimate="predictive").fit(X, y)

    for table, logs in zip(model.category_count_, model.feature_log_prob_, strict=True):
        one_more = table[:, np.newaxis] + np.eye(table.shape[1])  # class, category, counts

        def marginal(counts):
            total = counts.shape[-1] * 0.7
            return (
                gammaln(total)
                - gammaln(total + counts.sum(axis=-1))
                + (gammaln(counts + 0.7) - gammaln(0.7)).sum(axis=-1)
            )

        np.testing.assert_allclose(logs, marginal(one_more) - marginal(table)[:, np.newaxis])
    np.testing.assert_array_equal(
        model.predict_proba(X), CategoricalNB(alpha=0.7).fit(X, y).predict_proba(X)
    )


@pytest.mark.parametrize("estimate", ["map", "mle"])
def test_other_estimates(estimate):
    """The mode of the posterior adds alpha - 1, maximum likelihood nothing."""
    X, y = coded()
    model = CategoricalNB(alpha=3, estimate=estimate).fit(X, y)
    added = {"map": 2, "mle": 0}[estimate]

    for counts, logs in zip(model.category_count_, model.feature_log_prob_, strict=True):
        smoothed = counts + added
        np.testing.assert_allclose(
            np.exp(logs), smoothed / smoothed.sum(axis=1, keepdims=True), rtol=1e-13
        )


def test_zeros_of_probability():
    """Without smoothing an impossible category rules a class out; if all are, nothing is known."""
    model = CategoricalNB(estimate="mle").fit([["a", "x"], ["b", None]], [0, 1])

    assert model.predict_proba([["a", None]]).tolist() == [[1, 0]]
    assert model.predict_joint_log_proba([["a", "x"]])[0, 1] == -np.inf
    with pytest.warns(RuntimeWarning, match="0/0"):
        assert np.isnan(model.predict_proba([["c", None]])).all()
    with pytest.raises(ValueError, match="row 0: every class"):
        model.predict([["c", None]])


@pytest.mark.parametrize("alpha", [[0.5, 1.0, 2.0, 4.0], np.linspace(0.1, 3, 12).reshape(3, 4)])
def test_alpha_of_each_feature(alpha):
    """A vector has an alpha for each feature, a matrix for each class and feature."""
    X, y = coded()
    model = CategoricalNB(alpha=alpha).fit(X, y)

    for j, (counts, logs) in enumerate(
        zip(model.category_count_, model.feature_log_prob_, strict=True)
    ):
        smoothed = counts + np.broadcast_to(alpha, (3, 4))[:, j : j + 1]
        np.testing.assert_allclose(np.exp(logs), smoothed / smoothed.sum(axis=1, keepdims=True))


def test_names_and_numbers_agree():
    """Categories by name have the posteriors that their numbers have."""
    X, y = coded(missing=0.2)
    numbers, words = CategoricalNB().fit(X, y), CategoricalNB().fit(worded(X), y)

    np.testing.assert_allclose(words.predict_proba(worded(X)), numbers.predict_proba(X))


def frames():
    """Write the fruit in every form that a table may have."""
    objects = np.array(FRUIT, dtype=object)
    columns = {name: list(column) for name, column in zip("csn", objects.T, strict=True)}
    frame = pd.DataFrame(columns)
    return {
        "array": objects,
        "pandas": frame,
        "strings": frame.astype({"c": "string", "s": "string", "n": "Int64"}),
        "categorical": frame.astype({"c": "category", "s": "category", "n": "category"}),
        "declared": frame.assign(c=pd.Categorical(frame["c"], ["blue", "yellow", "red"])),
        "polars": pl.DataFrame(columns),
        "polars categorical": pl.DataFrame(columns).cast(
            {"c": pl.Categorical, "s": pl.Enum(["round", "oval", "long"])}
        ),
        "arrow": pa.table(columns),
        "arrow dictionary": pa.table(columns).set_column(
            0, "c", pa.array(columns["c"]).dictionary_encode()
        ),
    }


@pytest.mark.parametrize("form", frames())
def test_tables_of_any_form(form):
    """Lists, arrays and data frames of any kind give the same model and the same answers."""
    expected = CategoricalNB().fit(FRUIT, KINDS)
    table = frames()[form]
    model = CategoricalNB().fit(table, KINDS)

    assert_same(model, expected)
    assert model.categories_[0].tolist() == ["red", "yellow"]
    np.testing.assert_array_equal(model.predict_proba(table), expected.predict_proba(FRUIT))


def test_a_number_beside_strings():
    """In a list, a number beside strings stays a number, and NaN stays missing."""
    model = CategoricalNB().fit([["a", 1], ["b", float("nan")]], [0, 1])

    assert [part.tolist() for part in model.categories_] == [["a", "b"], [0, 1]]
    assert [part.sum() for part in model.category_count_] == [2, 1]


def test_labels_of_any_type():
    """Categories may be tuples, booleans and strings at once, in an order of their own."""
    column = np.empty((4, 1), dtype=object)
    column[:, 0] = [("a", 1), "b", True, ("a", 1)]
    shuffled = column[[2, 1, 3, 0]]
    one, other = (CategoricalNB().fit(rows, [0, 1, 1, 0][: len(rows)]) for rows in (column, column))
    other.forget(column, [0, 1, 1, 0]).partial_fit(shuffled, [1, 1, 0, 0])

    assert_same(one, other)


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
        ([["a", 7]], "column 0 holds labels.*integer codes"),
        ([[0, "x"]], "column 1 holds labels.*integer codes"),
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
        with pytest.raises(ValueError, match=place):
            call(X)
    assert pickle.dumps(model) == before
    words = CategoricalNB().fit([["a", "x"]], [0])
    with pytest.raises(ValueError, match="column 0 holds labels"):
        model.merge(words)
    with pytest.raises(ValueError, match=r"column 0 holds integer codes.*labels"):
        words.predict([[0, 1]])


@pytest.mark.parametrize(
    ("value", "message"),
    [
        (-1, r"Negative values.*\(input X\): row 1, column 1 is -1"),
        (1.5, "row 1, column 1 is 1.5, which is no category: cut measurements"),
        (np.inf, "contains infinity: row 1, column 1"),
        (2**40, "row 1, column 1 is .*: categories are numbered from 0 without large gaps"),
    ],
)
@pytest.mark.parametrize("dtype", [float, object])
def test_numbers_that_are_no_codes(value, message, dtype):
    """What is no code is named with its place and the remedy, and nothing is changed."""
    model = CategoricalNB().fit([[0, 0], [1, 1]], [0, 1])
    before = pickle.dumps(model)
    X = np.array([[0, 1], [1, value]], dtype=dtype)

    for call in (model.fit, model.partial_fit, model.forget, lambda X, _: model.predict(X)):
        with pytest.raises(ValueError, match=message):
            call(X, [0, 1])
    assert pickle.dumps(model) == before


def test_what_is_no_category():
    """A list in a cell is refused, with its place."""
    X = np.array([["a", "b"], ["c", None]], dtype=object)
    X[1, 1] = ["d"]
    with pytest.raises(TypeError, match="row 1, column 1 holds a list"):
        CategoricalNB().fit(X, [0, 1])


def test_names_of_columns():
    """Columns are named in errors and explanations, and other names are refused."""
    frame = pd.DataFrame({"colour": ["red", "blue"], "n": [1, 2]})
    model = CategoricalNB().fit(frame, [0, 1])

    assert model.explain(frame)[0].features.tolist() == ["colour", "n"]
    with pytest.raises(ValueError, match="column 'n' holds labels"):
        model.predict(frame.assign(n=["x", "y"]))
    with pytest.raises(ValueError, match="feature names"):
        model.predict(frame[["n", "colour"]])
    with pytest.raises(ValueError, match="0 sample"):
        model.predict(frame[:0])


@pytest.mark.parametrize(
    ("rows", "labels", "message"),
    [
        ([["c", "x"]], [0], "forget: row 0, column 0 is 'c', which was never learned"),
        ([["b", "x"]], [0], "the count of 'b' in column 0 of class 0 would fall below zero"),
        ([[None, "x"]], [0], "'a' in column 0 of class 0 .* more than the class has rows"),
        ([["a", "x"]], [7], "the class 7 was never learned"),
    ],
)
def test_what_was_not_learned(rows, labels, message):
    """What was not learned cannot be forgotten, and the attempt changes nothing."""
    model = CategoricalNB().fit([["a", "x"], ["b", "y"]], [0, 1])
    before = pickle.dumps(model)

    with pytest.raises(ValueError, match=message):
        model.forget(rows, labels)
    assert pickle.dumps(model) == before


def test_a_failing_batch_changes_nothing():
    """A batch whose labels or weights are wrong leaves no new categories behind."""
    model = CategoricalNB().fit([["a"], ["b"]], [0, 1])
    before = pickle.dumps(model)

    for y, weight in (([0, 1], None), ([None], None), ([0], [-1])):
        with pytest.raises(ValueError, match=r"inconsistent|missing|[Nn]egative"):
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
