"""What a text model knows of words: which it uses, how probable they are, and what they tell."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any

from priory.evidence.telling import best_of, mutual_information
from priory.text.explanation import TellingWord

if TYPE_CHECKING:
    from priory.text._events import Events
    from priory.text.counts import TextCounts

__all__ = ["KnownWords"]


class KnownWords(ABC):
    """The words of a fitted text model."""

    _check_is_fitted: Any
    _check_classes: Any

    @property
    @abstractmethod
    def counts_(self) -> TextCounts:
        """What was learned."""

    @property
    @abstractmethod
    def _events(self) -> Events:
        """The event model over the counts."""

    def vocabulary(self) -> list[str]:
        """Return the words in use, sorted.

        Returns
        -------
        list of str
        """
        self._check_is_fitted()
        return self.counts_.table.words(self._events.places)

    @property
    def feature_log_prob_(self) -> Any:
        """The logarithms of the words' probabilities given each class, in vocabulary order."""
        self._check_is_fitted()
        return self._events.present(self._events.places).T

    @property
    def n_words_(self) -> int:
        """The number of words in use."""
        return len(self._events.places)

    def words(
        self, k: int = 10, *, by: str = "log_ratio", min_count: int = 1
    ) -> dict[Any, list[TellingWord]]:
        """Return the most telling words of each class, with their counts.

        Parameters
        ----------
        k : int, default=10
            How many of each class.
        by : {"log_ratio", "mutual_info"}, default="log_ratio"
            The logarithm of a word's probability in the class over its mean probability in the
            others; or the mutual information, in nats, of the word's presence and whether the class
            is this one, of words that are in a larger share of its texts than of others. Rare words
            can have large ratios, but little information.
        min_count : int, default=1
            Words that occur less often, in all classes together, are left out.

        Returns
        -------
        dict from label to list of TellingWord
            The most telling first.
        """
        if k < 1:
            raise ValueError(f"k={k!r}: there must be at least one word to a class")
        self._check_classes()
        counts, places = self.counts_, self._events.places
        table, labels = counts.table, counts.classes.tolist()
        if min_count > 1:
            places = places[table.frequency()[places] >= min_count]
        if by == "mutual_info":
            documents = table.counts(places, len(labels), of_documents=True)
            weights = mutual_information(documents, counts.class_count)
        else:
            weights = self._events.telling(places)
        best = best_of(weights, labels, k, by)
        return {label: self._telling(places[some], values) for label, some, values in best}

    def _telling(self, places: Any, weights: list[float]) -> list[TellingWord]:
        """Return some words with their weights and counts."""
        table, labels = self.counts_.table, self.counts_.classes.tolist()
        counts = table.counts(places, len(labels)).tolist()
        by_label = (dict(zip(labels, row, strict=True)) for row in counts)
        return list(map(TellingWord, table.words(places), weights, by_label))
