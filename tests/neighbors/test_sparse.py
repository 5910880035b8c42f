import os
import signal
import threading

import numpy as np
import pytest
import sklearn
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy import sparse
from tests.errors import refused

from priory._reference import neighbors as reference
from priory.neighbors._search import nearest_of
from priory.neighbors._sparse import MOST_COLUMNS, SparseSearch

COLUMNS = 6
SMOOTHING = 0.5
DISTANCES = {
    "euclidean": reference.euclidean,
    "cosine": reference.cosine,
    "manhattan": reference.manhattan,
    "jaccard": reference.jaccard,
    "jensenshannon": reference.jensen_shannon,
    "kullback_leibler": lambda x, y: reference.kullback_leibler(x, y, SMOOTHING, COLUMNS),
}
METRICS = [name for name in DISTANCES if name != "kullback_leibler"]
DIRECTED = ("cosine", "jensenshannon", "kullback_leibler")
COUNTS = st.sampled_from([0.0, 0.0, 0.0, 1.0, 2.0, 3.0, 0.25, 1e-3, 7e4])
MEASUREMENTS = st.one_of(COUNTS, st.floats(-1e6, 1e6, allow_subnormal=False))


def matrices(numbers=COUNTS, most=30):
    """Draw sparse matrices whose first column makes rows that are not all zero."""
    shapes = st.tuples(st.integers(1, most), st.just(COLUMNS))
    return arrays(np.float64, shapes, elements=numbers).map(with_direction)


def with_direction(X):
    """Give rows of zeros something."""
    X[~X.any(axis=1), 0] = 1.0
    return sparse.csr_array(X)


def as_dicts(X):
    """Return rows as the reference has them."""
    return [dict(zip(row.indices.tolist(), row.data.tolist(), strict=True)) for row in X]


def parameters(metric):
    """Return the parameters that a metric needs."""
    return {"smoothing": SMOOTHING} if metric == "kullback_leibler" else {}


def documents(n_rows, n_columns=2000, seed=0):
    """Draw rows as those of texts: few columns are frequent, most are rare."""
    random = np.random.default_rng(seed)
    lengths = random.integers(5, 60, n_rows)
    columns = (n_columns * random.random(lengths.sum()) ** 3).astype(np.int64)
    rows = np.repeat(np.arange(n_rows), lengths)
    X = sparse.coo_array((random.integers(1, 5, len(rows)), (rows, columns)), (n_rows, n_columns))
    return X.tocsr().astype(np.float64)


def all_distances(metric, rows, queries):
    """Compute every distance as the core settles it: each row is searched alone."""
    alone = [
        SparseSearch(rows[[i]], metric).nearest(queries, 1, 1)[0] for i in range(rows.shape[0])
    ]
    return np.hstack(alone)


@pytest.mark.parametrize("metric", DISTANCES)
@given(data=st.data())
def test_distances_are_those_of_the_definition(metric, data):
    """Every distance is what the definition says, in plain Python."""
    numbers = MEASUREMENTS if metric in ("euclidean", "cosine", "manhattan") else COUNTS
    rows, queries = data.draw(matrices(numbers)), data.draw(matrices(numbers, most=3))
    n_rows = rows.shape[0]

    found, numbers = SparseSearch(rows, metric, **parameters(metric)).nearest(queries, n_rows, 1)

    for query, distances, order in zip(as_dicts(queries), found, numbers, strict=True):
        expected = [DISTANCES[metric](query, row) for row in as_dicts(rows)]
        atol = 1e-7 if metric == "jensenshannon" else 1e-14
        assert np.allclose(distances, np.array(expected)[order], rtol=1e-12, atol=atol)
        assert sorted(order) == list(range(n_rows))
        assert np.all(np.diff(distances) >= 0)


@pytest.mark.parametrize("metric", DISTANCES)
@given(data=st.data())
def test_few_are_the_first_of_all(metric, data):
    """The k nearest rows are the first k of all rows, in order, and ties go to the first row."""
    rows, queries = data.draw(matrices()), data.draw(matrices(most=9))
    k = data.draw(st.integers(1, rows.shape[0]))
    search = SparseSearch(rows, metric)

    distances, order = search.nearest(queries, rows.shape[0], 1)
    few = search.nearest(queries, k, 1)

    ranks = np.lexsort((order, distances))
    assert np.array_equal(ranks, np.broadcast_to(np.arange(rows.shape[0]), ranks.shape))
    assert np.array_equal(few[0], distances[:, :k])
    assert np.array_equal(few[1], order[:, :k])


