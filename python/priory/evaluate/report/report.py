"""What a report of an evaluation shows, gathered in one value."""

from __future__ import annotations

import shlex
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from priory._show import shown

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from priory.evaluate.comparison import Comparison
    from priory.evaluate.curves import Bin, Histogram, Point
    from priory.evaluate.duplicates import Twins
    from priory.evaluate.measures import Measures
    from priory.evaluate.outcomes import Trial

__all__ = ["Clue", "Failure", "Labelled", "Mistake", "Report", "Result", "learn_command"]


class Clue(NamedTuple):
    """What one token of a message says.

    Attributes
    ----------
    token : str
        The token.
    weight : float
        Above 0 it speaks for spam, below 0 for ham.
    """

    token: str
    weight: float


@dataclass(frozen=True, slots=True)
class Mistake:
    """A message that a filter got wrong, why, and how to correct it.

    Attributes
    ----------
    place : str
        Where the message stands: what commands take as PATH.
    truth : str
        Its class.
    verdict : str
        What it was taken for.
    probability : float or None
        That it is spam, or None where the filter gives no probability.
    sender, subject : str
        What the message says of itself.
    evidence : sequence of Clue
        The tokens that say most, the strongest first.
    start : str
        How much the filter had learned, such as ``20+20``, where that tells runs apart.

    Examples
    --------
    >>> Mistake("my mail/box#7", "ham", "spam", 0.9987, "ada@example.org", "Tea?").command
    "priory learn ham 'my mail/box#7'"
    """

    place: str
    truth: str
    verdict: str
    probability: float | None = None
    sender: str = ""
    subject: str = ""
    evidence: Sequence[Clue] = ()
    start: str = ""

    @property
    def command(self) -> str:
        """What a shell must be given so that the filter learns the message as what it is."""
        return learn_command(self.truth, self.place)


class Labelled(NamedTuple):
    """A message by its place, and its class."""

    place: str
    label: str


class Failure(NamedTuple):
    """A filter that could not go on, and why."""

    filter: str
    reason: str


def learn_command(label: str, place: str) -> str:
    """Return what a shell must be given so that the filter learns a message as of a class."""
    end = ["--"] if any(word.startswith("-") for word in (label, place)) else []
    return " ".join(map(_quoted, ["priory", "learn", *end, label, place]))


def _quoted(word: str) -> str:
    """Quote a word for a shell; what is not seen, or is no text, is spelled out in ``$'...'``."""
    if shown(word) == word:
        return shlex.quote(word)
    return "$'" + "".join(map(_spelled, word)) + "'"


def _spelled(character: str) -> str:
    if character in "\\'":
        return f"\\{character}"
    if shown(character) == character:
        return character
    # Octal ends after three digits, so that no letter behind it can belong to it.
    raw = character.encode("utf-8", "surrogateescape")
    return "".join(f"\\{byte:03o}" for byte in raw)


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """What one filter did by one protocol: a trial, and what was computed of it.

    What is left empty is left out of the report.

    Attributes
    ----------
    trial : Trial
        The trial.
    measures : Measures
        Its measures.
    intervals : mapping from str to (float, float)
        Intervals of measures, by the names of their fields.
    roc : sequence of (float, float)
        Shares of ham lost and of spam caught.
    histogram : Histogram or None
        How many ham and spam have which score.
    reliability : sequence of Bin
        Mean probabilities, and shares of spam.
    learning : sequence of Point
        Measures over what was learned.
    confusion : mapping from (str, str) to int
        How many messages of which class got which verdict.
    twins : Twins or None
        How many messages the filter had learned the same of before it judged them.
    """

    trial: Trial
    measures: Measures
    intervals: Mapping[str, tuple[float, float]] = field(default_factory=dict)
    roc: Sequence[tuple[float, float]] = ()
    histogram: Histogram | None = None
    reliability: Sequence[Bin] = ()
    learning: Sequence[Point] = ()
    confusion: Mapping[tuple[str, str], int] = field(default_factory=dict)
    twins: Twins | None = None

    @property
    def name(self) -> str:
        """The name of the filter."""
        return self.trial.filter


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """All that a report of an evaluation shows.

    What is left empty is left out of the report.

    Attributes
    ----------
    title : str
        What was evaluated, in a line.
    results : sequence of Result
        One for each filter; the first is the one that the report is about.
    comparisons : sequence of Comparison
        How filters stand to each other.
    mistakes : sequence of Mistake
        The worst mistakes of the first filter, the worst first.
    conflicts : sequence of sequences of Labelled
        Messages that are the same and have different classes, a sequence for each such text.
    most_conflicts : int or None
        How many of them are listed at most, but for JSON, which has all; None for what is usual.
    duration : float or None
        How many seconds it took.
    unjudged : sequence of str
        Filters that were interrupted, or failed, before they judged a message.
    failures : sequence of Failure
        Filters that failed.
    level : float
        The level of the intervals.
    has_intervals : bool
        Whether they were computed.
    spam : str
        The class that is spam.
    """

    title: str
    results: Sequence[Result]
    comparisons: Sequence[Comparison] = ()
    mistakes: Sequence[Mistake] = ()
    conflicts: Sequence[Sequence[Labelled]] = ()
    most_conflicts: int | None = None
    duration: float | None = None
    unjudged: Sequence[str] = ()
    failures: Sequence[Failure] = ()
    level: float = 0.95
    has_intervals: bool = True
    spam: str = "spam"

    def listed(self, usual: int) -> Sequence[Sequence[Labelled]]:
        """Return the conflicts that are listed where so many are usual."""
        most = usual if self.most_conflicts is None else min(self.most_conflicts, usual)
        return self.conflicts[:most]

    @property
    def is_partial(self) -> bool:
        """Whether a trial was interrupted or failed, so that messages are missing."""
        return bool(self.unjudged) or any(result.trial.is_partial for result in self.results)
