"""Priory's own filter in an evaluation: its counts live in memory, and no store is touched."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from priory.evaluate.outcomes import Judgement
from priory.mailfilter.live import Corpus, LiveFilter
from priory.mailfilter.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Sequence

    from priory.evaluate.outcomes import LabelledMessage
    from priory.mailfilter.verdict import Verdict
    from priory.tokens import MailAnalyzer

__all__ = ["PrioryFilter", "TokenizedMessages"]

_SETTINGS = Settings()


class TokenizedMessages:
    """Messages that several filters judge, each tokenised once.

    Parameters
    ----------
    analyzer : MailAnalyzer, optional
        What counts as a token.
    """

    def __init__(self, analyzer: MailAnalyzer | None = None) -> None:
        self.corpus = Corpus(analyzer=analyzer)
        self._numbers: dict[LabelledMessage, int] = {}

    def numbers(self, messages: Sequence[LabelledMessage]) -> list[int]:
        """Return the numbers of messages in the corpus; those that are new are added."""
        new = [one for one in dict.fromkeys(messages) if one not in self._numbers]
        added = self.corpus.add(one.raw for one in new)
        self._numbers.update(zip(new, added, strict=True))
        return [self._numbers[one] for one in messages]


class PrioryFilter:
    r"""A Priory filter to be evaluated.

    Parameters
    ----------
    settings : Settings, optional
        How messages are judged.
    name : str, default="priory"
        By which reports know it.
    tokens : TokenizedMessages, optional
        What it shares with other filters, so that messages are tokenised once.

    Examples
    --------
    >>> from priory.evaluate.filters import PrioryFilter
    >>> from priory.evaluate.outcomes import LabelledMessage
    >>> filter = PrioryFilter()
    >>> pills = LabelledMessage(b"Subject: cheap pills\n\n", "spam")
    >>> filter.learn([pills, LabelledMessage(b"Subject: lunch?\n\n", "ham")])
    >>> filter.classify([pills])[0].verdict
    'unsure'
    """

    def __init__(
        self,
        settings: Settings = _SETTINGS,
        *,
        name: str = "priory",
        tokens: TokenizedMessages | None = None,
    ) -> None:
        self.settings = settings
        self.name = name
        self._tokens = tokens or TokenizedMessages()
        self.reset()

    def reset(self) -> None:
        """Forget everything, as a new filter."""
        self._filter = LiveFilter(self._tokens.corpus, self.settings)

    def learn(self, messages: Sequence[LabelledMessage]) -> None:
        """Learn messages in their order."""
        for number, message in zip(self._tokens.numbers(messages), messages, strict=True):
            self._filter.learn(number, message.label)

    def classify(self, messages: Sequence[LabelledMessage]) -> list[Judgement]:
        """Judge messages by what was learned."""
        return [_judgement(one, self.settings.spam) for one in self.explain(messages, evidence=0)]

    def explain(self, messages: Sequence[LabelledMessage], *, evidence: int = 20) -> list[Verdict]:
        """Judge messages, and name so many tokens of each."""
        return self._filter.classify(self._tokens.numbers(messages), evidence=evidence)

    def close(self) -> None:
        """Do nothing: it holds memory alone."""


def _judgement(verdict: Verdict, spam: str) -> Judgement:
    """Return a verdict as the log-odds and the probability of spam against all other classes."""
    if not verdict.posterior:
        return Judgement(verdict.label, 0.0, 0.5)
    probability = verdict.probabilities.get(spam, 0.0)
    others = math.fsum(share for name, share in verdict.posterior if name != spam)
    return Judgement(verdict.label, _log(probability) - _log(others), probability)


def _log(share: float) -> float:
    return math.log(share) if share else -745.0  # below the smallest positive double
