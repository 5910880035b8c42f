"""TfidfTransformer beside scikit-learn's, on any matrix it may be handed."""

import warnings
from copy import deepcopy

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import array_shapes, arrays
from scipy import sparse
from sklearn.feature_extraction import text as sklearn_text

import priory
from conformance import strategies as draw
from conformance.comparison import assert_equal

CONTAINERS = (
    sparse.csr_matrix,
    sparse.csr_array,
    sparse.csc_matrix,
    sparse.coo_array,
    np.asarray,
)
shapes = array_shapes(min_dims=2, max_dims=2, max_side=6)
odd_numbers = st.sampled_from([0.0, 1.0, 0.5, -2.0, np.nan, np.inf])
tables = st.one_of(
    arrays(np.int64, shapes, elements=st.integers(0, 5)),
    arrays(np.int32, shapes, elements=st.integers(-1, 5)),
    arrays(np.float32, shapes, elements=st.integers(0, 5)),
    arrays(np.float64, shapes, elements=odd_numbers),
)


def wrapped(table, container, has_wide_indices, has_zeros):
    """Put a table into a container, with wide indices and with zeros written out, if asked."""
    matrix = container(table)
    if sparse.issparse(matrix) and matrix.format == "csr":
        if has_zeros:
            matrix.data[:1] = 0
        if has_wide_indices:
            matrix.indices, matrix.indptr = (
                part.astype(np.int64) for part in (matrix.indices, matrix.indptr)
            )
    return matrix


matrices = st.builds(wrapped, tables, st.sampled_from(CONTAINERS), st.booleans(), st.booleans())


def dense(matrix):
    """Return the table that a matrix stands for."""
    return matrix.toarray() if sparse.issparse(matrix) else matrix


def weigh(transformer, learned_from, matrix, copy):
    """Return the weights, or the type of the error."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # logarithms of zero and less
        try:
            return transformer.fit(learned_from).transform(matrix, copy=copy)
        except Exception as error:  # noqa: BLE001 (its type is the answer)
            return type(error)


def assert_same_weights(theirs, ours):
    """Assert that the weights or the errors are the same."""
    if isinstance(theirs, type):
        assert theirs == ours
    else:
        assert_equal(theirs, ours)


@settings(max_examples=300)
@given(matrices, matrices, st.booleans(), draw.options(draw.weighing))
def test_weights(learned_from, matrix, copy, options):
    """Weights or errors are scikit-learn's, whatever the matrix."""
    theirs = weigh(sklearn_text.TfidfTransformer(**options), learned_from, deepcopy(matrix), copy)

    ours = weigh(priory.TfidfTransformer(**options), learned_from, deepcopy(matrix), copy)

    assert_same_weights(theirs, ours)


@given(matrices, draw.options(draw.weighing))
def test_copied(matrix, options):
    """A matrix that is copied stays as it was."""
    before = deepcopy(matrix)

    weigh(priory.TfidfTransformer(**options), matrix, matrix, copy=True)

    assert repr(before) == repr(matrix)
    np.testing.assert_array_equal(dense(before), dense(matrix))


@given(matrices, draw.options(draw.weighing))
def test_two_ways_to_weigh(matrix, options):
    """To fit and to transform at once is to do one after the other."""
    transformer = priory.TfidfTransformer(**options)
    expected = weigh(transformer, matrix, matrix, copy=True)
    if not isinstance(expected, type):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            assert_equal(expected, transformer.fit_transform(matrix))


@pytest.mark.parametrize("sublinear_tf", [False, True])
@pytest.mark.parametrize("norm", ["l1", "l2", None])
@pytest.mark.parametrize("row", [[3, 1, 0], [3, 1, 1]])
def test_infinite_weights(row, norm, sublinear_tf):
    """A word that no document has weighs infinitely, and a row with it has no length."""
    options = {"smooth_idf": False, "norm": norm, "sublinear_tf": sublinear_tf}
    learned_from, matrix = sparse.csr_matrix([[1, 0, 0], [1, 1, 0]]), sparse.csr_matrix([row])

    theirs = weigh(sklearn_text.TfidfTransformer(**options), learned_from, matrix, copy=True)
    ours = weigh(priory.TfidfTransformer(**options), learned_from, matrix, copy=True)

    assert (theirs is ValueError) == bool(norm and row[2])
    assert_same_weights(theirs, ours)


@pytest.mark.parametrize("norm", ["l1", "l2", None])
def test_logarithm_of_zero(norm):
    """A zero that is written out has no logarithm."""
    options = {"sublinear_tf": True, "norm": norm}
    matrix = sparse.csr_matrix([[1.0, 2.0]])
    matrix.data[0] = 0

    theirs = weigh(sklearn_text.TfidfTransformer(**options), matrix, matrix, copy=True)

    assert_same_weights(theirs, weigh(priory.TfidfTransformer(**options), matrix, matrix, True))


def test_idf():
    """The learned weights are scikit-learn's, in the type of the counts."""
    counts = sparse.csr_matrix(np.array([[1, 0, 2], [1, 1, 0]], dtype=np.float32))
    theirs = sklearn_text.TfidfTransformer().fit(counts).idf_

    ours = priory.TfidfTransformer().fit(counts).idf_

    assert (theirs.dtype, theirs.tobytes()) == (ours.dtype, ours.tobytes())
