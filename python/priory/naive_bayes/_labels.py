"""Several labels a row, as sets of labels or as a matrix of zeros and ones, become a matrix."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain
from typing import Any, Self

import numpy as np
from scipy import sparse

__all__ = ["Labels", "ordered"]


@dataclass(frozen=True, slots=True, eq=False)
class Labels:
    """The names of labels, and which rows bear them; ``fixed`` if the columns said so."""

    names: list[Any]
    matrix: Any
    fixed: bool

    @classmethod
    def of(cls, y: Any) -> Self:
        """Read a matrix with a column for each label, or a collection of labels for each row."""
        if sparse.issparse(y):
            return cls._of_matrix(y.toarray(), None)
        if hasattr(y, "columns"):
            names = list(getattr(y, "column_names", y.columns))
            return cls._of_matrix(np.column_stack([np.asarray(y[name]) for name in names]), names)
        if (matrix := _as_matrix(y)) is not None:
            return cls._of_matrix(matrix, None)
        return cls._of_collections(y)

    @classmethod
    def _of_matrix(cls, matrix: Any, names: list[Any] | None) -> Self:
        strangers = np.argwhere((matrix != 0) & (matrix != 1))
        if len(strangers):
            row, column = strangers[0].tolist()
            raise ValueError(
                f"Unknown label type: row {row}, column {column} of y is {matrix[row, column]!r}: "
                "a matrix of labels holds 0 and 1; for names, give a set of them for each row"
            )
        return cls(names or list(range(matrix.shape[1])), matrix.astype(bool), fixed=True)

    @classmethod
    def _of_collections(cls, y: Any) -> Self:
        rows = [_collected(row, labels) for row, labels in enumerate(y)]
        names = ordered(set(chain.from_iterable(rows)))
        places = {name: place for place, name in enumerate(names)}
        matrix = np.zeros((len(rows), len(names)), dtype=bool)
        borne = np.repeat(np.arange(len(rows)), [len(row) for row in rows])
        matrix[borne, [places[label] for label in chain.from_iterable(rows)]] = True
        return cls(names, matrix, fixed=False)

    def column(self, name: Any) -> Any:
        """Return which rows bear a label: none if nobody has named it."""
        if name not in self.names:
            return np.zeros(len(self.matrix), dtype=bool)
        return self.matrix[:, self.names.index(name)]


def _as_matrix(y: Any) -> Any:
    """Return a matrix of numbers as an array, and None for what is none."""
    try:
        array = np.asarray(y)
    except ValueError:  # rows of different lengths
        return None
    return array if array.ndim == 2 and array.dtype.kind in "biuf" else None  # noqa: PLR2004


def _collected(row: int, labels: Any) -> list[Any]:
    """Return the labels of a row, each once."""
    if isinstance(labels, str | bytes) or not hasattr(labels, "__iter__"):
        raise ValueError(
            f"Unknown label type: the labels of row {row} are {labels!r}, which is no collection: "
            f"write [{labels!r}] for one label, and [] for none"
        )
    return list(dict.fromkeys(labels))


def ordered(labels: set[Any]) -> list[Any]:
    """Sort labels, of several types by type."""
    try:
        return sorted(labels)
    except TypeError:
        return sorted(labels, key=lambda label: (type(label).__name__, repr(label)))
