import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from sklearn import config_context
from tests.errors import refused

from priory._reference import strings as reference
from priory.neighbors._search import nearest_of
from priory.neighbors._strings import STRING_METRICS, StringSearch

untimed = settings(deadline=None, max_examples=50)
NEAR = st.text("abé中🎉", max_size=9)  # few characters, so that much agrees
TEXTS = st.lists(st.one_of(NEAR, st.text(max_size=12)), min_size=1, max_size=6)
METRICS = ["levenshtein", "damerau_levenshtein", "indel", "lcsseq", "hamming", "prefix", "postfix"]


def expected(metric, x, y, **params):
    """Compute a distance by its definition."""
    name = metric.removeprefix("normalized_")
    distance = getattr(reference, name)(x, y, **params)
    if name == metric:
        return distance
    return reference.normalized(distance, x, y, int.__add__ if name == "indel" else max)


def all_distances(search, queries, n_rows, n_jobs=1):
    """Return the distances of each query to all rows, in the order of the rows."""
    distances, rows = search.nearest(queries, n_rows, n_jobs)
    return np.take_along_axis(distances, rows.argsort(axis=1), axis=1)


@pytest.mark.parametrize("metric", STRING_METRICS)
@untimed
@given(TEXTS, TEXTS)
@example(["", "a", "ca"], ["", "abc", "a" * 70])
def test_by_definition(metric, queries, rows):
    """Each distance is what its definition says, of whatever characters and of none."""
    found = all_distances(StringSearch(rows, metric), queries, len(rows))

    wanted = [[expected(metric, query, row) for row in rows] for query in queries]
    np.testing.assert_allclose(found, wanted, rtol=1e-12, atol=1e-12)


@pytest.mark.parametrize("metric", STRING_METRICS)
@untimed
@given(TEXTS, TEXTS, st.integers(1, 6))
def test_company_and_threads(metric, queries, rows, k):
    """A query has the same neighbours, bit for bit, alone and in company, on one thread and two."""
    search, k = StringSearch(rows, metric), min(k, len(rows))
    together = search.nearest(queries, k, 2)

    for i, query in enumerate(queries):
        for found, one in zip(together, search.nearest([query], k, 1), strict=True):
            assert found[i].tolist() == one[0].tolist()


@untimed
@given(TEXTS, TEXTS, st.integers(1, 6))
def test_blocks(queries, rows, k):
    """Small blocks give what one block gives, and ties go to the row that was learned first."""
    search, k = StringSearch(rows, "levenshtein"), min(k, len(rows))
    with config_context(working_memory=1e-9):
        distances, numbers = search.nearest(queries, k, 1)

    wanted = np.array([[reference.levenshtein(q, row) for row in rows] for q in queries])
    nearest = nearest_of(wanted, k)
    assert distances.tolist() == nearest[0].tolist()
    assert numbers.tolist() == nearest[1].tolist()


@pytest.mark.parametrize("weights", [(1, 1, 1), (1, 3, 2)])
def test_rows_among_themselves(weights):
    """To ask for the kept strings themselves gives what blocks of them give, symmetric or not."""
    rows = ["abc", "ab", "xabcde", "", "abc"]
    search = StringSearch(rows, "levenshtein", weights=weights)
    with config_context(working_memory=1e-9):
        blocks = search.nearest(rows, 5, 1)

    for whole, wanted in zip(search.nearest(rows, 5, 2), blocks, strict=True):
        assert whole.tolist() == wanted.tolist()


@pytest.mark.parametrize("metric", METRICS)
@untimed
@given(NEAR, NEAR, NEAR)
def test_metrics(metric, x, y, z):
    """What is called a metric is 0 for equal strings alone, symmetric, and no way round shorter."""
    d = all_distances(StringSearch([x, y, z], metric), [x, y, z], 3)

    assert (d == d.T).all()
    assert [d[0, 1] == 0, d[1, 2] == 0, d[0, 0] == 0] == [x == y, y == z, True]
    assert d[0, 2] <= d[0, 1] + d[1, 2]


