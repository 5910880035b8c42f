"""Counts become verdicts."""

from __future__ import annotations

from collections import ChainMap
from types import MappingProxyType

from priory import _core
from priory._threads import n_threads
from priory.mailfilter.settings import UNSURE
from priory.mailfilter.verdict import Evidence, Verdict

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from priory.mailfilter.settings import Settings
    from priory.mailfilter.store import ClassCounts, Store

__all__ = ["Judge"]

# So many messages are worth reading all that was learned, rather than what they ask for.
_MANY = 100


class Judge:
    """What a store has learned so far, ready to judge messages."""

    def __init__(
        self,
        store: Store,
        settings: Settings,
        classes: tuple[ClassCounts, ...],
        numbers: list[int],
        n_tokens: int,
        known: list[tuple[int, int, int, float]],
    ) -> None:
        self.store = store
        self.settings = settings
        self.classes = classes
        self.numbers = numbers
        self.n_tokens = n_tokens
        self.known = known
        self.learned: _core.Learned | None = None

    @classmethod
    def of(cls, store: Store, settings: Settings) -> Judge:
        """Read what all verdicts need."""
        with store.reading():
            classes = store.classes
            absences = _absences(store, classes, settings)
            known = [
                (one.messages, one.tokens, one.occurrences, absence)
                for one, absence in zip(classes, absences, strict=True)
            ]
            return cls(store, settings, classes, store.numbers, store.n_tokens, known)

    def judge(self, batch: Sequence[bytes], top: int) -> Iterator[Verdict]:
        """Judge messages, with so much evidence for each."""
        if len(self.classes) < 2:  # noqa: PLR2004 (one class is no choice)
            return map(self._no_choice, batch)
        learned = self._learned(batch)
        analyzer = self.store.analyzer.native()
        base = learned.base()
        scored = learned.score(list(batch), analyzer, top, n_threads(None))
        return (self._verdict(base, *one) for one in scored)

    def _learned(self, batch: Sequence[bytes]) -> _core.Learned:
        """Return what was learned of the tokens of some messages, or everything."""
        if self.learned is not None:
            return self.learned
        if len(batch) >= _MANY:
            self.learned = self._weigh(self.store.ledger())
            return self.learned
        tokens = ChainMap(*(self.store.analyzer.count(raw) for raw in batch))
        return self._weigh(self.store.ledger(tokens))

    def _weigh(self, ledger: _core.Ledger) -> _core.Learned:
        alpha = self.settings.alpha_for(self.smallest)
        event, tokens = self.settings.event, self.n_tokens
        return _core.Learned(event, alpha, self.known, tokens, self.numbers, ledger)

    @property
    def smallest(self) -> int:
        """The messages that the smallest class has learned."""
        return min((one.messages for one in self.classes), default=0)

    def _verdict(
        self,
        base: list[float],
        joint: list[float],
        n_known: int,
        n_unknown: int,
        evidence: list[tuple[str, int, list[int], float]],
    ) -> Verdict:
        learned = self.settings.learned(self.smallest)
        scale = _core.belief(n_known, self.settings.strength, learned)
        probabilities = _core.probabilities(joint, scale)
        best, against = sorted(range(len(joint)), key=joint.__getitem__, reverse=True)[:2]
        chosen = _core.decide(probabilities, self._costs(), self.settings.unsure)
        names = [one.name for one in self.classes]
        log_odds = scale * (joint[best] - joint[against])
        base_odds = scale * (base[best] - base[against])
        shown = tuple(
            Evidence(token, scale * weight, occurrences, tuple(messages))
            for token, occurrences, messages, weight in evidence
        )
        return Verdict(
            label=UNSURE if chosen is None else names[chosen],
            best=names[best],
            against=names[against],
            probabilities=MappingProxyType(dict(zip(names, probabilities, strict=True))),
            log_odds=log_odds,
            base=base_odds,
            evidence=shown,
            rest=log_odds - base_odds - sum(one.weight for one in shown),
            n_known=n_known,
            n_unknown=n_unknown,
            why_unsure=self._why(n_known, probabilities[best]) if chosen is None else None,
        )

    def _costs(self) -> list[float]:
        cost, classes = self.settings.cost, self.classes
        return [cost(verdict.name, truth.name) for verdict in classes for truth in classes]

    def _no_choice(self, raw: bytes) -> Verdict:
        tokens = self.store.analyzer.count(raw)
        n_known = len(self.store.counts(tokens))
        names = [one.name for one in self.classes]
        missing = f"only {names[0]} was learned so far" if names else "nothing was learned so far"
        return Verdict(
            label=UNSURE,
            best=names[0] if names else UNSURE,
            against=None,
            probabilities=MappingProxyType(dict.fromkeys(names, 1.0)),
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


def _absences(store: Store, classes: tuple[ClassCounts, ...], settings: Settings) -> list[float]:
    """Return the logarithm of the absence of all tokens by class, if the model asks for it."""
    if settings.event != "bernoulli":
        return [0.0] * len(classes)
    alpha = settings.alpha_for(min((one.messages for one in classes), default=0))
    return [
        sum(n * _core.log_absence(alpha, messages, one.messages) for messages, n in tokens)
        for one, tokens in zip(classes, store.histogram(), strict=True)
    ]
