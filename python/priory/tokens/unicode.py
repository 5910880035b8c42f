"""Unicode tables of the running Python (word characters, case, accents) for the core.

Python and Rust follow different versions of Unicode, and so do versions of Python. The core must
cut and fold text exactly as ``re`` and ``str`` do here and now, so it asks here, once, when it
meets the first text outside ASCII.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from typing import TYPE_CHECKING

from priory import _core

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

__all__ = ["character_table", "folding", "strip_marks", "strip_to_ascii"]


_EMPTY_PLANES = range(0x40000, 0xE0000)
_PRIVATE_PLANES = 0xF0000
_BLOCK = 256
_SURROGATES = range(0xD800, 0xE000)


def _blocks() -> Iterator[str]:
    """Yield all characters that can have a property: no surrogates, no empty or private planes.

    Block by block: all at once would take more memory than most texts.
    """
    for start in range(0, _PRIVATE_PLANES, _BLOCK):
        if start not in _SURROGATES and start not in _EMPTY_PLANES:
            yield "".join(map(chr, range(start, start + _BLOCK)))


def _matching(pattern: str) -> str:
    find = re.compile(pattern).findall
    return "".join(match for block in _blocks() for match in find(block))


@cache
def character_table() -> _core.CharTable:
    """Return the word characters, the white space and the lower-case forms."""
    lower = _changes(str.lower)
    final = _final_sigmas("", lower)
    stepped_over = _final_sigmas("A", lower) - final
    return _core.CharTable(
        word=_matching(r"\w+"),
        space=_matching(r"\s+"),
        cased="".join(final),
        ignorable="".join(stepped_over),
        upper="".join(lower),
        lower=list(lower.values()),
    )


def _changes(change: Callable[[str], str]) -> dict[str, str]:
    """Find the characters that a function of text changes; most blocks it leaves alone."""
    changed = (c for block in _blocks() if change(block) != block for c in block)
    return {c: change(c) for c in changed if change(c) != c}


def _final_sigmas(before: str, lower: dict[str, str]) -> set[str]:
    """Find the characters behind which, with ``before`` before them, a sigma ends a word.

    That is how Python tells which characters are cased and which are ignored: there is no other
    way to ask. Those of a block are tried in one text, set apart by blanks.
    """
    expanding = {c for c, form in lower.items() if len(form) > 1}
    found = {c for c in expanding if f"{before}{c}Σ".lower().endswith("ς")}
    step = len(before) + 3
    for block in _blocks():
        single = "".join(c for c in block if c not in expanding)
        answers = f"{before}{f'Σ {before}'.join(single)}Σ ".lower()[step - 2 :: step]
        found.update(single[match.start()] for match in re.finditer("ς", answers))
    return found


@cache
def folding(strip_accents: str) -> _core.Folding:
    """Return the forms in which ``strip_accents="unicode"`` or ``"ascii"`` leaves characters."""
    forms = _changes(strip_marks)
    marks = "".join(filter(unicodedata.combining, forms))
    if strip_accents == "unicode":
        return _core.Folding("".join(forms), list(forms.values()), marks, drop_others=False)
    forms = {c: form for c, form in _changes(strip_to_ascii).items() if form}
    return _core.Folding("".join(forms), list(forms.values()), marks, drop_others=True)


def strip_marks(text: str) -> str:
    """Take characters apart and drop the marks, as ``strip_accents="unicode"`` does."""
    return "".join(c for c in unicodedata.normalize("NFKD", text) if not unicodedata.combining(c))


def strip_to_ascii(text: str) -> str:
    """Take characters apart and drop what is not ASCII, as ``strip_accents="ascii"`` does."""
    return unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode("ascii")
