"""Shared layout of explanations: the class table, and a table of terms that add up."""

from __future__ import annotations

import math
from numbers import Real
from typing import TYPE_CHECKING, Any

from priory._show import counted, cut, ranked_classes

if TYPE_CHECKING:
    from priory.evidence._odds import Odds

__all__ = [
    "LEAVE_ONE_OUT",
    "class_table",
    "is_of_text",
    "name_of",
    "term_table",
]

LEAVE_ONE_OUT = (
    "This model is no sum over its features: each line is what the joint log-probability loses "
    "without the feature, and the remainder is what these are short of together."
)


def is_of_text(explanation: Any) -> bool:
    """Tell whether an explanation is one of a text, whose features are words."""
    return hasattr(explanation, "text")


def name_of(explanation: Any) -> tuple[str, str]:
    """Return how a feature and its value are called."""
    return ("word", "count") if is_of_text(explanation) else ("feature", "value")


def class_table(odds: Odds) -> tuple[list[str], list[list[str]]]:
    """Return the head and the rows of a table of the classes: the best first, and the reference."""
    return ranked_classes(odds.explanation, odds.ranked, odds.pair)


def term_table(odds: Odds, n: int) -> tuple[list[str], list[list[str]]]:
    """Return the head and the rows of a table of terms, of which each column adds up."""
    explanation, (thing, amount) = odds.explanation, name_of(odds.explanation)
    strongest, others = odds.strongest(n)
    terms = explanation.contributions
    rows = [_row("(prior)", "", explanation.prior, odds)]
    rows += [_row(*_named(explanation, place), terms[place], odds) for place in strongest]
    if others:
        name = counted(len(others), f"other {thing}")
        rows.append(_row(f"({name})", "", terms[others].sum(axis=0), odds))
    if explanation.absent.any():
        rows.append(_row(f"(absent {thing}s)", "", explanation.absent, odds))
    if explanation.remainder is not None:
        rows.append(_row("(remainder)", "", explanation.remainder, odds))
    rows.append(_row("(sum)", "", explanation.joint_log_proba, odds))
    head = [thing, amount, *map(cut, odds.names), "difference"]
    return head[: len(rows[0])], rows


def _named(explanation: Any, place: int) -> tuple[str, str]:
    value = explanation.values[place]
    amount = f"{value:g}" if isinstance(value, Real) else str(value)
    return cut(str(explanation.features[place])), cut(amount)


def _row(name: str, amount: str, values: Any, odds: Odds) -> list[str]:
    """Return a row: for each class of the pair a logarithm, and the difference of the two."""
    numbers = [f"{values[c]:.2f}" for c in odds.pair]
    if len(odds.pair) == 1:
        return [name, amount, *numbers]
    first, second = (float(values[c]) for c in odds.pair)
    apart = first - second
    return [name, amount, *numbers, "nan" if math.isnan(apart) else f"{apart:+.2f}"]
