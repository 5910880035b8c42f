"""GaussianDiscriminant: learning in batches, forgetting and merging, with weights."""

import copy
import pickle

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats
from tests.errors import refused

from naive_bayes.measured import COMBINED, KINDS, assert_close, each_kind, measured, seeds
from naive_bayes.samples import state
from priory import GaussianDiscriminant


@each_kind
@given(seeds, st.lists(st.integers(1, 59), max_size=4, unique=True).map(sorted))
def test_batches(options, seed, places):
    """Learning in any batches is learning at once, up to rounding."""
    X, y = measured(seed=seed)
    model = GaussianDiscriminant(**options)

    for rows, labels in zip(np.split(X, places), np.split(y, places), strict=True):
        model.partial_fit(rows, labels, classes=np.unique(y))

    assert_close(model, GaussianDiscriminant(**options).fit(X, y), X, 1e-7)


@each_kind
@given(seeds)
def test_forget(options, seed):
    """To learn A and B and to forget B is to learn A, classes that only B had included."""
    X, y = measured(n_classes=4, seed=seed)
    kept = (np.arange(len(X)) < 40) & (y != "list")

    model = GaussianDiscriminant(**options).fit(X, y).forget(X[~kept], y[~kept])

    assert model.classes_.tolist() == ["ham", "news", "spam"]
    assert_close(model, GaussianDiscriminant(**options).fit(X[kept], y[kept]), X, 1e-6)


@each_kind
@given(seeds)
def test_merge(options, seed):
    """Models that began apart, and so have other shifts, merge to the model of all rows."""
    X, y = measured(seed=seed)
    one, other = (
        GaussianDiscriminant(**options).fit(X[half], y[half])
        for half in (slice(30), slice(30, None))
    )

    assert_close(one.merge(other), GaussianDiscriminant(**options).fit(X, y), X, 1e-6)


@given(seeds)
def test_missing_values_are_learned_where_features_are_alone(seed):
    """With variances alone, a feature learns from the rows that have it, forgets and merges so."""
    X, y = measured(seed=seed, missing=0.2)
    model = GaussianDiscriminant(covariance="diagonal").fit(X, y)

    for c, label in enumerate(model.classes_):
        rows = X[y == label]
        np.testing.assert_allclose(model.means_[c], np.nanmean(rows, axis=0), atol=1e-12)
        np.testing.assert_allclose(model.covariance_[c], np.nanvar(rows, axis=0), rtol=1e-9)
    halves = [GaussianDiscriminant(covariance="diagonal").fit(X[i::2], y[i::2]) for i in (0, 1)]
    assert_close(halves[0].merge(halves[1]), model, X, 1e-6)
    half = GaussianDiscriminant(covariance="diagonal").fit(X[::2], y[::2])
    np.testing.assert_allclose(model.forget(X[1::2], y[1::2]).means_, half.means_, atol=1e-9)


@each_kind
@given(seeds)
def test_weights(options, seed):
    """Weight 2 is the row twice, and weight 0 is no row."""
    X, y = measured(seed=seed)
    weights = np.arange(len(X)) // 3 % 3  # of every class, enough rows for a covariance
    weights[:6] = 1
    repeated = np.repeat(np.arange(len(X)), weights)

    model = GaussianDiscriminant(**options).fit(X, y, weights)

    assert_close(model, GaussianDiscriminant(**options).fit(X[repeated], y[repeated]), X, 1e-7)


def test_parameters_change_after_fit():
    """What the moments hold can be read in another way without learning again."""
    X, y = measured()
    model = GaussianDiscriminant(shrinkage="auto").fit(X, y)

    for options in (*KINDS, *COMBINED):
        fresh = GaussianDiscriminant(**options).fit(X, y)
        model.set_params(**fresh.get_params())
        assert_close(model, fresh, X)
        model.partial_fit(X, y).forget(X, y)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ({"covariance": "diagonal"}, {"covariance": "full"}),
        ({}, {"shrinkage": "auto"}),
    ],
)
def test_moments_that_were_not_kept(before, after):
    """What needs moments that were not kept says so, and does not answer."""
    X, y = measured()
    model = GaussianDiscriminant(**before).fit(X, y).set_params(**after)

    for ask in (model.predict, lambda X: model.partial_fit(X, y)):
        with refused("changed-parameter", parameter=next(iter(after))):
            ask(X)


