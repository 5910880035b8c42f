"""The parameter ``projection`` of the neighbours."""

import numpy as np
import pytest
from sklearn.decomposition import TruncatedSVD
from sklearn.random_projection import SparseRandomProjection
from tests.errors import refused

from priory import GaussianRandomProjection
from priory.errors import InputError, InputTypeError
from priory.neighbors._projection import projection_for


def test_none():
    """Without a projection there is nothing to fit."""
    assert projection_for(None) is None


@pytest.mark.parametrize("size", [1, 50, np.int64(50)])
def test_dimensions(size):
    """A whole number is that of the dimensions."""
    projection = projection_for(size, random_state=7, n_jobs=2)

    assert isinstance(projection, GaussianRandomProjection)
    assert projection.n_components == size
    assert (projection.random_state, projection.n_jobs) == (7, 2)


@pytest.mark.parametrize("eps", [0.1, 0.5, np.float32(0.5)])
def test_eps(eps):
    """A fraction is the error of distances, and the bound makes dimensions of it."""
    projection = projection_for(eps)

    assert isinstance(projection, GaussianRandomProjection)
    assert (projection.n_components, projection.eps) == ("auto", eps)


@pytest.mark.parametrize(
    ("name", "kind"), [("gaussian", GaussianRandomProjection), ("sparse", SparseRandomProjection)]
)
def test_names(name, kind):
    """A name stands for its projection with the usual error."""
    projection = projection_for(name, random_state=3)

    assert isinstance(projection, kind)
    assert (projection.n_components, projection.eps) == ("auto", 0.1)
    assert projection.random_state == 3


def test_sparse_projection_is_dense():
    """What a sparse projection makes is dense, as there are hardly any zeros in it."""
    X = SparseRandomProjection(50, random_state=0).fit_transform(np.ones((3, 1000)))

    projection = projection_for("sparse", random_state=0).set_params(n_components=50)

    np.testing.assert_array_equal(projection.fit_transform(np.ones((3, 1000))), X)
    assert projection.dense_output


def test_transformers():
    """Any transformer will do, and is cloned."""
    mine = TruncatedSVD(n_components=4)

    projection = projection_for(mine, random_state=0)

    assert projection is not mine
    assert projection.get_params() == mine.get_params()


@pytest.mark.parametrize("wrong", [0, -5, True, 0.0, 1.0, 2.5, float("nan"), "gauss"])
def test_wrong_values(wrong):
    """A value that means nothing is refused, with those that do."""
    with refused("bad-parameter", kind=InputError, parameter="projection"):
        projection_for(wrong)


@pytest.mark.parametrize("wrong", [[10], TruncatedSVD, len])
def test_wrong_types(wrong):
    """What is no transformer is refused, and so is a class without its parentheses."""
    with refused("bad-parameter", kind=InputTypeError, parameter="projection"):
        projection_for(wrong)
