"""Tokenization: text becomes tokens."""

import re
import string
import unicodedata
from collections.abc import Callable, Collection
from typing import Any

Documents = list[list[str]]  # each document its tokens

WORD = r"(?u)\b\w\w+\b"
NUMBER = r"(?<!\w)[0-9]++(?:[.,][0-9]++)*+(?!\w)"
PUNCTUATION_RUN = f"[{re.escape(string.punctuation)}]{{2,}}"
MONEY_SYMBOLS = frozenset("$£€¥₹₩₽¢")

# What `tokenize` does unless told otherwise.
DEFAULTS: dict[str, Any] = {
    "analyzer": "word",  # or "char", "char_wb"
    "ngram_range": (1, 1),
    "lowercase": True,
    "strip_accents": None,  # or "unicode", "ascii"
    "stop_words": (),
    "stem": None,  # or a function from word to stem
    "domain_features": (),  # any of "numbers", "money", "punctuation", "capitals"
    "phrases": (),
}


def preprocess(text: str, lowercase: bool = True, strip_accents: str | None = None) -> str:
    """Fold case, then accents.

    >>> preprocess("Crème BRÛLÉE", strip_accents="unicode")
    'creme brulee'
    >>> preprocess("Straße", strip_accents="ascii")
    'strae'
    """
    text = text.lower() if lowercase else text
    if strip_accents is None:
        return text
    letters_and_marks = unicodedata.normalize("NFKD", text)
    if strip_accents == "unicode":
        return "".join(c for c in letters_and_marks if not unicodedata.combining(c))
    return "".join(c for c in letters_and_marks if c.isascii())


def words(text: str) -> list[str]:
    """Cut a text into its runs of two or more word characters.

    >>> words("a cat's 42 naïve_toys")
    ['cat', '42', 'naïve_toys']
    """
    return re.findall(WORD, text)


def word_ngrams(tokens: list[str], min_n: int, max_n: int) -> list[str]:
    """Join neighbouring words; stop words have already left, so their neighbours meet.

    >>> word_ngrams(["new", "york", "city"], 1, 2)
    ['new', 'york', 'city', 'new york', 'york city']
    """
    return [
        " ".join(tokens[start : start + n])
        for n in range(min_n, max_n + 1)
        for start in range(len(tokens) - n + 1)
    ]


def char_ngrams(text: str, min_n: int, max_n: int) -> list[str]:
    """Cut a text into every run of n characters; a run of white space counts as one space.

    A single tab or line feed stays what it is: only runs of two or more become a space.

    >>> char_ngrams("so  so", 2, 3)
    ['so', 'o ', ' s', 'so', 'so ', 'o s', ' so']
    """
    text = re.sub(r"\s\s+", " ", text)
    sizes = range(min_n, max_n + 1)
    return [text[start : start + n] for n in sizes for start in range(len(text) - n + 1)]


def char_wb_ngrams(text: str, min_n: int, max_n: int) -> list[str]:
    """Cut each word, with a space put on either side, into runs of n characters.

    A padded word no longer than n is counted whole, once, and not again for a larger n.

    >>> char_wb_ngrams("so", 2, 3)
    [' s', 'so', 'o ', ' so', 'so ']
    >>> char_wb_ngrams("so", 4, 6)
    [' so ']
    """
    grams = []
    for word in text.split():
        padded = f" {word} "
        for n in range(min_n, max_n + 1):
            starts = range(max(1, len(padded) - n + 1))
            grams += [padded[start : start + n] for start in starts]
            if len(padded) <= n:
                break
    return grams


