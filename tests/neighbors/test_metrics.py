"""The table of distances, and which search serves each."""

import re
import warnings
from pathlib import Path

import numpy as np
import pytest
from scipy import sparse
from sklearn.neighbors import VALID_METRICS, NearestNeighbors
from tests.errors import refused

import priory
from priory.errors import InputError
from priory.neighbors._metrics import METRICS, NAMES, OF_STRINGS, SPARSE, effective_metric
from priory.neighbors._search_choice import algorithm_for, check_for, search_for

X = np.array([[0.1, 0.2], [0.3, 0.1], [0.5, 0.9], [0.8, 0.7]])
Y = [0, 0, 1, 1]
PARAMETERS = {
    "mahalanobis": {"VI": [[2.0, 0.5], [0.5, 1.0]]},
    "seuclidean": {"V": [0.5, 2.0]},
    "minkowski": {"w": [1.0, 2.0]},
}


@pytest.mark.parametrize("metric", sorted(set(NAMES) - set(OF_STRINGS) - {"precomputed"}))
def test_every_metric_finds_neighbours(metric):
    """Each name of the table is one that neighbours are found by."""
    rows = X[:, :1] * [1, 2, -3] if metric == "correlation" else X
    rows = rows > 0.25 if metric in {"yule", "russellrao"} else rows
    model = priory.KNeighborsClassifier(1, metric=metric, metric_params=PARAMETERS.get(metric))
    distances, _ = model.fit(rows, Y).kneighbors(rows)

    assert distances.shape == (4, 1)
    if metric not in {"russellrao", "kullback_leibler"}:  # which are not 0 between equal rows
        np.testing.assert_allclose(distances, 0, atol=1e-7)


@pytest.mark.parametrize(
    ("parameters", "name", "left"),
    [
        (("minkowski", 2, None), "euclidean", {}),
        (("minkowski", 1, None), "manhattan", {}),
        (("p", np.inf, None), "chebyshev", {}),
        (("minkowski", 3, None), "minkowski", {"p": 3}),
        (("minkowski", 3, {"p": 1}), "manhattan", {}),
        (("minkowski", 2, {"w": [1]}), "minkowski", {"p": 2, "w": [1]}),
        (("l1", 2, None), "manhattan", {}),
        (("seuclidean", 2, {"V": [1]}), "seuclidean", {"V": [1]}),
    ],
)
def test_effective_metric(parameters, name, left):
    """The Minkowski metric goes by the name of its power, and others by their first name."""
    assert effective_metric(*parameters) == (name, left)


def test_unknown_metric():
    """An unknown metric is refused with the one that may be meant, and a list of all."""
    with refused("unknown-metric", parameter="metric") as raised:
        priory.KNeighborsClassifier(metric="euclid").fit(X, Y)
    assert raised.value.what.endswith("did you mean 'euclidean'?")
    assert ", cosine, " in raised.value.what


def test_unknown_metric_after_fit():
    """A name that is set later is refused in the same words, and the right one answers again."""
    model = priory.KNeighborsClassifier(1).fit(X, Y)
    answers = model.predict(X)

    with refused("unknown-metric", parameter="metric"):
        model.set_params(metric="euclid").predict(X)

    assert (model.set_params(metric="euclidean").predict(X) == answers).all()


@pytest.mark.parametrize("metric", ["braycurtis", "sokalmichener"])
@pytest.mark.parametrize("algorithm", ["auto", "brute"])
def test_as_in_trees(metric, algorithm):
    """Where SciPy has another distance of the same name, or none, scikit-learn's is meant."""
    rows = np.random.default_rng(0).normal(size=(40, 6)).round()
    ours = priory.KNeighborsClassifier(metric=metric, algorithm=algorithm)
    trees = NearestNeighbors(n_neighbors=5, metric=metric, algorithm="ball_tree").fit(rows)

    distances, _ = ours.fit(rows, rows[:, 0] > 0).kneighbors(rows + 1)

    assert (distances == trees.kneighbors(rows + 1)[0]).all()


@pytest.mark.parametrize(
    "parameters",
    [{"metric": "cosine", "algorithm": "kd_tree"}, {"p": 0.5, "algorithm": "ball_tree"}],
)
def test_misfits(parameters):
    """Parameters that do not go together are refused at fit."""
    with refused("incompatible-parameters", parameter="algorithm"):
        priory.KNeighborsRegressor(**parameters).fit(X, Y)


