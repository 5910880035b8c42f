"""What neighbours weigh, and how they vote."""

import numpy as np
import pytest
from tests.errors import refused

from priory.neighbors._votes import checked_alpha, count_votes, neighbor_weights, scaled

DISTANCES = np.array([[0.5, 1.0, 2.0], [0.0, 0.0, 3.0]])
INDICES = np.array([[7, 8, 9], [4, 5, 6]])


@pytest.mark.parametrize("weights", ["uniform", None])
def test_uniform(weights):
    """Neighbours weigh the same unless something else is said."""
    assert neighbor_weights(weights, DISTANCES, INDICES).tolist() == [[1, 1, 1], [1, 1, 1]]


def test_distance():
    """A neighbour weighs 1 / d, and those at distance 0 have all the weight."""
    assert neighbor_weights("distance", DISTANCES, INDICES).tolist() == [[2, 1, 0.5], [1, 1, 0]]


def test_tiny_distance_is_none():
    """A distance whose inverse is infinite is as good as 0."""
    tiny = np.array([[1e-320, 1.0]])

    assert neighbor_weights("distance", tiny, INDICES[:1, :2]).tolist() == [[1, 0]]


def test_below_zero():
    """A distance below 0 has no inverse that could be a weight, and its pair is named."""
    with refused("negative-value", place="row 1", parameter="weights"):
        neighbor_weights("distance", DISTANCES - [[0.0], [1.0]], INDICES)
    assert neighbor_weights("uniform", -DISTANCES, INDICES).tolist() == [[1, 1, 1], [1, 1, 1]]


def test_function():
    """A function gets all distances and gives all weights."""
    weights = neighbor_weights(lambda distances: 1 - distances / 4, DISTANCES, INDICES)

    assert weights.tolist() == [[0.875, 0.75, 0.5], [1, 1, 0.25]]


@pytest.mark.parametrize(
    ("function", "code", "place"),
    [
        (lambda d: d[:, :1], "bad-return", None),
        (lambda d: np.where(d == 2, np.nan, 1), "bad-return", "row 0"),
        (lambda d: np.where(d == 3, np.inf, 1), "bad-return", "row 1"),
        (lambda d: d * (d > 0.1) * (d < 3), "zero-weight", "row 1"),
    ],
)
def test_bad_functions(function, code, place):
    """A function that gives no weight for each distance is told what it did, and where."""
    with refused(code, place=place, parameter="weights"):
        neighbor_weights(function, DISTANCES, INDICES)


def test_votes():
    """The votes of a class are the weights of the neighbours that have it."""
    votes = count_votes(np.array([[2, 0, 2]]), np.array([[1.0, 0.5, 0.25]]), 4)

    assert votes.tolist() == [[0.5, 0, 1.25, 0]]


def test_scaled():
    """Scaled weights sum to the number of neighbours, and keep their proportions."""
    assert scaled(np.array([[2.0, 1.0, 1.0]])).tolist() == [[1.5, 0.75, 0.75]]


def test_scale_of_nothing():
    """Weights that cancel cannot be scaled."""
    with refused("zero-weight", place="row 1"):
        scaled(np.array([[1.0, 1.0], [1.0, -1.0]]))


@pytest.mark.parametrize(
    ("alpha", "code"),
    [([1, 2], "shape-mismatch"), ([1, -1, 0], "bad-parameter"), (np.inf, "bad-parameter")],
)
def test_bad_alpha(alpha, code):
    """A prior is one number, or one for each class, and not negative."""
    with refused(code, parameter="alpha"):
        checked_alpha(alpha, 3)
