"""The worst mistakes of a filter, each with what spoke for it at that moment."""

from __future__ import annotations

from itertools import count
from typing import TYPE_CHECKING, NamedTuple

from priory.evaluate.report import Clue, Mistake
from priory.mail import Message
from priory.mailfilter.settings import UNSURE

if TYPE_CHECKING:
    from priory.evaluate.filters import PrioryFilter
    from priory.evaluate.outcomes import Judgement, LabelledMessage
    from priory.mailfilter.settings import Settings

__all__ = ["WorstMistakes"]

_CLUES = 8


class _Ranked(NamedTuple):
    """A mistake, and how bad it is; no two are equally bad."""

    rank: tuple[float, float, int]
    mistake: Mistake


class WorstMistakes:
    """Keeps the mistakes that cost most; of those that cost the same, the surest.

    A message that several runs judge, as those of a cold start do, is there once, with the worst.
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

    Attributes
    ----------
    start : str
        How much the filter had learned in the runs at hand, where that tells them apart.
    """

    def __init__(self, filter: PrioryFilter, settings: Settings, most: int = 20) -> None:  # noqa: A002
        self._filter = filter
        self._settings = settings
        self._most = most
        self._order = count()  # so that no two mistakes are equal
        self._worst: dict[object, _Ranked] = {}  # by place
        self.start = ""

    def __call__(self, message: LabelledMessage, judged: Judgement) -> None:
        """Look at a judgement."""
        if judged.verdict in (message.label, UNSURE) or not self._most:
            return
        cost = self._settings.cost(judged.verdict, message.label)
        rank = (cost, abs(judged.score), -next(self._order))
        place = message.place or message  # in memory, it has none
        if place not in self._worst and len(self._worst) == self._most:
            weakest = min(self._worst, key=lambda one: self._worst[one].rank)
            if rank < self._worst[weakest].rank:
                return
            del self._worst[weakest]
        if place not in self._worst or rank > self._worst[place].rank:
            self._worst[place] = _Ranked(rank, self._mistake(message, judged))

    @property
    def found(self) -> list[Mistake]:
        """The mistakes, the worst first."""
        return [mistake for _, mistake in sorted(self._worst.values(), reverse=True)]

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
            self.start,
        )

    def _clues(self, message: LabelledMessage) -> tuple[Clue, ...]:
        (verdict,) = self._filter.explain([message], evidence=_CLUES)
        spam = self._settings.spam
        if spam not in (verdict.best, verdict.against):
            return ()  # what tells apart two other classes says nothing of spam
        sign = 1.0 if verdict.best == spam else -1.0
        return tuple(Clue(one.token, sign * one.weight) for one in verdict.evidence)
