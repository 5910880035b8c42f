"""ArrowRows: the validated columns of an Arrow table of word counts."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from priory.errors import InputError
from priory.text.counts.arrow import COLUMNS, pyarrow

__all__ = ["ArrowRows"]

EXACT = 2**53  # counts below it are whole numbers in floating point, too


@dataclass(frozen=True, eq=False)
class ArrowRows:
    """The columns of a table, checked one by one when they are asked for."""

    table: Any

    def __post_init__(self) -> None:
        names = self.table.column_names
        if any(names.count(name) != 1 for name in COLUMNS):
            found = f"the columns {', '.join(names)}" if names else "no columns"
            expected = ", ".join(COLUMNS)
            raise InputError(
                f"the table has {found}: expected {expected}, each once", code="table-columns"
            )

    @cached_property
    def words(self) -> tuple[Any, Any]:
        """The sorted words as an array, and the place of each row's word, -1 if it has none."""
        pa = pyarrow()
        column = self._strings("word")
        encoded = column.dictionary_encode()
        order = pa.compute.sort_indices(encoded.dictionary).to_numpy()
        ranks = np.empty(len(order) + 1, dtype=np.int64)
        ranks[order], ranks[-1] = np.arange(len(order)), -1
        codes = encoded.indices.fill_null(-1).to_numpy(zero_copy_only=False)
        return encoded.dictionary.take(pa.array(order)), ranks[codes]

    def _strings(self, name: str) -> Any:
        pa = pyarrow()
        column = self._column(name)
        types = pa.types
        is_text = (types.is_string, types.is_large_string, types.is_string_view, types.is_null)
        if not any(check(column.type) for check in is_text):
            raise InputError(
                f"expected strings, not {column.type}", code="column-type", place=_named(name)
            )
        return column.cast(pa.large_string())

    def _column(self, name: str) -> Any:
        """Return a column in one piece, and no dictionary between."""
        pa = pyarrow()
        column = self.table.column(name)
        if pa.types.is_dictionary(column.type):
            column = column.cast(column.type.value_type)
        return pa.concat_arrays(column.chunks) if column.num_chunks else pa.array([], column.type)

    @cached_property
    def classes(self) -> tuple[Any, Any]:
        """The sorted labels, and the place of each row's label."""
        types = pyarrow().types
        column = self._column("class")
        if column.null_count:
            raise InputError(
                "the class is null",
                code="missing-value",
                place=f"row {_first(column.is_null())}",
                remedy="drop the row",
            )
        if types.is_boolean(column.type) or types.is_integer(column.type):
            encoded = column.dictionary_encode()
            labels = np.array(encoded.dictionary.to_pylist(), dtype=column.type.to_pandas_dtype())
        else:
            encoded = self._strings("class").dictionary_encode()
            strings = encoded.dictionary.to_pylist()
            labels = np.array(strings, dtype=str)
            if labels.tolist() != strings:
                raise InputError(
                    "a label ends with a NUL character, which NumPy does not keep",
                    code="bad-label",
                    place=_named("class"),
                )
        classes, places = np.unique(labels, return_inverse=True)
        return classes, places[encoded.indices.to_numpy()]

    @cached_property
    def documents(self) -> Any:
        """In how many documents each row's word is, or how many texts its class has."""
        return self._counts("documents")

    @cached_property
    def occurrences(self) -> Any:
        """How often each row's word occurs."""
        return self._counts("occurrences")

    def _counts(self, name: str) -> Any:
        """Return a column of counts as whole numbers."""
        pa = pyarrow()
        column, types = self._column(name), pa.types
        is_number = (types.is_integer, types.is_floating, types.is_decimal, types.is_null)
        if not any(check(column.type) for check in is_number):
            raise InputError(
                f"expected integers, not {column.type}", code="column-type", place=_named(name)
            )
        numbers = column.cast(pa.float64(), safe=False).to_numpy(zero_copy_only=False)
        is_count = (numbers >= 0) & (numbers < EXACT) & (numbers == np.floor(numbers))
        if not is_count.all():
            row = _first(~is_count)
            raise InputError(
                f"{name} is {column[row].as_py()!r}, not an integer from 0 to 2**53 - 1",
                code="bad-count",
                place=self.named(row),
            )
        if numbers.sum() >= 2.0**63:
            raise InputError("the sum overflows", code="too-large", place=_named(name))
        return numbers.astype(np.int64)

    def named(self, row: int) -> str:
        """Return how a row is named in messages."""
        word, label = (self.table.column(name)[row].as_py() for name in ("word", "class"))
        of = f"of the texts of class {label!r}" if word is None else f"{word!r} in class {label!r}"
        return f"row {row} ({of})"


def _named(column: str) -> str:
    """Return how a column is named in messages."""
    return f"column {column!r}"


def _first(is_it: Any) -> int:
    """Return the first row of which something is true."""
    return int(np.argmax(np.asarray(is_it)))
