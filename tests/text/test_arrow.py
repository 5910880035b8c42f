"""Counts as Arrow tables: what any engine adds up comes back as a sum of counts."""

import builtins
import decimal

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.errors import refused

from priory import TextClassifier, TextCounts
from priory.errors import InputError, InputTypeError
from priory.tokens import MailAnalyzer

COLUMNS = ["word", "class", "documents", "occurrences"]
ONE = TextClassifier().fit(["buy now, now", "buy pills", ""], ["spam", "spam", "ham"]).counts_
OTHER = TextClassifier().fit(["buy", "see you now"], ["ham", "work"]).counts_

texts = st.lists(st.text(st.characters(exclude_categories=["Cs"]), max_size=20), min_size=1)


def frame(rows, **types):
    """Make a table of rows."""
    columns = [
        pa.array(list(column), types.get(name))
        for name, column in zip(COLUMNS, zip(*rows, strict=True), strict=True)
    ]
    return pa.table(columns, COLUMNS)


@given(texts, st.integers(1, 3), st.randoms())
def test_what_was_written_comes_back(texts, n_classes, random):
    """Whatever the letters are, and in whichever order the rows come."""
    counts = (
        TextClassifier(analyzer="char")
        .fit(texts, [i % n_classes for i in range(len(texts))])
        .counts_
    )
    table = counts.to_arrow()
    assert TextCounts.from_arrow(table) == counts
    order = list(range(len(table)))
    random.shuffle(order)
    assert TextCounts.from_arrow(table.take(order)) == counts


def test_rows():
    """A row a word and class, and one without a word for the texts of each class."""
    table = ONE.to_arrow()
    assert table.column_names == COLUMNS
    assert [tuple(row.values()) for row in table.to_pylist()] == [
        (None, "ham", 1, 0),
        (None, "spam", 2, 0),
        ("buy", "spam", 2, 2),
        ("now", "spam", 1, 2),
        ("pills", "spam", 1, 1),
    ]


def by_arrow(table):
    """Group and add in Arrow."""
    grouped = table.group_by(COLUMNS[:2])
    sums = grouped.aggregate([("documents", "sum"), ("occurrences", "sum")])
    return sums.rename_columns(COLUMNS)


def by_pandas(table):
    """Group and add in pandas."""
    return table.to_pandas().groupby(COLUMNS[:2], dropna=False, as_index=False).sum()


def by_polars(table):
    """Group and add in polars."""
    return pl.from_arrow(table).group_by(COLUMNS[:2]).agg(pl.col(COLUMNS[2:]).sum())


def by_nobody(table):
    """Leave the rows as they are."""
    return table


@pytest.mark.parametrize("engine", [by_arrow, by_pandas, by_polars, by_nobody])
def test_a_group_by_sum_is_a_merge(engine):
    """The rows of two tables that are added up, by an engine or not at all, are their sum."""
    both = pa.concat_tables([ONE.to_arrow(), OTHER.to_arrow()])
    merged = TextCounts.from_arrow(engine(both), like=ONE)
    assert merged == ONE + OTHER
    assert TextCounts.from_arrow(engine(both), like=TextClassifier(alpha=3)) == merged


@pytest.mark.parametrize(
    "change",
    [
        lambda table: table.set_column(0, "word", table["word"].dictionary_encode()),
        lambda table: table.set_column(1, "class", table["class"].dictionary_encode()),
        lambda table: table.set_column(0, "word", table["word"].cast(pa.string())),
        lambda table: table.set_column(0, "word", table["word"].cast(pa.string_view())),
        lambda table: table.set_column(2, "documents", table["documents"].cast(pa.float64())),
        lambda table: table.set_column(2, "documents", table["documents"].cast(pa.uint8())),
        lambda table: table.set_column(
            3, "occurrences", table["occurrences"].cast(pa.decimal128(38, 0))
        ),
        lambda table: table.append_column("more", table["word"]),
        lambda table: table.select(COLUMNS[::-1]),
        lambda table: pa.concat_tables([table.slice(0, 2), table.slice(2)]),
        lambda table: table.slice(0, 9).to_batches()[0],
        lambda table: table.to_pydict(),
        lambda table: pa.concat_tables(
            [
                table,
                frame(
                    [("nil", "spam", 0, 0)], word=pa.large_string(), **{"class": pa.large_string()}
                ),
            ]
        ),
    ],
)
def test_engines_have_types_of_their_own(change):
    """Other types of the same rows are the same counts, and rows of zeros are none."""
    assert TextCounts.from_arrow(change(ONE.to_arrow()), like=ONE) == ONE


