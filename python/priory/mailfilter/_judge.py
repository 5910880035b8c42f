"""Counts become verdicts: of a few messages by look-ups, of many by a table in memory."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from priory import _core
from priory._threads import n_threads
from priory.mailfilter.settings import UNSURE
from priory.mailfilter.verdict import Evidence, Verdict

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from priory.mailfilter.settings import Settings
    from priory.mailfilter.store import ClassCounts, Store

__all__ = ["Judge"]

# So many messages are worth reading all that was learned, rather than what they ask for.
_MANY = 100
# That takes some 100 bytes a token of two classes, and as much again while it is read: about
# 200 MB for so many tokens times classes, beyond which it is not all read.
_MOST_CELLS = 2**21


class Rule(NamedTuple):
    """How the core turns scores into decisions."""

    strength: float
    learned: float
    costs: list[float]


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
            self._read_classes()
            absences = _absences(store, self.classes, settings)
            ledger, n_tokens, numbers = store.ledger(tokens), store.n_tokens, store.numbers
        known = [
            (one.messages, one.tokens, one.occurrences, absence)
            for one, absence in zip(self.classes, absences, strict=True)
        ]
        alpha = settings.alpha_for(self.smallest)
        threads = n_threads(None if tokens is not None else -1)
        return _core.MailScorer(settings.event, alpha, known, n_tokens, numbers, ledger, threads)

    def _read_classes(self) -> None:
        self.classes = self.store.classes
        self.names = [one.name for one in self.classes]

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
            if len(self.classes) < 2:  # noqa: PLR2004 (one class is no choice)
                return list(map(self._no_choice, batch))
            if len(batch) < _MANY:
                tokens = analyzer.tokenize_all(list(batch), threads)
                learned = self._read(tokens.distinct())
                return list(map(self._verdict, learned.judge_tokens(tokens, self._rule(), top)))
            self.learned = self._read(None)
        judged = self.learned.judge(list(batch), analyzer, self._rule(), top, threads)
        return list(map(self._verdict, judged))

    def _rule(self) -> Rule:
        cost, settings = self.settings.cost, self.settings
        costs = []  # of leaving it open, and of each verdict, for each truth
        for truth in self.names:
            costs += [settings.unsure, *(cost(verdict, truth) for verdict in self.names)]
        return Rule(settings.strength, settings.learned(self.smallest), costs)

    @property
    def smallest(self) -> int:
        """The messages that the smallest class has learned."""
        return min((one.messages for one in self.classes), default=0)

    def _verdict(self, judged: _core._Judged) -> Verdict:
        """Make a verdict of what the core says, whose classes are numbers."""
        best, against, chosen, probabilities, log_odds, base, n_known, n_unknown, evidence = judged
        names = self.names
        shown = tuple(map(_evidence, evidence))
        rest = log_odds - base
        return Verdict(  # by position, for there are many of them, and names take their time
            UNSURE if chosen is None else names[chosen],
            names[best],
            names[against],
            tuple(zip(names, probabilities, strict=True)),
            log_odds,
            base,
            shown,
            rest - sum(one.weight for one in shown) if shown else rest,
            n_known,
            n_unknown,
            self._why(n_known, probabilities[best]) if chosen is None else None,
        )

    def _no_choice(self, raw: bytes) -> Verdict:
        tokens = self.store.analyzer.count(raw)
        n_known = len(self.store.counts(tokens))
        names = self.names
        missing = f"only {names[0]} was learned so far" if names else "nothing was learned so far"
        return Verdict(
            label=UNSURE,
            best=names[0] if names else UNSURE,
            against=None,
            posterior=(),  # one class would have all of it, whatever the message is
            log_odds=0.0,
            base=0.0,
            evidence=(),
            rest=0.0,
            n_known=n_known,
            n_unknown=len(tokens) - n_known,
            why_unsure=f"{missing}: learn messages of each class",
        )

    def _why(self, n_known: int, probability: float) -> str:
        if not n_known:
            return "no token of the message was ever learned"
        few = min(self.classes, key=lambda one: one.messages)
        if few.messages < self.settings.patience:
            plural = "" if few.messages == 1 else "s"
            return f"only {few.messages} message{plural} of {few.name} learned so far"
        return f"a probability of {probability:.0%} is too little for what a mistake would cost"


def _evidence(said: tuple[str, float, int, list[int]]) -> Evidence:
    token, weight, occurrences, messages = said
    return Evidence(token, weight, occurrences, tuple(messages))


def _absences(store: Store, classes: tuple[ClassCounts, ...], settings: Settings) -> list[float]:
    """Return the logarithm of the absence of all tokens by class, if the model asks for it."""
    if settings.event != "bernoulli":
        return [0.0] * len(classes)
    alpha = settings.alpha_for(min((one.messages for one in classes), default=0))
    return [
        sum(n * _core.log_absence(alpha, messages, one.messages) for messages, n in tokens)
        for one, tokens in zip(classes, store.histogram(), strict=True)
    ]
