"""Explanations as HTML: a whole page, or a fragment."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from priory._page import STYLE, TAIL, escaped, page_head, table
from priory._show import spelled
from priory.evidence._layout import LEAVE_ONE_OUT, class_table, is_of_text, term_table
from priory.evidence._odds import Odds

if TYPE_CHECKING:
    from collections.abc import Iterator

    from priory.naive_bayes import Explanation

__all__ = ["STYLE_OF_TEXT", "text_lines", "to_html", "whole"]

LEVELS = 5  # of shades
MINUS = "\N{MINUS SIGN}"  # which is as wide as a plus
CERTAIN = 1e6  # a weight that stands for an infinite one, which can be summed
FOR = ("#fdeeda", "#fbdcb5", "#f8c88e", "#f5b468", "#f09d3c")
AGAINST = ("#e0eefb", "#c6dff7", "#a9cef2", "#8bbcec", "#6aa9e5")
SHADES = "".join(
    f".priory .{side}{level} {{ background: {color}; }}\n"
    for side, colors in (("f", FOR), ("a", AGAINST))
    for level, color in enumerate(colors, 1)
)
STYLE_OF_TEXT = f"""<style>
.priory .text {{ white-space: pre-wrap; overflow-wrap: anywhere; border: 1px solid #ccc;
  padding: .8rem; line-height: 1.8; }}
.priory mark {{ color: #000; border-radius: .2rem; padding: .1rem .05rem; }}
{SHADES}</style>
"""


def to_html(
    explanation: Explanation, *, against: Any = None, n: int = 20, fragment: bool = False
) -> str:
    """Lay out an explanation as HTML.

    The words of a text are shaded by how far they speak for the class (orange, +) or against it
    (blue, -). Everything is escaped, what would turn text around or is not seen is spelled out, and
    a page has no scripts and forbids browsers to run or load any.

    Parameters
    ----------
    explanation : Explanation or TextExplanation
        What `explain` returned, of a row or of a text.
    against : label, default=None
        The class that the most probable one is held against; None is the runner-up. If it is the
        most probable one, the runner-up is held against it.
    n : int, default=20
        How many features have a row of the table, the strongest ones; the others are summed up. In
        the text all are shaded.
    fragment : bool, default=False
        Whether to return one ``<div>`` for a page that is there, instead of a whole page.

    Returns
    -------
    str
    """
    odds = Odds.of(explanation, against)
    label = explanation.label
    best = "No class: all have probability 0" if label is None else spelled(label)
    parts = [f"<h1>{escaped(best)}</h1>\n", table(*class_table(odds), 1)]
    if is_of_text(explanation):
        parts += _text(odds)
    parts.append(table(*term_table(odds, n), -1))
    if len(odds.pair) > 1:
        parts.append(_legend(odds))
    if explanation.remainder is not None:
        parts.append(f"<p>{LEAVE_ONE_OUT}</p>\n")
    return whole("".join(parts), fragment=fragment)


def whole(body: str, *, fragment: bool) -> str:
    """Return a page with this body, or a part of somebody else's."""
    if fragment:
        return f'<div class="priory">\n<style>{STYLE}</style>\n{body}</div>\n'
    return f"{page_head()}{body}{TAIL}"


def _legend(odds: Odds) -> str:
    first, second = map(escaped, odds.names)
    return (
        f"<p><span class=for>+ speaks for {first}</span>, "
        f"<span class=against>{MINUS} speaks for {second}</span>; the numbers are logarithms, and "
        "each column of the table adds up to its sum.</p>\n"
    )


def _text(odds: Odds) -> list[str]:
    """Return the text with its words shaded, and the words that nobody knows."""
    explanation: Any = odds.explanation
    parts = []
    if isinstance(explanation.text, str):
        shaded = "".join(_shaded(odds))
        parts.append(f'{STYLE_OF_TEXT}<div class="text" dir="auto">{shaded}</div>\n')
        parts.append(
            "<p>The darker, the more a word says; where words overlap, their sum is shown.</p>\n"
        )
    if explanation.unknown:
        parts.append(f"<p>Unknown words: {escaped(', '.join(explanation.unknown))}</p>\n")
    return parts


def _shaded(odds: Odds) -> Iterator[str]:
    """Cut the text where words begin and end, and mark what words cover by their sum."""
    explanation: Any = odds.explanation
    text = explanation.text
    cuts, sums, covers = _covered(odds, len(text))
    loudness = np.where(covers > 0, np.abs(sums), 0.0)
    levels = np.ceil(LEVELS * loudness / max(loudness.max(), 1e-300) - 1e-9).astype(int)
    cut_at = [*cuts.tolist(), len(text)]
    yield text_lines(text[: cut_at[0]])
    for (start, end), weight, level in zip(
        pairwise(cut_at), sums.tolist(), levels.tolist(), strict=True
    ):
        piece = text_lines(text[start:end])
        if not level:
            yield piece
            continue
        sign, side = ("+", "f") if weight > 0 else (MINUS, "a")
        amount = "certain" if abs(weight) > CERTAIN / 2 else f"{weight:+.2f}"
        yield f'<mark class={side}{level} title="{amount}"><sup>{sign}</sup>{piece}</mark>'


def _covered(odds: Odds, length: int) -> tuple[Any, Any, Any]:
    """Return where pieces of the text begin, and for each the sum and number of its words.

    A word that stands at several places speaks at each of them for its share.
    """
    explanation: Any = odds.explanation
    placed = explanation._placed()
    words = np.repeat(np.arange(len(placed.indptr) - 1), np.diff(placed.indptr))
    is_wide = placed.starts < placed.ends
    words, starts, ends = words[is_wide], placed.starts[is_wide], placed.ends[is_wide]
    counts = np.bincount(words, minlength=len(odds.weights))
    each = (np.clip(odds.weights, -CERTAIN, CERTAIN) / np.maximum(counts, 1))[words]
    cuts, at = np.unique(np.concatenate([starts, ends]), return_inverse=True)
    if not len(cuts):
        return np.array([length]), np.zeros(1), np.zeros(1)
    changes, steps = np.concatenate([each, -each]), np.repeat([1, -1], len(words))
    sums = np.cumsum(np.bincount(at.ravel(), changes, minlength=len(cuts)))
    covers = np.cumsum(np.bincount(at.ravel(), steps, minlength=len(cuts)))
    return cuts, sums, np.round(covers)


def text_lines(text: str) -> str:
    """Return a text that is escaped, but for the ends of its lines and its tabs."""
    if text.isprintable():  # most are, and it is quick
        return escaped(text)
    lines = text.replace("\r\n", "\n").split("\n")
    return "\n".join("\t".join(map(escaped, line.split("\t"))) for line in lines)
