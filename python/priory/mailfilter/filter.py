"""The mail filter: learn, forget, classify, explain."""

from __future__ import annotations

from typing import TYPE_CHECKING

from priory.errors import InputError, InputTypeError
from priory.mailfilter._bulk import BatchLearner, with_lookahead
from priory.mailfilter._interrupts import DeferredInterrupt
from priory.mailfilter._judge import Judge
from priory.mailfilter._messages import JUDGED_BYTES, PATIENCE, batches, raw_of
from priory.mailfilter.settings import Settings
from priory.mailfilter.store import Store

if TYPE_CHECKING:
    import os
    from collections.abc import Iterable, Iterator
    from types import TracebackType
    from typing import Self

    from priory.mailfilter._messages import MessageLike
    from priory.mailfilter.verdict import Verdict
    from priory.tokens import MailAnalyzer

__all__ = ["MailFilter"]

_SETTINGS = Settings()
# Tokens that a verdict names, unless all are asked for.
_EVIDENCE = 20
_ALL = 2**32


class MailFilter:
    r"""Learns which messages are of which class, and judges others by that.

    What it learned is one SQLite file. Classes have any names; ``spam`` and ``ham`` are those that
    the costs of the settings are about. Learning is exact: forgetting a message leaves no trace.

    Parameters
    ----------
    path : path
        The file of the store; made if it is not there.
    settings : Settings, optional
        How messages are judged.
    analyzer : MailAnalyzer, optional
        What counts as a token. A store keeps the one it was made with.
    mode : {"rw", "ro"}, default="rw"
        Whether it may learn. With "ro" there must be a store, also where nothing can be written.
    timeout : float, default=30.0
        Seconds to wait for another program that learns.

    Examples
    --------
    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> from priory import MailFilter
    >>> with TemporaryDirectory() as folder, MailFilter(Path(folder, "mail.db")) as mail:
    ...     print(mail.learn(b"Subject: cheap pills\n\nBuy cheap pills now", "spam"))
    ...     print(mail.learn(b"Subject: lunch\n\nSee you at noon", "ham"))
    ...     verdict = mail.classify(b"Subject: pills\n\ncheap, cheap, cheap")
    learned
    learned
    >>> verdict.best, verdict.label, verdict.why_unsure
    ('spam', 'unsure', 'only 1 message of spam learned so far')
    """

    def __init__(
        self,
        path: str | os.PathLike[str],
        settings: Settings = _SETTINGS,
        *,
        analyzer: MailAnalyzer | None = None,
        mode: str = "rw",
        timeout: float = 30.0,
    ) -> None:
        self.settings = settings
        self.store = Store(path, analyzer=analyzer, mode=mode, timeout=timeout)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    @property
    def settings(self) -> Settings:
        """How messages are judged; may be replaced at any time."""
        return self._settings

    @settings.setter
    def settings(self, settings: Settings) -> None:
        if not isinstance(settings, Settings):
            what = f"settings must be Settings(...), not {settings!r}"
            raise InputTypeError(what, code="bad-parameter", parameter="settings")
        self._settings = settings

    def close(self) -> None:
        """Close the store."""
        self.store.close()

    def learn(self, message: MessageLike, label: str) -> str:
        """Learn that a message is of a class.

        Parameters
        ----------
        message : bytes, path or email.message.Message
            The message; a path must lead to one message, not to a mailbox.
        label : str
            The class.

        Returns
        -------
        {"learned", "known", "corrected", "spent"}
            Known messages change nothing; those of another class are corrected, unless they are
            spent: the store no longer knows what they added.
        """
        return self.store.learn([(raw_of(message), label)])[0]

    def learn_many(self, messages: Iterable[tuple[MessageLike, str]]) -> list[str]:
        """Learn many messages, up to some thousand in each transaction.

        Parameters
        ----------
        messages : iterable of (message, label)
            Messages and their classes.

        Returns
        -------
        list of {"learned", "known", "corrected", "spent"}
            What became of each. If an error ends it, the transactions before it are kept.
        """
        return [outcome for batch in self.learn_batches(messages) for outcome in batch]

    def learn_batches(self, messages: Iterable[tuple[MessageLike, str]]) -> Iterator[list[str]]:
        """Learn many messages lazily: each step of the iterator is one transaction.

        Parameters
        ----------
        messages : iterable of (message, label)
            Messages and their classes.

        Yields
        ------
        list of {"learned", "known", "corrected", "spent"}
            What became of the messages of a transaction, which is on the disk by then.

        Notes
        -----
        Ctrl-C waits for the transaction at hand; a second one rolls it back.

        The messages of the next transaction are read before one is written and, if there is another
        core, counted meanwhile. A transaction takes 16 bytes of memory for each different token of
        its messages and each of their classes. Where there are hundreds of classes, messages that
        come class by class take less than those that come mixed.
        """
        gathered = with_lookahead(batches(_labelled(messages), lambda pair: len(pair[0])))
        with BatchLearner(self.store) as learner:
            for batch, following in gathered:
                with DeferredInterrupt() as interrupt:
                    outcomes = learner.learn(batch, following)
                yield from _then_interrupt(outcomes, interrupt)

    def forget(self, message: MessageLike) -> str:
        """Forget a message that was learned.

        Parameters
        ----------
        message : bytes, path or email.message.Message
            The message, or a copy of it that gained headers on the way.

        Returns
        -------
        {"forgotten", "unknown", "spent"}
            Unknown messages were not learned; of spent ones the store no longer knows what they
            added.
        """
        return self.store.forget([raw_of(message)])[0]

    def forget_many(self, messages: Iterable[MessageLike]) -> list[str]:
        """Forget many messages.

        Parameters
        ----------
        messages : iterable of messages
            The messages.

        Returns
        -------
        list of {"forgotten", "unknown", "spent"}
            What became of each. If an error ends it, the transactions before it are kept.
        """
        return [outcome for batch in self.forget_batches(messages) for outcome in batch]

    def forget_batches(self, messages: Iterable[MessageLike]) -> Iterator[list[str]]:
        """Forget many messages lazily: each step of the iterator is one transaction.

        Parameters
        ----------
        messages : iterable of messages
            The messages.

        Yields
        ------
        list of {"forgotten", "unknown", "spent"}
            What became of the messages of a transaction, which is on the disk by then.
        """
        for batch in batches(map(raw_of, messages), len):
            with DeferredInterrupt() as interrupt:
                outcomes = self.store.forget(batch)
            yield from _then_interrupt(outcomes, interrupt)

    def classify(self, message: MessageLike) -> Verdict:
        """Judge a message.

        Parameters
        ----------
        message : bytes, path or email.message.Message
            The message.

        Returns
        -------
        Verdict
            What it is taken for, how sure that is, and the strongest evidence.
        """
        return self._judge(message, _EVIDENCE)

    def explain(self, message: MessageLike) -> Verdict:
        """Judge a message, and say all that speaks for and against it.

        Parameters
        ----------
        message : bytes, path or email.message.Message
            The message.

        Returns
        -------
        Verdict
            The verdict of `classify`, with the evidence of every known token.
        """
        return self._judge(message, _ALL)

    def _judge(self, message: MessageLike, top: int) -> Verdict:
        return next(Judge(self.store, self.settings).judge([raw_of(message)], top))[0]

    def classify_many(
        self, messages: Iterable[MessageLike], *, evidence: int = 0
    ) -> Iterator[Verdict]:
        """Judge many messages, many of them at once if they come fast.

        Nothing is read or judged before the verdicts are asked for. What is learned between two of
        them may count for those that follow.

        Parameters
        ----------
        messages : iterable of messages
            The messages.
        evidence : int, default=0
            How many tokens a verdict names. To rank them takes longer than the verdict.

        Returns
        -------
        iterator of Verdict
            One a message.

        Notes
        -----
        What was learned is read once, into some 100 bytes of memory a token of two classes, and
        twice that while it is read, up to about 200 MB. Where it would take more, tokens are looked
        up for some messages at a time, which is slower.
        """
        if not isinstance(evidence, int) or evidence < 0:
            what = f"evidence must be a non-negative integer, not {evidence!r}"
            raise InputError(what, code="bad-parameter", parameter="evidence")
        return self._judge_many(messages, evidence)

    def _judge_many(self, messages: Iterable[MessageLike], evidence: int) -> Iterator[Verdict]:
        judge = Judge(self.store, self.settings)
        if isinstance(messages, (list, tuple)):  # they are there already
            gathered = batches(map(raw_of, messages), len)
        else:
            gathered = batches(
                map(raw_of, messages), len, PATIENCE, first=0.0, most_bytes=JUDGED_BYTES
            )
        for batch in gathered:
            for verdicts in judge.judge(batch, evidence):
                yield from verdicts


def _then_interrupt(outcomes: list[str], interrupt: DeferredInterrupt) -> Iterator[list[str]]:
    """Hand over what was done; then Ctrl-C counts, whether more is asked for or not."""
    try:
        yield outcomes
    finally:
        interrupt.deliver()


def _labelled(messages: Iterable[tuple[MessageLike, str]]) -> Iterator[tuple[bytes, str]]:
    for index, pair in enumerate(messages):
        try:
            message, label = pair
        except (TypeError, ValueError):
            raise InputTypeError(
                f"not a message with its label but {pair!r:.60}",
                code="bad-parameter",
                place=f"item {index}",
                parameter="messages",
                remedy="pass pairs such as (message, 'spam')",
            ) from None
        yield raw_of(message), label
