"""Every code point, against the Python that runs the tests."""

import re
import sys
import unicodedata

import pytest
from sklearn.feature_extraction.text import strip_accents_ascii, strip_accents_unicode

from priory import Analyzer
from priory.tokens.unicode import character_table, folding

CHARACTERS = "".join(
    chr(code) for code in range(sys.maxunicode + 1) if not 0xD800 <= code <= 0xDFFF
)
PLAIN = Analyzer(lowercase=False)
RUNS = Analyzer(kind="char_wb", ngram_range=(10**9, 10**9), lowercase=False)


def between(left, right, characters=CHARACTERS, per_line=4096):
    """Write all characters, each between two strings, in texts of moderate length."""
    lines = range(0, len(characters), per_line)
    return [left + (right + left).join(characters[at : at + per_line]) + right for at in lines]


def words(spec, text):
    """Cut a text as the core does."""
    return spec.tokenize(text)


def folded(spec, text):
    """Return the whole of a text as a specification folds it: its characters are its tokens."""
    return "".join(spec.tokenize(text))


def single(**options):
    """Specify single characters."""
    return Analyzer(kind="char", **options)


def test_word_characters():
    """Each character belongs to words exactly if the pattern of Python says so."""
    for text in between("a", "b "):
        assert re.findall(r"\w\w+", text) == words(PLAIN, text)


def test_words_of_one_script():
    """Characters that follow each other are cut where Python cuts them."""
    for at in range(0, len(CHARACTERS), 5000):
        text = CHARACTERS[at : at + 5000]
        assert re.findall(r"\b\w\w+\b", text) == words(PLAIN, text)


def test_white_space():
    """Each character separates runs exactly if ``str.split`` says so."""
    for text in between("a", "b "):
        assert [f" {run} " for run in text.split()] == words(RUNS, text)


def test_white_space_collapses():
    """Two white-space characters become a blank exactly if the pattern of Python says so."""
    for text in between(" ", "x"):
        assert re.sub(r"\s\s+", " ", text) == folded(single(lowercase=False), text)


def test_lower_case():
    """Each character alone has Python's lower-case form."""
    for text in between("x", "x"):
        assert text.lower() == folded(single(), text)


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("", "Σ."),  # behind which characters a sigma ends a word
        ("A", "Σ."),  # which ones it looks past to the left
        ("AΣ", "."),  # before which ones it does not end a word
        ("AΣ", "B."),  # which ones it looks past to the right
        ("Σ", "Σ"),
    ],
)
def test_final_sigma(left, right):
    """A sigma becomes the final one exactly where Python's does, whatever stands beside it."""
    for text in between(left, right):
        assert text.lower() == folded(single(), text)


def test_final_sigma_across_documents():
    """What stands in the next document does not reach back to a sigma at the end of this one."""
    spec = Analyzer()

    assert [spec.tokenize(text) for text in ("ΑΣ", "ΑΒ")] == [["ας"], ["αβ"]]


@pytest.mark.parametrize("lowercase", [False, True])
def test_accents_stripped(lowercase):
    """Each character loses its accents as in scikit-learn, after its case."""
    spec = single(strip_accents="unicode", lowercase=lowercase)
    for text in between("x", "x"):
        expected = strip_accents_unicode(text.lower() if lowercase else text)
        assert expected == folded(spec, text)


@pytest.mark.parametrize("lowercase", [False, True])
def test_stripped_to_ascii(lowercase):
    """Each character has scikit-learn's ASCII form or none, after its case."""
    spec = single(strip_accents="ascii", lowercase=lowercase)
    for text in between("x", "x"):
        expected = strip_accents_ascii(text.lower() if lowercase else text)
        assert re.sub(r"\s\s+", " ", expected) == folded(spec, text)


@pytest.mark.parametrize("form", ["NFD", "NFKD", "NFC"])
def test_decomposed_text(form):
    """Text that is already decomposed or composed loses its accents all the same."""
    text = unicodedata.normalize(form, "Crème Brûlée Ǖ Ệ 각 ﬁ ℌ ²")
    spec = single(strip_accents="unicode", lowercase=False)

    assert strip_accents_unicode(text) == folded(spec, text)


def test_tables_are_built_once():
    """The tables of the running Python are built once."""
    assert character_table() is character_table()
    assert folding("ascii") is folding("ascii")
