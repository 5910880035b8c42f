"""The worst mistakes of a filter, each with what spoke for it at that moment."""

from __future__ import annotations

from heapq import heappush, heappushpop
from itertools import count
from typing import TYPE_CHECKING

from priory.evaluate.report import Clue, Mistake
from priory.mail import Message
from priory.mailfilter.settings import UNSURE

if TYPE_CHECKING:
    from priory.evaluate.filters import PrioryFilter
    from priory.evaluate.outcomes import Judgement, LabelledMessage
    from priory.mailfilter.settings import Settings

__all__ = ["WorstMistakes"]

_CLUES = 8


class WorstMistakes:
    """Keeps the mistakes that cost most; of those that cost the same, the surest.

    What a filter is unsure of is no mistake. It is called while the filter still knows what it
    knew when it judged: see `priory.evaluate.trial.run`.

    Parameters
    ----------
    filter : PrioryFilter
        The filter, which is asked for evidence.
    settings : Settings
        For the costs, and the class that is spam.
    most : int, default=20
        How many are kept.
    """

    def __init__(self, filter: PrioryFilter, settings: Settings, most: int = 20) -> None:  # noqa: A002
        self._filter = filter
        self._settings = settings
        self._most = most
        self._order = count()  # so that no two mistakes are equal
        self._worst: list[tuple[float, float, int, Mistake]] = []

    def __call__(self, message: LabelledMessage, judged: Judgement) -> None:
        """Look at a judgement."""
        if judged.verdict in (message.label, UNSURE) or not self._most:
            return
        cost = self._settings.cost(judged.verdict, message.label)
        rank = (cost, abs(judged.score), -next(self._order))
        if len(self._worst) < self._most:
            heappush(self._worst, (*rank, self._mistake(message, judged)))
        elif rank > self._worst[0][:3]:
            heappushpop(self._worst, (*rank, self._mistake(message, judged)))

    @property
    def found(self) -> list[Mistake]:
        """The mistakes, the worst first."""
        return [mistake for *_, mistake in sorted(self._worst, reverse=True)]

    def _mistake(self, message: LabelledMessage, judged: Judgement) -> Mistake:
        raw = message.raw
        parsed = Message.parse(raw)
        return Mistake(
            message.place,
            message.label,
            judged.verdict,
            judged.probability,
            parsed.get("from") or "",
            parsed.subject or "",
            self._clues(message),
        )

    def _clues(self, message: LabelledMessage) -> tuple[Clue, ...]:
        (verdict,) = self._filter.explain([message], evidence=_CLUES)
        sign = 1.0 if verdict.best == self._settings.spam else -1.0
        return tuple(Clue(one.token, sign * one.weight) for one in verdict.evidence)
