"""Explanations of texts drawn on a terminal: tables with bars, and the text with shaded words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from priory._show import cut, shown, spelled
from priory.cli._terminal import joined, shade, share_table, vote_table, weight_table
from priory.evidence import neighbors as near
from priory.evidence._layout import class_table, term_table
from priory.evidence._odds import Odds
from priory.evidence.terminal import MOST_CHARACTERS, unknown_words

if TYPE_CHECKING:
    from rich.console import Console

__all__ = ["draw", "draw_neighbors"]


def draw(explanation: Any, out: Console, n: int, against: Any = None) -> None:
    """Draw the explanation of a text by a model of at least two classes.

    Parameters
    ----------
    explanation : TextExplanation
        What `explain` returned.
    out : rich.console.Console
        What draws on the terminal.
    n : int
        How many words are shown one by one.
    against : label, default=None
        The class that the most probable one is held against; None is the next one.
    """
    odds = Odds.of(explanation, against)
    head, rows = term_table(odds, n)
    out.print(share_table(*class_table(odds)))
    out.print()
    out.print(weight_table(head, rows, len(head) - 1))
    if unknown := unknown_words(explanation):
        out.print(f"\n{unknown}")
    if explanation.text and len(explanation.text) <= MOST_CHARACTERS:
        out.print()
        out.print(joined(_pieces(odds, n)))


def draw_neighbors(explanation: Any, out: Console, n: int) -> None:
    """Draw the explanation of a text by its nearest neighbours.

    Parameters
    ----------
    explanation : TextNeighborsExplanation
        What `explain` returned.
    out : rich.console.Console
        What draws on the terminal.
    n : int
        How many neighbours are shown one by one.
    """
    out.print(share_table(*near.class_table(explanation)))
    label = cut(spelled(explanation.label))
    most = max((each.vote for each in explanation.neighbors), default=0.0) or 1.0
    for title, (head, rows) in near.vote_tables(explanation, n):
        out.print(f"\n{title}")
        out.print(vote_table(head, rows, [_share(row, label, most) for row in rows]))
    if not explanation.neighbors:
        out.print(f"\n{near.NONE}")


def _share(row: list[str], label: str, most: float) -> float | None:
    """Return the vote of a row for the label, from -1 to 1; None for sums, which have no label."""
    _, own, _, vote, *_ = row
    if not own:
        return None
    return float(vote) / most * (1 if own == label else -1)


def _pieces(odds: Odds, n: int) -> list[tuple[str, str]]:
    """Cut the text up: each piece with its style; what speaks for the label or against it, marked.

    Marks are for those who see no colours.
    """
    explanation: Any = odds.explanation
    text, places = explanation.text, explanation.places
    strongest, _ = odds.strongest(n)
    found = sorted((at, float(odds.weights[word])) for word in strongest for at in places[word])
    most = max((abs(weight) for _, weight in found), default=0.0) or 1.0
    pieces, end = [], 0
    for (start, stop), weight in found:
        if start >= end and weight:  # of places that overlap, the first is marked
            sign = "+" if weight > 0 else "-"
            pieces.append((_lines(text[end:start]), ""))
            pieces.append((f"[{sign}{_lines(text[start:stop])}]", shade(weight / most)))
            end = stop
    return [*pieces, (_lines(text[end:]), "")]


def _lines(text: str) -> str:
    """Return a text that keeps its lines, and has nothing else that terminals obey."""
    return "\n".join(map(shown, text.split("\n")))
