from dataclasses import replace
from itertools import product

import pytest
from conformance.strategies import texts as sound_texts
from hypothesis import example, given
from hypothesis import strategies as st
from tests.errors import refused
from tokens.placed import places as placed

from priory import Analyzer, _reference
from priory.errors import InputTypeError
from priory.tokens.analyzer import DOMAIN_FEATURES
from priory.tokens.places import places

SURROGATES = "aB \ud83d\ude00\ud800\udfff\udc00\ue000é!5$"
FEATURES = "$£€ 15.,x_A!!?é\t"
NORMAL_FORMS = "ﬁﬀ½x가각\u1100\u1161\u11a8e\u0301\u0327İΣς Aß'\u0345"

odd_texts = st.one_of(
    st.text(SURROGATES, max_size=12),
    st.text(FEATURES, max_size=20),
    st.text(NORMAL_FORMS, max_size=12),
    st.sampled_from(["no no no", "Free   MONEY of the free", "évler leri \t\n x", "free_money"]),
)
texts = st.lists(st.one_of(sound_texts, odd_texts), max_size=3).map("".join)

normal = {
    "lowercase": st.booleans(),
    "strip_accents": st.sampled_from([None, "unicode", "ascii"]),
    "ngram_range": st.sampled_from([(1, 1), (1, 3), (2, 2), (3, 9), (1, 10**12)]),
}
of_words = normal | {
    "stop_words": st.sampled_from([(), ("the", "of", "été", "no")]),
    "stem": st.sampled_from([None, "english", "turkish", "greek"]),
    "domain_features": st.lists(st.sampled_from(DOMAIN_FEATURES), unique=True),
    "phrases": st.sampled_from(
        [(), ("no no", "Free Money", "MONEY the", "a", "no", "free money", "free_money", "ΣΣ x1")]
    ),
}
specs = st.one_of(
    st.fixed_dictionaries({}, optional=of_words).map(lambda options: Analyzer(**options)),
    st.builds(Analyzer, kind=st.sampled_from(["char", "char_wb"]), **normal),
)


def answer(function, spec, text):
    """Return what a function says, or its error."""
    try:
        return function(spec, text)
    except ValueError as error:
        return str(error)


def found_by_token(spec, text):
    """Return the places of all tokens of a text, by token, in the order of the first ones."""
    tokens = list(dict.fromkeys(spec.tokenize(text)))
    return list(zip(tokens, places(spec, text, tokens).tolist(), strict=True))


def by_token(found):
    """Group places by token, in the order of the first ones."""
    if isinstance(found, str):
        return found
    groups = {}
    for token, start, end in found:
        groups.setdefault(token, []).append((start, end))
    return list(groups.items())


def flat(spec, text):
    """Return tokens and places, one by one."""
    return [(token, *at) for token, spans in found_by_token(spec, text) for at in spans]


def check(spec, text):
    """Compare the core with the plain rules, and their tokens with the analyser's."""
    slow = answer(placed, spec, text)
    tokens = slow if isinstance(slow, str) else [token for token, _, _ in slow]

    assert answer(found_by_token, spec, text) == by_token(slow)
    assert tokens == answer(Analyzer.tokenize, spec, text)


def forms(spec, text):
    """Normalise a piece of a text, whose last sigma may look different when it is alone."""
    clean = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return _reference.preprocess(clean, spec.lowercase, spec.strip_accents).replace("ς", "σ")


@given(specs, texts)
@example(Analyzer(phrases=("free money", "free_money")), "free_money free money")
def test_places_by_the_plain_rules(spec, text):
    """The core finds what plain Python finds; the tokens and the errors are the analyser's."""
    check(spec, text)


@given(specs, st.text(max_size=10) | st.text(SURROGATES, max_size=10))
def test_any_characters(spec, text):
    """The same holds for any characters there are."""
    check(spec, text)


