"""Scorer: joint log-probabilities of texts, without a document-term matrix."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from priory import _core
from priory.counts.count import UNLIMITED

if TYPE_CHECKING:
    from priory.text._reader import Reader
    from priory.text.scores.events import Events

__all__ = ["Scorer"]


@dataclass(frozen=True, slots=True, eq=False)
class Scorer:
    """A vocabulary to look words up in, and their weights."""

    events: Events
    vocabulary: Any
    weights: Any
    bias: Any
    n_classes: int
    places: Any  # where the words of the vocabulary stand in the table
    are_terms: bool  # whether a weight is all that a word says, and absence says nothing

    @classmethod
    def of(cls, events: Events) -> Scorer:
        """Make the scorer of an event model; frequent words stand together, near the cache."""
        order = events.places[np.argsort(-events.sums[0][events.places])]
        vocabulary = _core.Vocabulary.of_table(events.table, order.astype(np.uint32))
        linear = events.linear(order)
        weights, bias = linear.weights, linear.bias
        are_terms = linear.absent is None and linear.ruling_out is None
        if linear.ruling_out is not None:  # zeros of probability are counted in the same pass
            weights = np.hstack([weights, linear.ruling_out.weights])
            bias = np.hstack([bias, linear.ruling_out.bias])
        n_classes = len(linear.bias)
        return cls(events, vocabulary, weights.reshape(-1), bias, n_classes, order, are_terms)

    def explain(self, text: Any, reader: Reader) -> tuple[list[str], Any, Any, tuple[Any, Any]]:
        """Return the words of a text, their places in the table, their counts, what they add."""
        _, columns, times = _core.count_known(
            reader.documents([text]), reader.native(), self.vocabulary, False, 1, UNLIMITED, True
        )
        words = self.vocabulary.select(columns.view(np.uint32)).names()
        where = self.places[columns]
        if not self.are_terms:
            return words, where, times, self.events.terms(where, times)
        present = self.weights.reshape(-1, self.n_classes).take(columns, axis=0)
        terms = self.events.weighed(times, present)
        return words, where, times, (terms, np.zeros(self.n_classes))

    def score(self, X: Any, reader: Reader) -> Any:
        """Return the joint log-probability of each text and each class."""
        sums = _core.score_texts(
            reader.documents(X),
            reader.native(),
            self.vocabulary,
            self.weights,
            self.bias,
            self.events.once,
            reader.threads_for(X),
        ).reshape(-1, len(self.bias))
        scores, zeros = sums[:, : self.n_classes], sums[:, self.n_classes :]
        return np.where(zeros > 0, -np.inf, scores) if zeros.size else scores
