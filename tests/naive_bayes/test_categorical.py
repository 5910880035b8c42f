"""Categories by number and by name: counts, estimates, and what is not known."""

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.special import gammaln
from sklearn import naive_bayes as sklearn_naive_bayes
from tests.errors import refused

from naive_bayes.categorical_samples import FRUIT, KINDS, assert_same, coded, worded
from priory import CategoricalNB


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


@pytest.mark.parametrize(
    ("least", "code"),
    [([3.5, 2], "bad-parameter"), ([[3, 2]], "shape-mismatch"), ([3, 2, 2], "shape-mismatch")],
)
def test_bad_min_categories(least, code):
    """Numbers of categories that do not fit are refused, in fit and after it."""
    X = [[0, 1], [1, 0]]
    with refused(code, parameter="min_categories"):
        CategoricalNB(min_categories=least).fit(X, [0, 1])
    model = CategoricalNB().fit(X, [0, 1]).set_params(min_categories=least)
    with refused(code, parameter="min_categories"):
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
    """The posterior predictive of a category is its probability under the mean parameters."""
    # It is the ratio of two marginal likelihoods: of the rows with one more, and of the rows.
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
    with refused("no-answer", parameter="X", place="row 0"):
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


def numeric(values):
    """Write numbers as the categories of every library that has such."""
    dictionary = pa.array(values).dictionary_encode()
    reversed_dictionary = pa.array(values[::-1]).dictionary_encode()[::-1]
    chunked = pa.chunked_array([dictionary[:2], reversed_dictionary[2:]])
    return {
        "pandas": pd.DataFrame({"n": pd.Categorical(values)}),
        "arrow": pa.table({"n": dictionary}),
        "arrow in chunks": pa.table({"n": chunked}),
        "arrow in pandas": pd.DataFrame(
            {"n": pd.Series(values, dtype=pd.ArrowDtype(dictionary.type))}
        ),
        "polars": pl.DataFrame({"n": [v and str(v) for v in values]}, {"n": pl.Categorical}),
    }


@pytest.mark.parametrize("form", numeric([1.0, 2.0]))
@pytest.mark.parametrize("values", [[10.0, 20.0, 20.0, None], [-1.0, 1.5, 1.5, None]])
def test_categories_that_are_numbers(form, values):
    """Numbers in a column of categories are labels as strings are, not codes."""
    table, y = numeric(values)[form], [0, 1, 1, 0]
    model = CategoricalNB().fit(table, y)

    words = np.array([[value and str(value)] for value in values], dtype=object)
    expected = CategoricalNB().fit(words, y)
    assert [str(label) for label in model.categories_[0]] == expected.categories_[0].tolist()
    np.testing.assert_array_equal(model.predict_proba(table), expected.predict_proba(words))


def test_labels_that_are_numbers_in_other_columns():
    """A column that has learned numbers as labels reads them from any type, and codes as codes."""
    frame = pd.DataFrame({"n": pd.Categorical([10, 20, 20])})
    model = CategoricalNB().fit(frame, [0, 1, 1])
    expected = model.predict_proba(frame)

    for dtype in (int, float, object):
        np.testing.assert_array_equal(model.predict_proba(frame.astype(dtype)), expected)
    assert model.partial_fit(frame.astype(int)[:1], [0]).category_count_[0].tolist() == [
        [2, 0],
        [0, 2],
    ]
    codes = CategoricalNB().fit(frame.astype(int), [0, 1, 1])
    assert codes.partial_fit(frame[:1], [0]).n_categories_.tolist() == [21]


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
