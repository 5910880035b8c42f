"""Texts without words are near to none: all texts vote on them."""

import pytest
from tests.errors import refused

from priory import TextNeighbors
from priory.errors import InputError
from priory.text import WordlessWarning


def test_a_text_without_words_has_the_shares_of_the_classes():
    """It is told apart by a warning that names it, and other texts are judged as ever."""
    model = TextNeighbors(1).fit(
        ["buy", "see", "you", ""], list("abba"), sample_weight=[1, 1, 4, 2]
    )

    with pytest.warns(WordlessWarning, match="rows 0, 2: ") as caught:
        proba = model.predict_proba(["", "see", "xyzzy"])

    assert [warning.message.rows.tolist() for warning in caught] == [[0, 2]]
    assert proba.tolist() == [[3 / 8, 5 / 8], [0, 1], [3 / 8, 5 / 8]]
    with pytest.warns(RuntimeWarning, match="row 0"):
        assert model.predict([""]).tolist() == ["b"]
    with refused("no-words", InputError, place="row 1"):
        model.kneighbors(["buy", "xyzzy"])


def test_a_text_without_words_is_no_neighbour():
    """Places are those of all texts, also behind one that is near to none."""
    model = TextNeighbors(2).fit(["", "buy now", "buy"], ["a", "b", "b"])

    assert model.kneighbors(["buy"], return_distance=False).tolist() == [[2, 1]]
    assert model.explain("buy").texts == ["buy", "buy now"]


@pytest.mark.parametrize(
    ("texts", "parameters"),
    [
        (["", ".", "?"], {}),
        (["the", "and", "The"], {"stop_words": "english", "metric": "jaccard"}),
    ],
)
def test_all_vote_where_no_text_has_words(texts, parameters):
    """A model of texts without words gives every text the shares of the classes, as it says."""
    model = TextNeighbors(**parameters).fit(texts, list("aab"))

    with pytest.warns(RuntimeWarning, match="rows 0, 1: "):
        proba = model.predict_proba(texts[:1] * 2)

    assert proba.tolist() == [[2 / 3, 1 / 3]] * 2
    assert model.predict_proba([]).shape == (0, 2)
    assert model.explain(texts[0]).prior.tolist() == [2 / 3, 1 / 3]
    assert model.n_words_ == 0
