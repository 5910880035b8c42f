"""Choice of the shifts that avoid cancellation in sums of squares."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from scipy import sparse

if TYPE_CHECKING:
    from collections.abc import Callable

    from priory.naive_bayes.rows.rows import Batch, Rows

__all__ = ["choose", "choose_stored", "present"]

HEAD = 63  # rows of a class that are looked at


def present(batch: Batch) -> Any:
    """Return the places of the classes that have rows of some weight."""
    if len(batch.codes) == 1 and batch.weights is None:
        return batch.codes
    return np.flatnonzero(np.bincount(batch.codes, batch.weights))


def choose(shift: Any, batch: Batch, places: Any, unseen: Any) -> None:
    """Put the lower medians of the first rows of some classes into the table of shifts.

    Parameters
    ----------
    shift : ndarray of shape (n_classes, n_features)
        The shifts, which are changed.
    batch : Batch
        Dense rows. Those of weight 0 are none.
    places : ndarray of int
        The classes, all of which have rows.
    unseen : ndarray of bool, of shape (len(places), n_features)
        Which shifts are wanted. Where all of a class is NaN it is 0.
    """
    codes, table = _weighty(batch), batch.rows.data.reshape(-1, batch.rows.columns)
    for place, wanted, head in zip(places, unseen, _first_rows(codes, places), strict=True):
        chosen = _medians(table[head])
        if (late := wanted & np.isnan(chosen)).any():
            chosen[late] = _first_numbers(table[codes == place][:, late])
        shift[place, wanted] = np.nan_to_num(chosen[wanted])


def choose_stored(
    shift: Any, batch: Batch, places: Any, is_unseen: Callable[[int, Any], Any]
) -> None:
    """Do what `choose` does for sparse rows, in the columns that the first rows of a class hold.

    Parameters
    ----------
    shift, batch, places
        As in `choose`.
    is_unseen : callable
        Says of a class and some columns for which a shift is wanted.
    """
    codes, rows = _weighty(batch), batch.rows
    for place, head in zip(places, _first_rows(codes, places), strict=True):
        columns = _held_by_all(rows, head)
        columns = columns[is_unseen(place, columns)]
        if not len(columns):
            continue
        table = sparse.csr_array(
            (rows.data, rows.indices, rows.indptr), shape=(rows.n_rows, rows.columns)
        )
        chosen = _medians(table[head][:, columns].toarray())
        if (late := np.isnan(chosen)).any():
            others = table[np.flatnonzero(codes == place)][:, columns[late]]
            chosen[late] = _first_numbers(others.toarray())
        shift[place, columns] = np.nan_to_num(chosen)


def _weighty(batch: Batch) -> Any:
    """Return the classes of rows, -1 for rows of weight 0."""
    return batch.codes if batch.weights is None else np.where(batch.weights > 0, batch.codes, -1)


def _held_by_all(rows: Rows, some: Any) -> Any:
    """Return the columns that all of some sparse rows hold."""
    columns, *others = (rows.indices[rows.indptr[i] : rows.indptr[i + 1]] for i in some)
    for other in others:
        if not len(columns):
            break
        columns = np.intersect1d(columns, other, assume_unique=True)
    return columns


def _first_rows(codes: Any, places: Any) -> list[Any]:
    """Return the first few rows of each of some classes, all of which have some."""
    for some in (codes[: HEAD * len(places)], codes):
        order = np.argsort(some, kind="stable")
        starts, ends = (np.searchsorted(some[order], places, side) for side in ("left", "right"))
        if (starts < ends).all():
            break
    return [order[start : min(end, start + HEAD)] for start, end in zip(starts, ends, strict=True)]


def _medians(table: Any) -> Any:
    """Return the lower median of each column; NaN where nothing was observed."""
    numbers = table.astype(np.float64)
    numbers.sort(axis=0)  # NaN comes last
    middle = np.maximum(np.sum(~np.isnan(numbers), axis=0) - 1, 0) // 2
    return numbers[middle, np.arange(numbers.shape[1])]


def _first_numbers(table: Any) -> Any:
    """Return the first number of each column, NaN if there is none."""
    return table[np.argmax(~np.isnan(table), axis=0), np.arange(table.shape[1])]
