import numpy as np
import pytest
from matplotlib import pyplot as plt
from numpy.testing import assert_array_equal
from scipy.sparse import csr_array
from tests.errors import refused

from priory.evidence.plot import MatrixDisplay
from priory.evidence.plot import matrix as module

X = np.array([[1, 0, 2], [0, 3, 0], [0, 0, 4], [5, 0, 0]])
y = ["b", "a", "b", "a"]


def dots(display):
    """Return where dots stand, as (row, column)."""
    columns, rows = display.dots_.get_data()
    return sorted(zip(rows.tolist(), columns.tolist(), strict=True))


@pytest.mark.parametrize("matrix", [X, csr_array(X), csr_array(X).tocsc()])
def test_a_dot_for_each_entry(matrix):
    """Each entry that is not zero has a dot, at its row and column."""
    display = MatrixDisplay.from_matrix(matrix)
    assert dots(display) == [(0, 0), (0, 2), (1, 1), (2, 2), (3, 0)]


def test_rows_of_a_class_are_together():
    """Rows stand in the order of their classes, which are named beside them."""
    display = MatrixDisplay.from_matrix(X, y)
    assert dots(display) == [(0, 1), (1, 0), (2, 0), (2, 2), (3, 2)]
    assert [label.get_text() for label in display.ax_.get_yticklabels()] == ["a", "b"]
    assert_array_equal(display.ax_.get_yticks(), [0.5, 2.5])


def test_many_dots_are_thinned(monkeypatch):
    """Of more entries than can be drawn an even share is, and the axis says so."""
    monkeypatch.setattr(module, "MOST_DOTS", 3)
    display = MatrixDisplay.from_matrix(X)
    assert len(dots(display)) == 3
    assert "one dot of 2" in display.ax_.get_xlabel()


def test_it_draws_where_it_is_told():
    """Axes that are given are drawn on."""
    _, ax = plt.subplots()
    assert MatrixDisplay.from_matrix(X, ax=ax).ax_ is ax


def test_labels_must_fit():
    """Another number of labels than rows is refused."""
    with refused("shape-mismatch", parameter="y"):
        MatrixDisplay.from_matrix(X, y[:3])
