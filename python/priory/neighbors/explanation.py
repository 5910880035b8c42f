"""Explanations of predictions by their neighbours."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from priory.neighbors import _layout

__all__ = ["NeighborExplanation", "RegressionExplanation"]


@dataclass(frozen=True, slots=True, eq=False)
class NeighborExplanation:
    """The neighbours that voted for the class of one row. Printed, it is a table.

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

    Examples
    --------
    >>> from priory import KNeighborsClassifier
    >>> model = KNeighborsClassifier(n_neighbors=3).fit([[0], [1], [2], [3]], ["a", "a", "b", "b"])
    >>> print(model.explain([[1.1]])[0])
    label  probability
    a           0.6667
    b           0.3333
    <BLANKLINE>
    a, because of 2 of the 3 nearest rows:
    row  label  distance    vote
    1        a    0.1000  0.3333
    0        a    1.1000  0.3333
    <BLANKLINE>
    Not a: 1 of the 3 nearest rows:
    row  label  distance    vote
    2        b    0.9000  0.3333
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

    def to_text(self, *, n: int = 20) -> str:
        """Return tables for the terminal.

        Parameters
        ----------
        n : int, default=20
            How many neighbours are shown, the nearest ones; the others are summed up.

        Returns
        -------
        str
            The classes, the neighbours that voted for the label, and those that did not. The votes
            of the former, with the prior, add up to the probability of the label.
        """
        return _layout.votes(self, n)

    def __str__(self) -> str:
        return self.to_text()


@dataclass(frozen=True, slots=True, eq=False)
class RegressionExplanation:
    """The neighbours whose values average to the prediction for one row. Printed, it is a table.

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

    Examples
    --------
    >>> from priory import KNeighborsRegressor
    >>> model = KNeighborsRegressor(n_neighbors=2, weights="distance")
    >>> model = model.fit([[0], [1], [2]], [5, 6, 8])
    >>> print(model.explain([[1.25]])[0])
    The average of the 2 nearest rows:
    row        distance  weight  value
    1            0.2500  0.7500      6
    2            0.7500  0.2500      8
    (average)                      6.5
    """

    indices: Any
    distances: Any
    values: Any
    weights: Any

    @property
    def prediction(self) -> Any:
        """The average of the values by their weights."""
        return self.weights @ self.values

    def to_text(self, *, n: int = 20) -> str:
        """Return a table for the terminal.

        Parameters
        ----------
        n : int, default=20
            How many neighbours are shown, the nearest ones; the others are summed up.

        Returns
        -------
        str
            The neighbours with their weights and values, and the average.
        """
        return _layout.averaged(self, n)

    def __str__(self) -> str:
        return self.to_text()
