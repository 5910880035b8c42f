import bz2
import lzma
import zlib

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn import config_context
from tests.errors import refused

from priory import sample
from priory._reference.strings import compression
from priory.neighbors._compression import COMPRESSORS, CompressionSearch
from priory.neighbors._search import nearest_of

untimed = settings(deadline=None, max_examples=20)
TEXTS = st.lists(st.one_of(st.text(max_size=30), st.binary(max_size=30)), min_size=1, max_size=5)
MESSAGES = sample.messages()[0][:12]


def encoded(text):
    """Return the bytes of a text."""
    return text if isinstance(text, bytes) else text.encode("utf-8", "surrogatepass")


def all_distances(search, queries, n_rows, n_jobs=1):
    """Return the distances of each query to all rows, in the order of the rows."""
    distances, rows = search.nearest(queries, n_rows, n_jobs)
    return np.take_along_axis(distances, rows.argsort(axis=1), axis=1)


@pytest.mark.parametrize(
    ("name", "compress"), [("zlib", zlib.compress), ("bz2", bz2.compress), ("lzma", lzma.compress)]
)
@untimed
@given(TEXTS, TEXTS)
def test_by_definition(name, compress, queries, rows):
    """Distances are what the definition says, of strings, of bytes and of empty ones."""
    found = all_distances(CompressionSearch(rows, compressor=name), queries, len(rows))

    wanted = [
        [compression(encoded(x), encoded(y), lambda both: len(compress(both))) for y in rows]
        for x in queries
    ]
    assert found.tolist() == wanted


@pytest.mark.parametrize("times", [1, 30, 1000])
def test_long_queries(times):
    """What zlib made of a long query is used again, and gives the sizes that the whole has."""
    queries = [MESSAGES[0] * times, "".join(MESSAGES) * times]
    found = all_distances(CompressionSearch(MESSAGES), queries, len(MESSAGES))

    wanted = [
        [
            compression(encoded(x), encoded(y), lambda both: len(zlib.compress(both)))
            for y in MESSAGES
        ]
        for x in queries
    ]
    assert found.tolist() == wanted


def test_functions():
    """A function may return what is left, or how much it is."""
    packed = CompressionSearch(MESSAGES, compressor=lambda text: zlib.compress(text, 9))
    counted = CompressionSearch(MESSAGES, compressor=lambda text: len(zlib.compress(text, 9)))

    wanted = [
        [
            compression(encoded(x), encoded(y), lambda both: len(zlib.compress(both, 9)))
            for y in MESSAGES
        ]
        for x in MESSAGES
    ]
    assert all_distances(packed, MESSAGES, 12).tolist() == wanted
    assert all_distances(counted, MESSAGES, 12).tolist() == wanted


def test_arrays_of_bytes():
    """A function may return bytes that can be changed."""
    packed = CompressionSearch(MESSAGES, compressor=lambda text: bytearray(zlib.compress(text)))

    plain = all_distances(CompressionSearch(MESSAGES), MESSAGES, 12)
    assert all_distances(packed, MESSAGES, 12).tolist() == plain.tolist()


@pytest.mark.parametrize("odd", [np.nan, np.inf, -1, None, "ab"])
@pytest.mark.parametrize(
    ("text", "name"),
    [(b"ab", "row 1"), (b"abc", "query 1"), (b"abcab", "query 1 with row 1")],
)
def test_function_names_the_text(odd, text, name):
    """What is no size is refused, with the text or the pair of which it was made."""

    def compressor(given):
        return odd if given == text else len(given)

    with refused("bad-return", place=name, parameter="metric_params"):
        CompressionSearch(["a", "ab"], compressor).nearest(["a", "abc"], 1, 1)


def test_function_raises():
    """An error of the function says for which pair it was."""

    def compressor(given):
        return len(given) // (given != b"abcab")

    with pytest.raises(ZeroDivisionError) as caught:
        CompressionSearch(["a", "ab"], compressor).nearest(["a", "abc"], 1, 1)
    assert caught.value.__notes__ == ["raised by compressor(query 1 with row 1)"]


def test_blocks_and_threads():
    """Small blocks and two threads give what one block and one thread give."""
    search = CompressionSearch(MESSAGES * 20)
    distances, rows = search.nearest(MESSAGES, 7, 1)
    with config_context(working_memory=1e-9):
        again = search.nearest(MESSAGES, 7, 2)

    assert again[0].tolist() == distances.tolist()
    assert again[1].tolist() == rows.tolist()
    assert rows.tolist() == nearest_of(all_distances(search, MESSAGES, 240), 7)[1].tolist()


def test_no_metric():
    """A text is some way from itself, and there need not be the way back."""
    d = all_distances(CompressionSearch(MESSAGES), MESSAGES, 12)

    assert (d.diagonal() > 0).all()
    assert (d != d.T).any()
    assert (d.argmin(axis=1) == np.arange(12)).all()


def test_nothing_left():
    """Texts of which nothing is left are equal."""
    assert all_distances(CompressionSearch(["", "ab"], compressor=len), [""], 2).tolist() == [
        [0, 1]
    ]


def test_unknown_compressor():
    """A compressor that is unknown is named with those that are known."""
    with refused("bad-parameter", parameter="metric_params"):
        CompressionSearch(["a"], compressor="gzip")
    assert set(COMPRESSORS) == {"zlib", "bz2", "lzma"}


@pytest.mark.parametrize("odd", [None, np.nan, 3, ["a"]])
def test_no_text(odd):
    """What is neither a string nor bytes is named with its place."""
    with refused("wrong-type", place="row 1"):
        CompressionSearch(["a", odd])
    with refused("wrong-type", place="query 0"):
        CompressionSearch(["a"]).nearest([odd], 1, 1)
