"""Linear scorer: log-likelihoods that are linear in the features."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from priory._memo import frozen

if TYPE_CHECKING:
    from priory.naive_bayes.rows.rows import Rows

__all__ = ["Linear", "against_others"]


@dataclass(frozen=True, slots=True, eq=False)
class Linear:
    """Weights by feature and class and a bias by class, in log space.

    A probability of 0 would be a weight of minus infinity. Infinities do not cancel as numbers do,
    so they are counted apart: a class that has one in a row is ruled out for it. The bias is the
    prior and what all features add when they are absent, which stay at hand for rows in which some
    were not observed.
    """

    weights: Any
    bias: Any
    ruling_out: Linear | None = None
    absent: Any = None
    prior: Any = None

    @classmethod
    def of(cls, present: Any, absent: Any, prior: Any) -> Linear:
        """Make the form from logarithms of probabilities.

        Parameters
        ----------
        present : ndarray of shape (n_classes, n_features * k)
            What a feature adds for each time it is there; if there are k ways to be there, what it
            adds in each.
        absent : ndarray of shape (n_classes, n_features) or None
            What it adds when it is not there; None for nothing.
        prior : ndarray of shape (n_classes,)
            What a class has before any feature.

        Returns
        -------
        Linear
        """
        parts = (present, absent, prior)
        return cls._apart(_relative, parts)

    @classmethod
    def of_terms(cls, weights: Any, absent: Any, prior: Any) -> Linear:
        """Make the form from what each feature adds once for every row, and for its number."""
        return cls._apart(lambda weights, _: weights, (weights, absent, prior))

    @classmethod
    def _apart(cls, weigh: Any, parts: tuple[Any, Any, Any]) -> Linear:
        """Keep what is finite and what rules out apart, if there is something that does."""

        def form(parts: Any, ruling_out: Linear | None = None) -> Linear:
            present, absent, prior = parts
            weights = frozen(np.ascontiguousarray(weigh(present, absent).T))
            bias = prior if absent is None else prior + absent.sum(axis=1)
            return cls(weights, frozen(np.ascontiguousarray(bias)), ruling_out, absent, prior)

        if all(part is None or np.isfinite(part.min(initial=0.0)) for part in parts):
            return form(parts)
        zeros = (None if part is None else np.isneginf(part).astype(float) for part in parts)
        finite = (None if part is None else np.where(np.isneginf(part), 0, part) for part in parts)
        return form(finite, form(zeros))

    def score(self, rows: Rows) -> Any:
        """Return the joint log-probability of each row and each class."""
        scores = rows.score(self.weights, self.bias)
        if self.absent is not None and rows.missing is not None:
            incomplete = rows.missing.incomplete_rows
            apart = rows.score(self.weights, np.ascontiguousarray(self.prior))
            scores[incomplete] = apart[incomplete] + rows.missing.sums_of_observed(
                incomplete, self.absent
            )
        if self.ruling_out is not None:
            scores[self.ruling_out.score(rows) > 0] = -np.inf
        return scores


def _relative(present: Any, absent: Any) -> Any:
    """Count every feature as absent first; the weight is what its presence changes."""
    if absent is None:
        return present
    ways = present.shape[1] // max(absent.shape[1], 1)
    absent = absent if ways == 1 else np.repeat(absent, ways, axis=1)
    return np.subtract(present, absent, order="F")  # as it will be read, without another copy


def against_others(weights: Any) -> Any:
    """Return weights by class and feature, where an infinite one speaks against all others instead.

    A word that no other class ever had, without smoothing, rules the others out.
    """
    certain = np.isposinf(weights)
    elsewhere = certain.sum(axis=0) - certain > 0
    return np.where(elsewhere, -np.inf, np.where(certain, 0.0, weights))
