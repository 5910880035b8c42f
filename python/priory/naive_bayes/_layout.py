"""Where each category of each feature stands, and how many there are, unseen ones included."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from priory.naive_bayes._domains import starts
from priory.naive_bayes._estimate import log_ratio

if TYPE_CHECKING:
    from priory.naive_bayes._domains import Domain

__all__ = ["Layout"]


@dataclass(frozen=True, slots=True, eq=False)
class Layout:
    """The categories of all features, side by side.

    First those that were counted, then those that were only declared, and last a place for
    whatever else may come.

    Attributes
    ----------
    sizes : ndarray of shape (n_features,)
        How many categories each feature has.
    starts : ndarray of shape (n_features + 1,)
        Where each feature begins; its last place is that of unseen categories.
    counted : ndarray
        The places of the categories that were counted, in the order of their table.
    beyond : ndarray of shape (n_features,)
        1 where an unseen category is one more, 0 where it is one of those declared.
    """

    sizes: Any
    starts: Any
    counted: Any
    beyond: Any

    @classmethod
    def of(cls, domains: list[Domain], least: Any) -> Self:
        """Lay out domains, each with at least so many categories."""
        seen = np.array([domain.size for domain in domains], dtype=np.int64)
        sizes = seen if least is None else np.maximum(seen, _checked(least, len(seen)))
        begins = starts(sizes + 1)
        shift = begins[:-1] - starts(seen)[:-1]
        counted = np.arange(seen.sum()) + np.repeat(shift, seen)
        has_labels = np.array([domain.places is not None for domain in domains])
        return cls(sizes, begins, counted, 1 - (has_labels & (sizes > seen)))

    @property
    def unseen(self) -> Any:
        """The place of each feature's unseen categories."""
        return self.starts[1:] - 1

    def spread(self, table: Any) -> Any:
        """Return counts at their places, with zeros for what was not counted."""
        counts = np.zeros((len(table), self.starts[-1]))
        counts[:, self.counted] = table
        return counts

    def log_prob(self, table: Any, added: Any) -> Any:
        """Return the logarithms of all probabilities; ``added`` is the prior of each feature."""
        counts = self.spread(table)
        observed = np.add.reduceat(counts, self.starts[:-1], axis=1)
        added = np.broadcast_to(added, observed.shape)
        totals, each = observed + self.sizes * added, self.sizes + 1
        smoothed = counts + np.repeat(added, each, axis=1)
        logs = log_ratio(smoothed, np.repeat(totals, each, axis=1))
        logs[:, self.unseen] = log_ratio(added, totals + self.beyond * added)
        return logs

    def parts(self, row: Any) -> list[Any]:
        """Return the categories of each feature, as views."""
        ends = self.starts[:-1] + self.sizes
        return [row[:, a:b] for a, b in zip(self.starts[:-1].tolist(), ends.tolist(), strict=True)]


def _checked(least: Any, n_features: int) -> Any:
    """Return the least numbers of categories, if they are whole and fit the features."""
    numbers = np.asarray(least)
    if not np.issubdtype(numbers.dtype, np.signedinteger):
        raise ValueError(
            f"'min_categories' should have integral type. Got {numbers.dtype} instead."
        )
    if numbers.ndim and numbers.shape != (n_features,):
        raise ValueError(
            f"'min_categories' should have shape ({n_features},) when an array-like is provided. "
            f"Got {numbers.shape} instead."
        )
    return numbers