@pytest.mark.parametrize("labels", [[1, 0], [True, False], ["b", "é"], np.array(["x", ""], object)])
def test_labels_keep_their_type(labels):
    """Strings, whole numbers and truth values come back as such, and declared ones stay so."""
    model = TextClassifier().partial_fit(["buy", "see"], labels, classes=labels[:1])
    back = TextCounts.from_arrow(model.counts_.to_arrow())
    assert back == model.counts_
    assert back.classes.tolist() == sorted(labels)
    assert back.declared.tolist() == list(labels[:1])


def test_classes_without_texts():
    """They are declared ones, also where the metadata was lost."""
    counts = TextClassifier().partial_fit(["buy"], ["a"], classes=["b"]).counts_
    table = counts.to_arrow().replace_schema_metadata(None)
    back = TextCounts.from_arrow(table, like=counts)
    assert (back.classes.tolist(), back.declared.tolist()) == (["a", "b"], ["b"])


def test_nothing():
    """Counts of which nothing is left come back as such."""
    nothing = ONE - ONE
    assert TextCounts.from_arrow(nothing.to_arrow()) == nothing
    empty = pa.table({name: [] for name in COLUMNS})
    assert TextCounts.from_arrow(empty, like=ONE) == nothing


def test_words_of_python_code():
    """They travel, too, and whoever takes them says what makes them."""
    counts = TextClassifier(analyzer=str.split).fit(["a b"], ["x"]).counts_
    with refused("missing-metadata", InputError, parameter="like"):
        TextCounts.from_arrow(counts.to_arrow())
    assert TextCounts.from_arrow(counts.to_arrow(), like=counts) == counts
    assert (
        TextCounts.from_arrow(counts.to_arrow(), like=TextClassifier(analyzer=str.split)) == counts
    )


def test_counts_of_mail():
    """The analyser of messages travels with its limits."""
    counts = TextClassifier(analyzer=MailAnalyzer(pairs=True)).fit([b"\n\nbuy"], [0]).counts_
    assert TextCounts.from_arrow(counts.to_arrow()) == counts


def test_words_must_be_said_and_the_same():
    """A table without metadata wants `like`, and one with it the same words."""
    table = ONE.to_arrow()
    with refused("missing-metadata", InputError, parameter="like"):
        TextCounts.from_arrow(table.replace_schema_metadata(None))
    with refused("analyzer-mismatch", InputError, parameter="like") as caught:
        TextCounts.from_arrow(table, like=TextClassifier(lowercase=False))
    assert "lowercase=True and False" in caught.value.what
    with refused("bad-parameter", InputTypeError, parameter="like"):
        TextCounts.from_arrow(table, like="word")


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"version": "2"}, "unsupported-version"),
        ({"analyzer": "{"}, "damaged-file"),
        ({"analyzer": "5"}, "damaged-file"),
        ({"declared": "5"}, "damaged-file"),
        ({"declared": "["}, "damaged-file"),
    ],
)
def test_metadata_is_checked(changes, code):
    """What strangers wrote there is refused in a sentence."""
    table = ONE.to_arrow()
    metadata = {key.decode(): text.decode() for key, text in table.schema.metadata.items()}
    with refused(code, InputError, place="table metadata"):
        TextCounts.from_arrow(table.replace_schema_metadata(metadata | changes))


GOOD = [(None, "a", 2, 0), ("buy", "a", 1, 1)]


