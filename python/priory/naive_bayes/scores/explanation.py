"""Explanation of a prediction: the contribution of each feature to each class."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

__all__ = ["Explanation", "joint_log_proba"]


@dataclass(frozen=True, slots=True, eq=False)
class Explanation:
    """The terms of one row's joint log-probabilities.

    Attributes
    ----------
    classes : ndarray of shape (n_classes,)
        The labels.
    features : ndarray of shape (n_present,)
        The features that are present: their names if the model knows them, else their columns.
    values : ndarray of shape (n_present,)
        Their values in the row.
    contributions : ndarray of shape (n_present, n_classes)
        What each adds to the joint log-probability of each class.
    absent : ndarray of shape (n_classes,)
        What the absent features add together; nothing where absence says nothing. Of measurements
        in a sparse row, what its zeros add, which are values as others are.
    prior : ndarray of shape (n_classes,)
        The logarithm of the prior.
    remainder : ndarray of shape (n_classes,) or None
        None if all these terms add up to the joint log-probability. Where a model is no sum over
        its features, a contribution is what the joint log-probability loses without the feature
        (leave one out), and this is what they are short of together.
    """

    classes: Any
    features: Any
    values: Any
    contributions: Any
    absent: Any
    prior: Any
    remainder: Any = None

    @property
    def kind(self) -> str:
        """Whether contributions are terms of a sum, "additive", or differences, "leave-one-out"."""
        return "additive" if self.remainder is None else "leave-one-out"

    @property
    def joint_log_proba(self) -> Any:
        """The joint log-probability of each class, which is the sum of all terms.

        One factor of 0 makes the product 0, whatever is not known of the others.
        """
        rest = () if self.remainder is None else (self.remainder,)
        return joint_log_proba(self.prior, self.contributions, self.absent, *rest)

    @property
    def probabilities(self) -> Any:
        """The posterior probability of each class; NaN if every class has probability 0."""
        scores = self.joint_log_proba
        with np.errstate(invalid="ignore"):
            shares = np.exp(scores - scores.max())
        return shares / shares.sum()

    @property
    def label(self) -> Any:
        """The most probable class, or None if every class has probability 0."""
        scores = self.joint_log_proba
        return self.classes.tolist()[scores.argmax()] if np.isfinite(scores.max()) else None


def joint_log_proba(*terms: Any) -> Any:
    """Add terms by class; one factor of 0 makes the product 0, whatever the others are."""
    sums = sum(term.sum(axis=0) if term.ndim > 1 else term for term in terms)
    if np.isfinite(sums).all():
        return sums
    return np.where(np.isneginf(np.vstack(terms)).any(axis=0), -np.inf, sums)
