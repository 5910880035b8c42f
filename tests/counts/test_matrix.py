import numpy as np
import pytest

from priory.counts._matrix import csr

ARRAYS = (
    np.array([0, 1, 3], dtype=np.int32),
    np.array([1, 0, 2], dtype=np.int32),
    np.array([5, 1, 2], dtype=np.int64),
)


def test_csr():
    """The arrays of the core become a matrix with sorted columns and 32-bit places."""
    matrix = csr(ARRAYS, 3, np.int64)

    assert matrix.toarray().tolist() == [[0, 5, 0], [1, 0, 2]]
    assert matrix.indptr.dtype == matrix.indices.dtype == np.int32
    assert matrix.has_sorted_indices


def test_nothing_is_copied():
    """What already has the right type is not copied."""
    matrix = csr(ARRAYS, 3, np.int64)

    assert np.shares_memory(matrix.data, ARRAYS[2])
    assert np.shares_memory(matrix.indices, ARRAYS[1])


@pytest.mark.parametrize("dtype", [np.int8, np.float32, np.float64, bool])
def test_dtype(dtype):
    """Entries have the type that was asked for."""
    assert csr(ARRAYS, 3, dtype).dtype == dtype
