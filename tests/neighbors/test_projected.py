"""Neighbours after a projection."""

import pickle

import numpy as np
import pytest
from scipy import sparse
from sklearn import config_context
from sklearn.decomposition import TruncatedSVD
from sklearn.preprocessing import StandardScaler
from tests.errors import refused

from priory import KNeighborsClassifier

RNG = np.random.default_rng(3)
X = RNG.normal(size=(60, 40))
Y = RNG.integers(0, 2, 60)


def test_same_as_projecting_first():
    """A transformer that is given as the projection does what it does before the model."""
    inside = KNeighborsClassifier(3, projection=TruncatedSVD(5, random_state=0)).fit(X, Y)
    svd = TruncatedSVD(5, random_state=0).fit(X)
    outside = KNeighborsClassifier(3).fit(svd.transform(X), Y)

    np.testing.assert_array_equal(inside.kneighbors()[1], outside.kneighbors()[1])
    np.testing.assert_allclose(inside.kneighbors()[0], outside.kneighbors()[0])


@pytest.mark.parametrize("random_state", [None, 7, np.random.RandomState(1)])
def test_fixed_at_fit(random_state):
    """A random projection is drawn at fit: asked again, or from a file, the model answers alike."""
    model = KNeighborsClassifier(3, projection=10, random_state=random_state).fit(X, Y)
    first = model.kneighbors(X[:9])
    model.set_params(leaf_size=29)  # which makes another search
    restored = pickle.loads(pickle.dumps(model))  # noqa: S301 (our own)

    np.testing.assert_array_equal(first, model.kneighbors(X[:9]))
    np.testing.assert_array_equal(first, restored.kneighbors(X[:9]))


def test_learned_later():
    """Rows that come later are projected as the first ones are."""
    model = KNeighborsClassifier(1, projection=10, random_state=0).fit(X[:30], Y[:30])
    model.partial_fit(X[30:], Y[30:])
    whole = KNeighborsClassifier(1, projection=10, random_state=0).fit(X, Y)

    np.testing.assert_array_equal(model.kneighbors(X)[1], whole.kneighbors(X)[1])
    assert model.forget(X[30:], Y[30:]).n_samples_fit_ == 30


@pytest.mark.parametrize("projection", [0.9, TruncatedSVD(5, random_state=0)], ids=["eps", "svd"])
def test_made_for_the_first_rows(projection):
    """More rows, which a bound counts and a transformer may look at, leave the projection alone."""
    rows, queries = RNG.normal(size=(205, 40)), RNG.normal(size=(9, 40))
    model = KNeighborsClassifier(1, projection=projection, random_state=0).fit(rows[:5], Y[:5])
    before = model.kneighbors(queries)
    for start in range(5, 205, 50):
        model.partial_fit(rows[start : start + 50] + 100, Y[:50])

    np.testing.assert_allclose(model.kneighbors(queries), before)


def test_changed_after_fit():
    """A projection that is set after fit is made for the rows that are there, and stays, too."""
    model = KNeighborsClassifier(1, projection=3, random_state=0).fit(X[:20], Y[:20])
    svd = TruncatedSVD(5, random_state=0)
    model.set_params(projection=svd)
    distances, indices = model.kneighbors(X[20:])
    fresh = KNeighborsClassifier(1, projection=svd).fit(X[:20], Y[:20])

    np.testing.assert_array_equal(fresh.kneighbors(X[20:]), (distances, indices))
    model.partial_fit(X[20:] + 100, Y[20:])
    np.testing.assert_allclose(model.kneighbors(X[20:]), (distances, indices))


@pytest.mark.parametrize("predicts", [False, True], ids=["at once", "after an answer"])
def test_changed_before_rows_come_or_go(predicts):
    """A projection that is set after fit is made for all rows, whatever happens to them next."""
    svd = TruncatedSVD(5, random_state=0)
    changed = KNeighborsClassifier(1, projection=3, random_state=0).fit(X[:20], Y[:20])
    changed.set_params(projection=svd, random_state=None)
    fresh = KNeighborsClassifier(1, projection=svd).fit(X[:20], Y[:20])
    other = KNeighborsClassifier(1).fit(X[20:] + 100, Y[20:])
    if predicts:
        changed.predict(X)
    for model in (changed, fresh):
        model.forget(X[:9], Y[:9])
    np.testing.assert_array_equal(changed.kneighbors(X), fresh.kneighbors(X))

    for model in (changed, fresh):
        model.set_params(projection=TruncatedSVD(3, random_state=1))
    changed.merge(other)
    fresh.predict(X)
    fresh.partial_fit(X[20:] + 100, Y[20:])
    np.testing.assert_array_equal(changed.kneighbors(X), fresh.kneighbors(X))


def test_sparse_rows():
    """Sparse rows may become dense ones."""
    model = KNeighborsClassifier(1, projection=20, random_state=0).fit(sparse.csr_array(X), Y)

    np.testing.assert_array_equal(model.predict(sparse.csr_array(X)), Y)
    np.testing.assert_array_equal(model.predict(X), Y)


def test_frames_of_transformers():
    """What scikit-learn's transformers are set to return does not matter."""
    with config_context(transform_output="pandas"):
        model = KNeighborsClassifier(1, projection=StandardScaler()).fit(X, Y)
        np.testing.assert_array_equal(model.predict(X), Y)


def test_nothing_to_project():
    """Given distances have no rows to project."""
    with refused("incompatible-parameters", parameter="projection"):
        KNeighborsClassifier(metric="precomputed", projection=3).fit(np.eye(5), [0, 1, 0, 1, 0])


@pytest.mark.parametrize("projection", [5, 0.9, "gaussian", "sparse"])
@pytest.mark.parametrize("metric", ["jaccard", "hamming", "l1", "jensenshannon", "chebyshev"])
def test_other_distances_are_not_kept(metric, projection):
    """A random projection is refused for distances of which it keeps nothing."""
    with refused("incompatible-parameters", parameter="projection"):
        KNeighborsClassifier(metric=metric, projection=projection).fit(np.ones((60, 9)), Y)


@pytest.mark.parametrize("metric", ["minkowski", "l2", "sqeuclidean", "cosine", np.dot])
def test_distances_that_are_kept(metric):
    """A random projection goes with distances that it keeps, and with a function of one's own."""
    model = KNeighborsClassifier(1, metric=metric, projection=9, random_state=0).fit(X, Y)

    assert model.kneighbors(X[:3])[1].shape == (3, 1)


def test_transformers_go_with_any_distance():
    """Who brings a transformer knows for which distance it is."""
    model = KNeighborsClassifier(1, metric="manhattan", projection=TruncatedSVD(5)).fit(X, Y)

    np.testing.assert_array_equal(model.predict(X), Y)


def test_other_distances_after_fit():
    """A metric that is set after fit is looked at, too."""
    model = KNeighborsClassifier(projection=9, random_state=0).fit(X, Y).set_params(p=1)

    with refused("incompatible-parameters", parameter="projection"):
        model.predict(X)
