import math
from fractions import Fraction

import numpy as np
import pytest
from scipy import sparse
from sklearn import config_context
from sklearn.metrics import pairwise_distances
from tests.errors import refused

from priory.neighbors._callable import CallableSearch
from priory.neighbors._search import nearest_of

ROWS = np.random.default_rng(0).integers(0, 4, (20, 3)).astype(float)
QUERIES = ROWS[::3] + 0.5


def longer_by(x, y, unit=1.0):
    """Say how much longer y is, which is not symmetric."""
    return max(len(y) - len(x), 0) * unit


def sum_of_differences(x, y):
    """Compute a distance of arrays and of sparse rows."""
    return abs(x - y).sum()


@pytest.mark.parametrize("form", [np.asarray, sparse.csr_array, sparse.csr_matrix])
def test_like_scikit_learn(form):
    """A function gets what scikit-learn would give it, and neighbours are the nearest."""
    found = CallableSearch(form(ROWS), sum_of_differences).nearest(form(QUERIES), 4, 2)

    wanted = nearest_of(pairwise_distances(form(QUERIES), form(ROWS), sum_of_differences), 4)
    assert found[0].tolist() == wanted[0].tolist()
    assert found[1].tolist() == wanted[1].tolist()


def test_shapes():
    """Rows of an array have one dimension, rows of a sparse matrix two."""
    seen = []

    def shapes(x, y):
        seen.append((x.shape, y.shape))
        return 0.0

    CallableSearch(ROWS[:1], shapes).nearest(QUERIES[:1], 1, 1)
    CallableSearch(sparse.csr_array(ROWS[:1]), shapes).nearest(sparse.csr_array(QUERIES[:1]), 1, 1)

    assert seen == [((3,), (3,)), ((1, 3), (1, 3))]


def test_not_symmetric():
    """The query comes first and the row second; equal ones are taken in their order."""
    search = CallableSearch(["ccc", "bb", "", "a"], longer_by, unit=2)

    assert search.nearest(["b", b"bb"], 3, 1)[1].tolist() == [[2, 3, 1], [1, 2, 3]]
    assert search.nearest(["b"], 4, 1)[0].tolist() == [[0, 0, 2, 4]]


def test_blocks():
    """Small blocks give what one block gives."""
    search = CallableSearch(ROWS, sum_of_differences)
    distances, rows = search.nearest(QUERIES, 5, 1)
    with config_context(working_memory=1e-9):
        again = search.nearest(QUERIES, 5, 1)

    assert again[0].tolist() == distances.tolist()
    assert again[1].tolist() == rows.tolist()


def test_errors_are_the_functions():
    """An error of the function stays what it is, with a note that names the pair."""

    def compare(x, y):
        return {"a": 0.0}[x + y]

    with pytest.raises(KeyError, match="ab") as error:
        CallableSearch(["", "b"], compare).nearest(["a"], 1, 1)
    assert error.value.__notes__ == ["raised by metric(query 0, row 1)"]


@pytest.mark.parametrize("odd", [math.nan, np.float32("nan"), None, "3", 1j, [1.0], np.zeros(2)])
def test_no_number(odd):
    """NaN and what is no number are refused with the pair of which they were said."""

    def compare(x, y):
        return odd if (x, y) == ("b", "c") else 1.0

    with refused("bad-return", parameter="metric", place="query 1, row 2"):
        CallableSearch(["a", "b", "c", "d"], compare).nearest(["a", "b"], 2, 1)


@pytest.mark.parametrize("number", [2, True, np.int8(2), Fraction(5, 2), math.inf, np.array(2.5)])
def test_numbers_of_any_type(number):
    """Whatever is a real number may be a distance."""
    assert CallableSearch(["a"], lambda *_: number).nearest(["b"], 1, 1)[0][0, 0] == float(number)


def test_ctrl_c():
    """Ctrl-C ends the search, and nothing is put upon it."""

    def interrupt(*_):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt) as error:
        CallableSearch(["a"], interrupt).nearest(["b"], 1, 1)
    assert not hasattr(error.value, "__notes__")