@pytest.mark.parametrize("metric", DISTANCES)
def test_nothing_is_overlooked(metric):
    """Screened rows are those that brute force over all settled distances finds, bit for bit."""
    rows, queries = documents(700), documents(40, seed=1)

    distances, order = SparseSearch(rows, metric).nearest(queries, 9, 1)
    expected = nearest_of(all_distances(metric, rows, queries), 9)

    assert np.array_equal(distances, expected[0])
    assert np.array_equal(order, expected[1])


@pytest.mark.parametrize("metric", DISTANCES)
def test_company_does_not_matter(metric):
    """Threads, blocks and other queries change no bit, whether queries or rows are many."""
    rows, queries = documents(40_000), documents(150, seed=1)
    search = SparseSearch(rows, metric)
    distances, order = search.nearest(queries, 5, 1)

    with sklearn.config_context(working_memory=0.01):
        blocks = search.nearest(queries, 5, 1)
    runs = [blocks, search.nearest(queries, 5, 2), search.nearest(queries, 5, 4)]
    alone = [search.nearest(queries[[i]], 5, threads) for i, threads in enumerate((1, 2, 4))]
    runs.append(tuple(np.vstack(part) for part in zip(*alone, strict=True)))

    for run in runs:
        assert np.array_equal(run[0], distances[: len(run[0])])
        assert np.array_equal(run[1], order[: len(run[1])])


@pytest.mark.parametrize("metric", METRICS)
@given(x=matrices(most=1), y=matrices(most=1), z=matrices(most=1))
def test_metric_properties(metric, x, y, z):
    """Equal rows have distance 0, directions do not matter, and detours are no shorter."""

    def distance(one, other):
        return SparseSearch(other, metric).nearest(one, 1, 1)[0][0, 0]

    assert distance(x, x) == 0
    assert distance(x, y) == distance(y, x) >= 0
    if metric != "cosine":
        sum_of_both = distance(x, y) + distance(y, z)
        assert distance(x, z) <= sum_of_both + 1e-7


def test_divergence_has_a_direction():
    """The divergence of a row from a query is not that of the query from the row."""
    x, y = sparse.csr_array([[3.0, 1.0]]), sparse.csr_array([[1.0, 1.0]])

    there = SparseSearch(y, "kullback_leibler").nearest(x, 1, 1)[0]
    back = SparseSearch(x, "kullback_leibler").nearest(y, 1, 1)[0]

    assert there != back


