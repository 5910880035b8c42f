"""Validation of the edges and n_bins parameters."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from priory.errors import InputError
from priory.tables._edges import checked

__all__ = ["read_edges", "read_numbers"]


def read_edges(edges: Any, names: list[Any]) -> list[Any]:
    """Return the edges that were given for each column, None where there are none."""
    if isinstance(edges, Mapping):
        return _by_name(edges, names)
    if edges is None:
        return [None for _ in names]
    edges = list(edges)
    if edges and all(np.ndim(item) == 0 and item is not None for item in edges):
        return [checked(edges, j) for j in range(len(names))]
    if len(edges) != len(names):
        raise InputError(
            f"edges has {len(edges)} lists for {len(names)} columns",
            code="shape-mismatch",
            parameter="edges",
            remedy="pass one per column, None for those left to the strategy",
        )
    return [item if item is None else checked(item, j) for j, item in enumerate(edges)]


def _by_name(edges: Mapping[Any, Any], names: list[Any]) -> list[Any]:
    columns = range(len(names))
    strangers = [key for key in edges if key not in names and key not in columns]
    if strangers:
        raise InputError(
            f"edges has the column {strangers[0]!r}, which is not in X",
            code="unknown-column",
            parameter="edges",
            remedy=f"the columns of X are {names!r}",
        )
    found = (edges.get(name, edges.get(j)) for j, name in enumerate(names))
    return [
        item if item is None else checked(item, name)
        for name, item in zip(names, found, strict=True)
    ]


def read_numbers(n_bins: Any, n_columns: int) -> Any:
    """Return the number of bins of each column."""
    numbers = np.asarray(n_bins)
    if numbers.ndim > 1 or numbers.dtype.kind not in "iu" or (numbers < 2).any():  # noqa: PLR2004
        raise InputError(
            f"n_bins={n_bins!r}",
            code="bad-parameter",
            parameter="n_bins",
            remedy="pass integers of at least 2",
        )
    if numbers.ndim == 1 and len(numbers) != n_columns:
        raise InputError(
            f"n_bins has {len(numbers)} numbers for {n_columns} columns",
            code="shape-mismatch",
            parameter="n_bins",
            remedy="pass one per column, or one for all",
        )
    return np.broadcast_to(numbers, n_columns)
