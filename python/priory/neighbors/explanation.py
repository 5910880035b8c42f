"""The neighbours of one row as evidence."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

__all__ = ["NeighborExplanation", "RegressionExplanation"]


@dataclass(frozen=True, slots=True, eq=False)
class NeighborExplanation:
    """The neighbours that voted for the class of one row.

    Attributes
    ----------
    classes : ndarray of shape (n_classes,)
        The labels.
    indices : ndarray of shape (n_neighbors,)
        The numbers of the neighbours among the rows that were learned, nearest first.
    distances : ndarray of shape (n_neighbors,)
        How far they are.
    labels : ndarray of shape (n_neighbors,)
        Their labels.
    votes : ndarray of shape (n_neighbors,)
        What each adds to the probability of its label.
    prior : ndarray of shape (n_classes,)
        What ``alpha`` adds to the probability of each class.
    probabilities : ndarray of shape (n_classes,)
        The probability of each class, as in `predict_proba`: its prior and the votes for it.
    """

    classes: Any
    indices: Any
    distances: Any
    labels: Any
    votes: Any
    prior: Any
    probabilities: Any

    @property
    def label(self) -> Any:
        """The most probable class."""
        return self.classes.tolist()[self.probabilities.argmax()]


@dataclass(frozen=True, slots=True, eq=False)
class RegressionExplanation:
    """The neighbours whose values average to the prediction for one row.

    Attributes
    ----------
    indices : ndarray of shape (n_neighbors,)
        The numbers of the neighbours among the rows that were learned, nearest first.
    distances : ndarray of shape (n_neighbors,)
        How far they are.
    values : ndarray of shape (n_neighbors,) or (n_neighbors, n_outputs)
        Their values.
    weights : ndarray of shape (n_neighbors,)
        Their shares in the average.
    """

    indices: Any
    distances: Any
    values: Any
    weights: Any

    @property
    def prediction(self) -> Any:
        """The average of the values by their weights."""
        return self.weights @ self.values