def test_shares_that_are_too_small_hide_nothing():
    """A count that is nothing beside the others of a query finds the rows that 0 would find."""
    rows = sparse.csr_array(np.eye(3)[np.arange(300) % 3] + np.eye(3)[np.arange(300) // 100])
    queries = [sparse.csr_array([[tiny, 1e140, 0.0]]) for tiny in (0.0, 1e-200)]

    one, other = (SparseSearch(rows, "kullback_leibler").nearest(q, 2, 1) for q in queries)

    assert one[1].tolist() == other[1].tolist() == [[100, 103]]
    assert np.array_equal(one[0], other[0])


@pytest.mark.parametrize("scale", [2.0**-1000, 2.0**-530, 2.0**-100, 2.0**100, 2.0**480])
@pytest.mark.parametrize("metric", ["euclidean", "cosine", "manhattan"])
def test_any_size(metric, scale):
    """The nearest rows are the same, however large or small all numbers are."""
    rows, queries = documents(300), documents(5, seed=1)
    distances, order = SparseSearch(rows, metric).nearest(queries, 4, 1)

    search = SparseSearch(rows * scale, metric)
    scaled, same = search.nearest(queries * scale, 4, 1)
    far, _ = search.nearest(queries, 4, 1)

    if metric != "euclidean" or scale > 2.0**-500:  # squares of smaller numbers are zero
        assert np.array_equal(same, order)
        assert np.array_equal(scaled, distances * (1 if metric == "cosine" else scale))
    assert np.all(np.isfinite(far))


def test_one_huge_row():
    """A row that is far larger than the others does not hide them."""
    rows = sparse.vstack([documents(300), documents(1, seed=2) * 1e25, documents(1, seed=3)])
    queries = documents(9, seed=1)

    distances, order = SparseSearch(rows, "euclidean").nearest(queries, 6, 1)
    expected = nearest_of(all_distances("euclidean", rows.tocsr(), queries), 6)

    assert np.array_equal(order, expected[1])
    assert np.array_equal(distances, expected[0])


@pytest.mark.parametrize("kind", [np.int32, np.int64])
@pytest.mark.parametrize("dtype", [np.int64, np.float32, np.float64, bool])
def test_kinds_of_numbers(kind, dtype):
    """Indices of 32 and 64 bits, and any numbers, unsorted, repeated or zero, are the same rows."""
    rows = documents(50, 30)
    rows.data[:] = 1
    parts = (rows.data[::-1].astype(dtype), rows.indices[::-1].astype(kind))
    other = sparse.csr_array((*parts, (rows.nnz - rows.indptr[::-1]).astype(kind)), rows.shape)

    expected = SparseSearch(rows[::-1], "euclidean").nearest(rows, 3, 1)
    found = SparseSearch(other, "euclidean").nearest(sparse.csc_array(rows), 3, 1)

    for one, two in zip(found, expected, strict=True):
        assert np.array_equal(one, two)


@pytest.mark.timeout(60)
@pytest.mark.parametrize("metric", METRICS)
def test_columns_that_do_not_occur(metric):
    """Columns that no row has cost nothing and change nothing, be there billions of them."""
    rows, queries = documents(300), documents(9, seed=1)
    expected = SparseSearch(rows, metric).nearest(queries, 4, 1)

    def spread(X):
        columns = X.indices * (MOST_COLUMNS // X.shape[1])
        return sparse.csr_array((X.data, columns, X.indptr), (X.shape[0], MOST_COLUMNS))

    found = SparseSearch(spread(rows), metric).nearest(spread(queries), 4, 1)

    for one, two in zip(found, expected, strict=True):
        assert np.array_equal(one, two)


def test_explicit_zeros_are_nothing():
    """A zero that is stored is no shared column, and what is stored twice is summed."""
    rows = sparse.csr_array(
        ([1.0, 0.0, 2.0, -2.0, 1.0], ([0, 0, 1, 1, 1], [0, 1, 0, 0, 2])), (2, 3)
    )

    distances, _ = SparseSearch(rows, "jaccard").nearest(sparse.csr_array([[0.0, 1, 0]]), 2, 1)

    assert distances.tolist() == [[1.0, 1.0]]


def test_rows_may_be_empty():
    """Rows of zeros have distances where the definition gives one."""
    empty = sparse.csr_array((2, 3))
    for metric in ("euclidean", "manhattan", "jaccard"):
        distances, order = SparseSearch(empty, metric).nearest(empty, 2, 1)

        assert distances.tolist() == [[0.0, 0.0]] * 2
        assert order.tolist() == [[0, 1]] * 2


def test_no_queries():
    """No queries have no neighbours."""
    distances, order = SparseSearch(documents(5), "cosine").nearest(
        sparse.csr_array((0, 2000)), 3, 2
    )

    assert distances.shape == order.shape == (0, 3)


@pytest.mark.parametrize("metric", DIRECTED)
def test_zeros_are_refused(metric):
    """A row of zeros without a distance is named, kept or asking."""
    rows = documents(5)
    bad = sparse.vstack([rows, sparse.csr_array((1, 2000))])

    with refused("undefined-distance", place="training row 5"):
        SparseSearch(bad, metric)
    with refused("undefined-distance", place="query 5"):
        SparseSearch(rows, metric).nearest(bad, 1, 1)


@pytest.mark.parametrize(
    ("value", "code"),
    [
        (np.nan, "missing-value"),
        (np.inf, "infinite-value"),
        (-1e200, "too-large"),
        (-1.0, "negative-value"),
    ],
)
def test_bad_numbers_are_refused(value, code):
    """A number that no distance is made of is named by row and column, kept or asking."""
    rows = documents(5)
    bad = rows.tolil()
    bad[3, 7] = value

    with refused(code, place="training row 3, column 7"):
        SparseSearch(bad, "jensenshannon")
    with refused(code, place="query 3, column 7"):
        SparseSearch(rows, "jensenshannon").nearest(bad, 1, 1)


def test_misfits_are_refused():
    """Other columns, more neighbours than rows, and no smoothing are errors that say so."""
    search = SparseSearch(documents(5), "cosine")

    with refused("shape-mismatch", parameter="queries"):
        search.nearest(sparse.csr_array([[1.0, 0, 0]]), 1, 1)
    for k in (0, 6):
        with refused("too-few-rows", parameter="k"):
            search.nearest(documents(1), k, 1)
    with refused("bad-parameter", parameter="metric_params"):
        SparseSearch(documents(5), "kullback_leibler", smoothing=0.0)
    with pytest.raises(ValueError, match="no metric of sparse rows: chebyshev"):
        SparseSearch(documents(5), "chebyshev")


@pytest.mark.timeout(60)
def test_interrupt():
    """A long search ends with KeyboardInterrupt, or whatever else a signal raises."""

    def stop(*_):
        raise TimeoutError

    search = SparseSearch(documents(30_000), "jensenshannon")
    queries = documents(100_000, seed=1)
    before = signal.signal(signal.SIGUSR1, stop)
    threading.Timer(0.3, os.kill, [os.getpid(), signal.SIGUSR1]).start()
    try:
        with pytest.raises(TimeoutError):
            search.nearest(queries, 5, 2)
    finally:
        signal.signal(signal.SIGUSR1, before)