GRID = {
    "ngram_range": [(1, 1), (2, 3)],
    "lowercase": [True, False],
    "strip_accents": [None, "unicode", "ascii"],
    "stop_words": [(), ("the", "free")],
    "stem": [None, "english"],
    "domain_features": [(), DOMAIN_FEATURES],
    "phrases": [(), ("free offers", "buy the")],
}
TEXT = (
    "BUY the  Cafe\u0301s' ﬁnest offers, İstanbul\ud83d\ude00 \ud800ΟΔΥΣΣΕΥΣ: £ 1,000.50 free_x "
    "가게 Straße!!?! free OFFERS\t\t\nfree the offers 5 € x½y "
)


@pytest.mark.parametrize("values", list(product(*GRID.values())))
def test_grid_of_words(values):
    """Each combination of options finds the tokens of the analyser, within the text."""
    spec = Analyzer(**dict(zip(GRID, values, strict=True)))

    check(spec, TEXT)
    assert all(0 <= start < end <= len(TEXT) for _, start, end in flat(spec, TEXT))


@given(specs, texts)
def test_places_are_in_the_text(spec, text):
    """No place leaves the text, and only a blank that was added has no width."""
    if isinstance(answer(flat, spec, text), str):
        return
    for gram, start, end in flat(spec, text):
        assert 0 <= start <= end <= len(text)
        assert start < end or (spec.kind == "char_wb" and gram == " ")


@given(
    st.builds(Analyzer, lowercase=normal["lowercase"], strip_accents=normal["strip_accents"]), texts
)
def test_places_show_words(spec, text):
    """What stands at the place of a word is that word before it was normalised."""
    for word, start, end in flat(spec, text):
        assert word.replace("ς", "σ") in forms(spec, text[start:end])
        assert word.replace("ς", "σ") not in forms(spec, text[start + 1 : end])


@given(st.text(st.characters(codec="ascii"), max_size=60))
def test_places_in_ascii(text):
    """In ASCII a place holds the word itself, but for its case."""
    for word, start, end in flat(Analyzer(), text):
        assert text[start:end].lower() == word


@given(st.builds(Analyzer, kind=st.just("char"), **normal), sound_texts)
def test_places_show_characters(spec, text):
    """What stands at the place of an n-gram of characters is what it was made of."""
    for gram, start, end in flat(spec, text):
        piece = forms(spec, text[start:end])
        assert "".join(gram.replace("ς", "σ").split()) in "".join(piece.split())


@given(
    st.builds(Analyzer, kind=st.just("char"), **(normal | {"ngram_range": st.just((1, 1))})),
    sound_texts,
)
def test_characters_follow_each_other(spec, text):
    """The places of each character go through the text in order."""
    assert all(spans == sorted(spans) for _, spans in found_by_token(spec, text))


@pytest.mark.parametrize(
    ("options", "text", "expected"),
    [
        ({}, "Buy  NOW!", [("buy", 0, 3), ("now", 5, 8)]),
        ({}, "🎉 buy", [("buy", 2, 5)]),
        ({}, "\ud83d\ude00 buy \ud800now", [("buy", 3, 6), ("now", 8, 11)]),
        ({}, "İİ now", [("now", 3, 6)]),
        ({}, "ΟΔΟΣ now", [("οδος", 0, 4), ("now", 5, 8)]),
        ({"strip_accents": "unicode"}, "İİ now", [("ii", 0, 2), ("now", 3, 6)]),
        ({"strip_accents": "unicode"}, "ﬁn ﬁ ab", [("fin", 0, 2), ("fi", 3, 4), ("ab", 5, 7)]),
        ({"strip_accents": "unicode"}, "x½y", [("x1", 0, 2), ("2y", 1, 3)]),
        ({"strip_accents": "unicode"}, "cafe\u0301\u0327 ab", [("cafe", 0, 6), ("ab", 7, 9)]),
        ({"strip_accents": "ascii"}, "abж\u0301cd straße", [("abcd", 0, 6), ("strae", 7, 13)]),
        ({"strip_accents": "ascii"}, "abж\u0301", [("ab", 0, 2)]),
        ({"stem": "english"}, "Running shoes", [("run", 0, 7), ("shoe", 8, 13)]),
        ({"stem": "turkish"}, "evler leri", [("ev", 0, 5), ("leri", 6, 10)]),
        ({"stem": "english"}, "y" * 1001 + "ies", [("y" * 1001 + "ies", 0, 1004)]),
        ({"ngram_range": (2, 2), "stop_words": ("the",)}, "buy the hat", [("buy hat", 0, 11)]),
    ],
)
def test_words(options, text, expected):
    """Words and their n-grams stand where a reader would point."""
    assert flat(Analyzer(**options), text) == expected


