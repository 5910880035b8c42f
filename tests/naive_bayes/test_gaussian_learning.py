"""GaussianNB: learning in batches, forgetting and merging, with what is not observed."""

import copy
import pickle

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import sparse
from tests.errors import refused

from naive_bayes.samples import measured, state
from priory import GaussianNB, MultinomialNB
from priory.errors import InputTypeError

seeds = st.integers(0, 2**32 - 1)
cuts = st.lists(st.integers(1, 38), max_size=6, unique=True).map(sorted)
shares = st.sampled_from([0.0, 0.3, 0.9])


def assert_alike(one, other, precision=1e-9):
    """Assert that two models have learned the same, up to rounding."""
    assert one.classes_.tolist() == other.classes_.tolist()
    for name in ("class_count_", "observed_count_", "theta_", "var_", "epsilon_"):
        mine, theirs = getattr(one, name), getattr(other, name)
        np.testing.assert_allclose(mine, theirs, rtol=precision, atol=1e-12, err_msg=name)


def assert_equal(one, other):
    """Assert that two models have the same sums, bit for bit, whatever they are about."""
    assert one.classes_.tolist() == other.classes_.tolist()
    mine, theirs = (
        model._counts.moments.about(np.full((1, 4), 1e6)).tables for model in (one, other)
    )
    for ours, others in zip(mine, theirs, strict=True):
        assert ours.tobytes() == others.tobytes()


@given(seeds, cuts, shares)
def test_batches(seed, places, missing):
    """Learning in any batches is learning at once, smoothing included."""
    X, y = measured(missing=missing, seed=seed)
    X *= np.linspace(1, 100, len(X))[:, np.newaxis]  # later batches have larger variances
    model = GaussianNB(var_smoothing=0.01)
    for rows, labels in zip(np.split(X, places), np.split(y, places), strict=True):
        model.partial_fit(rows, labels, classes=np.unique(y))

    assert_alike(model, GaussianNB(var_smoothing=0.01).fit(X, y))


@given(seeds, st.integers(1, 39), shares)
def test_forget(seed, n_kept, missing):
    """To learn A and B and to forget B is to learn A, classes that only B had included."""
    X, y = measured(n_classes=5, missing=missing, seed=seed)
    order = np.random.default_rng(seed).permutation(len(X))
    kept, forgotten = order[:n_kept], order[n_kept:]

    model = GaussianNB(var_smoothing=0.01).fit(X, y).forget(X[forgotten], y[forgotten])

    assert_alike(model, GaussianNB(var_smoothing=0.01).fit(X[kept], y[kept]), 1e-6)


@given(seeds, st.integers(1, 39), shares)
def test_merge(seed, n_mine, missing):
    """To merge two models is to learn the rows of both, wherever these lie."""
    X, y = measured(n_classes=5, missing=missing, seed=seed)
    X[n_mine:] += 10
    whole = GaussianNB().fit(X, y)
    other = GaussianNB().fit(X[n_mine:], y[n_mine:])
    before = state(other)

    assert_alike(GaussianNB().fit(X[:n_mine], y[:n_mine]).merge(other), whole)
    assert state(other) == before


@given(seeds, cuts, shares)
def test_whole_numbers_are_exact(seed, places, missing):
    """Sums of whole numbers show no trace of the order of batches, of merging or of forgetting."""
    X, y = measured(missing=missing, seed=seed)
    X = np.round(8 * X) + 1e6
    whole = GaussianNB().fit(X, y)
    model = GaussianNB().partial_fit(X[:1], y[:1], classes=np.unique(y))
    for rows, labels in zip(np.split(X[1:], places), np.split(y[1:], places), strict=True):
        model.merge(GaussianNB().fit(rows, labels))
    assert_equal(model, whole)

    model.partial_fit(X[:7], y[:7]).forget(X[:7], y[:7])
    assert_equal(model, whole)


def test_merge_with_a_declared_class():
    """A class that was declared and never seen takes over what the other model learned of it."""
    X, y = measured()
    first = y != "list"
    model = GaussianNB().partial_fit(X[first] + 1e6, y[first], classes=np.unique(y))

    model.merge(GaussianNB().fit(X[~first] + 1e6, y[~first]))

    assert_alike(model, GaussianNB().fit(X + 1e6, y))


def test_declared_class_without_rows():
    """A class that was declared has probability 0 before its first row."""
    X, y = measured()
    model = GaussianNB().partial_fit(X, y, classes=["ham", "list", "news", "work"])

    assert model.predict_proba(X)[:, -1].tolist() == [0] * len(X)
    assert model.class_prior_[-1] == 0


def test_new_class():
    """A label first seen in a later batch becomes a class, as if it had always been known."""
    X, y = measured(n_classes=4)
    old = y != "list"
    model = GaussianNB().fit(X[old], y[old]).partial_fit(X[~old], y[~old])

    assert_alike(model, GaussianNB().fit(X, y))


