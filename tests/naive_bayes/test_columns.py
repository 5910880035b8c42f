"""Columns of strings: whatever library keeps them, they are the same categories."""

from enum import Enum

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

from priory import CategoricalNB, MixedNB

WORDS = ["ja", None, "nein", "vielleicht, vielleicht auch nicht", "", "ja", "日本語", "nein\0"]
LABELS = ["a", "b", "b", "a", "a", "b", "b", "a"]
ARROW = pa.chunked_array([WORDS[:3], [], WORDS[3:]])
FRAMES = {
    "pandas objects": pd.DataFrame({"w": np.array(WORDS, dtype=object)}),
    "pandas strings": pd.DataFrame({"w": pd.Series(WORDS, dtype="str")}),
    "pandas strings of Python": pd.DataFrame({"w": pd.Series(WORDS, dtype="string[python]")}),
    "pandas strings of Arrow": pd.DataFrame({"w": pd.Series(WORDS, dtype="string[pyarrow]")}),
    "pandas Arrow": pd.DataFrame({"w": pd.Series(ARROW, dtype=pd.ArrowDtype(pa.string()))}),
    "pandas categories": pd.DataFrame({"w": pd.Categorical(WORDS)}),
    "polars": pl.DataFrame({"w": WORDS}),
    "arrow": pa.table({"w": ARROW}),
    "arrow, large": pa.table({"w": ARROW.cast(pa.large_string())}),
    "arrow, views": pa.table({"w": ARROW.cast(pa.string_view())}),
    "arrow, sliced": pa.table({"w": pa.chunked_array([["nein", *WORDS, "ja"]]).slice(1, 8)}),
}


@pytest.mark.parametrize("model", [CategoricalNB, MixedNB])
@pytest.mark.parametrize("frame", FRAMES.values(), ids=FRAMES)
def test_strings_of_all_libraries(frame, model):
    """Strings are the same categories in any library, in one piece or in several."""
    fitted = model().fit(frame, LABELS)
    family = fitted if model is CategoricalNB else fitted.named_parts_["categories"]
    expected = sorted({word for word in WORDS if word is not None})

    assert family.category_count_[0].sum(axis=0).tolist() == [
        WORDS.count(word) for word in expected
    ]
    assert list(family.counts_.domains[0].places) == expected
    rows = np.array(WORDS, dtype=object)[:, np.newaxis]
    reference = CategoricalNB().fit(rows, LABELS).predict_proba(rows)
    assert fitted.predict_proba(frame) == pytest.approx(reference, abs=1e-15)


def test_many_strings_and_columns():
    """Threads that share out columns change nothing, and all strings are told apart."""
    random = np.random.default_rng(0)
    table = {f"w{j}": random.integers(0, 10 ** (1 + j), 100_000).astype(str) for j in range(4)}
    y, frame = random.integers(0, 2, 100_000), pa.table(table)
    models = [CategoricalNB(n_jobs=n).fit(frame, y) for n in (1, 3)]

    for j, words in enumerate(table.values()):
        distinct, counts = np.unique(words, return_counts=True)
        for model in models:
            assert model.categories_[j].tolist() == distinct.tolist()
            assert model.category_count_[j].sum(axis=0).tolist() == counts.tolist()


def test_strings_with_an_own_equality():
    """A string that says itself what it equals is asked."""

    class Colour(str, Enum):  # noqa: UP042 (which has no equality of its own)
        RED, CRIMSON, GREEN = "red", "red", "green"

    X = np.array([[Colour.RED], [Colour.CRIMSON], [Colour.GREEN]], dtype=object)
    model = CategoricalNB().fit(X, ["a", "a", "b"])
    assert model.categories_[0].tolist() == [Colour.GREEN, Colour.RED]


def test_strings_without_utf8():
    """Half a surrogate pair is a category, and a label, as any other string is."""
    X = np.array([["\ud800"], ["a"], ["\ud800"]], dtype=object)
    model = CategoricalNB().fit(X, ["\udfff", "b", "\udfff"])
    assert model.predict(X).tolist() == ["\udfff", "b", "\udfff"]


@pytest.mark.parametrize("kind", [pa.string(), pa.large_string(), pa.string_view()])
def test_damaged_text(kind):
    """A column of text that is no text is refused."""
    offsets = np.array([0, 4], "i8" if kind == pa.large_string() else "i4")
    buffers = [None, pa.py_buffer(offsets), pa.py_buffer(b"ab\xff\xfe")]
    if kind == pa.string_view():
        buffers = [None, pa.py_buffer(np.int32(4).tobytes() + b"ab\xff\xfe" + bytes(8))]
    column = pa.Array.from_buffers(kind, 1, buffers)

    with pytest.raises(ValueError, match=r"(?i)utf-?8"):
        CategoricalNB().fit(pa.table({"w": column}), ["a"])


@pytest.mark.parametrize("offsets", [[0, 5, 3, 6], [0, 5, -1, 6]])
def test_damaged_offsets(offsets):
    """A column whose offsets lead astray is refused."""
    buffers = [None, pa.py_buffer(np.array(offsets, "i4")), pa.py_buffer(b"abcdefg")]
    table = pa.table({"w": pa.Array.from_buffers(pa.string(), 3, buffers)})

    with pytest.raises(ValueError, match="offsets"):
        CategoricalNB().fit(table, ["a", "b", "c"])
