"""Table layout: the offset and the number of categories of each feature, unseen included."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from priory.errors import InputError
from priory.naive_bayes.categorical.domains import starts
from priory.naive_bayes.scores.estimate import log_ratio

if TYPE_CHECKING:
    from priory.naive_bayes.categorical.domains import Domain

__all__ = ["Layout"]


@dataclass(frozen=True, slots=True, eq=False)
class Layout:
    """The categories of all features, side by side.

    First those that were counted, then those that were only declared, then what is missing if that
    is a category, and last a place for whatever else may come.

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
    owners : ndarray
        The feature of each place.
    missing : ndarray of shape (n_classes, n_features) or None
        How often each feature is missing; None if that is no category.
    domains : list of Domain
        The categories that were counted.
    least : int or array-like or None
        How many categories were declared.
    """

    sizes: Any
    starts: Any
    counted: Any
    beyond: Any
    owners: Any
    missing: Any
    domains: list[Domain]
    least: Any

    @classmethod
    def of(cls, domains: list[Domain], least: Any, missing: Any = None) -> Self:
        """Lay out domains, each with at least so many categories; what is missing is one more."""
        seen = np.array([domain.size for domain in domains], dtype=np.int64)
        sizes = seen if least is None else np.maximum(seen, _checked(least, len(seen)))
        has_labels = np.array([domain.places is not None for domain in domains])
        beyond = 1 - (has_labels & (sizes > seen))
        if missing is not None:
            sizes = sizes + missing.any(axis=0)
        begins = starts((sizes + 1).tolist())
        shift = begins[:-1] - starts(seen.tolist())[:-1]
        counted = np.arange(seen.sum()) + np.repeat(shift, seen)
        owners = np.repeat(np.arange(len(sizes)), sizes + 1)
        return cls(sizes, begins, counted, beyond, owners, missing, domains, least)

    def is_of(self, domains: list[Domain], least: Any) -> bool:
        """Whether these very domains, and what is missing apart, would be laid out so again."""
        return self.missing is None and self.domains is domains and self.least is least

    @property
    def unseen(self) -> Any:
        """The place of each feature's unseen categories."""
        return self.starts[1:] - 1

    @property
    def has_missing(self) -> Any:
        """Which features have a category for what is missing."""
        if self.missing is None:
            return np.zeros(len(self.sizes), dtype=bool)
        return self.missing.any(axis=0)

    def found(self, codes: Any, columns: Any = slice(None)) -> Any:
        """Return codes as far as they are known, and what is missing as its category."""
        sizes, has_missing = self.sizes[columns], self.has_missing[columns]
        codes = np.where(codes < sizes - has_missing, codes, sizes)
        return np.where(codes < 0, sizes - has_missing, codes).astype(np.int32)

    def spread(self, table: Any) -> Any:
        """Return counts at their places, with zeros for what was not counted."""
        counts = np.zeros((len(table), self.starts[-1]))
        counts[:, self.counted] = table
        if self.missing is not None:
            has_missing = self.has_missing
            counts[:, self.unseen[has_missing] - 1] = self.missing[:, has_missing]
        return counts

    def log_prob(self, table: Any, added: Any) -> Any:
        """Return the logarithms of all probabilities; ``added`` is the prior of each feature."""
        counts = self.spread(table)
        observed = np.add.reduceat(counts, self.starts[:-1], axis=1)
        totals = (observed + self.sizes * added)[:, self.owners]
        totals[:, self.unseen] += self.beyond * added
        return log_ratio(
            counts + (added if np.ndim(added) == 0 else added[..., self.owners]), totals
        )

    def parts(self, row: Any) -> list[Any]:
        """Return the categories of each feature, as views."""
        ends = self.starts[:-1] + self.sizes
        return [row[:, a:b] for a, b in zip(self.starts[:-1].tolist(), ends.tolist(), strict=True)]


def _checked(least: Any, n_features: int) -> Any:
    """Return the least numbers of categories, if they are whole and fit the features."""
    numbers = np.asarray(least)
    if not np.issubdtype(numbers.dtype, np.signedinteger):
        raise InputError(
            f"'min_categories' should have integral type. Got {numbers.dtype} instead.",
            code="bad-parameter",
            parameter="min_categories",
        )
    if numbers.ndim and numbers.shape != (n_features,):
        raise InputError(
            f"'min_categories' should have shape ({n_features},) when an array-like is provided. "
            f"Got {numbers.shape} instead.",
            code="shape-mismatch",
            parameter="min_categories",
        )
    return numbers
