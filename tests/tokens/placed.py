"""Where the tokens of a text stand in it, in plain Python: the oracle of the core's answer.

Every character knows its place, and the rules of the analyser are followed with it.
"""

from __future__ import annotations

import re
import string
import unicodedata
from collections import defaultdict
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from priory import _core
from priory.tokens.analyzer import without_surrogates
from priory.tokens.unicode import strip_marks, strip_to_ascii

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Sequence

    from priory.tokens.analyzer import Analyzer

__all__ = ["Place", "places"]

Place: TypeAlias = tuple[str, int, int]

FOLDS: dict[str | None, Callable[[str], str]] = {
    None: str,
    "unicode": strip_marks,
    "ascii": strip_to_ascii,
}
CHARACTER = re.compile("[\ud800-\udbff][\udc00-\udfff]|.", re.DOTALL)
RUN_OR_CHARACTER = re.compile(r"\s\s+|.", re.DOTALL)
DARK_RUN = re.compile(r"\S+")
WORD = re.compile(r"\w\w+")
# A word character behind a number spoils it; looking for it afterwards keeps the search linear.
NUMBER = re.compile(r"(?<!\w)([0-9]++(?:[.,][0-9]++)*+)(\w?)")
SYMBOL_BEFORE = re.compile(r"([$£€¥₹₩₽¢]) ?\Z")
SYMBOL_AFTER = re.compile(r" ?([$£€¥₹₩₽¢])")
DIGITS = frozenset(string.digits + "_")
PUNCTUATION_RUN = re.compile(f"[{re.escape(string.punctuation)}]{{2,}}")


def places(spec: Analyzer, text: str) -> list[Place]:
    """Return the tokens of a text in their order, each with the start and the end of its place."""
    raw = _characters(text, spec.kind)
    if spec.kind == "char":
        return _char_ngrams(_collapse(_normalize(raw, spec)), spec.ngram_range)
    if spec.kind == "char_wb":
        return _char_wb_ngrams(_normalize(raw, spec), spec.ngram_range)
    words = _words(raw, spec)
    return [
        *_word_ngrams(words, spec.ngram_range),
        *_domain_features(raw, spec.domain_features),
        *_phrases(words, spec),
    ]


class _Text(NamedTuple):
    """A text, and where each of its characters starts and ends in the raw one."""

    text: str
    starts: Sequence[int]
    ends: Sequence[int]

    def place(self, token: str, start: int, end: int) -> Place:
        """Place a token that was found at text[start:end]."""
        return token, self.starts[start], self.ends[end - 1]

    def find(self, pattern: re.Pattern[str]) -> list[Place]:
        """Place all that a pattern matches."""
        return [self.place(match[0], *match.span()) for match in pattern.finditer(self.text)]


def _characters(text: str, kind: str) -> _Text:
    """Replace lone surrogates; two that belong together are one character."""
    clean = without_surrogates(text, kind)
    if len(clean) == len(text):
        return _Text(clean, range(len(text)), range(1, len(text) + 1))
    spans = [match.span() for match in CHARACTER.finditer(text)]
    return _Text(clean, [start for start, _ in spans], [end for _, end in spans])


def _normalize(raw: _Text, spec: Analyzer) -> _Text:
    """Fold case, then accents. One character may become several or none."""
    lower = str.lower if spec.lowercase else str
    text = lower(raw.text)  # as a whole, since a sigma looks about itself
    folds_accents = spec.strip_accents is not None and not text.isascii()
    if len(text) == len(raw.text) and not folds_accents:  # no letter becomes fewer in lower case
        return raw._replace(text=text)
    origins = [i for i, c in enumerate(raw.text) for _ in lower(c)]
    folds = {c: FOLDS[spec.strip_accents](c) for c in set(text)}
    starts: list[int] = []
    ends: list[int] = []
    for c, i in zip(text, origins, strict=True):
        starts += [raw.starts[i]] * len(folds[c])
        ends += [raw.ends[i]] * len(folds[c])
        if not folds[c] and unicodedata.combining(c) and ends[-1:] == [raw.starts[i]]:
            ends[-1] = raw.ends[i]  # an accent goes with its letter
    return _Text("".join(folds[c] for c in text), starts, ends)


def _words(raw: _Text, spec: Analyzer) -> list[Place]:
    """Cut a text into words, leave stop words out, stem: in this order."""
    found = _normalize(raw, spec).find(WORD)
    if spec.stop_words:
        found = [place for place in found if place[0] not in spec.stop_words]
    if spec.stem is None:
        return found
    stems = _core.stem(spec.stem, [word for word, _, _ in found])
    return [(stem or word, i, j) for stem, (word, i, j) in zip(stems, found, strict=True)]