@pytest.mark.parametrize(
    ("row", "code", "place"),
    [
        (("now", "a", -1, 1), "bad-count", "row 2 ('now' in class 'a')"),
        (("now", "a", 1, -1), "bad-count", "row 2 ('now' in class 'a')"),
        (("now", "a", 1, 1.5), "bad-count", "row 2 ('now' in class 'a')"),
        (("now", "a", 1, float("nan")), "bad-count", "row 2 ('now' in class 'a')"),
        (("now", "a", 1, float("inf")), "bad-count", "row 2 ('now' in class 'a')"),
        (("now", "a", 1, None), "bad-count", "row 2 ('now' in class 'a')"),
        (("now", "a", 1, 2**53), "bad-count", "row 2 ('now' in class 'a')"),
        (("now", "a", 1, decimal.Decimal("1.5")), "bad-count", "row 2 ('now' in class 'a')"),
        (("now", None, 1, 1), "missing-value", "row 2"),
        ((None, "a", 1, 1), "bad-count", "row 2 (of the texts of class 'a')"),
        (("now", "a", 3, 3), "bad-count", "word 'now' in class 'a'"),
        (("now", "b", 1, 1), "bad-count", "word 'now' in class 'b'"),
        (("now", "a", 2, 1), "bad-count", "word 'now' in class 'a'"),
        (("now", "a", 0, 1), "bad-count", "word 'now' in class 'a'"),
        ((None, "a", 2**53 - 1, 0), "too-large", "class 'a'"),
        (("now", "a\0", 1, 1), "bad-label", "column 'class'"),
    ],
    ids=str,
)
def test_impossible_rows_are_refused(row, code, place):
    """The place is named: the row, or the word and the class."""
    with refused(code, InputError, place=place):
        TextCounts.from_arrow(frame([*GOOD, row]), like=ONE)


@pytest.mark.parametrize(
    "column",
    [
        {"word": [1, 2]},
        {"class": [1.5, 2.5]},
        {"documents": ["1", "2"]},
        {"documents": [True, False]},
    ],
)
def test_wrong_types_are_refused(column):
    """The column and its type are named."""
    table = frame(GOOD).to_pydict() | column
    with refused("column-type", InputError, place=f"column {next(iter(column))!r}"):
        TextCounts.from_arrow(table, like=ONE)


def test_wrong_columns_are_refused():
    """What is there and what should be are named."""
    table = frame(GOOD)
    with refused("table-columns", InputError):
        TextCounts.from_arrow(table.drop_columns(["occurrences"]), like=ONE)
    twice = table.append_column("word", table["word"])
    with refused("table-columns", InputError):
        TextCounts.from_arrow(twice, like=ONE)
    with refused("table-columns", InputError):
        TextCounts.from_arrow(pa.table({}), like=ONE)
    with pytest.raises(TypeError):
        TextCounts.from_arrow(5, like=ONE)


def test_sums_that_no_count_holds():
    """Many rows of large counts are refused, and do not wrap around."""
    rows = [(None, "a", 1, 0), *[("buy", "a", 0, 2**53 - 1)] * 1025]
    with refused("too-large", InputError, place="column 'occurrences'"):
        TextCounts.from_arrow(frame(rows), like=ONE)


def test_words_that_are_no_text():
    """Bytes that are not UTF-8 are refused."""
    offsets, letters = np.array([0, 0, 2], np.int64), b"\xff\xfe"
    buffers = [None, pa.py_buffer(offsets), pa.py_buffer(letters)]
    words = pa.Array.from_buffers(pa.large_string(), 2, buffers)
    table = pa.table(
        [
            pa.concat_arrays([pa.nulls(1, pa.large_string()), words.slice(1)]),
            ["a", "a"],
            [1, 1],
            [0, 1],
        ],
        COLUMNS,
    )
    with refused("bad-encoding", InputError, place="column 'word'"):
        TextCounts.from_arrow(table, like=ONE)


def test_pyarrow_is_optional(monkeypatch):
    """Without it, the message says what to install."""
    real = builtins.__import__

    def without(name, *rest):
        if name.startswith("pyarrow"):
            raise ImportError(name)
        return real(name, *rest)

    monkeypatch.setattr(builtins, "__import__", without)
    for call in (ONE.to_arrow, lambda: TextCounts.from_arrow(None)):
        with pytest.raises(ImportError, match="pip install pyarrow"):
            call()


def test_frames_of_pandas_have_labels_of_their_own():
    """An index is no column, and missing words are null however pandas writes them."""
    frame = ONE.to_arrow().to_pandas().set_index(pd.Index(range(5, 10)))
    assert TextCounts.from_arrow(frame, like=ONE) == ONE
    assert TextCounts.from_arrow(frame.astype({"word": object}), like=ONE) == ONE
