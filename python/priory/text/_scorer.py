"""Texts become joint log-probabilities, without a matrix between them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from priory import _core

if TYPE_CHECKING:
    from priory.naive_bayes._linear import Linear
    from priory.text._events import Events
    from priory.text._reader import Reader

__all__ = ["Scorer"]


@dataclass(frozen=True, slots=True, eq=False)
class Scorer:
    """A vocabulary to look words up in, and their weights."""

    vocabulary: Any
    linear: Linear
    once: bool

    @classmethod
    def of(cls, events: Events) -> Scorer:
        """Make the scorer of an event model; frequent words stand together, near the cache."""
        frequency = events.table.frequency()[events.places]
        order = events.places[np.argsort(-frequency)]
        vocabulary = _core.Vocabulary.of_table(events.table, order.astype(np.uint32))
        return cls(vocabulary, events.linear(order), events.once)

    def score(self, X: Any, reader: Reader) -> Any:
        """Return the joint log-probability of each text and each class."""
        if self.linear.ruling_out is None:
            return self._score(X, reader, self.linear)
        X = list(X)  # it is read twice
        scores = self._score(X, reader, self.linear)
        scores[self._score(X, reader, self.linear.ruling_out) > 0] = -np.inf
        return scores

    def _score(self, X: Any, reader: Reader, linear: Linear) -> Any:
        scores = _core.score_texts(
            reader.documents(X),
            reader.native(),
            self.vocabulary,
            linear.weights.reshape(-1),
            linear.bias,
            self.once,
            reader.threads,
        )
        return scores.reshape(-1, len(linear.bias))
