"""Feature selection by document frequency, chi-squared or mutual information."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from scipy.special import xlogy

from priory.counts._document_frequencies import Pruning

if TYPE_CHECKING:
    from priory.text.counts.word_counts import WordCounts

__all__ = ["RANKS", "Selection"]


@dataclass(frozen=True, slots=True)
class Selection:
    """Words of enough and not too many documents, and of these the best by some rank."""

    min_df: float
    max_df: float
    max_features: int | None
    rank_by: str

    def places(self, table: WordCounts, class_count: Any) -> Any:
        """Return the places of the words that are used, in order."""
        pruning = Pruning(self.min_df, self.max_df, self.max_features)
        if pruning.is_trivial:
            return np.arange(len(table))
        low, high = pruning.bounds(int(class_count.sum()))
        frequency = table.document_frequency()
        kept = np.flatnonzero((frequency >= low) & (frequency <= high))
        if self.max_features is None or len(kept) <= self.max_features:
            return kept
        rank = RANKS[self.rank_by](table, class_count)[kept]
        # Of equally good words the first one stays.
        best = np.argsort(-rank, kind="stable")[: self.max_features]
        return np.sort(kept[best])


def _frequency(table: WordCounts, class_count: Any) -> Any:  # noqa: ARG001
    """Return how often each word occurs."""
    return table.frequency()


def _chi2(table: WordCounts, class_count: Any) -> Any:
    """Return the chi-squared statistic of each word's occurrences and the classes.

    The sum of (observed - expected)^2 / expected is the sum of observed^2 / expected, less what
    was observed: classes without the word drop out.
    """
    total = table.frequency()
    share = class_count / class_count.sum()
    rows = table.rows
    expected = share[table.classes] * total[rows]
    terms = table.occurrences**2 / expected
    return np.bincount(rows, weights=terms, minlength=len(table)) - total


def _mutual_information(table: WordCounts, class_count: Any) -> Any:
    """Return the mutual information of each word's presence and the class, in nats."""
    n, rows = class_count.sum(), table.rows
    present = table.document_frequency() / n
    absent = 1 - present
    here = table.documents / n
    share = (class_count / n)[table.classes]
    away = share - here
    # Where a class has not the word, P(absent, class) = P(class): all such classes at once.
    terms = xlogy(here, here / (present[rows] * share)) + _ratio(away, absent[rows] * share)
    others = 1 - np.bincount(rows, weights=share, minlength=len(table))
    return np.bincount(rows, weights=terms, minlength=len(table)) - xlogy(others, absent)


def _ratio(joint: Any, independent: Any) -> Any:
    """Return p log(p / q), 0 where p is 0."""
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(joint > 0, xlogy(joint, joint) - xlogy(joint, independent), 0.0)


RANKS = {"frequency": _frequency, "chi2": _chi2, "mutual_info": _mutual_information}
