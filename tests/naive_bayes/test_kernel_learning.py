"""Kernel densities are learned, forgotten and merged on their grid."""

import copy
import pickle

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.errors import refused

from naive_bayes.measured import assert_same_counts, measured
from naive_bayes.samples import state
from priory import KernelNB
from priory.naive_bayes.kernel.counts import GridCounts
from priory.naive_bayes.kernel.grid import Grid

seeds = st.integers(0, 2**32 - 1)
POINTS = np.linspace(-12, 16, 300)


@given(seeds, st.lists(st.integers(1, 59), max_size=4, unique=True).map(sorted))
def test_batches(seed, places):
    """Learning in any batches on a grid is learning at once, bit for bit."""
    X, y = measured(seed=seed, missing=0.1)
    model = KernelNB(grid=POINTS)

    for rows, labels in zip(np.split(X, places), np.split(y, places), strict=True):
        model.partial_fit(rows, labels, classes=np.unique(y))

    assert_same_counts(model, KernelNB(grid=POINTS).fit(X, y))


@given(seeds, st.integers(1, 59))
def test_forget(seed, n_kept):
    """To learn A and B and to forget B is to learn A on the same grid, bit for bit."""
    X, y = measured(n_classes=5, seed=seed, missing=0.1)

    model = KernelNB(grid=POINTS).fit(X, y).forget(X[n_kept:], y[n_kept:])

    assert_same_counts(model, KernelNB(grid=POINTS).fit(X[:n_kept], y[:n_kept]))


@given(seeds)
def test_merge(seed):
    """Models on the same grid merge to the model of all rows, bit for bit."""
    X, y = measured(seed=seed, missing=0.1)
    one, other = (KernelNB(grid=POINTS).fit(X[i::2], y[i::2]) for i in (0, 1))

    assert_same_counts(one.merge(other), KernelNB(grid=POINTS).fit(X, y))


def test_merge_of_other_grids():
    """Models whose grids differ are not merged, and the remedy is named."""
    X, y = measured()
    model = KernelNB().fit(X, y)
    before = state(model)

    with refused("incompatible-merge", parameter="grid"):
        model.merge(KernelNB().fit(2 * X, y))

    assert state(model) == before


def test_new_class():
    """A label first seen in a later batch becomes a class."""
    X, y = measured()
    old = y != "list"

    model = KernelNB(grid=POINTS).fit(X[old], y[old]).partial_fit(X[~old], y[~old])

    assert_same_counts(model, KernelNB(grid=POINTS).fit(X, y))


@given(seeds)
def test_weights(seed):
    """Weight 2 is the row twice, and weight 0 is no row, bit for bit."""
    X, y = measured(seed=seed, missing=0.1)
    weights = np.arange(len(X)) % 3
    weights[:3] = 1
    repeated = np.repeat(np.arange(len(X)), weights)

    model = KernelNB(grid=POINTS).fit(X, y, weights)

    assert_same_counts(model, KernelNB(grid=POINTS).fit(X[repeated], y[repeated]))


def test_rows_without_weight():
    """Rows of weight 0 are no rows to the grid either."""
    X, y = measured()
    weights = np.arange(len(X)) % 2
    X[weights == 0] *= 9

    model = KernelNB().fit(X, y, weights)

    assert model.grid_.tolist() == KernelNB().fit(X[weights > 0], y[weights > 0]).grid_.tolist()


@given(seeds)
def test_fractional_weights_are_forgotten(seed):
    """With fractional weights what is left agrees up to rounding, and no class stays behind."""
    X, y = measured(n_classes=4, seed=seed)
    weights = np.random.default_rng(seed).uniform(0.001, 3, len(X))
    kept = (np.arange(len(X)) < 30) & (y != "list")

    model = KernelNB(grid=POINTS).fit(X, y, weights).forget(X[~kept], y[~kept], weights[~kept])

    expected = KernelNB(grid=POINTS).fit(X[kept], y[kept], weights[kept])
    assert model.classes_.tolist() == expected.classes_.tolist()
    np.testing.assert_allclose(model.grid_count_, expected.grid_count_, atol=1e-12)


def test_rows_that_were_not_learned():
    """What would leave a count below zero cannot be forgotten, and nothing is changed."""
    X, y = measured()
    model = KernelNB().fit(X, y)
    before = state(model)

    with refused("below-zero", place="column 0, class 'ham'"):
        model.forget(X[:1] + 1, y[:1])

    assert state(model) == before


def test_many_rows():
    """Rows are worked on in blocks, which leaves no trace."""
    X, y = measured(n_rows=200_000)
    model = KernelNB(grid=POINTS).fit(X, y)

    halves = KernelNB(grid=POINTS).fit(X[:77_777], y[:77_777]).partial_fit(X[77_777:], y[77_777:])

    assert_same_counts(model, halves)
    np.testing.assert_array_equal(model.grid_count_.sum(axis=2), model.observed_)