@pytest.mark.parametrize("metric", sorted(SPARSE))
def test_sparse_is_dense(metric):
    """Sparse rows have the neighbours and distances of the same dense rows."""
    rng = np.random.default_rng(2)
    rows = rng.poisson(0.7, (40, 12)) + np.eye(40, 12)
    model = priory.KNeighborsRegressor(4, metric=metric, algorithm="brute")
    dense, of_sparse = (
        model.fit(kind(rows[:30]), rows[:30, 0]).kneighbors(kind(rows[30:] + np.eye(10, 12)))
        for kind in (np.asarray, sparse.csc_array)
    )

    np.testing.assert_allclose(dense[0], of_sparse[0], atol=1e-12)
    np.testing.assert_array_equal(dense[1], of_sparse[1])


@pytest.mark.parametrize("metric", ["cosine", "jensenshannon", "kullback_leibler"])
@pytest.mark.parametrize("kind", [np.asarray, sparse.csr_array])
def test_zero_rows(metric, kind):
    """A row of zeros has no direction: it is refused by its number, and nothing is changed."""
    model = priory.KNeighborsClassifier(1, metric=metric).fit(kind(X), Y)
    bad = kind(np.array([[1.0, 1.0], [0.0, 0.0]]))

    with refused("undefined-distance", place="training row 1"):
        model.partial_fit(bad, [0, 1])
    with refused("undefined-distance", place="query 1"):
        model.predict(bad)
    assert model.n_samples_fit_ == len(X)


STRINGS = np.array(["a", b"b"], dtype=object)


@pytest.mark.parametrize(
    ("metric", "rows"),
    [
        ("cosine", np.array([[1.0, 1.0], [0.0, 0.0]])),
        ("euclidean", np.array([[1.0, 1e200]])),
        ("euclidean", np.array(["a"], dtype=object)),
        ("jaccard", sparse.csr_array([[1.0, 1e200]])),
        ("jensenshannon", np.array([[1.0, -1.0]])),
        ("kullback_leibler", sparse.csr_array([[0.0, 0.0]])),
        ("chebyshev", sparse.csr_array([[1.0, 0.0]])),
        ("levenshtein", X),
    ],
)
def test_rows_are_checked_without_a_search(metric, rows, monkeypatch):
    """Rows are refused in the words of the search, which need not be made for that."""
    model = priory.KNeighborsClassifier(1, metric=metric)
    with pytest.raises(InputError) as expected:
        search_for(rows, model)
    monkeypatch.setattr("priory._core.SparseRows", None)
    monkeypatch.setattr("priory._core.DenseRows", None)

    with refused(expected.value.code, place=expected.value.place, what=expected.value.what):
        check_for(rows, model)


@pytest.mark.parametrize("metric", sorted({*NAMES, *OF_STRINGS, "function"}))
def test_good_rows_pass(metric, monkeypatch):
    """Rows that have distances pass the check, of whatever kind they are."""
    metric = max if metric == "function" else metric
    model = priory.KNeighborsClassifier(1, metric=metric)
    monkeypatch.setattr("priory._core.SparseRows", None)
    monkeypatch.setattr("priory._core.DenseRows", None)
    numbers = [] if metric in set(OF_STRINGS) - {"hamming"} else [X]
    strings = [STRINGS[:1]] if callable(metric) or metric in OF_STRINGS else []
    sparse_ones = [sparse.csr_array(X)] if callable(metric) or metric in SPARSE else []

    for rows in numbers + strings + sparse_ones:
        check_for(rows, model)


def test_smoothing():
    """The Kullback-Leibler divergence has its smoothing as a parameter."""
    rows = np.array([[3.0, 1.0], [0.0, 2.0]])
    model = priory.KNeighborsClassifier(
        2, metric="kullback_leibler", metric_params={"smoothing": 0.5}
    )
    distances, indices = model.fit(rows, [0, 1]).kneighbors([[1.0, 0.0]])

    assert indices.tolist() == [[0, 1]]
    np.testing.assert_allclose(distances, [[-np.log(3.5 / 5), -np.log(0.5 / 3)]])


