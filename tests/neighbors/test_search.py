import numpy as np

from priory.neighbors._search import nearest_of


def test_first_of_equal_ones_is_nearer():
    """Of rows that are equally far, those that were learned first are taken, in their order."""
    distances, rows = nearest_of(np.array([[1.0, 0.0, 1.0, 0.0, 1.0]]), 3)

    assert rows.tolist() == [[1, 3, 0]]
    assert distances.tolist() == [[0.0, 0.0, 1.0]]


def test_all_rows_may_be_wanted():
    """With k as large as the data all rows come, in order."""
    _, rows = nearest_of(np.array([[2.0, 2.0, 1.0], [np.inf, 0.0, np.inf]]), 3)

    assert rows.tolist() == [[2, 0, 1], [1, 0, 2]]
