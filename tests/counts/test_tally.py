import numpy as np
import pytest

from priory import _core
from priory.counts._tally import Pruning, Tally

NOTHING = Pruning(min_df=1, max_df=1.0, max_features=None)
RARE = Pruning(min_df=2, max_df=1.0, max_features=None)
ARRAYS = (
    np.array([0, 2, 3, 5], dtype=np.int64),
    np.array([0, 1, 1, 0, 2], dtype=np.int32),
    np.array([4, 1, 2, 1, 1], dtype=np.int64),
)


def tally(words, arrays=ARRAYS, limit=100, pruning=RARE):
    """Tally three documents over three words."""
    return Tally.of(_core.Vocabulary(words), arrays, limit, pruning)


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
    with pytest.raises(ValueError, match="max_df corresponds to < documents than min_df"):
        Pruning(3, 2, None).bounds(10)


def test_frequencies():
    """Documents and occurrences of each word are counted."""
    counted = tally(["buy", "cheap", "now"])

    assert counted.n_documents == 3
    assert counted.document_frequencies.tolist() == [2, 2, 1]
    assert counted.totals.tolist() == [5, 3, 1]


def test_limit():
    """Occurrences are counted up to the limit of a count."""
    assert tally(["buy", "cheap", "now"], limit=2).totals.tolist() == [3, 3, 1]


def test_frequencies_nobody_needs():
    """Nothing is counted where nothing is pruned."""
    assert tally(["buy", "cheap", "now"], pruning=NOTHING).document_frequencies is None


def test_add():
    """Known words add up, new ones stand behind them."""
    both = tally(["buy", "cheap", "now"]).add(tally(["apple", "buy", "now"]))

    assert both.vocabulary.names() == ["buy", "cheap", "now", "apple"]
    assert both.n_documents == 6
    assert both.document_frequencies.tolist() == [4, 2, 2, 2]
    assert both.totals.tolist() == [8, 3, 2, 5]


def test_add_changes_neither():
    """Adding leaves both tallies as they were."""
    one, other = tally(["buy", "cheap", "now"]), tally(["apple", "buy", "now"])
    one.add(other)

    assert one.vocabulary.names() == ["buy", "cheap", "now"]
    assert other.document_frequencies.tolist() == [2, 2, 1]


def test_kept():
    """Columns of enough documents are kept, in order."""
    assert tally(["buy", "cheap", "now"]).kept(RARE).tolist() == [0, 1]


def test_most_frequent():
    """Of those the most frequent are kept."""
    assert tally(["buy", "cheap", "now"]).kept(Pruning(1, 1.0, 1)).tolist() == [0]


def test_all_kept():
    """A trivial rule keeps all columns without looking."""
    assert tally(["buy", "cheap", "now"]).kept(NOTHING) is None


def test_none_kept():
    """A rule that keeps nothing is an error with a remedy."""
    with pytest.raises(ValueError, match="lower min_df or a higher max_df"):
        tally(["buy", "cheap", "now"]).kept(Pruning(3, 3, None))


def test_frequencies_that_were_not_kept():
    """Pruning by frequencies that were not counted is refused with a remedy."""
    with pytest.raises(ValueError, match="fit again"):
        tally(["buy", "cheap", "now"], pruning=NOTHING).kept(RARE)
