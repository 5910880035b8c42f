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

from priory import TextClassifier, TextCounts
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
    with pytest.raises(ValueError, match="does not say what makes its words"):
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
    with pytest.raises(ValueError, match="give like=, a TextClassifier or TextCounts"):
        TextCounts.from_arrow(table.replace_schema_metadata(None))
    with pytest.raises(ValueError, match="not those of like: lowercase=True and False"):
        TextCounts.from_arrow(table, like=TextClassifier(lowercase=False))
    with pytest.raises(TypeError, match="like must be a TextClassifier or TextCounts, not a str"):
        TextCounts.from_arrow(table, like="word")


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"version": "2"}, "version '2' of the format"),
        ({"analyzer": "{"}, "metadata cannot be used"),
        ({"analyzer": "5"}, "metadata cannot be used"),
        ({"declared": "5"}, "declared classes are no list"),
        ({"declared": "["}, "metadata cannot be used"),
    ],
)
def test_metadata_is_checked(changes, message):
    """What strangers wrote there is refused in a sentence."""
    table = ONE.to_arrow()
    metadata = {key.decode(): text.decode() for key, text in table.schema.metadata.items()}
    with pytest.raises(ValueError, match=message):
        TextCounts.from_arrow(table.replace_schema_metadata(metadata | changes))


GOOD = [(None, "a", 2, 0), ("buy", "a", 1, 1)]


@pytest.mark.parametrize(
    ("row", "types", "message"),
    [
        (("now", "a", -1, 1), {}, r"row 2 \('now' in class 'a'\): documents is -1"),
        (("now", "a", 1, -1), {}, r"row 2 \('now' in class 'a'\): occurrences is -1"),
        (("now", "a", 1, 1.5), {}, r"row 2 .*occurrences is 1.5, and a count is a whole"),
        (("now", "a", 1, float("nan")), {}, "row 2 .*occurrences is nan"),
        (("now", "a", 1, float("inf")), {}, "row 2 .*occurrences is inf"),
        (("now", "a", 1, None), {}, "row 2 .*occurrences is None"),
        (("now", "a", 1, 2**53), {}, "row 2 .*occurrences is 9007199254740992"),
        (("now", "a", 1, decimal.Decimal("1.5")), {}, r"row 2 .*occurrences is Decimal\('1.5'\)"),
        (("now", None, 1, 1), {}, "row 2 has no class"),
        ((None, "a", 1, 1), {}, "row 2 .of the texts of class 'a'. has occurrences"),
        (("now", "a", 3, 3), {}, "'now' of class 'a' is in more documents than the class has"),
        (("now", "b", 1, 1), {}, "'now' of class 'b' is in more documents.*dropna=False"),
        (("now", "a", 2, 1), {}, "'now' of class 'a' does not occur once in each"),
        (("now", "a", 0, 1), {}, "'now' of class 'a' does not occur once in each"),
        ((None, "a", 2**53 - 1, 0), {}, "too many texts of class 'a'"),
        (("now", "a\0", 1, 1), {}, "ends with a NUL"),
    ],
    ids=str,
)
def test_impossible_rows_are_refused(row, types, message):
    """The place is named: the row, or the word and the class."""
    with pytest.raises(ValueError, match=message):
        TextCounts.from_arrow(frame([*GOOD, row], **types), like=ONE)


@pytest.mark.parametrize(
    ("column", "message"),
    [
        ({"word": [1, 2]}, "column 'word' is of type int64: expected strings"),
        ({"class": [1.5, 2.5]}, "column 'class' is of type double: expected strings"),
        ({"documents": ["1", "2"]}, "column 'documents' is of type string: expected whole numbers"),
        ({"documents": [True, False]}, "column 'documents' is of type bool"),
    ],
)
def test_wrong_types_are_refused(column, message):
    """The column and its type are named."""
    table = frame(GOOD).to_pydict() | column
    with pytest.raises(ValueError, match=message):
        TextCounts.from_arrow(table, like=ONE)


def test_wrong_columns_are_refused():
    """What is there and what should be are named."""
    table = frame(GOOD)
    with pytest.raises(
        ValueError, match="the columns word, class, documents: expected word, class"
    ):
        TextCounts.from_arrow(table.drop_columns(["occurrences"]), like=ONE)
    twice = table.append_column("word", table["word"])
    with pytest.raises(ValueError, match="each once"):
        TextCounts.from_arrow(twice, like=ONE)
    with pytest.raises(ValueError, match="no columns"):
        TextCounts.from_arrow(pa.table({}), like=ONE)
    with pytest.raises(TypeError):
        TextCounts.from_arrow(5, like=ONE)


def test_sums_that_no_count_holds():
    """Many rows of large counts are refused, and do not wrap around."""
    rows = [(None, "a", 1, 0), *[("buy", "a", 0, 2**53 - 1)] * 1025]
    with pytest.raises(ValueError, match="the sum of column 'occurrences' is too large"):
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
    with pytest.raises(ValueError, match="not all UTF-8"):
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
