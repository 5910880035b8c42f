"""Analyzer: an immutable, versioned specification of a text tokenizer."""

from __future__ import annotations

import re
import sys
import unicodedata
from dataclasses import dataclass
from functools import lru_cache
from operator import index
from typing import TYPE_CHECKING, Any

from priory import _core
from priory.errors import InputError, InputTypeError
from priory.tokens.unicode import folding
from priory.tokens.versions import is_compatible

if TYPE_CHECKING:
    from collections.abc import Collection

__all__ = ["DOMAIN_FEATURES", "KINDS", "Analyzer", "without_surrogates"]

SURROGATE = re.compile("[\ud800-\udfff]")
KINDS = ("word", "char", "char_wb")
ACCENTS = ("unicode", "ascii", None)
DOMAIN_FEATURES = ("numbers", "money", "punctuation", "capitals")


def _version() -> str:
    """Name everything outside the specification that decides where tokens begin and end."""
    return f"priory 1, unicode {unicodedata.unidata_version}, {_core.stem_version()}"


@dataclass(frozen=True, slots=True)
class Analyzer:
    """From a document to its tokens.

    The same specification always gives the same tokens; two analysers that compare equal do.
    What is built with an analyser keeps it, version included.

    Parameters
    ----------
    kind : {"word", "char", "char_wb"}, default="word"
        N-grams of words of two or more word characters, of all characters, or of the characters
        of each word between blanks.
    ngram_range : tuple of int, default=(1, 1)
        The least and the greatest n.
    lowercase : bool, default=True
        Lower the case first, as ``str.lower`` does.
    strip_accents : {"unicode", "ascii"} or None, default=None
        Then strip accents, as scikit-learn does.
    stop_words : collection of str, default=frozenset()
        Words left out.
    stem : str or None, default=None
        The Snowball language in which words are reduced to stems, after stop words were left out.
        A word whose stem is empty stays as it is.
    domain_features : collection of str, default=()
        Any of ``"numbers"``, ``"money"``, ``"punctuation"`` and ``"capitals"``: extra tokens found
        in the document as it is, for example ``number:3``, ``money:$``, ``punct:!!!`` and
        ``caps:FREE``.
    phrases : collection of str, default=()
        Each place where the words of a phrase follow each other is an extra token, for example
        ``phrase:free_money``.
    version : str
        What decides about tokens beside the specification: versions of these rules, of Unicode
        and of Snowball. Do not set it.

    Examples
    --------
    >>> from priory.tokens import Analyzer
    >>> Analyzer().tokenize("Buy cheap, buy NOW!")
    ['buy', 'cheap', 'buy', 'now']
    >>> Analyzer(stem="english", domain_features=("capitals",)).tokenize("Buying NOW")
    ['buy', 'now', 'caps:NOW']
    """

    kind: str = "word"
    ngram_range: tuple[int, int] = (1, 1)
    lowercase: bool = True
    strip_accents: str | None = None
    stop_words: Collection[str] = frozenset()
    stem: str | None = None
    domain_features: Collection[str] = ()
    phrases: Collection[str] = ()
    version: str = _version()

    def __post_init__(self) -> None:
        for name, kind in (
            ("stop_words", frozenset),
            ("domain_features", tuple),
            ("phrases", tuple),
        ):
            self._freeze(name, kind)
        _choose("kind", self.kind, KINDS)
        _choose("strip_accents", self.strip_accents, ACCENTS)
        check_stem(self.stem)
        for feature in self.domain_features:
            _choose("domain_features", feature, DOMAIN_FEATURES)
        self._check_ngrams()
        if self.kind != "word":
            self._refuse_word_extras()

    def _refuse_word_extras(self) -> None:
        for name in ("stem", "domain_features", "phrases"):
            if getattr(self, name):
                raise InputError(
                    f"applies to words, but {self.kind!r} makes character n-grams",
                    code="incompatible-parameters",
                    place=name,
                    parameter=name,
                    remedy="leave it out or choose 'word'",
                )

    def _freeze(self, name: str, kind: Any) -> None:
        """Keep a collection of strings in a form that cannot change."""
        value = getattr(self, name)
        if isinstance(value, str) or not all(isinstance(item, str) for item in value):
            raise InputError(
                f"must be a collection of strings, not {value!r}",
                code="bad-parameter",
                place=name,
                parameter=name,
            )
        object.__setattr__(self, name, kind(value))

    def _check_ngrams(self) -> None:
        try:
            least, greatest = map(index, self.ngram_range)
        except (TypeError, ValueError):
            least, greatest = 0, 0
        if not 1 <= least <= greatest <= sys.maxsize:
            raise InputError(
                ngram_mistake(self.ngram_range),
                code="bad-parameter",
                place="ngram_range",
                parameter="ngram_range",
            )
        object.__setattr__(self, "ngram_range", (least, greatest))

    def tokenize(self, text: str) -> list[str]:
        """Return the tokens of a document.

        Parameters
        ----------
        text : str
            The document.

        Returns
        -------
        list of str
            N-grams, then domain features, then phrases.
        """
        return self.native().tokenize(without_surrogates(text, self.kind))

    def native(self) -> _core.Analyzer:
        """Return the compiled analyser that follows this specification."""
        return _compile(self)


def check_stem(language: Any) -> None:
    """Refuse a language that has no stemmer; None is no stemming."""
    _choose("stem", language, (*_core.stem_languages(), None))


def ngram_mistake(value: Any) -> str:
    """Say what is wrong with a range of n-grams."""
    return f"must be two integers with 1 <= least <= greatest, not {value!r}"


def _choose(parameter: str, value: Any, choices: tuple[Any, ...]) -> None:
    if value not in choices:
        shown = ", ".join(repr(choice) for choice in choices if choice is not None)
        raise InputError(
            f"must be one of {shown}, not {value!r}",
            code="bad-parameter",
            place=parameter,
            parameter=parameter,
        )


def without_surrogates(text: str, kind: str, place: str | None = None) -> str:
    """Replace lone surrogates, which belong to no word; n-grams of characters refuse them."""
    if not isinstance(text, str):
        raise InputTypeError(
            f"type {type(text).__name__}, expected str", code="wrong-type", place=place or "text"
        )
    if text.isascii() or not SURROGATE.search(text):
        return text
    if kind == "word":
        return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    raise InputError(
        "contains a lone surrogate, which is not a valid character",
        code="lone-surrogate",
        place=place or "text",
        remedy="decode it with errors='replace'",
    )


@lru_cache(maxsize=64)
def _compile(spec: Analyzer) -> _core.Analyzer:
    if not is_compatible(spec.version, _version(), stemmed=spec.stem is not None):
        raise InputError(
            f"the analyser was built with {spec.version!r}, but this is {_version()!r}",
            code="version-mismatch",
            remedy="tokens may differ, so fit again",
        )
    return _core.Analyzer(
        kind=spec.kind,
        ngrams=spec.ngram_range,
        lowercase=spec.lowercase,
        folding=folding(spec.strip_accents) if spec.strip_accents else None,
        stop_words=list(spec.stop_words),
        stemmer=spec.stem,
        features=list(spec.domain_features),
        phrases=list(spec.phrases),
    )
