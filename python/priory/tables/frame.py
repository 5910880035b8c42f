"""Data frame adapter: columns of any library, each boolean, numeric or categorical."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from numbers import Number
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from priory.errors import InputTypeError

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = [
    "BOOLEANS",
    "CATEGORIES",
    "MISSING",
    "NUMBERS",
    "OTHERS",
    "Frame",
    "column_of",
    "columns_of",
    "is_frame",
    "is_missing",
    "kind_of_type",
    "numbers_of",
    "types_of",
]

BOOLEANS, NUMBERS, CATEGORIES = "booleans", "numbers", "categories"
MISSING = "nothing"  # but None and the like: it fits any kind
OTHERS = "others"

# The names of types in NumPy, pandas, polars and Arrow, in lower case, by how they begin.
KINDS = {
    BOOLEANS: re.compile(r"bool"),
    NUMBERS: re.compile(r"u?int|float|double|halffloat|decimal|sparse\["),
    CATEGORIES: re.compile(r"categor|enum|str|string|large_string|utf8|large_utf8|dictionary"),
    MISSING: re.compile(r"null"),
}
NOTHING = {"NoneType", "NAType", "NaTType"}  # types of what is missing
PLAIN = re.compile(r"(bool|u?int\d+|float\d+)$")  # NumPy's numbers


def is_frame(X: Any) -> bool:
    """Whether a table has columns of its own: pandas, polars or Arrow; a lazy one is refused."""
    if type(X).__name__ == "LazyFrame":
        raise InputTypeError(
            "X is a LazyFrame, which has no rows yet",
            code="wrong-type",
            parameter="X",
            remedy="pass X.collect()",
        )
    # What pandas has of its own comes first: its types take longer than all else.
    return hasattr(X, "columns") and any(hasattr(X, name) for name in ("iloc", "schema", "dtypes"))


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """A table, the names of its columns if they have names, their types and kinds."""

    table: Any
    names: list[str] | None
    types: list[str]
    kinds: list[str]

    @classmethod
    def of(cls, X: Any) -> Self:
        """Take a table as it is: a frame or a matrix."""
        names = _names(X) if is_frame(X) else None
        types = types_of(X)
        if names is None and types and (kind := kind_of_type(types[0])):
            return cls(X, None, types, [kind] * len(types))  # a matrix, all of one type
        kinds = [
            kind_of_type(name) or _kind_of_objects(column_of(X, j)) for j, name in enumerate(types)
        ]
        named = names is not None and all(isinstance(name, str) for name in names)
        return cls(X, names if named else None, types, kinds)

    @property
    def n_rows(self) -> int:
        """The number of rows."""
        return int(self.table.shape[0])

    @property
    def n_columns(self) -> int:
        """The number of columns."""
        return int(self.table.shape[1])

    def name(self, place: int) -> str | int:
        """Return the name of a column, or its place if it has none."""
        return place if self.names is None else self.names[place]

    def column(self, place: int) -> Any:
        """Return one column, of the library that it comes from."""
        return column_of(self.table, place)

    def take(self, places: list[int]) -> Any:
        """Return some columns as a table of the same library."""
        if places == list(range(self.n_columns)):
            return self.table
        if not is_frame(self.table):
            return self.table.take(places, axis=1)  # by rows, as models read it
        if hasattr(self.table, "iloc"):
            return self.table.iloc[:, places]
        return self.table.select([_names(self.table)[place] for place in places])

    def numbers(self, places: list[int]) -> Any:
        """Return columns of numbers or booleans as a matrix, with NaN for what is missing."""
        if not is_frame(self.table) and self.table.dtype.kind in "iuf":
            return self.take(places)
        if self._is_plain(places):
            return self.take(places).to_numpy(dtype=np.float64)
        matrix = np.empty((self.n_rows, len(places)))
        for j, place in enumerate(places):
            matrix[:, j] = numbers_of(self.column(place))
        return matrix

    def _is_plain(self, places: list[int]) -> bool:
        """Whether pandas keeps the columns as NumPy's numbers, which it converts at once."""
        return hasattr(self.table, "iloc") and all(PLAIN.match(self.types[j]) for j in places)


def _names(table: Any) -> list[str]:
    names = getattr(table, "column_names", None)  # Arrow's
    return list(table.columns if names is None else names)


def types_of(table: Any) -> list[str]:
    """Return the names of the types of the columns of a table."""
    if not is_frame(table):
        return [_numpy_name(table.dtype)] * table.shape[1]
    types = table.dtypes if hasattr(table, "dtypes") else table.schema.types  # which is Arrow's
    return [_numpy_name(t) if isinstance(t, np.dtype) else str(t) for t in types]


@cache
def _numpy_name(dtype: Any) -> str:
    return str(dtype)  # which takes longer than all else in a short table of many columns


def columns_of(table: Any) -> Iterable[Any]:
    """Hand on the columns of a frame, of the library that it comes from."""
    if hasattr(table, "iloc"):
        return (column for _, column in table.items())  # cheaper than one by one
    return (column_of(table, j) for j in range(table.shape[1]))


def column_of(table: Any, place: int) -> Any:
    """Return one column of a table, of the library that it comes from."""
    if hasattr(table, "iloc"):
        return table.iloc[:, place]
    if hasattr(table, "to_series"):
        return table.to_series(place)
    return table.column(place) if is_frame(table) else table[:, place]


@cache
def kind_of_type(name: str) -> str | None:
    """Return what a column holds, by the name of its type; None if that is any object."""
    name = name.lower()
    if name == "object":
        return None
    if name.startswith("<u"):
        return CATEGORIES  # NumPy's strings
    return next((kind for kind, begins in KINDS.items() if begins.match(name)), OTHERS)


def _kind_of_objects(column: Any) -> str:
    values = column.tolist()
    if values and isinstance(values[0], str):
        return CATEGORIES
    types = {t for t in set(map(type, values)) if t.__name__ not in NOTHING}
    if any(issubclass(t, str) for t in types):
        return CATEGORIES
    if not types:
        return MISSING
    booleans = {t for t in types if issubclass(t, bool | np.bool_)}
    if not all(issubclass(t, Number | np.generic) for t in types):
        return OTHERS
    if types - booleans and not all(map(_is_missing_or_boolean, values)):
        return NUMBERS
    return BOOLEANS if booleans else MISSING


def _is_missing_or_boolean(value: Any) -> bool:
    return isinstance(value, bool | np.bool_) or is_missing(value)


def is_missing(value: Any) -> bool:
    """Whether a value is None, NaN, NaT or NA, which does not know whether it is itself."""
    if value is None:
        return True
    try:
        return bool(value != value)  # noqa: PLR0124 (NaN is the one that differs)
    except TypeError:
        return True


def numbers_of(column: Any) -> Any:
    """Return a column as floats, NaN for what is missing."""
    if hasattr(column, "array"):  # pandas, whose NA is no number to NumPy
        return column.to_numpy(dtype=np.float64, na_value=np.nan)
    values = column.to_numpy() if hasattr(column, "to_numpy") else column
    if values.dtype == object:
        values = [np.nan if is_missing(value) else value for value in values]
    return np.asarray(values, dtype=np.float64)
