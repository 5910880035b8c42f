"""Words of messages: where they begin and end in any script."""

import pytest
from tokens.messages import header, words


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Don't BUY co-op's", ["don't", "buy", "co-op's"]),
        ("$1,000.50 100% a_b_c me@b.example", ["$1,000.50", "100", "a_b_c", "me@b.example"]),
        ("'quoted' --dashes-- end.", ["quoted", "dashes", "end"]),
        ("one--two three..four", ["one", "two", "three", "four"]),
        ("a: b; to it", []),
        ("x:yes", ["yes"]),
    ],
)
def test_words(text, expected):
    """Letters, digits and the dollar are words, and one sign between them may join them."""
    assert words(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Größe ПРИВЕТ l’été", ["größe", "привет", "l'été"]),
        ("co‐op co‑op", ["co-op", "co-op"]),
        ("בַּיִת קָטָן", ["בַּיִת", "קָטָן"]),
        ("बड़ा हिन्दी", ["बड़ा", "हिन्दी"]),
        ("cafe\u0301 nai\u0308ve", ["café", "naïve"]),
        ("“quoted”—dashed… €500", ["quoted", "dashed", "500"]),
        ("Ａ１２３ 1ˢᵗ m²x 1½ ½ oﬃce ｶﾞ", ["a123", "1st", "m2x", "office", "ガ"]),
        ("İSTANBUL ΟΔΟΣ", ["i\u0307stanbul", "οδοσ"]),
    ],
)
def test_other_scripts(text, expected):
    """Words are found in scripts that set blanks, with the marks on their letters."""
    assert words(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("価格表", ["価格", "格表"]),
        ("漢", ["漢"]),
        ("한국어 말", ["한국", "국어", "말"]),
        ("ราคา", ["รา", "าค", "คา"]),
        ("カード・ローン", ["カー", "ード", "ロー", "ーン"]),
        ("無料！今すぐ。", ["無料", "今す", "すぐ"]),
        ("abc漢字def", ["abc", "漢字", "def"]),
        ("漢-字", ["漢", "字"]),
        ("𠀀𠀁𠀂", ["𠀀𠀁", "𠀁𠀂"]),
        ("မြန်။မာ", ["မြ", "ြန", "န်", "မာ"]),
    ],
)
def test_dense_scripts(text, expected):
    """Where a script sets no blanks, each two characters that follow each other are a token."""
    assert words(text) == expected


@pytest.mark.parametrize("c", "\u200b\u200c\u200d\u2060\ufeff\xad\u202e\u034f\ufe0f\u3164")
def test_invisible(c):
    """A character that is not seen hides nothing."""
    assert words(f"vi{c}agra") == ["viagra", "mark:invisible-letters"]
    assert words(f"価{c}格") == ["価格"]
    assert words(f"co-{c}op") == ["co-op"]


def test_lengths():
    """Words below the shortest are left out, those above the longest are summed up."""
    assert words("a to the that", min_length=4) == ["that"]
    assert words("a to the", min_length=1) == ["a", "to", "the"]
    assert words("abcde abcdef", max_length=5) == ["abcde", "long:a-0"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("x" * 12, ["x" * 12]),
        ("X" * 13, ["long:x-10"]),
        ("X" * 47, ["long:x-40"]),
        ("Ж" * 35, ["long:ж-30"]),
        ("one-and-another-and-another", ["one", "and", "another", "and", "another"]),
        ("somebody.with.a.long@name.example", ["somebody", "with", "long", "name", "example"]),
        ("short-" + "y" * 33, ["short", "long:y-30"]),
        ("один-и-другой-и-третий", ["один", "другой", "третий"]),
    ],
)
def test_long_words(text, expected):
    """A long word falls into its pieces, or is summed up by first letter and length."""
    assert words(text) == expected


def test_long_word_of_subject():
    """A summary has the origin of its word, too."""
    assert header("Subject", "x" * 47, headers="subject") == ["subject:long:x-40"]


def test_pairs():
    """Words that follow each other are a token, too, whatever was left out between them."""
    assert words("free money now", pairs=True) == [
        *["free", "money", "free money", "now", "money now"]
    ]
    assert words("free of charge", pairs=True) == ["free", "charge", "free charge"]


def test_pairs_end():
    """An URL stands between words, and so does the end of a text."""
    assert words("one http://a.example two", pairs=True, urls="hosts") == [
        *["one", "url:a.example", "url:example", "two"]
    ]
    assert "subject:one two" not in header("Subject", "one\nSubject: two", pairs=True)


def test_no_colon():
    """No word of the text can be taken for one of another origin."""
    assert words("subject:free mark:hidden-text") == ["subject", "free", "mark", "hidden-text"]


def test_any_blank():
    """Blanks of any kind are blanks."""
    assert words("one\xa0two\u3000three\u2028four") == ["one", "two", "three", "four"]
