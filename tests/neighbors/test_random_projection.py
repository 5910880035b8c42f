"""Gaussian random projections, whose matrix is made of the places of its numbers."""

import pickle
import tracemalloc

import numpy as np
import pytest
from scipy import sparse, stats
from sklearn import random_projection
from sklearn.exceptions import NotFittedError
from sklearn.metrics.pairwise import euclidean_distances

from priory import GaussianRandomProjection, _core
from priory.neighbors import _gaussian_matrix
from priory.neighbors._gaussian_matrix import GaussianMatrix

SHAPE = (300, 2000)  # of the matrices whose numbers are tested
LIKELY = 1e-4  # a test of chance fails this often, for one seed in so many; the seeds are fixed


def rows(n=50, n_features=3000, density=0.02, kind="csr", **options):
    """Draw sparse rows."""
    return sparse.random(n, n_features, density, format=kind, random_state=0, **options)


def numbers(seed, shape=SHAPE):
    """Return a matrix whose numbers should be standard normal."""
    return GaussianMatrix(seed, *shape).toarray(-1) * np.sqrt(shape[0])


def places(seed, n_components, feature):
    """Make the numbers of a feature by NumPy's generator."""
    before = ((feature << 64) - 1) % 2**256  # NumPy counts before it makes four words
    words = np.random.Philox(key=seed, counter=before).random_raw(2 * n_components)
    one, other = words[::2], words[1::2]
    radius = np.sqrt(-2 * np.log1p(-((one >> np.uint64(12)) * 2.0**-52)))
    angle = (other >> np.uint64(62)) + ((other << np.uint64(2)) >> np.uint64(12)) * 2.0**-52 - 0.5
    pairs = radius * np.stack([np.cos(angle * np.pi / 2), np.sin(angle * np.pi / 2)])
    return pairs.T.reshape(-1)[:n_components] / np.sqrt(n_components)


@pytest.mark.parametrize("seed", [0, 1, 2**64 - 1])
def test_numbers_are_those_of_philox(seed):
    """The numbers follow from NumPy's Philox, by seed, feature and component."""
    matrix = GaussianMatrix(seed, 37, 5).toarray(1)

    for feature in range(5):
        np.testing.assert_allclose(matrix[:, feature], places(seed, 37, feature), atol=1e-15)


@pytest.mark.parametrize("seed", [0, 1, 2, 2**63])
def test_numbers_are_normal(seed):
    """The numbers have the distribution and the moments of the standard normal one."""
    found = numbers(seed).ravel()
    moments = [np.mean(found**k) for k in (1, 2, 3, 4, 6)]
    error = np.sqrt([1, 2, 15, 96, 10170] / np.float64(found.size))

    assert stats.kstest(found, "norm").pvalue > LIKELY
    assert np.all(np.abs(np.subtract(moments, [0, 1, 0, 3, 15])) < 4.5 * error)


@pytest.mark.parametrize("far", [1, 2, 3, 4, 8, 16, 256])
@pytest.mark.parametrize("function", [np.array, np.square])
def test_neighbours_are_independent(far, function):
    """Numbers of near features, of near components and of near seeds do not go together."""
    found = function(numbers(5))
    pairs = [
        (found[:, :-far], found[:, far:]),
        (found[:-far], found[far:]),
        (found, function(numbers(5 + far))),
        (found, function(numbers(5 ^ far << 32))),
    ]

    for one, other in pairs:
        assert stats.pearsonr(one.ravel(), other.ravel()).pvalue > LIKELY


def test_seed_and_place_are_told_apart():
    """Another seed is no other place: no number of one matrix stands anywhere in another."""
    assert np.intersect1d(numbers(3), numbers(4)).size == 0
    assert np.unique(numbers(3)).size == SHAPE[0] * SHAPE[1]


def test_many_features():
    """Places beyond 32 bits are places of their own, and features without numbers cost nothing."""
    X = sparse.csr_array(([1.0], ([0], [2**40])), shape=(1, 2**40 + 1))
    far = GaussianMatrix(3, 20, 2**40 + 1).project(X, 1)

    np.testing.assert_allclose(far[0], places(3, 20, 2**40), atol=1e-15)


@pytest.mark.parametrize("kind", ["csr", "csc"])
@pytest.mark.parametrize("n_components", [1, 15, 16, 100])
@pytest.mark.parametrize("density", [0, 0.001, 0.02, 1])
def test_projection_is_the_product(kind, n_components, density):
    """Rows are multiplied by the matrix, sparse ones as dense ones."""
    X = rows(kind=kind, density=density)
    model = GaussianRandomProjection(n_components, random_state=1).fit(X)
    expected = X.toarray() @ model.components_.T

    np.testing.assert_allclose(model.transform(X), expected, atol=1e-12)
    np.testing.assert_allclose(model.transform(X.toarray()), expected, atol=1e-12)


def test_dense_blocks(monkeypatch):
    """Dense rows may be multiplied by some features at a time."""
    X = rows().toarray()
    model = GaussianRandomProjection(40, random_state=1).fit(X)
    whole = model.transform(X)

    monkeypatch.setattr(_gaussian_matrix, "NUMBERS", 700)

    np.testing.assert_allclose(model.transform(X), whole, atol=1e-12)