@each_kind
def test_rows_that_were_not_learned(options):
    """What would leave a count or a variance below zero cannot be forgotten."""
    X, y = measured()
    model = GaussianDiscriminant(**options).fit(X, y)
    before = state(model)

    for rows, labels in ((X[:1] + 100, y[:1]), (np.repeat(X, 2, axis=0), np.repeat(y, 2))):
        with refused("below-zero"):
            model.forget(rows, labels)

    assert state(model) == before


def test_new_class():
    """A label first seen in a later batch becomes a class."""
    X, y = measured()
    old = y != "list"

    model = GaussianDiscriminant().fit(X[old], y[old]).partial_fit(X[~old], y[~old])

    assert_close(model, GaussianDiscriminant().fit(X, y), X)


@pytest.mark.parametrize("far", [1e5, 1e7, 1e12])
@each_kind
def test_classes_far_apart(options, far):
    """Classes have shifts of their own, so it costs no digits how far apart they are."""
    X, y = measured()
    X = np.round(X * 2**10) / 2**10  # so that moving them is exact
    moved = X + far * np.unique(y, return_inverse=True)[1][:, np.newaxis]
    model = GaussianDiscriminant(**options)
    whole = GaussianDiscriminant(**options).fit(X, y).covariance_

    model.fit(moved[:40], y[:40]).partial_fit(moved[40:], y[40:])
    np.testing.assert_allclose(model.covariance_, whole, rtol=1e-12)
    model.fit(moved[40:], y[40:]).merge(GaussianDiscriminant(**options).fit(moved[:40], y[:40]))
    np.testing.assert_allclose(model.covariance_, whole, rtol=1e-12)
    model.partial_fit(moved[:20], y[:20]).forget(moved[:20], y[:20])
    np.testing.assert_allclose(model.covariance_, whole, rtol=1e-12)


@pytest.mark.parametrize("covariance", ["shared", "full", "diagonal"])
def test_densities_of_classes_far_apart(covariance):
    """A row has in its class the density of the centred class, however far the others are."""
    X, y = measured(n_rows=300)
    places = np.unique(y, return_inverse=True)[1]
    centred = np.vstack([X[places == c] - X[places == c].mean(axis=0) for c in range(3)])
    spread = np.array([np.cov(X[places == c].T, bias=True) for c in range(3)])
    if covariance == "shared":
        spread[:] = np.tensordot(np.bincount(places) / len(X), spread, 1)
    if covariance == "diagonal":
        spread *= np.eye(3)
    logs = [
        stats.multivariate_normal(cov=matrix).logpdf(rows)
        for matrix, rows in zip(
            spread, np.split(centred, np.cumsum(np.bincount(places))[:-1]), strict=True
        )
    ]

    model = GaussianDiscriminant(covariance=covariance).fit(X + 1e7 * places[:, np.newaxis], y)

    order = np.argsort(places, kind="stable")
    joint = model.predict_joint_log_proba(X[order] + 1e7 * places[order][:, np.newaxis])
    ours = joint[np.arange(len(X)), places[order]] - model.class_log_prior_[places[order]]
    np.testing.assert_allclose(ours, np.concatenate(logs), atol=1e-6)


@each_kind
@given(seeds)
def test_fractional_weights(options, seed):
    """With weights of any size, batches, forgetting and merging lead to the same model."""
    X, y = measured(seed=seed, missing=0.1 if options.get("covariance") == "diagonal" else 0.0)
    weights = np.random.default_rng(seed).uniform(0.5, 3, len(X))
    first, rest = ((X[rows], y[rows], weights[rows]) for rows in (slice(30), slice(30, None)))
    whole, half, other = (
        GaussianDiscriminant(**options).fit(*rows) for rows in ((X, y, weights), first, rest)
    )

    assert_close(copy.copy(half).partial_fit(*rest[:2], None, rest[2]), whole, X, 1e-6)
    assert_close(copy.copy(half).merge(other), whole, X, 1e-6)
    assert_close(whole.forget(*rest), half, X, 1e-6)


