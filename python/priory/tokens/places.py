"""Character offsets of tokens in a text."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from priory.tokens.analyzer import without_surrogates

if TYPE_CHECKING:
    from priory.tokens.analyzer import Analyzer

__all__ = ["Places", "places"]

CHARACTER = re.compile("[\ud800-\udbff][\udc00-\udfff]|.", re.DOTALL)


@dataclass(frozen=True, slots=True, eq=False)
class Places:
    """Where each of some tokens stands in a text, as arrays, of which lists are made when asked.

    Attributes
    ----------
    indptr : ndarray of shape (n_tokens + 1,)
        Where the places of each token begin among all, and the number of all.
    starts, ends : ndarray of shape (n_places,)
        The places, token by token and in the order of the text: ``text[start:end]``.
    """

    indptr: Any
    starts: Any
    ends: Any

    @classmethod
    def nowhere(cls, n_tokens: int) -> Places:
        """Return that of so many tokens no places are known."""
        none = np.zeros(0, dtype=np.int64)
        return cls(np.zeros(n_tokens + 1, dtype=np.int64), none, none)

    def of(self, i: int) -> list[tuple[int, int]]:
        """Return the places of one token."""
        at = slice(self.indptr[i], self.indptr[i + 1])
        return list(zip(self.starts[at].tolist(), self.ends[at].tolist(), strict=True))

    def tolist(self) -> list[list[tuple[int, int]]]:
        """Return the places of all tokens."""
        spans = list(zip(self.starts.tolist(), self.ends.tolist(), strict=True))
        return [spans[first:end] for first, end in pairwise(self.indptr.tolist())]


def places(spec: Analyzer, text: str, tokens: list[str]) -> Places:
    """Return where some tokens stand in a text.

    Parameters
    ----------
    spec : Analyzer
        What a token is.
    text : str
        The document.
    tokens : list of str
        Tokens, none of them twice. One that is not in the text has no places.

    Returns
    -------
    Places
        For each token where it starts and ends: ``text[start:end]`` is what it was made of, before
        its case, its accents and its ending were lost. An n-gram of words reaches from the first to
        the last, over the stop words between them. The blanks that ``"char_wb"`` puts around a word
        have no place of their own: one that is alone stands at the edge of the word, with no width.

    Examples
    --------
    >>> from priory import Analyzer
    >>> from priory.tokens.places import places
    >>> places(Analyzer(stem="english"), "CAFÉ Openings, open!", ["open", "café"]).tolist()
    [[(5, 13), (15, 19)], [(0, 4)]]
    >>> pairs = Analyzer(stop_words={"of"}, ngram_range=(2, 2))
    >>> places(pairs, "Full of hope!", ["full hope"]).tolist()
    [[(0, 12)]]
    """
    clean = without_surrogates(text, spec.kind)
    indptr, starts, ends = spec.native().places(clean, tokens)
    if len(clean) < len(text):  # two surrogates that belong together became one character
        edges = np.array([*(match.start() for match in CHARACTER.finditer(text)), len(text)])
        starts, ends = edges[starts], edges[ends]
    return Places(indptr, starts, ends)
