"""Searches that scikit-learn does, against their definition."""

import re
from functools import partial

import numpy as np
import pytest
import sklearn
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays
from scipy import sparse
from scipy.spatial.distance import cdist
from sklearn.neighbors import NearestNeighbors
from tests.errors import refused

from priory.neighbors._callable import CallableSearch
from priory.neighbors._dense import DenseSearch
from priory.neighbors._pairwise import PairwiseSearch, PrecomputedSearch
from priory.neighbors._search import nearest_of
from priory.neighbors._tree import TreeSearch

# Small whole numbers: many rows are equally far, and their distances have no rounding.
tables = st.integers(1, 30).flatmap(
    lambda n: arrays.arrays(np.float64, (n, 2), elements=st.integers(-2, 2))
)


def tree_of(rows, metric="euclidean", algorithm="kd_tree", leaf_size=30):
    """Make a search by a tree, with what serves where there are very many ties."""
    name = {"cityblock": "manhattan"}.get(metric, metric)
    look_at_all = partial(DenseSearch, rows, name)
    return TreeSearch(rows, metric, {}, algorithm, leaf_size, look_at_all=look_at_all)


@pytest.mark.parametrize("algorithm", ["kd_tree", "ball_tree"])
@pytest.mark.parametrize("metric", ["euclidean", "cityblock"])
@given(rows=tables, queries=tables, data=st.data())
def test_trees_break_ties(algorithm, metric, rows, queries, data):
    """A tree finds the same rows as a look at all distances, ties included."""
    k = data.draw(st.integers(1, len(rows)))
    search = tree_of(rows, metric, algorithm, leaf_size=1)
    distances, indices = search.nearest(queries, k, 1)

    expected = nearest_of(cdist(queries, rows, metric), k)
    np.testing.assert_array_equal(indices, expected[1])
    np.testing.assert_allclose(distances, expected[0], rtol=1e-15)


def test_a_tree_is_not_asked_for_very_many_ties(monkeypatch):
    """However many queries have ties, the tree is asked twice; then all rows are looked at."""
    asked, ask = [], NearestNeighbors.kneighbors

    def spy(tree, queries, n_neighbors):
        asked.append((len(queries), n_neighbors))
        return ask(tree, queries, n_neighbors)

    monkeypatch.setattr(NearestNeighbors, "kneighbors", spy)
    monkeypatch.setattr(NearestNeighbors, "radius_neighbors", None)
    rows = np.repeat([[0.0, 0.0], [1.0, 0.0]], [10, 90], axis=0)
    search = tree_of(rows)
    _, indices = search.nearest(np.repeat([[0.0, 1.0], [5.0, 0.0]], 200, axis=0), 3, 1)
    search.nearest(rows[:1], 100, 1)  # where there is nobody left to be tied with

    assert indices[[0, -1]].tolist() == [[0, 1, 2], [10, 11, 12]]
    assert asked == [(400, 4), (400, 16), (1, 100)]


def test_working_memory_bounds_what_a_tree_is_asked(monkeypatch):
    """A small working memory makes blocks of queries, and the same neighbours."""
    rows = np.random.default_rng(0).integers(0, 3, (50, 2)).astype(float)
    search = tree_of(rows)
    whole = search.nearest(rows, 5, 1)
    asked, ask = [], NearestNeighbors.kneighbors

    def spy(tree, queries, n_neighbors):
        asked.append(len(queries))
        return ask(tree, queries, n_neighbors)

    monkeypatch.setattr(NearestNeighbors, "kneighbors", spy)
    with sklearn.config_context(working_memory=0.01):
        np.testing.assert_array_equal(search.nearest(rows, 5, 1), whole)
    assert len(asked) > 2


@pytest.mark.parametrize(("value", "error"), [(np.nan, ValueError), (None, TypeError)])
def test_pairs_without_a_distance_are_named(value, error):
    """What a function cannot compare is an error that has the two rows, under a tree as well."""

    def far(x, y):
        return abs(x[0] - y[0]) if 5.3 not in (x[0], y[0]) else value + 0.0

    rows = np.arange(20.0)[:, None]
    look_at_all = partial(CallableSearch, rows, far)
    search = TreeSearch(rows, far, {}, "ball_tree", leaf_size=2, look_at_all=look_at_all)
    assert search.nearest(np.array([[3.1]]), 2, 1)[1].tolist() == [[3, 4]]

    with pytest.raises(error) as raised:
        search.nearest(np.array([[5.3]]), 2, 1)
    notes = getattr(raised.value, "__notes__", [])
    assert re.search(r"metric\(\[5.3\], \[\d+\.\d*\]\)", "".join([str(raised.value), *notes]))


@given(rows=tables, queries=tables, data=st.data())
def test_all_pairs(rows, queries, data):
    """Distances to all rows are those of the definition, and ties go to the first row."""
    k = data.draw(st.integers(1, len(rows)))
    found = PairwiseSearch(rows, "canberra", {}).nearest(queries, k, 1)

    expected = nearest_of(cdist(queries, rows, "canberra"), k)
    np.testing.assert_array_equal(found[1], expected[1])
    np.testing.assert_array_equal(found[0], expected[0])


def test_blocks_do_not_matter(monkeypatch):
    """A small working memory changes nothing but the size of blocks."""
    rng = np.random.default_rng(0)
    rows, queries = rng.random((500, 3)), rng.random((400, 3))
    search = PairwiseSearch(rows, "chebyshev", {})
    whole = search.nearest(queries, 5, 1)
    monkeypatch.setattr("sklearn.utils._chunking.get_config", lambda: {"working_memory": 0.01})
    in_blocks = search.nearest(queries, 5, 2)

    np.testing.assert_array_equal(whole, in_blocks)


def test_what_is_not_zero_is_yes():
    """Distances between rows of yes and no look at which columns are not 0."""
    search = PairwiseSearch(np.array([[1.0, 0.0, 5.0], [0.0, 0.0, 2.0]]), "dice", {})
    distances, _ = search.nearest(np.array([[3.0, 0.0, 1.0]]), 2, 1)

    np.testing.assert_allclose(distances, [[0, 1 / 3]])


def test_no_distance_is_named():
    """Two rows without a distance are named."""
    search = PairwiseSearch(np.array([[1.0, 2.0], [3.0, 3.0]]), "correlation", {})

    with (
        np.errstate(invalid="ignore"),
        refused("undefined-distance", place="query 0", parameter="metric"),
    ):
        search.nearest(np.array([[1.0, 2.0]]), 1, 1)


def test_precomputed():
    """Given distances are searched as they are, dense or with the near ones only."""
    distances = np.array([[2.0, 1.0, 1.0, 3.0]])
    graph = sparse.csr_array((distances[0, [2, 1, 3]], [2, 1, 3], [0, 3]), shape=(1, 4))

    for queries in (distances, graph):
        found = PrecomputedSearch(np.eye(4)).nearest(queries, 2, 1)
        assert found[1].tolist() == [[1, 2]]
        assert found[0].tolist() == [[1, 1]]
    with refused("too-few-neighbors", parameter="n_neighbors"):
        PrecomputedSearch(np.eye(4)).nearest(graph, 4, 1)
