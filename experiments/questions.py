"""The questions that were asked, and the analysers that answer them differently."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

Options = Mapping[str, Any]

WHOLE = "Whole messages"
LENGTHS = ((3, 12), (1, 12), (2, 12), (3, 8), (3, 10), (3, 15), (3, 20), (3, 30), (3, 40))
VIEWS: Mapping[str, Options] = {WHOLE: {}, "Without headers": {"headers": "none"}}


@dataclass(frozen=True)
class Question:
    """A choice about tokens.

    Parameters
    ----------
    number : int
        Its place among the questions; it never changes.
    text : str
        The question.
    variants : mapping of str to mapping
        The options of `MailAnalyzer` by the name of the variant; the first is the baseline.
    views : mapping of str to mapping
        Under which other options the variants are compared.
    """

    number: int
    text: str
    variants: Mapping[str, Options]
    views: Mapping[str, Options] = field(default_factory=lambda: VIEWS)

    @property
    def baseline(self) -> str:
        """The variant that the others are compared with."""
        return next(iter(self.variants))


QUESTIONS: Mapping[str, Question] = {
    "case": Question(
        1,
        "Is `FREE` the same word as `free`?",
        {"fold": {"case": "fold"}, "keep": {"case": "keep"}},
    ),
    "headers": Question(
        2,
        "Which headers should become tokens?",
        {name: {"headers": name} for name in ("all", "subject", "none")},
        {WHOLE: {}},
    ),
    "pairs": Question(
        3,
        "Do pairs of neighbouring words tell more than the words alone?",
        {"off": {"pairs": False}, "on": {"pairs": True}},
    ),
    "urls": Question(
        4,
        "What of a URL should be kept: its parts, its hosts, or just words?",
        {name: {"urls": name} for name in ("parts", "hosts", "words")},
    ),
    "hidden": Question(
        5,
        "Is text that no reader sees kept apart, taken as if it were seen, or left out?",
        {name: {"hidden": name} for name in ("apart", "together", "out")},
    ),
    "lengths": Question(
        6,
        "How short and how long may a word be?",
        {
            f"{shortest} to {longest}": {"min_length": shortest, "max_length": longest}
            for shortest, longest in LENGTHS
        },
    ),
}
