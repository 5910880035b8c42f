import os
import signal
import threading

import numpy as np
import pytest
import sklearn
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from tests.errors import refused

from priory._reference import neighbors as reference
from priory.neighbors._dense import DenseSearch
from priory.neighbors._search import nearest_of

DISTANCES = {
    "euclidean": reference.euclidean,
    "cosine": reference.cosine,
    "manhattan": reference.manhattan,
}
NUMBERS = st.one_of(
    st.sampled_from([0.0, 1.0, 2.0, -1.0]), st.floats(-1e6, 1e6, allow_subnormal=False)
)
WHOLE = st.integers(-3, 3).map(float)


def matrices(columns, numbers=NUMBERS, most=30):
    """Draw matrices without rows of zeros."""
    shapes = st.tuples(st.integers(1, most), st.just(columns))
    return arrays(np.float64, shapes, elements=numbers).map(with_direction)


def with_direction(X):
    """Give rows of zeros something."""
    X[~X.any(axis=1), 0] = 1.0
    return X


def as_dicts(X):
    """Return rows as the reference has them."""
    return [dict(enumerate(row)) for row in X.tolist()]


def measurements(n_rows, seed=0, columns=11):
    """Draw rows that are not about zero."""
    return np.random.default_rng(seed).normal(3.0, 1.0, (n_rows, columns))


def all_distances(metric, rows, queries):
    """Compute every distance as the core settles it: each row is searched alone."""
    return np.hstack([DenseSearch(row[None], metric).nearest(queries, 1, 1)[0] for row in rows])


@pytest.mark.parametrize("metric", DISTANCES)
@given(data=st.data(), columns=st.integers(1, 20))
def test_distances_are_those_of_the_definition(metric, data, columns):
    """Every distance is what the definition says, in plain Python."""
    rows, queries = data.draw(matrices(columns)), data.draw(matrices(columns, most=3))

    found, numbers = DenseSearch(rows, metric).nearest(queries, len(rows), 1)

    for query, distances, order in zip(as_dicts(queries), found, numbers, strict=True):
        expected = [DISTANCES[metric](query, row) for row in as_dicts(rows)]
        assert np.allclose(distances, np.array(expected)[order], rtol=1e-12, atol=1e-14)
        assert sorted(order) == list(range(len(rows)))


@pytest.mark.parametrize("metric", DISTANCES)
@given(data=st.data(), columns=st.integers(1, 20))
def test_few_are_the_first_of_all(metric, data, columns):
    """The k nearest rows are the first k of all rows, in order, and ties go to the first row."""
    rows, queries = data.draw(matrices(columns, WHOLE)), data.draw(matrices(columns, WHOLE, most=9))
    k = data.draw(st.integers(1, len(rows)))
    search = DenseSearch(rows, metric)

    distances, order = search.nearest(queries, len(rows), 1)
    few = search.nearest(queries, k, 1)

    ranks = np.lexsort((order, distances))
    assert np.array_equal(ranks, np.broadcast_to(np.arange(len(rows)), ranks.shape))
    assert np.array_equal(few[0], distances[:, :k])
    assert np.array_equal(few[1], order[:, :k])


@pytest.mark.parametrize("metric", DISTANCES)
@pytest.mark.parametrize("far", [0.0, 1e9])
def test_nothing_is_overlooked(metric, far):
    """Screened rows are those that brute force finds, bit for bit, wherever the rows lie."""
    rows, queries = measurements(900) + far, measurements(30, seed=1) + far

    distances, order = DenseSearch(rows, metric).nearest(queries, 9, 1)
    expected = nearest_of(all_distances(metric, rows, queries), 9)

    assert np.array_equal(distances, expected[0])
    assert np.array_equal(order, expected[1])


@pytest.mark.parametrize("metric", DISTANCES)
def test_company_does_not_matter(metric):
    """Threads, blocks and other queries change no bit, whether queries or rows are many."""
    rows, queries = measurements(40_000), measurements(600, seed=1)
    search = DenseSearch(rows, metric)
    distances, order = search.nearest(queries, 5, 1)

    with sklearn.config_context(working_memory=0.01):
        runs = [search.nearest(queries[:50], 5, 1)]
    runs += [search.nearest(queries, 5, 2), search.nearest(queries, 5, 4)]
    alone = [search.nearest(queries[[i]], 5, threads) for i, threads in enumerate((1, 2, 4))]
    runs.append(tuple(np.vstack(part) for part in zip(*alone, strict=True)))

    for run in runs:
        assert np.array_equal(run[0], distances[: len(run[0])])
        assert np.array_equal(run[1], order[: len(run[1])])


