"""Shifts: numbers near those of a class, from which its sums lose no digits."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from priory.naive_bayes._rows import Batch, Rows

__all__ = ["choose", "present"]

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
    codes = batch.codes if batch.weights is None else np.where(batch.weights > 0, batch.codes, -1)
    for place, wanted, head in zip(places, unseen, _first_rows(codes, places), strict=True):
        chosen = _medians(batch.rows, head)
        if (late := wanted & np.isnan(chosen)).any():
            chosen[late] = _first_numbers(batch.rows, np.flatnonzero(codes == place), late)
        shift[place, wanted] = np.nan_to_num(chosen[wanted])


def _first_rows(codes: Any, places: Any) -> list[Any]:
    """Return the first few rows of each of some classes, all of which have some."""
    for some in (codes[: HEAD * len(places)], codes):
        order = np.argsort(some, kind="stable")
        starts, ends = (np.searchsorted(some[order], places, side) for side in ("left", "right"))
        if (starts < ends).all():
            break
    return [order[start : min(end, start + HEAD)] for start, end in zip(starts, ends, strict=True)]


def _medians(rows: Rows, some: Any) -> Any:
    """Return the lower median of each column in some rows; NaN where nothing was observed."""
    numbers = rows.data.reshape(-1, rows.columns)[some].astype(np.float64)
    numbers.sort(axis=0)  # NaN comes last
    middle = np.maximum(np.sum(~np.isnan(numbers), axis=0) - 1, 0) // 2
    return numbers[middle, np.arange(rows.columns)]


def _first_numbers(rows: Rows, some: Any, columns: Any) -> Any:
    """Return the first number of each of some columns in some rows, NaN if there is none."""
    numbers = rows.data.reshape(-1, rows.columns)[some][:, columns]
    return numbers[np.argmax(~np.isnan(numbers), axis=0), np.arange(numbers.shape[1])]
