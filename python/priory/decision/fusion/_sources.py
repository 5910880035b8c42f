"""The sources of a fusion: their names, classifiers, columns and weights, as they were given."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

__all__ = ["Source", "read_weights", "sources_of"]


@dataclass(frozen=True, eq=False)
class Source:
    """A classifier with a name, and its columns; None if it gets rows of its own."""

    name: str
    estimator: Any
    columns: Any = None


def sources_of(estimators: Any) -> list[Source]:
    """Read names, classifiers and columns; either all have columns or none."""
    lengths = {len(item) if isinstance(item, tuple | list) else 0 for item in estimators}
    if len(lengths) != 1 or not lengths <= {2, 3}:
        raise ValueError(
            "estimators is a list of (name, classifier, columns) for one table, or of (name, "
            f"classifier) for a dict of rows by name, and all alike; it is {estimators!r}"
        )
    return [Source(*item) for item in estimators]


def read_weights(given: Any, names: list[str], n_rows: int) -> Any:
    """Return the weight of each source in each row."""
    if isinstance(given, Mapping):
        unknown = [name for name in given if name not in names]
        if unknown:
            raise ValueError(f"weights names {unknown}; the sources are {names}")
        columns = [np.broadcast_to(given.get(name, 1.0), n_rows) for name in names]
        given = np.column_stack(columns)
    weights = np.asarray(np.ones(len(names)) if given is None else given, dtype=np.float64)
    if weights.shape not in ((len(names),), (n_rows, len(names))):
        raise ValueError(
            f"weights has the shape {weights.shape}: give one for each of the sources {names}, or "
            f"a row of them for each of the {n_rows} rows of X"
        )
    bad = np.argwhere(~(np.isfinite(weights) & (weights >= 0)))
    if len(bad):
        raise ValueError(
            f"a weight of source {names[bad[0, -1]]!r} is {weights[tuple(bad[0])]:g}: weights are "
            "finite, and 0 or more"
        )
    return np.broadcast_to(weights, (n_rows, len(names)))