@pytest.mark.parametrize(
    ("feature", "text", "expected"),
    [
        ("numbers", "in 1,000.5 x1 2x 3", [("number:5", 3, 10), ("number:1", 17, 18)]),
        ("money", "é $5 or 6 € 7", [("money:$", 2, 4), ("money:€", 8, 11), ("money:€", 10, 13)]),
        ("money", "$\n5", []),
        ("punctuation", "so!!!!!! a.", [("punct:!!!!", 2, 8)]),
        (
            "capitals",
            "a FREE B2B A4 ÄÖ",
            [("caps:FREE", 2, 6), ("caps:B2B", 7, 10), ("caps:ÄÖ", 14, 16)],
        ),
        ("capitals", "\ud83d\ude00 OK", [("caps:OK", 3, 5)]),
    ],
)
def test_domain_features(feature, text, expected):
    """A domain feature stands where it was found; a price is the symbol and the number."""
    found = flat(Analyzer(domain_features=[feature]), text)

    assert [place for place in found if ":" in place[0]] == expected


def test_phrases():
    """A phrase reaches from its first word to its last, over stop words, and may overlap."""
    spec = Analyzer(phrases=("no no", "free money"), stop_words=("the",))
    found = flat(spec, "No no NO: Free the MONEY")

    assert found[-3:] == [
        ("phrase:no_no", 0, 5),
        ("phrase:no_no", 3, 8),
        ("phrase:free_money", 10, 24),
    ]


def test_white_space_collapsed():
    """The blank that a run of white space became stands for the whole run."""
    assert flat(Analyzer(kind="char", ngram_range=(3, 3)), "A \t\nB\tc") == [
        ("a b", 0, 5),
        (" b\t", 1, 6),
        ("b\tc", 4, 7),
    ]


def test_blanks_around_words():
    """The blanks around a word have no place: n-grams keep to the word, or to its edge."""
    assert flat(Analyzer(kind="char_wb", ngram_range=(1, 3)), "É\n") == [
        (" ", 0, 0),
        (" ", 1, 1),
        ("é", 0, 1),
        (" é", 0, 1),
        ("é ", 0, 1),
        (" é ", 0, 1),
    ]
    assert flat(Analyzer(kind="char_wb", ngram_range=(7, 9)), "so  it") == [
        (" so ", 0, 2),
        (" it ", 4, 6),
    ]


@pytest.mark.parametrize("document", [None, b"buy now", 5])
def test_not_text(document):
    """Something else than text is a TypeError."""
    with refused("wrong-type", kind=InputTypeError):
        places(Analyzer(), document, ["buy"])


def test_other_version():
    """A specification made elsewhere is refused, as the analyser refuses it."""
    with refused("version-mismatch"):
        places(replace(Analyzer(), version="priory 0"), "buy now", ["buy"])


def test_tokens_asked_for():
    """The places come in the order in which tokens are asked for; an absent one has none."""
    found = places(Analyzer(), "so it is so", ["is", "no", "so"])

    assert found.tolist() == [[(6, 8)], [], [(0, 2), (9, 11)]]
    assert [found.of(i) for i in range(3)] == found.tolist()


def test_token_asked_for_twice():
    """A token that is asked for twice is an error that names it."""
    with pytest.raises(ValueError, match='"so" is asked for twice'):
        places(Analyzer(), "so it is so", ["so", "so"])
