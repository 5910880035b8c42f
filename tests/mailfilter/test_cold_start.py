import pytest

from priory.mailfilter import Settings
from priory.mailfilter._cold_start import shortage
from priory.mailfilter.store import ClassCounts


def learned(**numbers):
    """Return classes that have learned so many messages."""
    return [ClassCounts(name, n, n, n) for name, n in numbers.items()]


@pytest.mark.parametrize(
    ("classes", "patience", "missing"),
    [
        ({}, 20, [("ham", 20), ("spam", 20)]),
        ({"ham": 20}, 20, [("spam", 20)]),
        ({"ham": 19, "spam": 20}, 20, [("ham", 1)]),
        ({"ham": 3, "spam": 1}, 2.5, [("spam", 2)]),
        ({"ham": 100, "spam": 20}, 20, []),
        ({"work": 30, "family": 15}, 20, [("family", 5)]),
        ({"work": 30}, 20, [("ham", 20), ("spam", 20)]),
        ({"Spam": 15}, 20, [("Spam", 5), ("ham", 20)]),
        ({"Spam": 15, "spam": 15}, 20, [("Spam", 5), ("spam", 5)]),
        ({}, 0, []),
    ],
)
def test_shortage(classes, patience, missing):
    """Each class wants as many messages as the patience, and fewer than two want spam and ham."""
    assert shortage(learned(**classes), Settings(patience=patience)) == missing


def test_names():
    """The two classes that are wanted first are those of the settings."""
    settings = Settings(spam="junk", ham="good")

    assert shortage([], settings) == [("good", 20), ("junk", 20)]