def _windows(length: int, ngram_range: tuple[int, int]) -> Iterator[tuple[int, int]]:
    """Go through the places of all n-grams in a sequence, the short ones first."""
    least, greatest = ngram_range
    for n in range(least, min(greatest, length) + 1):
        for start in range(length - n + 1):
            yield start, start + n


def _word_ngrams(words: list[Place], ngram_range: tuple[int, int]) -> list[Place]:
    if ngram_range == (1, 1):
        return words
    return [
        (" ".join(word for word, _, _ in words[i:j]), words[i][1], words[j - 1][2])
        for i, j in _windows(len(words), ngram_range)
    ]


def _collapse(normal: _Text) -> _Text:
    """Make each run of two or more white-space characters one blank, which stands for them all."""
    pieces = normal.find(RUN_OR_CHARACTER)
    text = "".join(" " if len(piece) > 1 else piece for piece, _, _ in pieces)
    return _Text(text, [start for _, start, _ in pieces], [end for _, _, end in pieces])


def _char_ngrams(text: _Text, ngram_range: tuple[int, int]) -> list[Place]:
    spans = _windows(len(text.text), ngram_range)
    return [text.place(text.text[i:j], i, j) for i, j in spans]


def _char_wb_ngrams(text: _Text, ngram_range: tuple[int, int]) -> list[Place]:
    """Place the n-grams of each word between blanks; one too short for all n counts whole, once."""
    grams = []
    for match in DARK_RUN.finditer(text.text):
        start, end = match.span()
        # Where each character of the padded word starts and ends; the blanks have no width.
        starts = (text.starts[start], *text.starts[start:end], text.ends[end - 1])
        ends = (text.starts[start], *text.ends[start:end], text.ends[end - 1])
        padded = _Text(f" {match[0]} ", starts, ends)
        grams += _char_ngrams(padded, (min(ngram_range[0], len(starts)), ngram_range[1]))
    return grams


def _domain_features(raw: _Text, which: Collection[str]) -> list[Place]:
    """Place numbers, prices (with their symbol), runs of punctuation and words in capitals."""
    if not which:
        return []
    found = []
    numbers = [match.span(1) for match in NUMBER.finditer(raw.text) if not match[2]]
    if "numbers" in which:
        found += [raw.place(f"number:{_digits(raw.text, *at)}", *at) for at in numbers]
    if "money" in which:
        prices = (_price(raw.text, *at) for at in numbers)
        found += [raw.place(*price) for price in prices if price]
    if "punctuation" in which:
        found += [(f"punct:{run[:4]}", i, j) for run, i, j in raw.find(PUNCTUATION_RUN)]
    if "capitals" in which:
        found += [(f"caps:{word}", i, j) for word, i, j in raw.find(WORD) if _is_capitals(word)]
    return found


def _digits(text: str, start: int, end: int) -> int:
    return end - start - text.count(".", start, end) - text.count(",", start, end)


def _price(text: str, start: int, end: int) -> Place | None:
    """Return the symbol of a number, before it or else after it, and where the two stand."""
    head = max(0, start - 2)
    if before := SYMBOL_BEFORE.search(text[head:start]):
        return f"money:{before[1]}", head + before.start(), end
    if after := SYMBOL_AFTER.match(text, end):
        return f"money:{after[1]}", start, after.end()
    return None


def _is_capitals(word: str) -> bool:
    """Tell whether a word is two or more capitals and otherwise only digits and underscores."""
    others = [c for c in word if c.lower() == c]
    return len(word) - len(others) > 1 and DIGITS.issuperset(others)


def _phrases(words: list[Place], spec: Analyzer) -> list[Place]:
    """Place each run of words that a phrase comes down to."""
    if not spec.phrases:
        return []
    wanted: dict[str, list[str]] = {}
    for phrase in spec.phrases:
        parts = [word for word, _, _ in _words(_characters(phrase, spec.kind), spec)]
        wanted.setdefault("_".join(parts), parts)  # one token is one phrase
    heads = defaultdict(list)
    for i, (word, _, _) in enumerate(words):
        heads[word].append(i)
    return [
        (f"phrase:{name}", words[i][1], words[i + len(parts) - 1][2])
        for name, parts in wanted.items()
        for i in heads.get(parts[0] if parts else "", ())
        if [word for word, _, _ in words[i : i + len(parts)]] == parts
    ]