@pytest.mark.parametrize("covariance", ["shared", "full", "diagonal"])
def test_weights_have_no_unit(covariance):
    """By maximum likelihood weights are shares: a thousandth of each leads to the same model."""
    X, y = measured()
    weights = np.linspace(1, 2, len(X))
    one, other = (
        GaussianDiscriminant(covariance=covariance).fit(X, y, unit * weights) for unit in (1, 1e-3)
    )

    np.testing.assert_allclose(one.covariance_, other.covariance_, rtol=1e-12)
    np.testing.assert_allclose(one.predict_proba(X), other.predict_proba(X), rtol=1e-9)


@each_kind
def test_nothing_is_left_of_what_was_forgotten(options):
    """A declared class that was forgotten has no shift either, and learns anew."""
    X, y = measured()
    ham = y == "ham"
    model = GaussianDiscriminant(**options).partial_fit(X, y, np.unique(y)).forget(X[ham], y[ham])

    assert not any(table[0].any() for table in model.counts_.sums.values())
    model.partial_fit(X[ham] + 1e9, y[ham])
    expected = GaussianDiscriminant(**options).fit(X + 1e9 * ham[:, np.newaxis], y)
    np.testing.assert_allclose(model.covariance_, expected.covariance_, rtol=1e-6)


@pytest.mark.parametrize("copied", [copy.copy, lambda model: pickle.loads(pickle.dumps(model))])  # noqa: S301
def test_copies(copied):
    """A copy learns by itself, and the first model does not change."""
    X, y = measured()
    model = GaussianDiscriminant().fit(X, y)
    before = state(model)

    other = copied(model).partial_fit(X, y)

    assert state(model) == before
    assert other.class_count_.tolist() == (2 * model.class_count_).tolist()


def test_shrinkage_without_what_nobody_showed():
    """A column that nobody showed is no part of the level that variances are shrunk to."""
    X, y = measured()
    options = {"covariance": "diagonal", "shrinkage": 0.5}
    wide = np.insert(X, 1, np.nan, axis=1)

    narrow = GaussianDiscriminant(**options).fit(X, y)
    model = GaussianDiscriminant(**options).fit(wide, y)

    assert np.delete(model.covariance_, 1, axis=1).tolist() == narrow.covariance_.tolist()
    assert model.predict_proba(wide).tolist() == narrow.predict_proba(X).tolist()


@each_kind
def test_counts_are_a_value(options):
    """Counts add up and are taken away up to rounding; those of a model stay as they were."""
    X, y = measured()
    X = X.round(2) * 128  # so that sums are exact
    model = GaussianDiscriminant(**options).fit(X.round(), y)
    before, more = (
        model.counts_,
        GaussianDiscriminant(**options).fit(X[:20].round(), y[:20]).counts_,
    )
    kept = pickle.dumps(before)

    model.partial_fit(X, y).forget(X[:5], y[:5])

    assert pickle.dumps(before) == kept
    assert (before + more) - more == before
    again = GaussianDiscriminant.from_counts(before, **options).predict_joint_log_proba(X)
    expected = GaussianDiscriminant(**options).fit(X.round(), y).predict_joint_log_proba(X)
    assert again.tolist() == expected.tolist()


def test_counts_of_other_moments():
    """Counts that keep other moments do not add up."""
    X, y = measured()
    models = (GaussianDiscriminant(), GaussianDiscriminant(covariance="diagonal"))
    pairs, squares = (model.fit(X, y).counts_ for model in models)

    with refused("incompatible-merge", parameter="pairs"):
        _ = pairs + squares
