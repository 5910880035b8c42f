"""Tables of any kind become columns of categories: codes, strings, objects, data frames."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from numbers import Real
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from priory import _core
from priory.naive_bayes._domains import Domain
from priory.naive_bayes._tables import as_numbers, fault, named
from priory.tables.frame import columns_of, is_frame, is_missing

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["MOST", "Column", "read_columns"]

MISSING = -1
MOST = 2**24 - 1  # a larger number is no code of a category, but a year or an identity


@dataclass(frozen=True, slots=True, eq=False)
class Column:
    """One column: the code of each row, and the labels that codes stand for, if they do."""

    codes: Any
    size: int
    labels: list[Any] | None = None

    @classmethod
    def of_labels(cls, values: list[Any]) -> Self:
        """Give each distinct value of a column a code; None, NaN and the like are missing."""
        places: defaultdict[Any, int] = defaultdict()
        places.default_factory = places.__len__  # a new value gets the next code, in one pass
        codes = np.fromiter(map(places.__getitem__, values), dtype=np.int32, count=len(values))
        labels = [value for value in places if not is_missing(value)]
        if len(labels) < len(places):
            is_label = np.array([not is_missing(value) for value in places], dtype=bool)
            codes = np.where(is_label, np.cumsum(is_label) - 1, MISSING).astype(np.int32)[codes]
        return cls(codes, len(labels), labels)

    @property
    def domain(self) -> Domain:
        """The categories that occur."""
        return Domain(self.size) if self.labels is None else Domain.of(self.labels)

    def encoded(self, domain: Domain) -> Any:
        """Return the codes of a domain."""
        if self.labels is None:
            return self.codes
        # The last place is that of -1, which is missing.
        return np.array([*domain.find(self.labels), MISSING], dtype=np.int32)[self.codes]

    def value(self, row: int) -> Any:
        """Return the category of a row."""
        code = int(self.codes[row])
        return code if self.labels is None else self.labels[code]


def read_columns(estimator: Any, X: Any, known: list[Domain]) -> list[Column]:
    """Read a table column by column.

    Numbers are codes, whatever type holds them, unless the column is of a type for categories, or
    is known to have labels among which there are numbers: then each number is a label.
    """
    columns = []
    for j, (values, declared) in enumerate(_values(X)):
        domain = known[j] if known else None
        if isinstance(values, Column):
            column = values
        elif values.dtype.kind in "biuf" and not _has_numbers(domain, declared=declared):
            column = _of_numbers(estimator, j, values)
        else:
            column = _of_objects(estimator, j, values.tolist())
        if column.labels and all(isinstance(label, Real) for label in column.labels):
            by_value = _has_numbers(domain, declared=declared)
            column = column if by_value else _numbered(estimator, j, column)
        columns.append(column)
    return columns


def _has_numbers(domain: Domain | None, *, declared: bool) -> bool:
    """Whether numbers are labels of a domain, which is of either kind if it has nothing yet."""
    if domain is None or not domain.size:
        return declared
    if domain.places is None:
        return False
    return declared or any(isinstance(label, Real) for label in domain.places)


def _values(X: Any) -> Iterable[tuple[Any, bool]]:
    """Hand on each column, as array or numbered already, and whether its type is for categories."""
    if not is_frame(X):
        yield from ((column, False) for column in X.T)
        return
    for column in columns_of(X):
        dtype = str(getattr(column, "dtype", None))
        if dtype == "category":
            codes, categories = column.cat.codes.to_numpy(), column.cat.categories
            yield _of_categories(codes, categories.tolist()), True
        elif (arrow := _arrow_of(column)) is not None:
            yield _of_arrow(arrow), hasattr(arrow.type, "index_type")
        else:
            yield np.asarray(column.to_numpy()), dtype.startswith("dictionary")


def _arrow_of(column: Any) -> Any:
    """Return a column of strings or categories as Arrow's, which numbers strings fastest."""
    if str(getattr(column, "type", None)).startswith(("dictionary", "string", "large_string")):
        return column
    stored = getattr(getattr(column, "dtype", None), "storage", None)  # that of pandas' strings
    return column.array.__arrow_array__() if stored == "pyarrow" else None


def _of_numbers(estimator: Any, j: int, values: Any) -> Column:
    found, row = _core.number_categories(as_numbers(values), 1, MOST, 1)
    if found is None:
        raise fault(estimator, row, j, values[row])
    codes, sizes = found
    return Column(codes, int(sizes[0]))


def _of_objects(estimator: Any, j: int, values: list[Any]) -> Column:
    try:
        return Column.of_labels(values)
    except TypeError:
        for row, value in enumerate(values):
            if type(value).__hash__ is None:
                raise TypeError(
                    f"row {row}, {named(estimator, j)} holds a {type(value).__name__}, which is no "
                    "category: categories are strings, numbers and the like"
                ) from None
        raise


def _of_arrow(values: Any) -> Column:
    """Read Arrow's categories, each chunk of which may number them in its own way, or strings."""
    is_dictionary = hasattr(values.type, "index_type")
    if not is_dictionary:
        values = values.dictionary_encode()
    if hasattr(values, "unify_dictionaries"):
        values = values.unify_dictionaries().combine_chunks()
    indices = values.indices.fill_null(MISSING) if values.null_count else values.indices
    codes, labels = indices.to_numpy(zero_copy_only=False), values.dictionary.to_pylist()
    # Of strings that were numbered here each occurs.
    return _of_categories(codes, labels) if is_dictionary else Column(codes, len(labels), labels)


def _of_categories(codes: Any, labels: list[Any]) -> Column:
    """Take categories that are numbered: those that occur, so that they count as strings do."""
    occurs = np.bincount(codes[codes >= 0], minlength=len(labels)) > 0
    occurring = [place for place in np.flatnonzero(occurs) if not is_missing(labels[place])]
    places = np.full(len(labels) + 1, MISSING, dtype=np.int32)
    places[occurring] = np.arange(len(occurring))
    return Column(places[codes], len(occurring), [labels[place] for place in occurring])


def _numbered(estimator: Any, j: int, column: Column) -> Column:
    """Take labels that are numbers as codes."""
    numbers = np.array(column.labels, dtype=np.float64)
    found, place = _core.number_categories(numbers, 1, MOST, 1)
    if found is None:
        row = int(np.flatnonzero(column.codes == place)[0])
        raise fault(estimator, row, j, numbers[place])
    values, sizes = found
    return Column(np.append(values, np.int32(MISSING))[column.codes], int(sizes[0]))
