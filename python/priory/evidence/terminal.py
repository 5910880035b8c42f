"""Explanations as plain or coloured text for the terminal."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING, Any

from priory._show import shown, table
from priory.evidence._layout import LEAVE_ONE_OUT, class_table, is_of_text, term_table
from priory.evidence._odds import Odds

if TYPE_CHECKING:
    from priory.naive_bayes import Explanation

__all__ = ["to_text", "unknown_words"]

MOST_CHARACTERS = 2000  # of a text that is shown with its words marked
MOST_UNKNOWN = 20
WIDTH = 80  # of the text with its marks

# Orange and blue of 256 colours: the eyes of nearly everybody tell them apart.
COLORS = {"+": "\x1b[38;5;166m", "-": "\x1b[38;5;32m"}
PLAIN = "\x1b[39m"


def to_text(
    explanation: Explanation, *, against: Any = None, n: int = 20, color: bool = False
) -> str:
    """Lay out an explanation as tables for the terminal.

    Parameters
    ----------
    explanation : Explanation or TextExplanation
        What `explain` returned, of a row or of a text.
    against : label, default=None
        The class that the most probable one is held against; None is the runner-up. If it is the
        most probable one, the runner-up is held against it.
    n : int, default=20
        How many features are shown one by one, the strongest ones; the others are summed up.
    color : bool, default=False
        Whether what speaks for the class is orange and what speaks against it blue. Signs say the
        same without colours.

    Returns
    -------
    str
        The classes, and what spoke for the class and against it. Of a text also the unknown words,
        and the text with its words marked.

    Examples
    --------
    >>> from priory import MultinomialNB
    >>> from priory.evidence import to_text
    >>> model = MultinomialNB().fit([[3, 1], [0, 2], [1, 4]], ["ham", "spam", "spam"])
    >>> print(to_text(model.explain([[0, 2]])[0]))
    label  probability
    spam        0.9159
    ham         0.0841
    <BLANKLINE>
    feature  value   spam    ham  difference
    (prior)         -0.41  -1.10       +0.69
    1            2  -0.50  -2.20       +1.69
    (sum)           -0.91  -3.30       +2.39
    """
    odds = Odds.of(explanation, against)
    sections = [table(*class_table(odds)), _terms(odds, n, color=color)]
    if explanation.remainder is not None:
        sections.append(textwrap.fill(LEAVE_ONE_OUT, WIDTH))
    if is_of_text(explanation):
        sections += _of_text(odds, n)
    return "\n\n".join(sections)


def _terms(odds: Odds, n: int, *, color: bool) -> str:
    """Lay out the table of terms, each line in the colour of its sign."""
    head, rows = term_table(odds, n)
    first, *lines = table(head, rows).split("\n")
    if color and len(odds.pair) > 1:
        pairs = zip(lines, rows, strict=True)
        lines = [_colored(line, row[-1][0]) for line, row in pairs]
    return "\n".join([first, *lines])


def _colored(text: str, sign: str) -> str:
    return f"{COLORS[sign]}{text}{PLAIN}" if sign in COLORS else text


def _of_text(odds: Odds, n: int) -> list[str]:
    """Return the words that nobody knows, and the text with its words marked."""
    explanation: Any = odds.explanation
    unknown = unknown_words(explanation)
    sections = [unknown] if unknown else []
    strongest, _ = odds.strongest(n)
    text = explanation.text
    if strongest and isinstance(text, str) and len(text) <= MOST_CHARACTERS:
        sections.append(_marked(odds, strongest))
    return sections


def unknown_words(explanation: Any) -> str:
    """Return a line that names the words of a text that the model does not know, if any."""
    unknown = list(map(shown, explanation.unknown))
    more = len(unknown) - MOST_UNKNOWN
    end = f" and {more} more" if more > 0 else ""
    return f"Unknown words: {', '.join(unknown[:MOST_UNKNOWN])}{end}" if unknown else ""


def _marked(odds: Odds, strongest: list[int]) -> str:
    """Return the text with marks: + where a word speaks for the label, - where against it."""
    explanation: Any = odds.explanation
    places = explanation.places
    found = [(at, _sign(odds.weights[word])) for word in strongest for at in places[word]]
    text, pieces, end = explanation.text, [], 0
    for (start, stop), sign in sorted(found):
        if start >= end:  # of places that overlap, the first is marked
            pieces += [text[end:start], f"[{sign}{text[start:stop]}]"]
            end = stop
    lines = "".join([*pieces, text[end:]]).splitlines()
    return "\n".join(textwrap.fill(shown(line), WIDTH) for line in lines)


def _sign(weight: float) -> str:
    return "+" if weight > 0 else "-" if weight < 0 else ""
