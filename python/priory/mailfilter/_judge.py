"""Counts become a verdict."""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING

from priory import _core
from priory.mailfilter.settings import UNSURE
from priory.mailfilter.verdict import Evidence, Verdict

if TYPE_CHECKING:
    from collections.abc import Mapping

    from priory.mailfilter.settings import Settings
    from priory.mailfilter.store import ClassCounts, Store

__all__ = ["Judge"]


@dataclass(frozen=True, slots=True)
class Judge:
    """What a store has learned so far, ready to judge messages."""

    store: Store
    settings: Settings
    classes: tuple[ClassCounts, ...]
    known: list[tuple[int, int, int, float]]

    @classmethod
    def of(cls, store: Store, settings: Settings) -> Judge:
        """Read what all verdicts need."""
        classes = store.classes
        absences = _absences(store, classes, settings)
        known = [
            (one.messages, one.tokens, one.occurrences, absence)
            for one, absence in zip(classes, absences, strict=True)
        ]
        return cls(store, settings, classes, known)

    @property
    def smallest(self) -> int:
        """The messages that the smallest class has learned."""
        return min((one.messages for one in self.classes), default=0)

    def judge(self, raw: bytes) -> Verdict:
        """Judge a message."""
        occurrences = self.store.analyzer.count(raw)
        if len(self.classes) < 2:  # noqa: PLR2004 (one class is no choice)
            return self._no_choice(len(occurrences))
        cells = self.store.counts(occurrences)
        joint, base, weights = _core.score_tokens(
            self.settings.event,
            self.settings.alpha_for(self.smallest),
            self.known,
            self.store.n_tokens,
            [occurrences[token] for token in cells],
            [cell for row in cells.values() for cell in row],
        )
        learned = self.settings.learned(self.smallest)
        strength = self.settings.strength
        probabilities = _core.probabilities(joint, len(cells), strength, learned)
        ranked = sorted(range(len(joint)), key=joint.__getitem__, reverse=True)
        best, against = ranked[:2]
        scale = strength * learned / max(len(cells), 1) ** 0.5
        chosen = _core.decide(probabilities, self._costs(), self.settings.unsure)
        names = [one.name for one in self.classes]
        return Verdict(
            label=UNSURE if chosen is None else names[chosen],
            best=names[best],
            against=names[against],
            probabilities=MappingProxyType(dict(zip(names, probabilities, strict=True))),
            log_odds=scale * (joint[best] - joint[against]),
            base=scale * (base[best] - base[against]),
            evidence=self._evidence(occurrences, cells, weights, (best, against), scale),
            n_unknown=len(occurrences) - len(cells),
            why_unsure=self._why(len(cells), probabilities[best]) if chosen is None else None,
        )

    def _costs(self) -> list[float]:
        cost, classes = self.settings.cost, self.classes
        return [cost(verdict.name, truth.name) for verdict in classes for truth in classes]

    def _evidence(
        self,
        occurrences: Mapping[str, int],
        cells: Mapping[str, tuple[tuple[int, int], ...]],
        weights: list[float],
        pair: tuple[int, int],
        scale: float,
    ) -> tuple[Evidence, ...]:
        best, against = pair
        n_classes = len(self.classes)
        evidence = [
            Evidence(
                token,
                scale * (weights[i * n_classes + best] - weights[i * n_classes + against]),
                occurrences[token],
                tuple(messages for messages, _ in row),
            )
            for i, (token, row) in enumerate(cells.items())
        ]
        return tuple(sorted(evidence, key=lambda one: (-abs(one.weight), one.token)))

    def _no_choice(self, n_tokens: int) -> Verdict:
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
            n_unknown=n_tokens,
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