@pytest.mark.parametrize("kind", ["csr", "csc"])
@pytest.mark.parametrize("n_jobs", [1, 2, 3, None])
def test_company_changes_no_bit(monkeypatch, kind, n_jobs):
    """A sparse row becomes the same alone, in a batch, in blocks and on any threads."""
    X = rows(n=200, n_features=10_000, kind=kind)
    model = GaussianRandomProjection(130, random_state=1, n_jobs=1).fit(X)
    whole = model.transform(X)
    alone = np.vstack([model.transform(X[[i]]) for i in range(0, 200, 20)])
    monkeypatch.setattr(_gaussian_matrix, "ROWS", 64)

    np.testing.assert_array_equal(alone, whole[::20])
    np.testing.assert_array_equal(model.set_params(n_jobs=n_jobs).transform(X), whole)


def test_order_of_indices_changes_no_bit():
    """Entries of a row may stand in any order."""
    X = rows()
    shuffled = X.copy()
    for start, stop in zip(X.indptr, X.indptr[1:], strict=False):
        shuffled.indices[start:stop] = X.indices[start:stop][::-1]
        shuffled.data[start:stop] = X.data[start:stop][::-1]
    shuffled.has_sorted_indices = False
    model = GaussianRandomProjection(40, random_state=1).fit(X)

    np.testing.assert_array_equal(model.transform(shuffled), model.transform(X))


@pytest.mark.parametrize("convert", [np.asarray, sparse.csr_array])
def test_precision(convert):
    """Single precision stays single, and is the double one rounded."""
    X = convert(rows().toarray())
    single = GaussianRandomProjection(40, random_state=1).fit(X.astype(np.float32))
    double = GaussianRandomProjection(40, random_state=1).fit(X)

    assert single.components_.dtype == single.transform(X.astype(np.float32)).dtype == np.float32
    assert single.transform(X).dtype == double.transform(X.astype(np.float32)).dtype == np.float64
    np.testing.assert_array_equal(single.components_, double.components_.astype(np.float32))
    np.testing.assert_allclose(
        single.transform(X.astype(np.float32)), double.transform(X), atol=1e-5
    )


def test_wide_indices():
    """Index arrays of 64 bits are as good as those of 32."""
    X = rows()
    wide = X.copy()
    wide.indices, wide.indptr = X.indices.astype(np.int64), X.indptr.astype(np.int64)
    model = GaussianRandomProjection(40, random_state=1).fit(X)

    np.testing.assert_array_equal(model.transform(wide), model.transform(X))


def test_distances_are_kept():
    """With the dimensions that the lemma says, every distance is kept up to eps."""
    X = rows(n=60, n_features=5000, density=0.1)
    model = GaussianRandomProjection(eps=0.3, random_state=0)
    kept = euclidean_distances(model.fit_transform(X), squared=True)
    ratio = (kept / np.where(np.eye(60), np.inf, euclidean_distances(X, squared=True)))[
        ~np.eye(60, dtype=bool)
    ]

    assert model.n_components_ == random_projection.johnson_lindenstrauss_min_dim(60, eps=0.3)
    assert np.all(np.abs(ratio - 1) < 0.3)
    assert abs(ratio.mean() - 1) < 0.02


def test_memory_is_bounded():
    """A million features and a thousand components need neither the matrix nor much else."""
    X = rows(n=100, n_features=2**20, density=1e-4)
    tracemalloc.start()
    out = GaussianRandomProjection(1000, random_state=0).fit_transform(X)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()

    assert out.shape == (100, 1000)
    assert peak < 30e6  # where the matrix would be 8 GB


def test_pickle_holds_the_seed():
    """A pickle is small, and projects as before."""
    X = rows()
    model = GaussianRandomProjection(1000).fit(X)
    pickled = pickle.dumps(model)

    assert len(pickled) < 2000
    np.testing.assert_array_equal(
        pickle.loads(pickled).transform(X),  # noqa: S301 (our own)
        model.transform(X),
    )


def test_random_state():
    """The same state gives the same matrix, none another one each time."""
    X = rows()
    same = [GaussianRandomProjection(9, random_state=4).fit(X).components_ for _ in range(2)]
    state = np.random.RandomState(4)
    drawn = [GaussianRandomProjection(9, random_state=state).fit(X).components_ for _ in range(2)]

    np.testing.assert_array_equal(*same)
    np.testing.assert_array_equal(same[0], drawn[0])
    assert not np.any(drawn[0] == drawn[1])
    model = GaussianRandomProjection(9)
    assert not np.any(model.fit(X).components_ == model.fit(X).components_)


@pytest.mark.parametrize("compute", [False, True])
def test_inverse(compute):
    """What is projected back is projected to the same again."""
    X = rows(n_features=200)
    model = GaussianRandomProjection(30, random_state=0, compute_inverse_components=compute)
    projected = model.fit_transform(X)

    np.testing.assert_allclose(model.transform(model.inverse_transform(projected)), projected)


def test_names_of_auto():
    """Also dimensions that the lemma chose have names."""
    model = GaussianRandomProjection(eps=0.5, random_state=0).fit(rows(n=10))

    names = model.get_feature_names_out()

    assert names[0] == "gaussianrandomprojection0"
    assert len(names) == model.n_components_ == model.transform(rows(n=1)).shape[1]


def test_not_fitted():
    """Before fit there is neither a matrix nor a projection."""
    model = GaussianRandomProjection(3)

    assert not hasattr(model, "components_")
    with pytest.raises(NotFittedError):
        model.transform(rows())


def test_broken_arrays():
    """Arrays that do not fit together are refused by the core."""
    arrays = np.array([5]), np.array([0, 1]), np.array([3], dtype=np.int32)

    with pytest.raises(ValueError, match="do not fit together"):
        _core.project_gaussian(0, 4, *arrays, (np.ones(1), np.empty(8)), 1)
