"""Bin edges by quantiles or equal width, and bin names."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np

from priory.errors import InputError

__all__ = ["EVERYTHING", "bin_names", "checked", "quantiles", "uniform"]

EVERYTHING = np.array([-np.inf, np.inf])
DIGITS = range(6, 18)


def uniform(values: Any, n_bins: int) -> Any:
    """Return edges of bins that are equally wide."""
    # By halves, which changes no digit: the width of the widest ranges would be infinite.
    return 2 * np.linspace(values.min() / 2, values.max() / 2, n_bins + 1)


def quantiles(values: Any, weights: Any, n_bins: int) -> Any:
    """Return edges of bins that hold equally many rows: the averaged inverse of their shares."""
    # In whole numbers: whether a share is met exactly is no matter of rounding.
    wanted = np.arange(n_bins + 1)
    if weights is None:
        low, high = -(-len(values) * wanted // n_bins) - 1, len(values) * wanted // n_bins
    else:
        order = np.argsort(values, kind="stable")
        values, upto = values[order], np.cumsum(weights[order])
        low, high = (
            np.searchsorted(n_bins * upto, upto[-1] * wanted, side) for side in ("left", "right")
        )
    places = np.clip([low, high], 0, len(values) - 1)
    if weights is None:
        values = np.partition(values, np.unique(places))
    return values[places[0]] / 2 + values[places[1]] / 2


def checked(edges: Any, name: object) -> Any:
    """Return the edges that somebody gave for a column, if they are some."""
    given = np.asarray(edges, dtype=np.float64)
    if given.ndim != 1 or len(given) < 2 or not (given[1:] > given[:-1]).all():  # noqa: PLR2004
        raise InputError(
            f"the edges {edges!r} are not at least two increasing numbers",
            code="bad-parameter",
            place=f"column {name!r}",
            parameter="edges",
            remedy="the first edge begins the first bin and the last edge ends the last; -inf and "
            "inf are allowed",
        )
    return given


def bin_names(edges: Any) -> list[str]:
    """Return the bins of a column as people write them.

    >>> bin_names(np.array([0, 400, 800, np.inf]))
    ['[0, 400)', '[400, 800)', '[800, inf)']
    >>> bin_names(np.array([-1.5, 1 / 3, 2]))
    ['[-1.5, 0.333333)', '[0.333333, 2]']
    """
    shown = _shortest(edges.tolist())
    spans = [f"[{low}, {high})" for low, high in pairwise(shown)]
    if np.isneginf(edges[0]):
        spans[0] = "(" + spans[0][1:]
    if not np.isposinf(edges[-1]):
        spans[-1] = spans[-1][:-1] + "]"
    return spans


def _shortest(edges: list[float]) -> list[str]:
    """Return numbers in as few digits as tell them apart."""
    for digits in DIGITS:
        shown = [f"{edge:.{digits}g}" for edge in edges]
        if len(set(shown)) == len(edges):
            break
    return shown
