"""Mixed models, small tables for them, and what makes two of them the same."""

import numpy as np
import pandas as pd

from priory import BernoulliNB, CountVectorizer, Discretizer, MultinomialNB

TWO_COINS = [("left", BernoulliNB(), [0, 1, 2]), ("right", BernoulliNB(alpha=0.5), slice(3, 7))]
COINS_AND_DICE = [("coins", BernoulliNB(), [4, 0]), ("dice", MultinomialNB(), [1, 2, 3])]

MAILS = pd.DataFrame(
    {
        "known": [True, False, False, True, False],
        "subject": ["see you", "buy cheap", "buy now", "now", "cheap cheap"],
        "links": [0, 3, 2, 1, 5],
    }
)
LABELS = ["ham", "spam", "spam", "ham", "spam"]
OF_MAIL = [
    ("sender", BernoulliNB(), ["known"]),
    (
        "subject",
        (CountVectorizer(vocabulary=["buy", "cheap", "now", "see"]), MultinomialNB()),
        "subject",
    ),
    ("links", (Discretizer([0, 1, 3, 9]), MultinomialNB()), ["links"]),
]


def assert_same(one, other):
    """Assert that two models have the same classes and counts in all parts."""
    assert one.classes_.tolist() == other.classes_.tolist()
    np.testing.assert_array_equal(one.class_count_, other.class_count_)
    for mine, theirs in zip(one.parts_, other.parts_, strict=True):
        assert mine.family.counts_ == theirs.family.counts_
