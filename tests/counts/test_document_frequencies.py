import numpy as np
import pytest
from tests.errors import refused

from priory import _core
from priory.counts._document_frequencies import DocumentFrequencies, Pruning

WORDS = ["buy", "cheap", "now"]
NOTHING = Pruning(min_df=1, max_df=1.0, max_features=None)
RARE = Pruning(min_df=2, max_df=1.0, max_features=None)
MOST_FREQUENT = Pruning(min_df=1, max_df=1.0, max_features=1)
ARRAYS = (
    np.array([0, 2, 3, 5], dtype=np.int64),
    np.array([0, 1, 1, 0, 2], dtype=np.int32),
    np.array([4, 1, 2, 1, 1], dtype=np.int64),
)


def frequencies_of(words=WORDS, limit=100, *, frequencies=True, totals=True):
    """DocumentFrequencies three documents over three words."""
    vocabulary = _core.Vocabulary(words)
    return DocumentFrequencies.of(
        vocabulary, ARRAYS, limit, frequencies=frequencies, totals=totals, threads=1
    )


@pytest.mark.parametrize(
    ("pruning", "expected"),
    [
        ((1, 1.0, None), True),
        ((0.0, 1.0, None), True),
        ((1, 1, None), False),
        ((0.1, 1.0, None), False),
        ((1.0, 1.0, None), False),
        ((2, 1.0, None), False),
        ((1, 1.0, 5), False),
    ],
)
def test_trivial(pruning, expected):
    """A rule is trivial if it keeps everything, whatever the counts."""
    assert Pruning(*pruning).is_trivial is expected


@pytest.mark.parametrize(
    ("pruning", "expected"), [((2, 5), (2, 5)), ((0.2, 0.5), (2, 5)), ((1, 1.0), (1, 10))]
)
def test_bounds(pruning, expected):
    """Integers are numbers of documents, floats are shares."""
    assert Pruning(*pruning, None).bounds(10) == expected


def test_bounds_that_cross():
    """A rule that can keep nothing is refused."""
    with refused("crossed-limits", parameter="min_df"):
        Pruning(3, 2, None).check(10)


def test_frequencies():
    """Documents and occurrences of each word are counted."""
    counted = frequencies_of()

    assert counted.n_documents == 3
    assert counted.document_frequencies.tolist() == [2, 2, 1]
    assert counted.totals.tolist() == [5, 3, 1]


def test_limit():
    """Occurrences are counted up to the limit of a count."""
    assert frequencies_of(limit=2).totals.tolist() == [3, 3, 1]


def test_frequencies_nobody_needs():
    """What nobody needs is not counted."""
    counted = frequencies_of(frequencies=False, totals=False)

    assert counted.document_frequencies is None
    assert counted.totals is None


def test_add():
    """Known words add up, new ones stand behind them."""
    both = frequencies_of().add(frequencies_of(["apple", "buy", "now"]))

    assert both.vocabulary.names() == ["buy", "cheap", "now", "apple"]
    assert both.n_documents == 6
    assert both.document_frequencies.tolist() == [4, 2, 2, 2]
    assert both.totals.tolist() == [8, 3, 2, 5]


def test_add_without_frequencies():
    """What was not counted in one of two tallies is not known of both."""
    both = frequencies_of().add(frequencies_of(["apple", "buy", "now"], totals=False))

    assert both.document_frequencies.tolist() == [4, 2, 2, 2]
    assert both.totals is None


def test_add_changes_neither():
    """Adding leaves both tallies as they were."""
    one, other = frequencies_of(), frequencies_of(["apple", "buy", "now"])
    one.add(other)

    assert one.vocabulary.names() == WORDS
    assert one.totals.tolist() == [5, 3, 1]
    assert other.document_frequencies.tolist() == [2, 2, 1]


@pytest.mark.parametrize(
    ("pruning", "columns"),
    [(RARE, [0, 1]), (MOST_FREQUENT, [0]), (Pruning(1, 1, None), [2]), (Pruning(3, 3, None), [])],
)
def test_kept(pruning, columns):
    """Columns within the bounds are kept in order, and of these the most frequent."""
    assert frequencies_of().kept(pruning).tolist() == columns


def test_all_kept():
    """A trivial rule keeps all columns without looking."""
    assert frequencies_of(frequencies=False, totals=False).kept(NOTHING) is None


@pytest.mark.parametrize("pruning", [RARE, MOST_FREQUENT])
def test_frequencies_that_were_not_kept(pruning):
    """Pruning by frequencies that were not counted is refused with a remedy."""
    with refused("not-stored"):
        frequencies_of(frequencies=False, totals=False).kept(pruning)
