"""Counts of categories: a value whose sums join categories, and whose differences let them go."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.errors import refused

from naive_bayes.categorical_samples import assert_same, coded, worded
from priory import CategoricalNB


def counts(X, y, weights=None):
    """Return what is counted."""
    return CategoricalNB().fit(X, y, weights).counts_


@given(st.integers(0, 2**32 - 1), st.integers(1, 59), st.booleans())
def test_sums_and_differences(seed, place, by_name):
    """Sums are what all rows together are, differences what the others were, in either order."""
    X, y = coded(seed=seed, missing=0.2)
    X = worded(X) if by_name else X
    first, second = counts(X[:place], y[:place]), counts(X[place:], y[place:])

    assert first + second == second + first == counts(X, y)
    assert (first + second) - second == first
    assert_same(CategoricalNB.from_counts(first + second), CategoricalNB.from_counts(counts(X, y)))


def test_categories_tell_counts_apart():
    """Counts of other categories are others, however often each occurs."""
    assert counts([["a"], ["b"]], [0, 1]) != counts([["a"], ["c"]], [0, 1])
    assert counts([["a"], ["b"]], [0, 1]) != counts([[0], [1]], [0, 1])
    assert counts([[0], [0]], [0, 1]) != counts([[0], [1]], [0, 1], [1, 0])


def test_a_column_of_nothing():
    """A column of which all was taken away is one that was never observed."""
    nothing, words = counts([[np.nan], [np.nan]], [0, 1]), counts([["x"], ["y"]], [0, 1])

    assert (nothing + words) - words == nothing


def test_categories_without_weight_stay():
    """A category of rows that weigh nothing is not taken away, nor is a gap among codes."""
    words = counts([["a"], ["b"], ["c"]], [0, 0, 0], [1, 0, 1])
    codes = counts([[0], [3], [4]], [0, 0, 0])

    left = words - counts([["a"]], [0])
    assert list(left.domains[0].places) == ["b", "c"]
    assert (codes - counts([[0]], [0])).domains[0].size == 5
    assert (codes - counts([[4]], [0])).domains[0].size == 4


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        ([["c"]], refused("below-zero", place="column 0, class 0")),
        ([[1]], refused("column-type", parameter="X", place="column 0")),
    ],
)
def test_what_is_not_there(rows, expected):
    """Counts that have other categories are not taken away."""
    with expected:
        counts([["a"], ["b"]], [0, 0]) - counts(rows, [0])


def test_unknown_categories_without_weight():
    """To take nothing away of a category that is not there changes nothing."""
    known = counts([["a"], ["b"]], [0, 0])

    assert known - counts([["a"], ["z"]], [0, 0], [1, 0]) == counts([["b"]], [0])


def test_counts_that_were_handed_out_stay():
    """Neither more rows nor more categories change counts that somebody holds."""
    model = CategoricalNB().fit([["a"], ["b"]], [0, 1])
    held, table = model.counts_, model.counts_["category"].copy()

    model.partial_fit([["a"]], [1]).partial_fit([["a"]], [1]).partial_fit([["0"]], [0])

    assert held["category"].tolist() == table.tolist()
    assert list(held.domains[0].places) == ["a", "b"]
    assert list(model.counts_.domains[0].places) == ["0", "a", "b"]


def test_rows_one_by_one_are_added_in_place():
    """A row of known categories is added to the table itself, and its layout stays."""
    model = CategoricalNB().fit([["a"], ["b"]], [0, 1]).partial_fit([["a"]], [1])
    table, layout = model._counts["category"], model._derived().layout

    model.partial_fit([["a"]], [1])

    assert model._counts["category"] is table
    assert model._derived().layout is layout
    model.partial_fit([["c"]], [1])
    assert model._derived().layout.sizes.tolist() == [3]
    model.set_params(min_categories=4)
    assert model.n_categories_.tolist() == [4]


def test_what_was_learned_asks_for_no_prior():
    """Categories and their counts are told whatever prior is set, but for parameters of no kind."""
    model = CategoricalNB().fit([["a"], ["b"]], [0, 1]).set_params(alpha=0.5, estimate="map")

    assert [part.tolist() for part in model.categories_] == [["a", "b"]]
    assert model.category_count_[0].tolist() == [[1, 0], [0, 1]]
    with refused("bad-parameter", parameter="missing"):
        model.set_params(missing="zero").n_categories_  # noqa: B018


def test_no_feature_count():
    """There are no counts by feature, and the error says where counts are."""
    model = CategoricalNB().fit([["a"]], [0])

    assert not hasattr(model, "feature_count_")
    with pytest.raises(AttributeError, match="category_count_"):
        model.feature_count_  # noqa: B018
