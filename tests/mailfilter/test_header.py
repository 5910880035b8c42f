import re

from hypothesis import given
from hypothesis import strategies as st

from priory.mailfilter import Evidence, Verdict
from priory.mailfilter._header import header_value
from priory.mailfilter.passthrough import annotate

ODDS = {"spam": 0.9939, "ham": 0.0061}
LISTS = re.compile(r'evidence="([^"]*)"(?:, against="([^"]*)")?\Z')


def verdict(label="spam", tokens=(), **fields):
    """Return a verdict whose evidence is these tokens, each with its weight."""
    evidence = tuple(Evidence(token, weight, 1, (1, 0)) for token, weight in tokens)
    known = {
        "posterior": tuple(ODDS.items()),
        "log_odds": 5.0,
        "base": 0.0,
        "rest": 0.0,
        "n_known": 9,
    }
    known |= {"best": "spam", "against": "ham", "n_unknown": 0, "why_unsure": None, **fields}
    return Verdict(label=label, evidence=evidence, **known)


def test_verdict():
    """The verdict comes first, then its probability, which is never rounded up, and the words."""
    tokens = [("cheap", 3.0), ("lunch", -2.0), ("url:pills.example", 1.0)]

    assert header_value(verdict(tokens=tokens)) == (
        'spam, probability=0.993, evidence="cheap; url:pills.example", against="lunch"'
    )


def test_a_few_words():
    """Of many words the strongest are named."""
    tokens = [(f"{side}{n}", weight) for n in range(9) for side, weight in (("a", 1), ("b", -1))]

    assert header_value(verdict(tokens=tokens)).endswith(
        'evidence="a0; a1; a2; a3; a4", against="b0; b1; b2"'
    )


def test_weak_words():
    """Words that say next to nothing are not named."""
    tokens = [("cheap", 3.0), ("lunch", -0.2), ("today", 0.2)]

    assert header_value(verdict(tokens=tokens)) == 'spam, probability=0.993, evidence="cheap"'


def test_unsure():
    """A verdict that is unsure says what is most probable, and why that is not enough."""
    why = "only 3 messages of ham learned so far"

    assert header_value(verdict("unsure", why_unsure=why)) == (
        f'unsure, best=spam, probability=0.993, reason="{why}"'
    )


def test_nothing_learned():
    """Where there is no choice there is no probability."""
    fields = {"best": "unsure", "against": None, "posterior": (), "why_unsure": "nothing"}

    assert header_value(verdict("unsure", **fields)) == 'unsure, reason="nothing"'


def test_names_of_classes():
    """The name of a class that could be taken for something else is quoted."""
    assert header_value(verdict('a", probability=1')).startswith(
        r'"a\x22,\x20probability\x3d1", best=spam, probability=0.993'
    )


@given(st.lists(st.tuples(st.text(min_size=1), st.sampled_from([1.0, -1.0])), max_size=9))
def test_hostile_tokens(tokens):
    """Whatever tokens are, they are one list of words in ASCII on short lines, and can be told."""
    value = header_value(verdict(tokens=[("first", 1.0), *tokens]))
    lines = annotate(b"", value).split(b"\n")
    found = LISTS.search(value)

    assert value.isascii()
    assert value.isprintable()
    assert max(map(len, lines)) < 78
    assert found
    said = [found[1].split("; "), found[2].split("; ") if found[2] else []]
    speaks_for = [token for token, weight in [("first", 1.0), *tokens] if weight > 0][:5]
    against = [token for token, weight in tokens if weight < 0][:3]
    for words, known in zip(said, (speaks_for, against), strict=True):
        assert len(words) == len(known)
        for word, token in zip(words, known, strict=True):
            told = word.removesuffix("...").encode().decode("unicode_escape")
            assert token.startswith(told)


def test_encoded_words():
    """No token is decoded by who reads the header."""
    assert "=?" not in header_value(verdict(tokens=[("=?utf-8?q?ham?=", 1.0)]))
