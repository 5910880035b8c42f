"""The most informative words of each class."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from priory.evidence.telling import best_of, mutual_information
from priory.text.explanation import TellingWord

if TYPE_CHECKING:
    from priory.text.counts.word_counts import WordCounts
    from priory.text.scores.scores import TextScores

__all__ = ["telling_words"]


def telling_words(
    scores: TextScores, k: int, by: str, min_count: int
) -> dict[Any, list[TellingWord]]:
    """Return the k most telling words of each class, of those that occur often enough."""
    counts, places = scores.counts, scores.events.places
    table, labels = counts.table, counts.classes.tolist()
    if min_count > 1:
        places = places[table.frequency()[places] >= min_count]
    if by == "mutual_info":
        documents = table.counts(places, len(labels), of_documents=True)
        weights = mutual_information(documents, counts.class_count)
    else:
        weights = scores.events.telling(places)
    best = best_of(weights, labels, k, by)
    return {label: _words(table, labels, places[some], values) for label, some, values in best}


def _words(
    table: WordCounts, labels: list[Any], places: Any, weights: list[float]
) -> list[TellingWord]:
    """Return some words with their weights and counts."""
    counts = table.counts(places, len(labels)).tolist()
    by_label = (dict(zip(labels, row, strict=True)) for row in counts)
    return list(map(TellingWord, table.words(places), weights, by_label))