@pytest.mark.parametrize(
    ("metric", "x", "y", "z"),
    [
        ("osa", "ca", "ac", "abc"),
        ("jaro", "a", "aa", "ba"),
        ("normalized_levenshtein", "ab", "aba", "ba"),
    ],
)
def test_no_metrics(metric, x, y, z):
    """Swaps that are not touched again, Jaro's distance and shares may have a shorter way round."""
    d = all_distances(StringSearch([x, y, z], metric), [x, y, z], 3)

    assert d[0, 2] > d[0, 1] + d[1, 2]


@untimed
@given(NEAR, NEAR, st.tuples(*[st.integers(0, 300)] * 3))
def test_weights(x, y, weights):
    """Insertions, deletions and substitutions weigh what they are told to, in this order."""
    distances, _ = StringSearch([y], "levenshtein", weights=weights).nearest([x], 1, 1)

    assert distances[0, 0] == reference.levenshtein(x, y, weights)


@untimed
@given(NEAR, NEAR, st.floats(0, 0.25))
def test_prefix_weight(x, y, prefix_weight):
    """The weight of a common beginning reaches the distance of Jaro and Winkler."""
    search = StringSearch([y], "jaro_winkler", prefix_weight=prefix_weight)

    wanted = reference.jaro_winkler(x, y, prefix_weight)
    assert search.nearest([x], 1, 1)[0][0, 0] == pytest.approx(wanted, abs=1e-12)


def test_processor():
    """Strings go through a function first: words are edited instead of characters."""
    search = StringSearch(["to be or not", "To Be"], "levenshtein", processor=str.split)

    assert search.nearest(["to be"], 2, 1)[0].tolist() == [[2, 2]]


def test_processor_names_the_string():
    """A string that the function makes nothing of is named, among rows and among queries."""
    with refused("bad-return", place="row 1", parameter="metric_params"):
        StringSearch(["a", "b"], "osa", processor={"a": "a"}.get)
    with pytest.raises(KeyError) as caught:
        StringSearch(["a"], "osa", processor={"a": "a"}.__getitem__).nearest(["a", "b"], 1, 1)
    assert caught.value.__notes__ == ["raised by processor(query 1)"]


def test_long_strings():
    """Distances that are larger than small numbers hold are right."""
    rows = ["a" * 300, "a" * 70_000]

    assert all_distances(StringSearch(rows, "levenshtein"), ["b"], 2).tolist() == [[300, 70_000]]
    assert all_distances(StringSearch(["b"], "indel"), rows, 1).tolist() == [[301], [70_001]]


def test_bytes():
    """Bytes are compared with bytes, one by one."""
    search = StringSearch(["é".encode(), b"e"], "levenshtein")

    assert search.nearest([b"e"], 2, 1)[0].tolist() == [[0, 2]]


@pytest.mark.parametrize("odd", [None, np.nan, 3, ["a"], b"a"])
def test_no_string(odd):
    """What is no string is named with its place, among rows and among queries."""
    with refused("wrong-type", place="row 1"):
        StringSearch(["a", odd], "levenshtein")
    with refused("wrong-type", place="query 2"):
        StringSearch(["a"], "levenshtein").nearest(["a", "b", odd], 1, 1)


def test_bytes_among_strings():
    """Strings are not compared with bytes."""
    with refused("wrong-type", place="query 0"):
        StringSearch([b"a"], "levenshtein").nearest(["a"], 1, 1)


@pytest.mark.parametrize(
    ("metric", "params"),
    [
        ("levenshtein", {"weight": 1}),
        ("levenshtein", {"weights": (0.5, 1, 1)}),
        ("levenshtein", {"weights": (2**62,) * 3}),
        ("levenshtein", {"weights": (1, -1, 1)}),
        ("levenshtein", {"weights": (1, 1)}),
        ("levenshtein", {"weights": "abc"}),
        ("jaro", {"weights": (1, 1, 1)}),
        ("jaro_winkler", {"prefix_weight": 2}),
    ],
)
def test_bad_parameters(metric, params):
    """Parameters that a distance does not have, or cannot use, are refused at once."""
    with refused("bad-parameter", parameter="metric_params"):
        StringSearch(["a"], metric, **params)
