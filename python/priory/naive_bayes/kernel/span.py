"""Range of a default grid, from the number and spread of the distinct values."""

from __future__ import annotations

from typing import Any

import numpy as np

from priory.errors import InputError

__all__ = ["distinct_values", "even_points"]

# By how much of the range of the first rows the grid goes beyond it, on either side.
MARGIN = 0.5
# How far from the quartiles it may go, in distances between them.
FENCE = 8.0
QUARTILES = (0.25, 0.75)
# Values of which quartiles are taken, and among which distinct ones are looked for first.
MANY = 4096


def distinct_values(own: Any, column: Any, most: int) -> Any:
    """Return the distinct values of both, NaN left out, or None if they are too many."""
    distinct = np.union1d(own, column[:MANY])
    distinct = distinct[~np.isnan(distinct)]
    if len(column) > MANY and 0 < len(distinct) <= most:  # few are new: the others need no sort
        places = np.minimum(np.searchsorted(distinct, column), len(distinct) - 1)
        column = column[distinct[places] != column]
    if len(distinct) <= most:
        distinct = np.union1d(distinct, column[~np.isnan(column)])
    return distinct if len(distinct) <= most else None


def even_points(values: Any, weights: Any, size: int) -> tuple[float, float]:
    """Return the first of evenly spaced points for these values, and the step to the next.

    A few far values do not stretch the steps. NaN is passed over.
    """
    there = ~np.isnan(values)
    values, weights = (values[there], weights[there]) if there.any() else (np.zeros(1), np.ones(1))
    low, high = float(values.min()), float(values.max())
    with np.errstate(over="ignore"):
        width = high - low if high > low else max(abs(low), 1.0)
        first, last = low - MARGIN * width, high + MARGIN * width
        if high > low:
            below, above = _middle(values, weights)
            reach = FENCE * (above - below)
            first, last = max(first, below - reach), min(last, above + reach)
        step = (last - first) / (size - 1)
    if not np.isfinite(step):
        raise InputError(
            "the range of the values overflows a float",
            code="too-large",
            parameter="X",
            remedy="scale the columns",
        )
    return first, step


def _middle(values: Any, weights: Any) -> tuple[float, float]:
    """Return the quartiles; if they are one value, these and the quartiles of the others."""
    below, above = _quartiles(values, weights)
    if below == above:
        others = values != below
        ends = _quartiles(values[others], weights[others])
        below, above = min(below, ends[0]), max(above, ends[1])
    return below, above


def _quartiles(values: Any, weights: Any) -> tuple[float, float]:
    """Return the quartiles, of many values those of a few thousand."""
    every = -(-len(values) // MANY)
    values, weights = values[::every], weights[::every]
    order = np.argsort(values)
    shares = np.cumsum(weights[order])
    below, above = values[order[np.searchsorted(shares, np.multiply(QUARTILES, shares[-1]))]]
    return float(below), float(above)