@pytest.mark.parametrize("metric", DISTANCES)
@given(data=st.data(), columns=st.integers(1, 9))
def test_metric_properties(metric, data, columns):
    """Equal rows have distance 0, directions do not matter, and detours are no shorter."""
    x, y, z = (data.draw(matrices(columns, most=1)) for _ in range(3))

    def distance(one, other):
        return DenseSearch(other, metric).nearest(one, 1, 1)[0][0, 0]

    assert distance(x, x) == 0
    assert distance(x, y) == distance(y, x) >= 0
    if metric != "cosine":
        assert distance(x, z) <= (distance(x, y) + distance(y, z)) * (1 + 1e-12)


@pytest.mark.parametrize("scale", [2.0**-1000, 2.0**-530, 2.0**-100, 2.0**100, 2.0**480])
@pytest.mark.parametrize("metric", DISTANCES)
def test_any_size(metric, scale):
    """The nearest rows are the same, however large or small all numbers are."""
    rows, queries = measurements(300), measurements(5, seed=1)
    distances, order = DenseSearch(rows, metric).nearest(queries, 4, 1)

    search = DenseSearch(rows * scale, metric)
    scaled, same = search.nearest(queries * scale, 4, 1)
    far, _ = search.nearest(queries, 4, 1)

    if metric != "euclidean" or scale > 2.0**-500:  # squares of smaller numbers are zero
        assert np.array_equal(same, order)
        assert np.array_equal(scaled, distances * (1 if metric == "cosine" else scale))
    assert np.all(np.isfinite(far))


@pytest.mark.parametrize("metric", DISTANCES)
def test_one_huge_row(metric):
    """A row that is far larger than the others does not hide them."""
    rows, queries = measurements(300), measurements(9, seed=1)
    rows[123] *= 1e25

    found = DenseSearch(rows, metric).nearest(queries, 6, 1)
    expected = nearest_of(all_distances(metric, rows, queries), 6)

    assert np.array_equal(found[0], expected[0])
    assert np.array_equal(found[1], expected[1])


@pytest.mark.parametrize("dtype", [bool, np.int64, np.float32, np.float64])
def test_kinds_of_numbers(dtype):
    """Rows of any numbers, in any order of memory, are the same rows."""
    rows = (measurements(50) > 3).astype(dtype)

    expected = DenseSearch(rows.astype(np.float64), "manhattan").nearest(rows, 3, 1)
    found = DenseSearch(np.asfortranarray(rows), "manhattan").nearest(rows[:, ::-1][:, ::-1], 3, 1)

    for one, two in zip(found, expected, strict=True):
        assert np.array_equal(one, two)


def test_no_queries():
    """No queries have no neighbours."""
    distances, order = DenseSearch(measurements(5), "cosine").nearest(np.empty((0, 11)), 3, 2)

    assert distances.shape == order.shape == (0, 3)


def test_zeros_are_refused():
    """A row of zeros has no angle, and is named, kept or asking."""
    rows = measurements(5)
    bad = rows * np.array([[1], [1], [0], [1], [0]])

    with refused("undefined-distance", place="training row 2"):
        DenseSearch(bad, "cosine")
    with refused("undefined-distance", place="query 2"):
        DenseSearch(rows, "cosine").nearest(bad, 1, 1)
    assert DenseSearch(bad, "euclidean").nearest(bad, 1, 1)[1].tolist() == [[0], [1], [2], [3], [2]]


@pytest.mark.parametrize(
    ("value", "code"),
    [(np.nan, "missing-value"), (-np.inf, "infinite-value"), (1e200, "too-large")],
)
def test_bad_numbers_are_refused(value, code):
    """A number that no distance is made of is named by row and column, kept or asking."""
    rows = measurements(5)
    bad = rows.copy()
    bad[3, 7] = value

    with refused(code, place="training row 3, column 7"):
        DenseSearch(bad, "euclidean")
    with refused(code, place="query 3, column 7"):
        DenseSearch(rows, "euclidean").nearest(bad, 1, 1)


def test_misfits_are_refused():
    """Other columns, more neighbours than rows, and an unknown metric are errors that say so."""
    search = DenseSearch(measurements(5), "cosine")

    with refused("shape-mismatch", parameter="queries"):
        search.nearest(np.ones((1, 3)), 1, 1)
    for k in (0, 6):
        with refused("too-few-rows", parameter="k"):
            search.nearest(measurements(1), k, 1)
    with pytest.raises(ValueError, match="no metric of dense rows: chebyshev"):
        DenseSearch(measurements(5), "chebyshev")


@pytest.mark.timeout(60)
def test_interrupt():
    """A long search ends with KeyboardInterrupt, or whatever else a signal raises."""

    def stop(*_):
        raise TimeoutError

    search, queries = DenseSearch(measurements(30_000), "manhattan"), measurements(200_000, seed=1)
    before = signal.signal(signal.SIGUSR1, stop)
    threading.Timer(0.3, os.kill, [os.getpid(), signal.SIGUSR1]).start()
    try:
        with pytest.raises(TimeoutError):
            search.nearest(queries, 5, 2)
    finally:
        signal.signal(signal.SIGUSR1, before)
