"""A filter whose counts live in memory: nothing of any store is read or written."""

from __future__ import annotations

from typing import TYPE_CHECKING

from priory import _core
from priory._threads import n_threads
from priory.errors import InputError
from priory.mailfilter._classes import check_name
from priory.mailfilter._verdicts import Verdicts
from priory.mailfilter.settings import Settings
from priory.tokens import MailAnalyzer

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from priory.mailfilter.verdict import Verdict

__all__ = ["Corpus", "LiveFilter"]

_SETTINGS = Settings()


class Corpus:
    r"""Messages in memory, each tokenised once and known by its number.

    Parameters
    ----------
    messages : iterable of bytes
        The messages; more can be added.
    analyzer : MailAnalyzer, optional
        What counts as a token.

    Examples
    --------
    >>> from priory.mailfilter.live import Corpus
    >>> len(Corpus([b"Subject: cheap pills\n\nBuy now", b"Subject: lunch\n\nAt noon?"]))
    2
    """

    def __init__(
        self, messages: Iterable[bytes] = (), *, analyzer: MailAnalyzer | None = None
    ) -> None:
        self.analyzer = analyzer or MailAnalyzer()
        self._native = _core.MailCorpus()
        self.add(messages)

    def __len__(self) -> int:
        return len(self._native)

    def add(self, messages: Iterable[bytes]) -> range:
        """Add messages, and return their numbers."""
        first = len(self)
        self._native.add(list(messages), self.analyzer.native(), n_threads(-1))
        return range(first, len(self))


class LiveFilter:
    r"""Learns and judges the messages of a corpus, as `MailFilter` does those of a store.

    Parameters
    ----------
    corpus : Corpus
        The messages.
    settings : Settings, optional
        How messages are judged. The list `never_junk` is not looked at.

    Examples
    --------
    >>> from priory.mailfilter.live import Corpus, LiveFilter
    >>> mail = LiveFilter(Corpus([b"Subject: cheap pills\n\n", b"Subject: lunch?\n\n"]))
    >>> mail.learn(0, "spam")
    >>> mail.learn(1, "ham")
    >>> mail.classify([0])[0].best
    'spam'
    """

    def __init__(self, corpus: Corpus, settings: Settings = _SETTINGS) -> None:
        self.corpus = corpus
        self.settings = settings
        self._counts = _core.LiveFilter()
        self._numbers: dict[str, int] = {}

    def learn(self, message: int, label: str) -> None:
        """Learn that a message of the corpus is of a class.

        Parameters
        ----------
        message : int
            Its number.
        label : str
            The class.
        """
        if label not in self._numbers:
            check_name(label)
            self._counts.add_class()
            self._numbers[label] = len(self._numbers)
        self._counts.learn(self.corpus._native, message, self._numbers[label])

    def forget(self, message: int, label: str) -> None:
        """Forget a message that was learned as a class.

        Parameters
        ----------
        message : int
            Its number.
        label : str
            The class. One of which all was forgotten counts on, as one without messages.
        """
        if label not in self._numbers:
            what = f"no message was learned as {label!r}"
            raise InputError(what, code="bad-parameter", parameter="label")
        self._counts.forget(self.corpus._native, message, self._numbers[label])

    @property
    def messages(self) -> dict[str, int]:
        """How many messages each class has learned."""
        return dict(zip(self._numbers, self._counts.messages(), strict=True))

    def classify(self, messages: Sequence[int], *, evidence: int = 0) -> list[Verdict]:
        """Judge messages of the corpus.

        Parameters
        ----------
        messages : sequence of int
            Their numbers.
        evidence : int, default=0
            How many tokens a verdict names.

        Returns
        -------
        list of Verdict
            One a message.
        """
        verdicts, native = Verdicts(self.messages, self.settings), self.corpus._native
        if not verdicts.are_choice:
            return [verdicts.no_choice(*self._counts.known(native, one)) for one in messages]
        event, rule = self.settings.event, verdicts.rule()
        judged = self._counts.judge(native, list(messages), event, verdicts.alpha, rule, evidence)
        return list(map(verdicts.verdict, judged))
