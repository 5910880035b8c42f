"""Counts become verdicts: of a few messages by look-ups, of many by a table in memory."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from priory import _core
from priory._threads import n_threads
from priory.mailfilter._verdicts import Verdicts

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from priory.mailfilter.settings import Settings
    from priory.mailfilter.store import ClassCounts, Store
    from priory.mailfilter.verdict import Verdict

__all__ = ["Judge"]

# So many messages are worth reading all that was learned, rather than what they ask for.
_MANY = 100
# That takes some 100 bytes a token of two classes, and as much again while it is read: about
# 200 MB for so many tokens times classes, beyond which it is not all read.
_MOST_CELLS = 2**21


class Judge:
    """What a store has learned so far, ready to judge messages."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self.store = store
        self.settings = settings
        self.learned: _core.MailScorer | None = None

    def _read(self, tokens: Iterable[str] | None) -> _core.MailScorer:
        """Read what is known of some tokens, or of all, and of the classes: all of one moment."""
        store, settings = self.store, self.settings
        with store.reading():
            classes = self._read_classes()
            absences = _absences(store, classes, settings.event, self.verdicts.alpha)
            tokens = None if tokens is None else list(tokens)
            ledger, n_tokens, numbers = store.ledger(tokens), store.n_tokens, store.numbers
            lessons = store.lessons(tokens if settings.event == "lessons" else [])
        known = [
            (one.messages, one.tokens, one.occurrences, absence)
            for one, absence in zip(classes, absences, strict=True)
        ]
        threads = n_threads(None if tokens is not None else -1)
        alpha = self.verdicts.alpha
        return _core.MailScorer(
            settings.event, alpha, known, n_tokens, numbers, ledger, lessons, threads
        )

    def _read_classes(self) -> tuple[ClassCounts, ...]:
        classes = self.store.classes
        self.verdicts = Verdicts({one.name: one.messages for one in classes}, self.settings)
        return classes

    def judge(self, batch: Sequence[bytes], top: int) -> Iterator[list[Verdict]]:
        """Judge messages, with so much evidence for each: all at once, or some after others."""
        size = len(batch) or 1
        if size >= _MANY and not self._fits():
            size = _MANY - 1
        parts = (batch[i : i + size] for i in range(0, len(batch), size))
        if not self.settings.never_junk:
            return (self._judge(part, top) for part in parts)
        return (list(map(self._exempted, part, self._judge(part, top))) for part in parts)

    def _exempted(self, raw: bytes, verdict: Verdict) -> Verdict:
        """Return the verdict, or ham for spam whose sender the settings exempt."""
        from priory.mailfilter._never_junk import exempt  # noqa: PLC0415 (few have such a list)

        sender = exempt(raw, self.settings) if verdict.label == self.settings.spam else None
        return replace(verdict, label=self.settings.ham, never_junk=sender) if sender else verdict

    def _fits(self) -> bool:
        """Tell whether all that was learned may be held in memory."""
        store = self.store
        return self.learned is not None or store.n_tokens * len(store.classes) <= _MOST_CELLS

    def _judge(self, batch: Sequence[bytes], top: int) -> list[Verdict]:
        analyzer, threads = self.store.analyzer.native(), n_threads(-1 if len(batch) > 1 else None)
        if self.learned is None:
            self._read_classes()
            if not self.verdicts.are_choice:
                return list(map(self._no_choice, batch))
            if len(batch) < _MANY:
                tokens = analyzer.tokenize_all(list(batch), threads)
                learned = self._read(tokens.distinct())
                judged = learned.judge_tokens(tokens, self.verdicts.rule(), top)
                return list(map(self.verdicts.verdict, judged))
            self.learned = self._read(None)
        judged = self.learned.judge(list(batch), analyzer, self.verdicts.rule(), top, threads)
        return list(map(self.verdicts.verdict, judged))

    def _no_choice(self, raw: bytes) -> Verdict:
        tokens = self.store.analyzer.count(raw)
        n_known = len(self.store.counts(tokens))
        return self.verdicts.no_choice(n_known, len(tokens) - n_known)


def _absences(
    store: Store, classes: tuple[ClassCounts, ...], event: str, alpha: float
) -> list[float]:
    """Return the logarithm of the absence of all tokens by class, if the model asks for it."""
    if event != "bernoulli":
        return [0.0] * len(classes)
    return [
        sum(n * _core.log_absence(alpha, messages, one.messages) for messages, n in tokens)
        for one, tokens in zip(classes, store.histogram(), strict=True)
    ]
