"""Factorization of columns of codes, strings, objects and data frames into category codes."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from numbers import Real
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from priory import _core
from priory._naming import Location, a
from priory._threads import threads_for
from priory.errors import InputTypeError
from priory.naive_bayes.categorical.domains import Domain
from priory.naive_bayes.rows.tables import as_numbers, category_error
from priory.tables.frame import columns_of, is_frame, is_missing

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["MOST", "Column", "read_columns"]

MISSING = -1
STRINGS = {"string", "large_string", "string_view"}  # of Arrow
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
        if (found := _core.number_strings(values)) is not None:
            return cls.of_texts(*found)
        places: defaultdict[Any, int] = defaultdict()
        places.default_factory = places.__len__  # a new value gets the next code, in one pass
        codes = np.fromiter(map(places.__getitem__, values), dtype=np.int32, count=len(values))
        labels = [value for value in places if not is_missing(value)]
        if len(labels) < len(places):
            is_label = np.array([not is_missing(value) for value in places], dtype=bool)
            codes = np.where(is_label, np.cumsum(is_label) - 1, MISSING).astype(np.int32)[codes]
        return cls(codes, len(labels), labels)

    @classmethod
    def of_texts(cls, codes: Any, labels: list[str]) -> Self:
        """Take texts that the core has numbered."""
        return cls(codes, len(labels), labels)

    @property
    def domain(self) -> Domain:
        """The categories that occur."""
        return Domain(self.size) if self.labels is None else Domain.of(self.labels)

    def encoded(self, domain: Domain) -> tuple[Any, Any]:
        """Return the codes, and what they become in a domain; None if they are its own."""
        if self.labels is None:
            return self.codes, None
        return self.codes, np.array(domain.find(self.labels), dtype=np.int32)

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
    for j, (values, declared) in enumerate(_values(X, estimator.n_jobs)):
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


def _values(X: Any, n_jobs: int | None) -> Iterable[tuple[Any, bool]]:
    """Hand on each column, as array or numbered already, and whether its type is for categories."""
    if not is_frame(X):
        yield from ((column, False) for column in X.T)
        return
    columns = [_arrow_of(column) for column in columns_of(X)]
    texts = {j: column for j, column in enumerate(columns) if _is_text(column)}
    threads = threads_for(n_jobs, len(texts) * X.shape[0])
    numbered = dict(zip(texts, _core.number_texts(list(texts.values()), threads), strict=True))
    for j, column in enumerate(columns):
        if j in numbered:
            yield Column.of_texts(*numbered[j]), False
        elif _type(column) == "category":
            codes, categories = column.cat.codes.to_numpy(), column.cat.categories
            yield _of_categories(codes, categories.tolist()), True
        elif _type(column).startswith("dictionary"):
            yield _of_arrow(column), True
        else:
            yield np.asarray(column.to_numpy()), False


def _arrow_of(column: Any) -> Any:
    """Return what pandas keeps as Arrow's, and any other column as it is."""
    is_arrow = getattr(getattr(column, "dtype", None), "storage", None) == "pyarrow"
    return column.array.__arrow_array__() if is_arrow else column


def _is_text(column: Any) -> bool:
    """Whether a column is one of Arrow's strings, or of polars', which speak Arrow."""
    return str(getattr(column, "type", None)) in STRINGS or _type(column) == "String"


def _type(column: Any) -> str:
    """Return the name of the type of a column."""
    return str(column.type if hasattr(column, "type") else column.dtype)


def _of_numbers(estimator: Any, j: int, values: Any) -> Column:
    found, row = _core.number_categories(as_numbers(values), 1, MOST, 1)
    if found is None:
        raise category_error(estimator, row, j, values[row])
    codes, sizes = found
    return Column(codes, int(sizes[0]))


def _of_objects(estimator: Any, j: int, values: list[Any]) -> Column:
    try:
        return Column.of_labels(values)
    except TypeError:
        for row, value in enumerate(values):
            if type(value).__hash__ is None:
                raise InputTypeError(
                    f"{a(type(value).__name__)} cannot be a category",
                    code="not-a-category",
                    place=Location.of(estimator, row, j),
                    parameter="X",
                    remedy="categories are hashable values, such as strings and integers",
                ) from None
        raise


def _of_arrow(values: Any) -> Column:
    """Read Arrow's categories, each chunk of which may number them in its own way."""
    if hasattr(values, "unify_dictionaries"):
        values = values.unify_dictionaries().combine_chunks()
    indices = values.indices.fill_null(MISSING) if values.null_count else values.indices
    return _of_categories(indices.to_numpy(zero_copy_only=False), values.dictionary.to_pylist())


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
        raise category_error(estimator, row, j, numbers[place])
    values, sizes = found
    return Column(np.append(values, np.int32(MISSING))[column.codes], int(sizes[0]))
