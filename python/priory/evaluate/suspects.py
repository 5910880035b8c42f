"""Suspects: messages whose label looks wrong, because a filter is sure of the other side."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from priory.errors import InputError
from priory.evaluate.duplicates import text_keys
from priory.evaluate.folds import folds
from priory.evaluate.trial import run
from priory.mailfilter.settings import UNSURE

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from priory.evaluate.outcomes import Filter, LabelledMessage, Outcome
    from priory.evaluate.trial import Progress

__all__ = ["Suspect", "Suspects", "find_suspects", "suspects_among"]


class Suspect(NamedTuple):
    """A message whose label looks wrong.

    Attributes
    ----------
    place : str
        Where it stands: what commands take as PATH.
    label : str
        Its class.
    verdict : str
        What the filter called it, without having learned it.
    probability : float
        That it is what the filter called it: spam, or good mail.
    """

    place: str
    label: str
    verdict: str
    probability: float


class Suspects(NamedTuple):
    """The suspects of a search, the surest first, and whether the search was interrupted."""

    found: list[Suspect]
    is_partial: bool


def find_suspects(
    messages: Sequence[LabelledMessage],
    filter: Filter,  # noqa: A002 (the word of the trade)
    *,
    spam: str = "spam",
    sure: float = 0.99,
    n_folds: int = 10,
    seed: int = 0,
    keys: Sequence[bytes] | None = None,
    progress: Progress | None = None,
) -> Suspects:
    """Find messages whose label looks wrong.

    Each message is judged by a filter that has learned neither the message nor one with the same
    text, which could vouch for a wrong label.

    Parameters
    ----------
    messages : sequence of LabelledMessage
        The messages.
    filter : Filter
        A filter that gives probabilities.
    spam : str, default="spam"
        The class of spam; all others are good mail.
    sure : float, default=0.99
        How probable the other side must be.
    n_folds, seed
        As of `folds`.
    keys : sequence of bytes, optional
        Of `text_keys`, where they are known already.
    progress : callable, optional
        Called with how much is done and how much there is to do, in messages.

    Returns
    -------
    Suspects
    """
    plan = folds(messages, n_folds, seed=seed, groups=text_keys(messages) if keys is None else keys)
    trial = run(plan, messages, filter, progress=progress)
    return Suspects(suspects_among(trial.outcomes, spam=spam, sure=sure), trial.is_partial)


def suspects_among(
    outcomes: Iterable[Outcome], *, spam: str = "spam", sure: float = 0.99
) -> list[Suspect]:
    """Return the outcomes whose label looks wrong, the surest first.

    These are spam that was called good mail, and good mail that was called spam. Of two classes of
    good mail a probability of spam says nothing.

    Parameters
    ----------
    outcomes : iterable of Outcome
        Of messages that were judged before they were learned.
    spam : str, default="spam"
        The class of spam; all others are good mail.
    sure : float, default=0.99
        How probable the other side must be, from 0.5 to 1.

    Returns
    -------
    list of Suspect

    Raises
    ------
    InputError
        If the filter gives no probabilities (code ``"unsupported"``).

    Examples
    --------
    >>> from priory.evaluate.outcomes import Outcome
    >>> from priory.evaluate.suspects import suspects_among
    >>> outcomes = [
    ...     Outcome("box#1", "ham", "spam", 9.2, 0.9999, run=0, learned=100),
    ...     Outcome("box#2", "ham", "spam", 3.5, 0.97, run=0, learned=100),
    ... ]
    >>> suspects_among(outcomes)
    [Suspect(place='box#1', label='ham', verdict='spam', probability=0.9999)]
    """
    if not 0.5 <= sure <= 1:  # noqa: PLR2004 (below it, the label is the more probable)
        what = f"sure must be from 0.5 to 1, not {sure!r}"
        raise InputError(what, code="bad-parameter", parameter="sure")
    ranked = [
        (probability, _margin(outcome, spam), outcome)
        for outcome in outcomes
        if _is_crossed(outcome, spam) and (probability := _probability(outcome, spam)) >= sure
    ]
    ranked.sort(key=lambda one: one[:2], reverse=True)
    return [Suspect(o.place, o.truth, o.verdict, probability) for probability, _, o in ranked]


def _is_crossed(outcome: Outcome, spam: str) -> bool:
    return outcome.verdict != UNSURE and (outcome.truth == spam) != (outcome.verdict == spam)


def _probability(outcome: Outcome, spam: str) -> float:
    if outcome.probability is None:
        what = "suspects are ranked by probabilities, and this filter gives none"
        raise InputError(what, code="unsupported", parameter="filter")
    return outcome.probability if outcome.verdict == spam else 1 - outcome.probability


def _margin(outcome: Outcome, spam: str) -> float:
    """Return what tells apart probabilities that are both 1."""
    return outcome.score if outcome.verdict == spam else -outcome.score
