"""Any table under any parameters: our neighbours answer as the installed scikit-learn's do.

Where rows are equally far, scikit-learn takes whichever it meets first, and ours the one that was
learned first. Where they are not, all is the same; where they are, ours is held against a look at
all distances.
"""

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays
from scipy import sparse
from sklearn import neighbors as theirs
from sklearn.metrics import pairwise_distances

import priory

often = settings(max_examples=60, deadline=None)
KINDS = (np.asarray, sparse.csr_matrix, sparse.csc_array)
METRICS = ("euclidean", "manhattan", "chebyshev", "canberra")
OF_SPARSE = ("euclidean", "manhattan")
WEIGHTS = ("uniform", "distance", np.exp)
ALGORITHMS = ("auto", "brute", "kd_tree", "ball_tree")
each_name = pytest.mark.parametrize("name", ["KNeighborsClassifier", "KNeighborsRegressor"])

numbers = st.integers(-40, 40).map(lambda n: n / 8)


@st.composite
def problems(draw, elements=numbers):
    """Draw rows, queries, targets of one output or two, and parameters."""
    n, d = draw(st.integers(1, 25)), draw(st.integers(1, 4))
    X = draw(arrays.arrays(np.float64, (n, d), elements=elements))
    queries = draw(arrays.arrays(np.float64, (draw(st.integers(1, 5)), d), elements=elements))
    shape = draw(st.sampled_from([(n,), (n, 2)]))
    y = draw(arrays.arrays(np.int64, shape, elements=st.integers(0, 3)))
    kind = draw(st.sampled_from(KINDS))
    dense = kind is np.asarray
    parameters = {
        "n_neighbors": draw(st.integers(1, n)),
        "weights": draw(st.sampled_from(WEIGHTS)),
        "metric": draw(st.sampled_from(METRICS if dense else OF_SPARSE)),
        "algorithm": draw(st.sampled_from(ALGORITHMS if dense else ("auto", "brute"))),
    }
    if parameters["metric"] == "canberra" and parameters["algorithm"] == "kd_tree":
        parameters["algorithm"] = "ball_tree"
    return kind(X), kind(queries), y, parameters


def distances_of(X, queries, metric):
    """Return all distances, with differences that are rounding left out."""
    X, queries = (m.toarray() if sparse.issparse(m) else m for m in (X, queries))
    metric = {"euclidean": "minkowski", "manhattan": "cityblock"}.get(metric, metric)
    return pairwise_distances(queries, X, metric=metric)  # SciPy's, pair by pair


def has_ties(distances, k):
    """Tell whether it is open which rows are the k nearest, or in which order they come."""
    ranked = np.sort(distances, axis=1)[:, : k + 1]
    return bool(np.any(np.diff(ranked, axis=1) < 1e-7))


@each_name
@often
@given(problem=problems())
def test_answers(name, problem):
    """Without ties neighbours, distances and predictions are the same."""
    X, queries, y, parameters = problem
    assume(not has_ties(distances_of(X, queries, parameters["metric"]), parameters["n_neighbors"]))
    one, other = (getattr(m, name)(**parameters).fit(X, y) for m in (theirs, priory))
    expected, found = one.kneighbors(queries), other.kneighbors(queries)

    np.testing.assert_array_equal(found[1], expected[1])
    # scikit-learn finds Euclidean distances by products of matrices, which lose digits.
    np.testing.assert_allclose(found[0], expected[0], rtol=1e-7, atol=1e-6)
    if parameters["weights"] == "distance" and expected[0].min() < 1e-5:
        return  # which of them are 0, and have all the weight, is lost with the digits
    np.testing.assert_allclose(other.predict(queries), one.predict(queries), rtol=1e-6)
    if name == "KNeighborsClassifier":
        np.testing.assert_allclose(
            np.hstack(other.predict_proba(queries)),
            np.hstack(one.predict_proba(queries)),
            rtol=1e-5,
        )


@each_name
@often
@given(problem=problems(elements=st.integers(-1, 1)))
def test_ties(name, problem):
    """With many ties the neighbours are the first of the nearest, whatever finds them."""
    X, queries, y, parameters = problem
    metric, k = parameters["metric"], parameters["n_neighbors"]
    model = getattr(priory, name)(**parameters).fit(X, y)
    found, indices = model.kneighbors(queries)

    distances = distances_of(X, queries, metric).round(9)
    expected = np.argsort(distances, axis=1, kind="stable")[:, :k]
    np.testing.assert_array_equal(indices, expected)
    np.testing.assert_allclose(found, np.take_along_axis(distances, expected, axis=1), atol=1e-8)


@pytest.mark.parametrize("metric", ["euclidean", "manhattan", "cosine"])
@often
@given(data=st.data(), d=st.integers(1, 20))
def test_ways_agree(metric, data, d):
    """Ties of decimals, which rounding may break, are the same ones for every way to find them."""
    tenths = st.integers(-3, 3).map(lambda n: n / 10)
    shapes = st.integers(1, 30).map(lambda n: (n, d))
    X, queries = (
        data.draw(arrays.arrays(np.float64, shapes, elements=tenths)) + 0.7 for _ in range(2)
    )
    k = data.draw(st.integers(1, len(X)))
    trees = () if metric == "cosine" else ("kd_tree", "ball_tree")

    def found(kind, algorithm):
        model = priory.KNeighborsRegressor(k, metric=metric, algorithm=algorithm, leaf_size=1)
        return model.fit(kind(X), np.zeros(len(X))).kneighbors(kind(queries))

    expected = found(np.asarray, "brute")
    others = [found(sparse.csr_array, "auto"), *(found(np.asarray, tree) for tree in trees)]
    for distances, indices in others:
        np.testing.assert_array_equal(distances, expected[0])
        np.testing.assert_array_equal(indices, expected[1])


@each_name
@often
@given(problem=problems(elements=st.integers(-1, 1)), data=st.data())
def test_rows_come_and_go(name, problem, data):
    """Any batches, in their order, less what is forgotten, are a fit of what is left."""
    X, queries, y, parameters = problem
    X = sparse.csr_array(X)
    n = X.shape[0]
    first = data.draw(st.integers(1, n))
    gone = np.array(data.draw(st.lists(st.integers(0, n - 1), unique=True)), dtype=np.int64)
    left = np.setdiff1d(np.arange(n), gone)
    assume(len(left) >= parameters["n_neighbors"])
    weights = np.arange(1, n + 1)  # so that equal rows are told apart
    parameters |= {"algorithm": "auto", "metric": "euclidean"}
    model = getattr(priory, name)(**parameters).fit(X[:first], y[:first], weights[:first])
    if first < n:
        model.partial_fit(X[first:], y[first:], sample_weight=weights[first:])
    if len(gone):
        model.forget(X[gone], y[gone], sample_weight=weights[gone])
    fresh = getattr(priory, name)(**parameters).fit(X[left], y[left], weights[left])

    np.testing.assert_array_equal(model.kneighbors(queries), fresh.kneighbors(queries))
    np.testing.assert_array_equal(model.predict(queries), fresh.predict(queries))