def test_missing_values_that_were_not_learned():
    """A class has no fewer rows than values: to forget NaN that was never there is refused."""
    X, y = measured()
    model = KernelNB().fit(X, y)
    before = state(model)

    with refused("below-zero", place="column 0, class 'ham'"):
        model.forget(np.full((1, X.shape[1]), np.nan), y[:1])

    assert state(model) == before


def test_missing_values_are_forgotten():
    """Rows with NaN, of fractional weight and learned in parts, are forgotten to the last."""
    X, y = measured()
    X[::3, 0] = np.nan
    weights = np.random.default_rng(0).choice([0.1, 0.2, 0.3, 0.7], len(X))
    model = KernelNB().fit(X, y, weights).partial_fit(X, y, sample_weight=weights[::-1])
    model.partial_fit(X, y).forget(X, y).forget(X, y, weights[::-1])

    fresh = KernelNB().fit(X, y, weights)
    np.testing.assert_allclose(model.class_count_, fresh.class_count_)
    np.testing.assert_allclose(model.observed_, fresh.observed_)


@pytest.mark.parametrize("weight", [1.0, 0.1])
def test_forgotten_values_leave_the_grid(weight):
    """Values that come and go, however many, leave few values few, alone and in a merge."""
    X, y, queries = [[1.0], [2.0], [1.5], [3.0]], list("aabb"), [[1.2], [1.9], [2.5]]
    model, fresh = KernelNB().fit(X, y), KernelNB().fit(X, y)
    for value in range(1000, 1040):
        model.partial_fit([[value]], ["a"], sample_weight=[weight])
        model.forget([[value]], ["a"], sample_weight=[weight])

    np.testing.assert_allclose(model.predict_proba(queries), fresh.predict_proba(queries))
    merged = KernelNB().fit([[value] for value in range(31)], ["a"] * 31).merge(model)
    assert merged.counts_.grid.waits.all()
    more = [[5 + i / 1000] for i in range(40)]
    model.partial_fit(more, ["a"] * 40)
    fresh.partial_fit(more, ["a"] * 40)
    np.testing.assert_allclose(model.grid_, fresh.grid_)


@pytest.mark.parametrize("learn", ["partial_fit", "merge"])
def test_interrupted_learning(learn, monkeypatch):
    """Ctrl-C in the count of rows that need another grid leaves the grid as it was."""
    model = KernelNB().fit([[1.0], [2.0], [1.5], [3.0]], list("aabb"))
    X, y = measured()
    more = (KernelNB().fit(X[:, :1], y),) if learn == "merge" else (X[:, :1], y)
    before = state(model)

    def interrupted(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(
        *((Grid, "moved") if learn == "merge" else (GridCounts, "_add")), interrupted
    )
    with pytest.raises(KeyboardInterrupt):
        getattr(model, learn)(*more)

    assert state(model) == before


@pytest.mark.parametrize("decimals", [0, 9])
@pytest.mark.parametrize("grid", [512, POINTS], ids=["few or many values", "points"])
def test_counts_are_a_value(grid, decimals):
    """Counts add up, and are taken away to the last bit; those of a model stay as they were."""
    X, y = measured(missing=0.1)
    X = X.round(decimals)
    model = KernelNB(grid=grid).fit(X, y)
    before, more = model.counts_, copy.copy(model).forget(X[40:], y[40:]).counts_
    kept = pickle.dumps(before)

    model.partial_fit(X, y).partial_fit(X[:9] + 0.25, y[:9]).merge(KernelNB(grid=grid).fit(X, y))

    assert pickle.dumps(before) == kept
    assert (before + more) - more == before
    assert before + more == more + before != before
    again = KernelNB.from_counts(before, grid=grid).predict_joint_log_proba(X)
    assert again.tolist() == KernelNB(grid=grid).fit(X, y).predict_joint_log_proba(X).tolist()


def test_values_that_were_forgotten_make_no_difference():
    """Counts are equal if the same values were counted, whatever came and went."""
    X, y = [[1.0], [2.0], [1.5], [3.0]], list("aabb")
    model, fresh = KernelNB().fit(X, y), KernelNB().fit(X, y)

    assert model.partial_fit([[1.2]], ["a"]).counts_ != fresh.counts_
    assert model.forget([[1.2]], ["a"]).counts_ == fresh.counts_
    assert fresh.counts_ != KernelNB().fit([[1.0], [2.0], [1.5], [3.5]], y).counts_


def test_counts_on_other_points_are_not_taken_away():
    """What was counted on another grid is no part of the counts."""
    X, y = measured()
    counts, others = KernelNB().fit(X, y).counts_, KernelNB().fit(2 * X, y).counts_

    assert counts != others
    with refused("incompatible-merge", parameter="grid"):
        _ = counts - others
