"""Words in disguise: their tokens are those of plain words, and a mark says so."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tokens.messages import UTF8, header, html, tokens, words

from priory.tokens import MailAnalyzer

LETTERS, MIXED, INVISIBLE = (
    f"mark:{name}" for name in ("compatibility-letters", "mixed-scripts", "invisible-letters")
)
STARTS = {"bold": 0x1D41A, "sans": 0x1D5BA, "typewriter": 0x1D68A, "wide": 0xFF41}
STARTS |= {"circles": 0x24D0}


def styled(word, start):
    """Write a word of small letters in others, of which the first is known."""
    return "".join(chr(start + ord(c) - ord("a")) for c in word)


@pytest.mark.parametrize("start", STARTS.values(), ids=STARTS)
def test_styled(start):
    """Letters of another shape are plain ones, with a mark."""
    assert words(styled("cheap", start) + " pills") == ["cheap", "pills", LETTERS]


@pytest.mark.parametrize("text", ["🄵🅁🄴🄴", "🅵🆁🅴🅴", "🅕🅡🅔🅔", "f𝗿ee"])
def test_some_styled(text):
    """Letters in squares and dark circles are plain, too, and one of them is enough."""
    assert words(text) == ["free", LETTERS]


@pytest.mark.parametrize(
    "text", ["𝐱² + 𝐲²", "ﬁrst oﬃce", "1ˢᵗ 2ⁿᵈ", "ｶｰﾄﾞ", "ℝ ℓ № ™", "ＮＴＴの株", "Å"]
)
def test_honest_shapes(text):
    """Symbols, ligatures, small numbers, and wide letters among those of Japan are no disguise."""
    assert not any(token.startswith("mark:") for token in words(text))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Pаypаl", ["paypal"]),
        ("bαnκ-ассоunt", ["bank-account"]),
        ("Cкидки", ["скидки"]),
        ("ΑPPLE", ["apple"]),
        ("𝐏а𝐲𝐩а𝐥", ["paypal", LETTERS]),
    ],
)
def test_mixed(text, expected):
    """Letters that look like those of the rest of a word are these, with a mark."""
    assert words(text) == [*expected, MIXED]


@pytest.mark.parametrize(
    "text", ["IT-отдел", "DVDшник", "10μg", "kΩm", "привет hello", "рау", "γ-ray"]
)
def test_honest_scripts(text):
    """Words of one script, or of letters that look like no others, stay as they are."""
    assert words(text) == [word for word in text.lower().split() if len(word) > 2]


@pytest.mark.parametrize("c", "\u200b\u200c\u200d\u2060\ufeff\xad\u200e")
@pytest.mark.parametrize("word", ["viagra", "кредит", "δάνειο"])
def test_invisible(c, word):
    """What is not seen within a word of Latin, Cyrillic or Greek is told, for it hides the word."""
    assert words(word[:2] + c + word[2:]) == [word, INVISIBLE]


@pytest.mark.parametrize(
    "text", ["نمی\u200cخواهم", "क्\u200dष", "\u200bfree\u200b", "a\ufe0f 👩\u200d👩"]
)
def test_honest_joiners(text):
    """Scripts whose letters join, emoji, and the ends of words have honest use for it."""
    assert INVISIBLE not in words(text)


def test_everywhere():
    """Subjects, hidden texts and names are looked at like the text."""
    assert LETTERS in tokens(f"Subject: {styled('free', 0x1D41A)}\n\n")
    assert header("From", "Pаypаl <a@b.example>") == [
        *["from:a@b.example", "from:b.example", "from:example", "from-name:paypal", MIXED]
    ]
    assert html("<p hidden>Pаypаl</p>") == ["hidden:paypal"]


def test_order():
    """Disguises are marked behind what is odd about the message, each once."""
    raw = f"{UTF8}a\u200bb a\u200bb Pаypаl {styled('free', 0x1D41A)}\0".encode()

    assert MailAnalyzer(headers="none").tokenize(raw)[-4:] == [
        "mark:nul",
        LETTERS,
        MIXED,
        INVISIBLE,
    ]


@pytest.mark.parametrize(
    ("host", "shown", "odd"),
    [
        ("xn--bcher-kva.example", "bücher.example", ["punycode"]),
        ("XN--BCHER-KVA.example", "bücher.example", ["punycode"]),
        ("xn--pypal-4ve.example", "pаypal.example", ["punycode", "mixed-scripts"]),
        ("pаypal.example", "pаypal.example", ["mixed-scripts"]),
        ("bücher.example", "bücher.example", []),
        ("xn--abc-.example", "xn--abc-.example", ["punycode"]),
        ("xn--a.xn--.example", "xn--a.xn--.example", ["punycode"]),
    ],
)
def test_hosts(host, shown, odd):
    """A host is read in the letters that it is shown in, and told if these are mixed."""
    found = words(f"http://{host}/")

    assert found[:2] == [f"url:{shown}", "url:example"]
    assert [token for token in found if token.startswith("odd:")] == [f"odd:{what}" for what in odd]


@given(st.text("abcdefghijklmnopqrstuvwxyz", min_size=3, max_size=12), st.sampled_from([*STARTS]))
def test_any_word(word, style):
    """Any word in other letters has the token of the word."""
    assert words(styled(word, STARTS[style])) == [word, LETTERS]
