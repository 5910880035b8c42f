"""The analyser: a small frozen specification of what counts as a token."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from functools import lru_cache

from priory import _core
from priory.tokens.unicode import folding

__all__ = ["DOMAIN_FEATURES", "KINDS", "Analyzer"]

KINDS = ("word", "char", "char_wb")
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
    stop_words : frozenset of str, default=frozenset()
        Words left out.
    stem : str or None, default=None
        The Snowball language in which words are reduced to stems, after stop words were left out.
    domain_features : tuple of str, default=()
        Any of ``"numbers"``, ``"money"``, ``"punctuation"`` and ``"capitals"``: extra tokens found
        in the document as it is, for example ``number:3``, ``money:$``, ``punct:!!!`` and
        ``caps:FREE``.
    phrases : tuple of str, default=()
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
    stop_words: frozenset[str] = frozenset()
    stem: str | None = None
    domain_features: tuple[str, ...] = ()
    phrases: tuple[str, ...] = ()
    version: str = _version()

    def __post_init__(self) -> None:
        extras = (self.stop_words, self.stem, self.domain_features, self.phrases)
        if self.kind != "word" and any(extras[1:]):
            raise ValueError(
                f"stem, domain_features and phrases speak of words, but analyzer={self.kind!r} "
                "makes n-grams of characters: leave them out or use analyzer='word'"
            )
        unknown = set(self.domain_features) - set(DOMAIN_FEATURES)
        if unknown:
            raise ValueError(
                f"unknown domain features {sorted(unknown)}: choose from {list(DOMAIN_FEATURES)}"
            )

    def tokenize(self, text: str) -> list[str]:
        """Return the tokens of a document.

        Parameters
        ----------
        text : str
            The document.

        Returns
        -------
        list of str
            N-grams, then phrases, then domain features.
        """
        return self.native().tokenize(text)

    def native(self) -> _core.Analyzer:
        """Return the compiled analyser that follows this specification."""
        return _compile(self)


@lru_cache(maxsize=64)
def _compile(spec: Analyzer) -> _core.Analyzer:
    if spec.version != _version():
        raise ValueError(
            f"this analyser was made with {spec.version!r}, and here is {_version()!r}: "
            "tokens may differ, so fit again"
        )
    return _core.Analyzer(
        kind=spec.kind,
        ngrams=spec.ngram_range,
        lowercase=spec.lowercase,
        folding=folding(spec.strip_accents) if spec.strip_accents else None,
        stop_words=list(spec.stop_words),
        stemmer=spec.stem,
        features=list(spec.domain_features),
        phrases=list(dict.fromkeys(spec.phrases)),
    )
