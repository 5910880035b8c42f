"""Scores that are linear in the features: the softmax form of the posterior."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from priory.naive_bayes._rows import Rows

__all__ = ["Linear", "frozen"]


@dataclass(frozen=True, slots=True, eq=False)
class Linear:
    """Weights by feature and class and a bias by class, in log space.

    A probability of 0 would be a weight of minus infinity. Infinities do not cancel as numbers do,
    so they are counted apart: a class that has one in a row is ruled out for it.
    """

    weights: Any
    bias: Any
    ruling_out: Linear | None = None

    @classmethod
    def of(cls, present: Any, absent: Any, prior: Any) -> Linear:
        """Make the form from logarithms of probabilities.

        Parameters
        ----------
        present : ndarray of shape (n_classes, n_features)
            What a feature adds for each time it is there.
        absent : ndarray of shape (n_classes, n_features) or None
            What it adds when it is not there; None for nothing.
        prior : ndarray of shape (n_classes,)
            What a class has before any feature.

        Returns
        -------
        Linear
        """
        parts = (present, absent, prior)
        if all(part is None or np.isfinite(part.min(initial=0.0)) for part in parts):
            return cls(*_weights_and_bias(*parts))
        finite = (None if part is None else np.where(np.isneginf(part), 0, part) for part in parts)
        zeros = (None if part is None else np.isneginf(part).astype(float) for part in parts)
        return cls(*_weights_and_bias(*finite), cls(*_weights_and_bias(*zeros)))

    def score(self, rows: Rows) -> Any:
        """Return the joint log-probability of each row and each class."""
        scores = rows.score(self.weights, self.bias)
        if self.ruling_out is not None:
            scores[self.ruling_out.score(rows) > 0] = -np.inf
        return scores


def _weights_and_bias(present: Any, absent: Any, prior: Any) -> tuple[Any, Any]:
    """Count every feature as absent first; the weight is what its presence changes."""
    if absent is None:
        return frozen(np.ascontiguousarray(present.T)), frozen(np.ascontiguousarray(prior))
    weights = np.ascontiguousarray((present - absent).T)
    return frozen(weights), frozen(prior + absent.sum(axis=1))


def frozen(derived: Any) -> Any:
    """Return what was derived; if it is an array, nobody can write to it, as it is kept."""
    if isinstance(derived, np.ndarray):
        derived.flags.writeable = False
    return derived
