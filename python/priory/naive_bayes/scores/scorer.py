"""Base class of the scorers, which compute log-likelihoods and explanations from counts."""

from __future__ import annotations

from abc import ABC, abstractmethod
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from priory._memo import frozen
from priory.naive_bayes.scores.explanation import Explanation
from priory.naive_bayes.scores.linear import Linear

if TYPE_CHECKING:
    from priory.naive_bayes.counts import Counts

__all__ = ["LinearScorer", "Scorer"]


class Scorer(ABC):
    """Rows become joint log-probabilities, by class.

    What a scorer derives from its counts is computed when it is first asked for, and kept: the
    counts and parameters of a scorer never change.

    Parameters
    ----------
    counts : Counts
        What was learned.
    prior : ndarray of shape (n_classes,)
        The logarithms of the class priors.
    """

    def __init__(self, counts: Counts, prior: Any) -> None:
        self.counts, self.prior = counts, frozen(prior)

    @abstractmethod
    def score(self, rows: Any) -> Any:
        """Return the joint log-probability of each row and each class."""

    @abstractmethod
    def explain_row(self, columns: Any, values: Any) -> Explanation:
        """Return what the numbers of one row add to each class."""

    def explain(self, rows: Any) -> list[Explanation]:
        """Return the terms of each row's joint log-probabilities."""
        return [self.explain_row(columns, values) for columns, values in rows]

    def _explanation(
        self, columns: Any, values: Any, terms: Any, *, absent: Any = None, remainder: Any = None
    ) -> Explanation:
        names, classes = self.counts.features, self.counts.classes
        features = columns if names is None else names[columns]
        absent = np.zeros(len(classes)) if absent is None else absent
        return Explanation(classes, features, values, terms, absent, self.prior, remainder)


class LinearScorer(Scorer):
    """Scores that are linear in the features, which a family computes from its counts.

    ``present`` holds what a feature adds for each time it is there, by class and feature, and
    ``absent`` what it adds when it is not; None for nothing.
    """

    is_linear = True
    absent: Any = None

    def __init__(self, counts: Counts, prior: Any, *, absences_apart: bool = False) -> None:
        super().__init__(counts, prior)
        self.absences_apart = absences_apart

    @property
    @abstractmethod
    def present(self) -> Any:
        """What each feature adds for each time it is there, by class and feature."""

    @cached_property
    def linear(self) -> Linear:
        """The weights and the bias, in the softmax form."""
        return Linear.of(self.present, self.absent, self.prior)

    def score(self, rows: Any) -> Any:
        """Return the joint log-probability of each row and each class."""
        return self.linear.score(rows)

    def contributions(self, columns: Any, values: Any) -> Any:
        """Return what each number adds to each class."""
        return values[:, np.newaxis] * self.present[:, columns].T

    def absences(self, values: Any) -> Any:  # noqa: ARG002
        """Return what the absence of each feature would add to each class, None if nothing."""
        return self.absent

    def remainder(self, values: Any) -> Any:  # noqa: ARG002
        """Return what contributions are short of together, None if nothing."""
        return None

    def explain_row(self, columns: Any, values: Any) -> Explanation:
        """Return what the numbers of one row add to each class."""
        seen, absent = ~np.isnan(values), None
        there, numbers = columns[seen], values[seen]
        terms, remainder = self.contributions(there, numbers), self.remainder(numbers)
        if (absences := self.absences(values)) is not None:
            others = np.delete(np.arange(self.counts.n_features), columns)
            if self.absences_apart:
                there, numbers = np.append(there, others), np.append(numbers, np.zeros(len(others)))
                order = np.argsort(there)
                terms = np.vstack([terms, absences[:, others].T])[order]
                there, numbers = there[order], numbers[order]
            else:
                absent = absences[:, others].sum(axis=1)
        return self._explanation(there, numbers, terms, absent=absent, remainder=remainder)