@given(seeds)
def test_weights(seed):
    """Weight 2 is the row twice, and weight 0 is no row, for the smoothing, too."""
    X, y = measured(missing=0.2, seed=seed)
    weights = np.random.default_rng(seed).integers(0, 4, len(X))
    weights[np.unique(y, return_index=True)[1]] = 1
    repeated = np.repeat(np.arange(len(X)), weights)

    model = GaussianNB(var_smoothing=0.1).fit(X, y, weights)
    assert_alike(model, GaussianNB(var_smoothing=0.1).fit(X[repeated], y[repeated]))
    model.forget(X[:9], y[:9], weights[:9])
    kept = repeated[repeated >= 9]
    assert_alike(model, GaussianNB(var_smoothing=0.1).fit(X[kept], y[kept]), 1e-6)


@given(seeds)
def test_fractional_weights_are_forgotten(seed):
    """With fractional weights, no class and no feature stays behind by rounding."""
    X, y = measured(n_classes=5, missing=0.5, seed=seed)
    weights = np.random.default_rng(seed).uniform(0.001, 3, len(X))
    order = np.random.default_rng(seed + 1).permutation(len(X))
    kept, forgotten = order[:9], order[9:]
    model = GaussianNB(var_smoothing=0.1).fit(X, y, weights)

    model.forget(X[forgotten], y[forgotten], weights[forgotten])

    expected = GaussianNB(var_smoothing=0.1).fit(X[kept], y[kept], weights[kept])
    assert_alike(model, expected, 1e-6)


@pytest.mark.parametrize(
    ("change", "place"),
    [
        (lambda X, y: (np.vstack([X, X]), np.append(y, y)), "class 'ham'"),
        (lambda X, y: (X[:9] + 100, y[:9]), "column 0, class 'ham'"),
        (lambda X, y: (np.where(X > 0, np.nan, X)[:9], y[:9]), "column 0, class 'ham'"),
        (lambda X, y: (sparse.csr_matrix(100 * X[:9]), y[:9]), "column 0, class 'ham'"),
    ],
)
def test_forget_what_was_not_learned(change, place):
    """What shows as debt is refused with its place, and nothing is changed."""
    X, y = measured()
    model = GaussianNB().fit(X, y)
    before = state(model)

    with refused("below-zero", place=place):
        model.forget(*change(X, y))
    with refused("unknown-label", parameter="y"):
        model.forget(X[:1], ["spam"])

    assert state(model) == before


def test_forget_everything():
    """A model that has forgotten all says so, and can learn again."""
    X, y = measured(missing=0.1)
    model = GaussianNB().fit(X, y).forget(X, y)

    with refused("no-classes"):
        model.predict(X)
    assert_alike(model.partial_fit(X, y), GaussianNB().fit(X, y))


def test_failures_change_nothing():
    """A call that fails leaves the model as it was."""
    X, y = measured()
    model = GaussianNB().fit(X, y)
    before = state(model)
    bad = X.copy()
    bad[-1, -1] = np.inf

    for call in (model.fit, model.partial_fit, model.forget):
        with refused("infinite-value", parameter="X", place="row 39, column 3"):
            call(bad, y)
        with pytest.raises(ValueError, match=r"X has 3 features|inconsistent"):
            call(X[:, :3], y[:-1])
    with refused("incompatible-merge", parameter="other"):
        model.merge(GaussianNB().fit(X[:, :3], y))
    with refused("incompatible-merge", kind=InputTypeError, parameter="other"):
        model.merge(MultinomialNB().fit(abs(X), y))

    assert state(model) == before


def test_one_row_is_a_batch():
    """Rows learned one by one are learned."""
    X, y = measured(missing=0.2)
    model = GaussianNB().partial_fit(X[:1], y[:1], classes=np.unique(y))
    for i in range(1, len(y)):
        model.partial_fit(X[i : i + 1], y[i : i + 1])

    assert_alike(model, GaussianNB().fit(X, y))


def test_copies_learn_alone():
    """A copy and a pickle are models of their own."""
    X, y = measured()
    model = GaussianNB().fit(X, y)
    before = state(model)

    for other in (copy.copy(model), copy.deepcopy(model), pickle.loads(pickle.dumps(model))):  # noqa: S301
        assert_alike(other.partial_fit(X[:5], y[:5]).forget(X[:5], y[:5]), model)

    assert state(model) == before


def test_few_observed_of_many():
    """One row counts beside two thousand million of which a feature is missing."""
    X, weights = [[np.nan], [3.0], [1.0]], [2e9, 1, 1]
    model = GaussianNB().fit(X, ["a", "a", "b"], weights)

    assert model.observed_count_.tolist() == [[1.0], [1.0]]
    assert model.theta_.tolist() == [[3.0], [1.0]]
    assert model.partial_fit([[5.0]], ["a"]).theta_.tolist() == [[4.0], [1.0]]
    assert model.forget([[3.0]], ["a"]).theta_.tolist() == [[5.0], [1.0]]


def test_forget_what_was_missing():
    """A value cannot be forgotten where none was learned, even if it lies at the mean."""
    model = GaussianNB().fit([[np.nan], [np.nan], [1.0], [5.0]], list("aaab"))
    before = state(model)

    with refused("below-zero", place="column 0, class 'a'"):
        model.forget([[1.0], [1.0]], ["a", "a"])
    assert state(model) == before
