"""Binarization of labels: sets of labels or an indicator matrix become a boolean matrix.

What has two dimensions (an array, a sparse matrix, a data frame) is a matrix; anything else holds
a collection of labels for each row. As in scikit-learn, numbers in lists are rows of a matrix; if
they cannot be that, or only of a matrix of one column, nobody knows what they are.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from itertools import chain
from numbers import Number
from typing import Any, Self

import numpy as np
from scipy import sparse

from priory._naming import Location
from priory.errors import InputError

__all__ = ["Labels", "as_array", "ordered"]


@dataclass(frozen=True, slots=True, eq=False)
class Labels:
    """The names of labels, and which rows bear them; ``fixed`` if the columns said so."""

    names: list[Any]
    matrix: Any
    fixed: bool

    @classmethod
    def of(cls, y: Any) -> Self:
        """Read a matrix with a column for each label, or a collection of labels for each row."""
        if y is None:
            raise InputError(
                "This estimator requires y to be passed, but the target y is None.",
                code="missing-target",
                parameter="y",
            )
        if hasattr(y, "columns"):
            names = list(getattr(y, "column_names", y.columns))
            return cls._of_matrix(np.column_stack([np.asarray(y[name]) for name in names]), names)
        if getattr(y, "ndim", 1) == 2:  # noqa: PLR2004
            return cls._of_matrix(y.toarray() if sparse.issparse(y) else np.asarray(y), None)
        rows = list(y)
        if numbers := [row for row, labels in enumerate(rows) if _has_numbers(labels)]:
            return cls._of_matrix(_as_matrix(rows, numbers[0]), None)
        return cls._of_collections(rows)

    @classmethod
    def _of_matrix(cls, matrix: Any, names: list[Any] | None) -> Self:
        strangers = np.argwhere((matrix != 0) & (matrix != 1))
        if len(strangers):
            row, column = strangers[0].tolist()
            raise InputError(
                f"Unknown label type: {matrix[row, column]!r} in a matrix of labels, which holds "
                "0 and 1",
                code="label-type",
                place=Location(row=row, column=column),
                parameter="y",
                remedy="for names, pass a set of labels for each row",
            )
        return cls(names or list(range(matrix.shape[1])), matrix.astype(bool), fixed=True)

    @classmethod
    def _of_collections(cls, y: list[Any]) -> Self:
        rows = [_collected(row, labels) for row, labels in enumerate(y)]
        names = ordered(set(chain.from_iterable(rows)))
        places = {name: place for place, name in enumerate(names)}
        matrix = np.zeros((len(rows), len(names)), dtype=bool)
        borne = np.repeat(np.arange(len(rows)), [len(row) for row in rows])
        matrix[borne, [places[label] for label in chain.from_iterable(rows)]] = True
        return cls(names, matrix, fixed=False)

    def __len__(self) -> int:
        return len(self.matrix)

    def columns(self, names: Iterable[Any]) -> Any:
        """Return which rows bear each label."""
        none = np.zeros((len(self), 0), dtype=bool)
        return np.column_stack([none, *map(self.column, names)])

    def column(self, name: Any) -> Any:
        """Return which rows bear a label: none if nobody has named it."""
        if name not in self.names:
            return np.zeros(len(self.matrix), dtype=bool)
        return self.matrix[:, self.names.index(name)]


def _has_numbers(labels: Any) -> bool:
    """Whether a row holds numbers, and is no set."""
    if not _is_collection(labels) or isinstance(labels, AbstractSet):
        return False
    return any(isinstance(label, Number | np.bool_) for label in labels)


def _as_matrix(rows: list[Any], place: int) -> Any:
    """Return rows of numbers as an array; one of them is at the place."""
    widths = {len(row) if _is_collection(row) else 0 for row in rows}
    if widths == {1} or len(widths) > 1 or any(isinstance(row, AbstractSet) for row in rows):
        raise InputError(
            f"Unknown label type: {rows[place]!r} may be labels that are numbers, or a row of a "
            "matrix of zeros and ones",
            code="label-type",
            place=Location(row=place),
            parameter="y",
            remedy="pass [set(row) for row in y] for labels, and np.array(y) for a matrix",
        )
    return np.array(rows)


def _is_collection(labels: Any) -> bool:
    return isinstance(labels, Collection) and not isinstance(labels, str | bytes)


def _collected(row: int, labels: Any) -> list[Any]:
    """Return the labels of a row, each once."""
    if not _is_collection(labels):
        raise InputError(
            f"Unknown label type: {labels!r} is not a collection of labels",
            code="label-type",
            place=Location(row=row),
            parameter="y",
            remedy=f"write {{{labels!r}}} for one label, and set() for none",
        )
    return list(dict.fromkeys(labels))


def ordered(labels: set[Any]) -> list[Any]:
    """Sort labels, of several types by type."""
    try:
        return sorted(labels)
    except TypeError:
        return sorted(labels, key=lambda label: (type(label).__name__, repr(label)))


def as_array(names: list[Any]) -> Any:
    """Return labels as an array: of strings or numbers if all are, else of objects."""
    if len({type(name) for name in names}) == 1 and isinstance(names[0], str | int | float):
        return np.array(names)
    array = np.empty(len(names), dtype=object)
    array[:] = names
    return array