def domain_features(text: str, which: Collection[str]) -> list[str]:
    """Name what a spam filter wants to know and lower-cased words do not say.

    The text is the raw one. The tokens come kind by kind, each kind in the order of the text.

    >>> domain_features("WIN 1,000 $!!! Only £5", ["numbers", "money"])
    ['number:4', 'number:1', 'money:$', 'money:£']
    >>> domain_features("WIN 1,000 $!!! Only £5", ["punctuation", "capitals"])
    ['punct:$!!!', 'caps:WIN']
    """
    tokens = []
    numbers = list(re.finditer(NUMBER, text))
    if "numbers" in which:
        tokens += [f"number:{sum(c.isdigit() for c in number[0])}" for number in numbers]
    if "money" in which:
        symbols = [money_symbol(text, *number.span()) for number in numbers]
        tokens += [f"money:{symbol}" for symbol in symbols if symbol]
    if "punctuation" in which:
        tokens += [f"punct:{run[:4]}" for run in re.findall(PUNCTUATION_RUN, text)]
    if "capitals" in which:
        tokens += [f"caps:{word}" for word in words(text) if is_capitals(word)]
    return tokens


def money_symbol(text: str, start: int, end: int) -> str | None:
    """Find the currency symbol of the number text[start:end]: before it, else after it."""
    before = text[max(0, start - 2) : start].removesuffix(" ")[-1:]
    after = text[end : end + 2].removeprefix(" ")[:1]
    return next((symbol for symbol in (before, after) if symbol in MONEY_SYMBOLS), None)


def is_capitals(word: str) -> bool:
    """Tell whether a word is two or more capitals and otherwise only digits and underscores.

    >>> [is_capitals(word) for word in ("FREE", "B2B", "A4", "iPhone")]
    [True, True, False, False]
    """
    others = [c for c in word if c.lower() == c]
    return len(word) - len(others) > 1 and all(c in string.digits + "_" for c in others)


def phrases(tokens: list[str], wanted: Documents) -> list[str]:
    """Name each place where the words of a wanted phrase follow each other.

    Places may overlap. Phrases that would have the same token are one phrase, the first of them,
    and a phrase without words is none.

    >>> phrases(["no", "no", "no"], [["no", "no"]])
    ['phrase:no_no', 'phrase:no_no']
    >>> phrases(["free_money", "free", "money"], [["free", "money"], ["free_money"]])
    ['phrase:free_money']
    """
    named: dict[str, list[str]] = {}
    for phrase in wanted:
        named.setdefault("phrase:" + "_".join(phrase), phrase)
    return [
        token
        for token, phrase in named.items()
        for start in range(len(tokens) - len(phrase) + 1)
        if phrase and tokens[start : start + len(phrase)] == phrase
    ]


def tokenize(text: str, **spec: Any) -> list[str]:
    """Turn a document into tokens, as the specification (see `DEFAULTS`) says.

    >>> tokenize("The price of FREE money", stop_words={"the", "of"}, ngram_range=(2, 2))
    ['price free', 'free money']
    >>> tokenize("Free money!!", domain_features=["punctuation"], phrases=["FREE MONEY"])
    ['free', 'money', 'punct:!!', 'phrase:free_money']
    """
    if unknown := spec.keys() - DEFAULTS.keys():
        raise TypeError(f"unknown options: {', '.join(sorted(unknown))}")
    spec = DEFAULTS | spec
    if spec["analyzer"] != "word":
        text = preprocess(text, spec["lowercase"], spec["strip_accents"])
        grams = {"char": char_ngrams, "char_wb": char_wb_ngrams}[spec["analyzer"]]
        return grams(text, *spec["ngram_range"])
    tokens = analysed_words(text, spec)
    wanted = [analysed_words(phrase, spec) for phrase in spec["phrases"]]
    return [
        *word_ngrams(tokens, *spec["ngram_range"]),
        *domain_features(text, spec["domain_features"]),
        *phrases(tokens, wanted),
    ]


def analysed_words(text: str, spec: dict[str, Any]) -> list[str]:
    """Preprocess, cut into words, leave stop words out, stem: in this order."""
    stem: Callable[[str], str] = spec["stem"] or str
    found = words(preprocess(text, spec["lowercase"], spec["strip_accents"]))
    return [stem(word) for word in found if word not in spec["stop_words"]]
