"""Filters that know two classes, spam and the rest: what they say, in the classes of the mail."""

from __future__ import annotations

from typing import TYPE_CHECKING

from priory.evaluate.outcomes import Judgement
from priory.mailfilter.settings import UNSURE

if TYPE_CHECKING:
    from priory.evaluate.outcomes import Filter, LabelledMessage

__all__ = ["in_classes", "only_spam"]


def only_spam(filter: Filter) -> str | None:  # noqa: A002 (the word of the trade)
    """Return the class of spam of a filter that knows no other, None of any other filter."""
    return getattr(filter, "only_spam", None)


def in_classes(judgement: Judgement, message: LabelledMessage, spam: str) -> Judgement:
    """Return what such a filter says, with "not spam" as the class of any message but spam.

    Examples
    --------
    >>> from priory.evaluate._sides import in_classes
    >>> from priory.evaluate.outcomes import Judgement, LabelledMessage
    >>> in_classes(Judgement("ham", 0.1), LabelledMessage(b"", "work"), "spam").verdict
    'work'
    >>> in_classes(Judgement("ham", 0.1), LabelledMessage(b"", "spam"), "spam").verdict
    'ham'
    """
    verdict, score, probability = judgement
    if verdict in (spam, UNSURE) or message.label == spam:
        return judgement
    return Judgement(message.label, score, probability)
