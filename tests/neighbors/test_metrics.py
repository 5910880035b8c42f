"""The table of distances, and which search serves each."""

import warnings

import numpy as np
import pytest
from scipy import sparse

import priory
from priory.neighbors._metrics import NAMES, effective_metric

X = np.array([[0.1, 0.2], [0.3, 0.1], [0.5, 0.9], [0.8, 0.7]])
Y = [0, 0, 1, 1]
PARAMETERS = {
    "mahalanobis": {"VI": [[2.0, 0.5], [0.5, 1.0]]},
    "seuclidean": {"V": [0.5, 2.0]},
    "minkowski": {"w": [1.0, 2.0]},
}


@pytest.mark.parametrize("metric", sorted(set(NAMES) - {"precomputed"}))
def test_every_metric_finds_neighbours(metric):
    """Each name of the table is one that neighbours are found by."""
    rows = X[:, :1] * [1, 2, -3] if metric == "correlation" else X
    rows = rows > 0.25 if metric in {"yule", "russellrao"} else rows
    model = priory.KNeighborsClassifier(1, metric=metric, metric_params=PARAMETERS.get(metric))
    distances, _ = model.fit(rows, Y).kneighbors(rows)

    assert distances.shape == (4, 1)
    if metric != "russellrao":
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
    """An unknown metric is refused with a list of those that there are."""
    with pytest.raises(
        ValueError, match=r"'metric' parameter .*'euclidean'.* Got 'euclid' instead"
    ):
        priory.KNeighborsClassifier(metric="euclid").fit(X, Y)


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        (
            {"metric": "cosine", "algorithm": "kd_tree"},
            "'cosine' not valid for algorithm='kd_tree'",
        ),
        ({"p": 0.5, "algorithm": "ball_tree"}, "does not support 0 < p < 1"),
    ],
)
def test_misfits(parameters, message):
    """Parameters that do not go together are refused at fit."""
    with pytest.raises(ValueError, match=message):
        priory.KNeighborsRegressor(**parameters).fit(X, Y)


def test_sparse_metric():
    """A metric that is not for sparse rows says which are."""
    with pytest.raises(ValueError, match=r"'canberra' not valid for sparse input.*'cosine'"):
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


def test_no_warning_for_what_is_usual():
    """Nothing is said about parameters that go together."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        priory.KNeighborsClassifier(metric_params={"w": [1, 2]}).fit(X, Y)