@pytest.mark.parametrize(
    ("metric", "params"),
    [
        ("euclidean", {"w": [1, 2]}),
        ("cosine", {"V": 1}),
        ("jaccard", {"smoothing": 1}),
        ("minkowski", {"w": [1, 2], "smoothing": 1}),
        ("seuclidean", {"VI": [1, 2]}),
        ("kullback_leibler", {"w": 1}),
        ("kullback_leibler", {"smoothing": "x"}),
        ("kullback_leibler", {"smoothing": 0}),
        ("ncd", {"level": 9}),
    ],
)
def test_parameters_that_a_metric_does_not_take(metric, params):
    """A parameter that the metric does not take is named, with those that it takes."""
    rows = STRINGS[[0, 0, 0, 0]] if metric == "ncd" else X
    kinds = (np.asarray, sparse.csr_array) if metric in SPARSE else (np.asarray,)
    model = priory.KNeighborsClassifier(1, metric=metric, metric_params=params)

    for kind in kinds:
        with refused("bad-parameter", parameter="metric_params"):
            model.fit(kind(rows), Y)
        with refused("bad-parameter", parameter="metric_params"):
            check_for(kind(rows), model)


def test_table_of_the_page():
    """The page on neighbours lists every distance of numbers as the table does."""
    page = (Path(__file__).parents[2] / "docs" / "neighbors.md").read_text("utf-8")
    rows = re.findall(r"(?m)^\| ([^|]+) \| ([^|]+) \|([^|]+)\|$", page)[1:]

    listed = {names.replace("`", ""): what for names, what, _ in rows}
    assert listed == METRICS
    sparse_ones = {names.split("`")[1] for names, _, is_sparse in rows if "yes" in is_sparse}
    assert sparse_ones == SPARSE | {"minkowski", "precomputed"}


def test_sparse_metric():
    """A metric that is not for sparse rows says which are."""
    with refused("metric-mismatch", parameter="metric"):
        priory.KNeighborsClassifier(metric="canberra").fit(sparse.csr_array(X), Y)


def test_algorithms_agree():
    """However neighbours are found, they are the same, with the same distances."""
    rng = np.random.default_rng(1)
    rows, queries = rng.integers(0, 3, (60, 3)).astype(float), rng.integers(0, 3, (20, 3))
    found = [
        priory.KNeighborsRegressor(7, algorithm=algorithm).fit(rows, rows[:, 0]).kneighbors(queries)
        for algorithm in ("auto", "brute", "kd_tree", "ball_tree")
    ]

    for distances, indices in found[1:]:
        np.testing.assert_array_equal(indices, found[0][1])
        np.testing.assert_array_equal(distances, found[0][0])


@pytest.mark.parametrize(
    ("shape", "parameters", "expected"),
    [
        ((10_000, 5), {}, "kd_tree"),
        ((9_999, 5), {}, "brute"),
        ((10_000, 6), {}, "brute"),
        ((10, 15), {"metric": "chebyshev"}, "kd_tree"),
        ((10, 16), {"metric": "chebyshev"}, "brute"),
        ((10, 2), {"metric": "canberra"}, "brute"),
        ((10, 2), {"p": 3}, "kd_tree"),
        ((10, 2), {"p": 3, "metric_params": {"w": [1, 2]}}, "brute"),
        pytest.param(
            (10, 2),
            {"metric": "sokalmichener"},
            "ball_tree",
            marks=pytest.mark.skipif(
                "sokalmichener" in VALID_METRICS["brute"],
                reason="this scikit-learn has sokalmichener without a tree, too",
            ),
        ),
        ((10, 2), {"algorithm": "ball_tree"}, "ball_tree"),
    ],
)
def test_choice(shape, parameters, expected):
    """A tree is chosen where it is quicker, or asked for."""
    rows = np.zeros(shape)
    metric = effective_metric(
        parameters.get("metric", "minkowski"),
        parameters.get("p", 2),
        parameters.get("metric_params"),
    )

    assert algorithm_for(rows, parameters.get("algorithm", "auto"), *metric) == expected


def test_no_warning_for_what_is_usual():
    """Nothing is said about parameters that go together."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        priory.KNeighborsClassifier(metric_params={"w": [1, 2]}).fit(X, Y)
