"""Letters of mail in disguise: words in plain letters of one script, as readers take them."""

import re
import unicodedata
from functools import cache

from priory._reference.characters import ENCLOSED, is_invisible, is_within, kind, kinds

SHORTEST = 3  # letters of a word that somebody disguises
LONGEST_LABEL = 63
LONGEST_SHOWN = 253  # bytes of a host

# Letters of mathematics, in circles and in squares; wide ones.
STYLED = [*ENCLOSED, (0x2102, 0x2102), (0x210A, 0x2115), (0x2119, 0x211D), (0x2124, 0x2124)]
STYLED += [(0x2128, 0x2128), (0x212C, 0x2134), (0x1D400, 0x1D7FF)]
WIDE = [(0xFF21, 0xFF3A), (0xFF41, 0xFF5A)]
DARK = (0x1F150, 0x1F170)  # letters in dark circles and squares have no plain form in Unicode

SCRIPTS = {
    "latin": [(0x41, 0x5A), (0x61, 0x7A), (0xC0, 0xD6), (0xD8, 0xF6), (0xF8, 0x24F)],
    "cyrillic": [(0x400, 0x481), (0x48A, 0x52F)],
    "greek": [(0x370, 0x3FF), (0x1F00, 0x1FFF)],
}
SCRIPTS["latin"].append((0x1E00, 0x1EFF))
OTHERS = {"cyrillic": "АВЕКМНОРСТУХаекорсухЅІЈѕіјҮүһӀӏԁԛԜԝѵѴ", "greek": "ΑΒΕΖΗΙΚΜΝΟΡΤΥΧαικνορυχ"}
PLAIN = {"cyrillic": "ABEKMHOPCTYXaekopcyxSIJsijYyhIldqWwvV", "greek": "ABEZHIKMNOPTYXaikvopux"}
CYRILLIC = dict(zip(OTHERS["cyrillic"], PLAIN["cyrillic"], strict=True))
GREEK = dict(zip(OTHERS["greek"], PLAIN["greek"], strict=True))
LATIN_LIKE = CYRILLIC | GREEK
CYRILLIC_LIKE = {plain: other for other, plain in reversed(CYRILLIC.items())}


@cache
def script(c: str) -> str:
    r"""Return the script of a letter that may be taken for another's, or nothing.

    >>> [script(c) for c in "a\u0430\u03b11漢"]
    ['latin', 'cyrillic', 'greek', '', '']
    """
    return next((name for name, ranges in SCRIPTS.items() if is_within(c, ranges)), "")


@cache
def plain_letter(c: str) -> str:
    r"""Return the plain form of a letter, if that is made of nothing but such.

    >>> [plain_letter(c) for c in "𝐅ｆﬁ½"]
    ['F', 'f', 'fi', '½']
    """
    for first in DARK:
        if first <= ord(c) < first + 26:
            return chr(ord("A") + ord(c) - first)
    plain = unicodedata.normalize("NFKD", c)
    return plain if set(kinds(plain)) == {kind(c)} else c


def folded(word: str) -> str:
    """Return a word with each letter in its plain form, and its marks on it."""
    return unicodedata.normalize("NFC", "".join(map(plain_letter, word)))


def plain(word: str, seen: set[str]) -> str:
    r"""Return a word as readers take it, and note what is disguised in it.

    >>> seen = set()
    >>> plain("\U0001d405ree-P\u0430ypal", seen), sorted(seen)
    ('Free-Paypal', ['compatibility-letters', 'mixed-scripts'])
    """
    found = folded(word)
    if sum(c.isascii() and c.isalpha() for c in found) >= SHORTEST:
        seen |= {"compatibility-letters"} if any(is_within(c, STYLED) for c in word) else set()
        seen |= {"wide"} if any(is_within(c, WIDE) for c in word) else set()
    pieces = re.split(r"([-_.'@,])", found)
    one = "".join(map(one_script, pieces))
    seen |= {"mixed-scripts"} if one != found else set()
    return one


def is_mixed(text: str) -> bool:
    """Tell whether a text has letters of Latin, and of Cyrillic or Greek."""
    found = set(map(script, text))
    return "latin" in found and bool(found & {"cyrillic", "greek"})


def one_script(piece: str) -> str:
    r"""Return letters of mixed scripts in one, if those of the other stand there for their shape.

    >>> [one_script(piece) for piece in ("P\u0430ypal", "Cкидки", "DVDшник", "μg")]
    ['Paypal', 'Скидки', 'DVDшник', 'μg']
    """
    if not is_mixed(piece) or sum(bool(script(c)) for c in piece) < SHORTEST:
        return piece
    for into, alike in (("latin", LATIN_LIKE), ("cyrillic", CYRILLIC_LIKE)):
        if all(script(c) in ("", into) or c in alike for c in piece):
            return "".join(c if script(c) in ("", into) else alike[c] for c in piece)
    return piece


def has_gap(text: str) -> bool:
    r"""Tell whether something that is not seen stands between two letters.

    >>> has_gap("vi\u200bagra"), has_gap("a \u200bb"), has_gap("क\u200cख")
    (True, False, False)
    """
    before, is_open = "", False
    for c in text:
        if is_invisible(c):
            is_open = True
            continue
        if is_open and before and script(before) and script(c):
            return True
        before, is_open = c, False
    return False


def marks(seen: set[str]) -> list[str]:
    """Return the marks of what was seen; wide letters are at home among Han and kana."""
    letters = "wide" in seen and "dense" not in seen
    found = seen | ({"compatibility-letters"} if letters else set())
    order = ("compatibility-letters", "mixed-scripts", "invisible-letters")
    return [mark for mark in order if mark in found]


def shown_host(host: str) -> str:
    """Return a host in the letters that readers see.

    >>> shown_host("xn--bcher-kva.example"), shown_host("xn--abc-.example")
    ('bücher.example', 'xn--abc-.example')
    """
    shown = ".".join(map(shown_label, host.split(".")))
    return shown if len(shown.encode()) <= LONGEST_SHOWN else host


def shown_label(label: str) -> str:
    """Return the letters that a label of a host stands for, if it stands for letters."""
    code = label.removeprefix("xn--")
    if code == label or not code.isascii() or len(code) > LONGEST_LABEL:
        return label
    try:
        shown = code.encode().decode("punycode")
    except UnicodeError:
        return label
    are_letters = all(c.isascii() or kind(c) in "wd" for c in shown)
    return shown if are_letters and not shown.isascii() else label
