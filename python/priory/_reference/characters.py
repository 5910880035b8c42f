"""Character classes for mail tokenization."""

import unicodedata
from functools import cache

# Scripts that set no blanks between words.
DENSE = {
    "Thai and Lao": (0x0E01, 0x0EFF),
    "Myanmar": (0x1000, 0x109F),
    "Hangul letters": (0x1100, 0x11FF),
    "Khmer": (0x1780, 0x17D3),
    "Han marks": (0x3005, 0x3007),
    "kana": (0x3040, 0x30FF),
    "Bopomofo and Hangul letters": (0x3105, 0x318E),
    "Bopomofo, strokes, kana": (0x31A0, 0x31FF),
    "Han, first extension": (0x3400, 0x4DBF),
    "Han": (0x4E00, 0x9FFF),
    "Hangul": (0xAC00, 0xD7FF),
    "Han, compatible": (0xF900, 0xFAFF),
    "kana and Hangul of half width": (0xFF66, 0xFFDC),
    "Han, other extensions": (0x20000, 0x3FFFF),
}
PUNCTUATION = frozenset("\u0e3f\u0e4f\u0e5a\u0e5b\u104a\u104b\u30a0\u30fb")  # within them
JOINERS = frozenset("',-._@\u2010\u2011\u2019")
BLANKS = "\t\n\v\f\r \x85\xa0\u1680\u2028\u2029\u202f\u205f\u3000"
BLANKS += "".join(map(chr, range(0x2000, 0x200B)))

# Default ignorable, in the words of Unicode.
INVISIBLE = [(0xAD, 0xAD), (0x34F, 0x34F), (0x61C, 0x61C), (0x115F, 0x1160), (0x17B4, 0x17B5)]
INVISIBLE += [(0x180B, 0x180F), (0x200B, 0x200F), (0x202A, 0x202E), (0x2060, 0x206F)]
INVISIBLE += [(0x3164, 0x3164), (0xFE00, 0xFE0F), (0xFEFF, 0xFEFF), (0xFFA0, 0xFFA0)]
INVISIBLE += [(0xFFF0, 0xFFF8), (0x1BCA0, 0x1BCA3), (0x1D173, 0x1D17A), (0xE0000, 0xE0FFF)]

# Letters in circles and squares are symbols to Unicode, and letters to readers.
ENCLOSED = [(0x24B6, 0x24E9), (0x1F130, 0x1F149), (0x1F150, 0x1F169), (0x1F170, 0x1F189)]


def is_within(c: str, ranges: list[tuple[int, int]]) -> bool:
    """Tell whether a character is in one of some ranges."""
    return any(first <= ord(c) <= last for first, last in ranges)


@cache
def is_invisible(c: str) -> bool:
    """Tell whether a character is not seen: a place to hide in."""
    return is_within(c, INVISIBLE)


@cache
def kind(c: str) -> str:
    """Return what a character is: "w" in words, "d" dense, "j" joiner, " " blank, "." other.

    >>> [kind(c) for c in "a1$漢-\u200b !"]
    ['w', 'w', 'w', 'd', 'j', '?', ' ', '.']
    """
    if is_invisible(c):
        return "?"
    if c in JOINERS:
        return "j"
    if c in BLANKS:
        return " "
    if is_within(c, [*DENSE.values()]) and c not in PUNCTUATION:
        return "d"
    is_letter = unicodedata.category(c)[0] in "LMN" or is_within(c, ENCLOSED)
    return "w" if c == "$" or is_letter else "."


def kinds(text: str) -> str:
    """Return the kind of each character of a text."""
    return "".join(map(kind, text))


def lower_ascii(text: str) -> str:
    """Lower the letters of ASCII, as names of headers and hosts have them."""
    return "".join(c.lower() if c.isascii() else c for c in text)


def strip(text: str) -> str:
    """Leave out the blanks around a text."""
    return text.strip(BLANKS)
