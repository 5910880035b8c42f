import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.errors import refused

from naive_bayes.samples import LABELS, MAILS, assert_same, each_family
from priory import _classes

KINDS = {
    "str": ["spam", "spam", "ham", "ham"],
    "int": [1, 1, 0, 0],
    "negative": [-1, -1, -7, -7],
    "bool": [True, True, False, False],
    "float": [2.0, 2.0, 1.0, 1.0],
    "object": np.array(["spam", "spam", "ham", "ham"], dtype=object),
    "series": pd.Series(["spam", "spam", "ham", "ham"], index=[7, 5, 3, 1]),
    "categories": pd.Series(["spam", "spam", "ham", "ham"], dtype="category"),
    "uint8": np.array([9, 9, 3, 3], dtype=np.uint8),
}

texts = st.text(st.characters(exclude_characters="\0"), max_size=2)


@each_family
@pytest.mark.parametrize("kind", KINDS)
def test_kinds(family, kind):
    """Labels of any kind come back as they went in."""
    y = KINDS[kind]
    model = family().fit(MAILS, y).partial_fit(MAILS, y)

    assert model.classes_.tolist() == sorted(set(y))
    assert model.class_count_.tolist() == [4, 4]
    assert model.predict(MAILS[[0, 2]]).tolist() == list(y)[::2]
    assert model.forget(MAILS[:2], y[:2]).class_count_.tolist() == [4, 2]


@pytest.mark.parametrize("dtype", [None, object])
def test_longer_label(dtype):
    """A new label is not cut to the length of the old ones."""
    known = np.array(["a", "b"], dtype=dtype)

    classes, codes = _classes.encode(np.array(["phishing", "a"], dtype=dtype), known, 2)

    assert classes.tolist() == ["a", "b", "phishing"]
    assert codes.tolist() == [2, 0]


@pytest.mark.parametrize("dtype", ["int8", "uint8", "int64", "uint64", "<u2", ">i4"])
@pytest.mark.parametrize("step", [1, 2])
def test_whole_numbers(dtype, step):
    """Whole numbers of any width are found as if they were sorted, gaps or not."""
    info = np.iinfo(dtype)
    labels = [info.max, info.max - 2, info.max - 2, info.min if info.bits == 8 else info.max - 5]
    y = np.array(labels * 99, dtype=dtype)[::step]

    classes, codes = _classes.encode(y, None, len(y))

    assert classes.dtype == y.dtype
    assert classes.tolist() == sorted(set(y.tolist()))
    assert classes[codes].tolist() == y.tolist()
    assert codes.flags.c_contiguous


def test_known_labels():
    """Known classes are handed back as they are."""
    known = np.array([1, 3])

    classes, codes = _classes.encode([3, 1, 3], known, 3)

    assert classes is known
    assert codes.tolist() == [1, 0, 1]


@pytest.mark.parametrize(
    ("y", "known", "expected"),
    [
        ([1, 2], [1, 2], [0, 1]),
        ([2.0], [1, 2], [1]),
        ([3], [1, 2], None),
        ([0], [1, 2], None),
        (["1"], [1, 2], None),
        ([1], ["1", "2"], None),
        (["b"], ["a", "c"], None),
        ([1], [], None),
        ([], [1], []),
    ],
)
def test_find(y, known, expected):
    """Labels are found among sorted classes, and nothing is found by likeness."""
    codes = _classes.find(np.array(y), np.array(known))

    assert codes is None if expected is None else codes.tolist() == expected


@pytest.mark.parametrize(
    ("known", "more", "expected"),
    [
        (["b"], ["a", "c", "a"], ["a", "b", "c"]),
        ([], ["b", "a"], ["a", "b"]),
        (["b"], [], ["b"]),
        ([], [], []),
        ([2, 1], [3], [1, 2, 3]),
    ],
)
def test_union(known, more, expected):
    """The classes of both are sorted, each once; either side may be empty."""
    assert _classes.union(np.array(known), np.array(more)).tolist() == expected


