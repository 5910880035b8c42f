"""Rows that are kept."""

import numpy as np
import pytest
from scipy import sparse
from tests.errors import refused

from priory.neighbors import _kept
from priory.neighbors._kept import Kept
from priory.neighbors._training_rows import TrainingRows

VALUES = np.array([-0.0, 0.0, 1.0, np.nan])


def some(rng, n):
    """Return rows of which many are equal, with targets and weights."""
    return TrainingRows(
        rng.choice(VALUES, (n, 2)), rng.integers(0, 2, (n, 1)), rng.choice([1.0, 2.0], n)
    )


def content(kept):
    """Return all that is kept as lists, with NaN as a word."""
    batch = kept.all()
    parts = (batch.rows, batch.targets, batch.weights)
    return [np.nan_to_num(np.asarray(part, float), nan=9).tolist() for part in parts]


@pytest.mark.parametrize("seed", range(20))
def test_few_rows_go_as_many_do(monkeypatch, seed):
    """Rows that are looked for one by one are those that are found when all are looked at."""
    rng = np.random.default_rng(seed)
    kept = Kept(some(rng, 200))
    for n in (70, 9, 1):
        kept += Kept(some(rng, n))
    gone = Kept(kept.all().take(rng.choice(280, 20, replace=False)))
    few = Kept(*(kept.all().take(slice(i, i + 70)) for i in range(0, 280, 70))) - gone
    monkeypatch.setattr(_kept, "FEW", 0)
    many = kept - gone

    assert content(few) == content(many)
    assert len(few) == 260


@pytest.mark.parametrize("few", [0, 32])
@pytest.mark.parametrize("other", ["row", "target", "weight"])
def test_what_is_not_there(monkeypatch, few, other):
    """The first row that is not there, or not so, is named, however rows are looked for."""
    monkeypatch.setattr(_kept, "FEW", few)
    kept = Kept(TrainingRows(np.ones((3, 1)), np.zeros((3, 1)), np.ones(3)))
    parts = {"row": np.ones((3, 1)), "target": np.zeros((3, 1)), "weight": np.ones(3)}
    parts[other][1:] = 5

    with refused("not-learned", place="row 1"):
        kept - Kept(TrainingRows(*parts.values()))


@pytest.mark.parametrize("as_rows", [np.asarray, sparse.csr_array])
def test_nothing_left(as_rows):
    """When all rows are gone their kind is still known."""
    batch = TrainingRows(as_rows(np.ones((2, 3))), np.zeros((2, 1)), np.ones(2))

    left = Kept(batch) - Kept(batch)

    assert len(left) == 0
    assert left.first.rows.shape == (0, 3)


@pytest.mark.parametrize("as_rows", [np.asarray, sparse.csr_array, lambda rows: rows.astype(str)])
def test_rows_at_the_ends(as_rows):
    """The oldest and the newest row leave all between them, of numbers and of strings."""
    rows = as_rows(np.arange(100.0)[:, None])
    rows = rows.ravel().astype(object) if rows.dtype.kind == "U" else rows
    kept = Kept(TrainingRows(rows, np.zeros((100, 1)), np.arange(100.0)))

    ends = Kept(TrainingRows(rows[[99, 0]], np.zeros((2, 1)), np.array([99.0, 0.0])))
    left = (kept - ends).all()

    assert left.weights.tolist() == list(range(1, 99))
    assert left.rows.shape[0] == 98


def test_memory_goes_with_the_rows():
    """A few rows that are left do not hold the memory of all that were there."""
    rows = np.arange(100.0)[:, None]
    kept = Kept(TrainingRows(rows, np.zeros((100, 1)), np.ones(100)))
    for i in range(90):
        kept -= Kept(TrainingRows(rows[[i]], np.zeros((1, 1)), np.ones(1)))

    left = kept.all().rows
    assert left.ravel().tolist() == list(range(90, 100))
    assert left.base is None or left.base.size <= 20


@pytest.mark.parametrize("as_rows", [np.asarray, sparse.csr_array, lambda rows: rows.astype(str)])
def test_equal_rows(as_rows):
    """What is equal has the same rows, targets and weights in the same order, in any blocks."""
    rows = as_rows(np.arange(4.0)[:, None])
    rows = rows.ravel().astype(object) if rows.dtype.kind == "U" else rows
    batch = TrainingRows(rows, np.arange(4)[:, None], np.arange(4.0) + 1)
    kept = Kept(batch)

    assert kept == Kept(batch.take([0])) + Kept(batch.take([1, 2, 3]))
    for other in (
        batch.take([0, 1, 2]),
        batch.take([1, 0, 2, 3]),
        TrainingRows(rows[[0, 1, 2, 2]], batch.targets, batch.weights),
        TrainingRows(rows, batch.targets[::-1], batch.weights),
        TrainingRows(rows, batch.targets, np.ones(4)),
    ):
        assert kept != Kept(other)


def test_equal_numbers():
    """Zeros of either sign are equal, NaN is equal to itself, and dense rows to sparse ones."""
    one, other = (
        Kept(TrainingRows(np.array([[zero, np.nan]]), np.zeros((1, 1)), np.ones(1)))
        for zero in (0.0, -0.0)
    )
    dense, tidy = (
        Kept(TrainingRows(as_rows(np.eye(2)), np.zeros((2, 1)), np.ones(2)))
        for as_rows in (np.asarray, sparse.csr_array)
    )

    assert one == other
    assert dense == tidy
    assert tidy == dense


@pytest.mark.parametrize("seed", range(5))
def test_values_stay_as_they_are(seed):
    """To add to rows, or to take some away, changes neither operand."""
    rng = np.random.default_rng(seed)
    one, two = Kept(some(rng, 50)), Kept(some(rng, 7))
    before = content(one), content(two)
    both = one + two

    assert both - two == one
    assert (content(one), content(two)) == before
    assert len(both) == 57
