import datetime as dt
from decimal import Decimal

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

from priory.tables.frame import Frame

TODAY = dt.date(2024, 2, 29)
COLUMNS = {
    "flag": [True, None, False],
    "whole": [1, None, 3],
    "share": [0.5, None, float("nan")],
    "money": [Decimal("1.5"), None, Decimal(2)],
    "word": ["a", None, "b"],
    "nothing": [None, None, None],
    "day": [TODAY, None, TODAY],
}
KINDS = ["booleans", "numbers", "numbers", "numbers", "categories", "nothing", "others"]


def nullable(columns):
    """Make a pandas frame of its own types with NA."""
    types = {"flag": "boolean", "whole": "Int64", "share": "Float64", "word": "string"}
    return pd.DataFrame(columns).astype(types)


frames = {
    "objects": lambda columns: pd.DataFrame(columns, dtype=object),
    "pandas": pd.DataFrame,
    "nullable": nullable,
    "polars": pl.DataFrame,
    "arrow": pa.table,
    "array": lambda columns: np.array(list(columns.values()), dtype=object).T,
}
each_frame = pytest.mark.parametrize("make", frames.values(), ids=frames)


@each_frame
def test_kinds(make):
    """Columns are of the same kind in every library, whatever its types are called."""
    assert Frame.of(make(COLUMNS)).kinds == KINDS


@each_frame
def test_numbers(make):
    """Booleans and numbers become floats, and what is missing becomes NaN."""
    frame = Frame.of(make(COLUMNS))

    matrix = frame.numbers([2, 0, 1, 3, 5])

    assert matrix.dtype == np.float64
    np.testing.assert_array_equal(
        matrix,
        [[0.5, 1, 1, 1.5, np.nan], [np.nan] * 5, [np.nan, 0, 3, 2, np.nan]],
    )


@each_frame
def test_take(make):
    """Some columns are a table of the same library, in the order asked for."""
    frame = Frame.of(make(COLUMNS))

    taken = frame.take([4, 1])

    assert type(taken) is type(frame.table)
    assert Frame.of(taken).kinds == ["categories", "numbers"]
    assert (Frame.of(taken).n_rows, Frame.of(taken).n_columns) == (3, 2)


@pytest.mark.parametrize(
    "column",
    [
        pd.Series(["a", "b"], dtype="category"),
        pd.Series(["a", "b"], dtype="string"),
        pd.Series(["a", "b"], dtype="str"),
        pd.Series(["a", "b"], dtype=pd.ArrowDtype(pa.string())),
        pl.Series(["a", "b"], dtype=pl.Categorical),
        pl.Series(["a", "b"], dtype=pl.Enum(["a", "b"])),
        pa.array(["a", "b"]).dictionary_encode(),
        pa.array(["a", "b"], pa.large_string()),
        pa.array(["a", "b"], pa.string_view()),
    ],
    ids=lambda column: f"{type(column).__module__}-{getattr(column, 'dtype', None)}",
)
def test_categories(column):
    """Strings and categoricals of all libraries are categories."""
    make = {"pandas": pd.DataFrame, "polars": pl.DataFrame, "pyarrow": pa.table}
    library = type(column).__module__.split(".")[0]

    assert Frame.of(make[library]({"x": column})).kinds == ["categories"]


@pytest.mark.parametrize(
    "dtype", ["int8", "uint64", "float32", "Int16", "Float64", "double[pyarrow]"]
)
def test_types_of_numbers(dtype):
    """All types of numbers are numbers."""
    frame = Frame.of(pd.DataFrame({"x": pd.Series([1, 0], dtype=dtype)}))

    assert frame.kinds == ["numbers"]
    assert frame.numbers([0]).tolist() == [[1], [0]]


def test_matrix():
    """A matrix of numbers is taken as it is, and its columns have no names."""
    X = np.arange(6.0).reshape(3, 2)
    frame = Frame.of(X)

    assert frame.numbers([0, 1]) is X
    assert frame.name(1) == 1
    assert Frame.of(X > 2).kinds == ["booleans"] * 2
    assert Frame.of(X.astype(str)).kinds == ["categories"] * 2


def test_names():
    """Names of columns that are not strings are no names."""
    assert Frame.of(pd.DataFrame({"a": [1], "b": [2]})).names == ["a", "b"]
    assert Frame.of(pd.DataFrame([[1, 2]])).names is None