def test_moved():
    """Rows of a table stand where their classes stand, and new classes have zeros."""
    table = np.array([[1.0, 2.0], [3.0, 4.0]])

    moved = _classes.moved(table, np.array([1, 3]), np.array([0, 1, 2, 3]))

    assert moved.tolist() == [[0, 0], [1, 2], [0, 0], [3, 4]]


@each_family
@pytest.mark.parametrize(
    ("y", "expected"),
    [
        (None, refused("missing-target", parameter="y")),
        (LABELS[:3], refused("shape-mismatch", parameter="y")),
        ([0.1, 0.2, 0.3, 0.4], pytest.raises(ValueError, match="Unknown label type")),
        ([1.0, np.nan, 1.0, 2.0], refused("missing-value", parameter="y", place="row 1")),
        ([1.0, np.inf, 1.0, 2.0], pytest.raises(ValueError, match="Input y contains infinity")),
        ([["a", "b"]] * 4, pytest.raises(ValueError, match="1d array")),
    ],
)
def test_bad_labels(family, y, expected):
    """Labels that name no classes are refused."""
    with expected:
        family().fit(MAILS, y)


@each_family
def test_new_label_between(family):
    """A class that sorts between the known ones moves their counts, and mixes none."""
    model = family().fit(MAILS, LABELS).partial_fit(MAILS[:2], ["news", "alpha"])

    assert_same(model, family().fit(MAILS[[0, 1, 2, 3, 0, 1]], [*LABELS, "news", "alpha"]))


@pytest.mark.parametrize(
    "known", [None, ["ham", "spam"], ["ham", "news", "spam"], ["list", "ok"], []]
)
def test_encoded_once(known):
    """Labels that were read before mean the same as when they are read again."""
    y = np.array(["spam", "ham", "spam"])
    known = None if known is None else np.array(known, dtype=str)
    once = _classes.Encoded(*_classes.encode(y, None, 3))

    classes, codes = _classes.encode(once, known, 3)

    expected_classes, expected_codes = _classes.encode(y, known, 3)
    assert classes.tolist() == expected_classes.tolist()
    assert codes.tolist() == expected_codes.tolist()


def test_pandas_missing_label():
    """A label that pandas calls NA is missing, and its place is named."""
    y = np.array(["ham", pd.NA], dtype=object)

    with refused("missing-value", parameter="y", place="row 1"):
        _classes.encode(y, None, 2)


@given(st.lists(texts, min_size=1, max_size=9), st.lists(texts))
def test_strings_in_objects(labels, known):
    """Strings in an array of objects are found as if they were sorted, and stay as they are."""
    y, before = (np.array(some, dtype=object) for some in (labels, sorted(set(known))))

    fresh = _classes.encode(y, None, len(y))
    classes, codes = _classes.encode(y, before, len(y))

    assert [part.tolist() for part in fresh] == [
        part.tolist() for part in np.unique(y, return_inverse=True)
    ]
    assert fresh[0].dtype == object
    assert classes.tolist() == sorted({*labels, *known})
    assert classes[codes].tolist() == labels


@pytest.mark.parametrize("y", [["a"], np.array(["a"], dtype=object)], ids=["list", "objects"])
def test_strings_beside_numbers(y):
    """Strings are no classes beside numbers."""
    with pytest.raises(ValueError, match="Mix of label input types"):
        _classes.encode(y, np.array([1, 2]), 1)


def test_nul():
    """A list of labels that NumPy would cut is refused; an array of objects keeps them."""
    with refused("bad-label", parameter="y"):
        _classes.encode(["a\0", "a"], None, 2)

    classes, codes = _classes.encode(np.array(["a\0", "a"], dtype=object), None, 2)

    assert classes.tolist() == ["a", "a\0"]
    assert codes.tolist() == [1, 0]
