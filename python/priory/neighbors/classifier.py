"""Labels by the rows that are nearest."""

from __future__ import annotations

from numbers import Real
from typing import Any

import numpy as np
from sklearn import get_config
from sklearn.base import ClassifierMixin
from sklearn.utils._param_validation import Interval

from priory.neighbors._labelled import LabelledRows
from priory.neighbors._votes import checked_alpha, count_votes, refuse_weightless, scaled
from priory.neighbors.explanation import NeighborExplanation

__all__ = ["KNeighborsClassifier"]


class KNeighborsClassifier(ClassifierMixin, LabelledRows):
    """Predict the class that most of the nearest rows have.

    Parameters, attributes and results are scikit-learn's; what is new here is that rows have
    weights and can be added, forgotten and merged, that a prior smooths the shares of the votes,
    and that the neighbours come as evidence. Of rows that are equally far the one that was learned
    first is nearer, and of classes with equally many votes the first one wins.

    Parameters
    ----------
    n_neighbors : int, default=5
        How many rows vote.
    weights : {"uniform", "distance"} or callable, default="uniform"
        What each vote weighs: the same, 1 / distance (those at distance 0 have all the weight), or
        what a function makes of an array of distances.
    algorithm : {"auto", "ball_tree", "kd_tree", "brute"}, default="auto"
        How neighbours are found. The result is the same.
    leaf_size : int, default=30
        How many rows a leaf of a tree holds.
    p : float, default=2
        The power of the Minkowski metric.
    metric : str or callable, default="minkowski"
        The distance: one of numbers by scikit-learn's names, one of strings by the names in
        :doc:`string-distances`, or a function of a query and a row, in this order.
    metric_params : dict, default=None
        Its parameters.
    n_jobs : int, default=-1
        How many threads search; -1 stands for all cores. The result does not depend on it.
    alpha : float or array-like of shape (n_classes,), default=0.0
        What is added to the votes of each class, in neighbours: with 1, each class has one more
        neighbour than it has. Where it is not 0, the weights of the neighbours of a row are scaled
        to sum to their number.
    projection : int, float, {"gaussian", "sparse"}, transformer or None, default=None
        What rows go through before they are compared: a random projection to so many dimensions;
        one whose squared distances are off by at most such a share, by the Johnson-Lindenstrauss
        bound; one of a kind, with a share of 0.1; or any transformer. It is made for the first
        rows and stays the same. Random ones are for euclidean, sqeuclidean and cosine.
    random_state : int, RandomState instance or None, default=None
        That of the projection.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,), or a list of them
        The labels in order; with several outputs those of each.
    effective_metric_ : str or callable
        The distance by its own name: Minkowski's with ``p=2`` is euclidean.
    effective_metric_params_ : dict
        Its parameters.
    n_features_in_ : int
        The number of features.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Their names, if X had names that are strings.
    n_samples_fit_ : int
        How many rows are kept.
    outputs_2d_ : bool
        Whether there are several outputs.

    Examples
    --------
    >>> from priory import KNeighborsClassifier
    >>> model = KNeighborsClassifier(n_neighbors=3).fit([[0], [1], [2], [3]], ["a", "a", "b", "b"])
    >>> model.predict([[1.1]])
    array(['a'], dtype='<U1')
    >>> model.set_params(alpha=1).predict_proba([[1.1]])
    array([[0.6, 0.4]])
    >>> model.forget([[0]], ["a"]).predict([[1.1]])
    array(['b'], dtype='<U1')
    """

    _parameter_constraints: dict[str, Any] = {  # noqa: RUF012 (scikit-learn's protocol)
        **LabelledRows._parameter_constraints,
        "alpha": [Interval(Real, 0, None, closed="left"), "array-like"],
    }

    def __init__(
        self,
        n_neighbors: int = 5,
        *,
        weights: Any = "uniform",
        algorithm: str = "auto",
        leaf_size: int = 30,
        p: float | None = 2,
        metric: Any = "minkowski",
        metric_params: dict[str, Any] | None = None,
        n_jobs: int | None = -1,
        alpha: Any = 0.0,
        projection: Any = None,
        random_state: Any = None,
    ) -> None:
        self.n_neighbors = n_neighbors
        self.weights = weights
        self.algorithm = algorithm
        self.leaf_size = leaf_size
        self.p = p
        self.metric = metric
        self.metric_params = metric_params
        self.n_jobs = n_jobs
        self.alpha = alpha
        self.projection = projection
        self.random_state = random_state

    def predict(self, X: Any) -> Any:
        """Return the class with the most votes; of several, the first.

        Parameters
        ----------
        X : array-like or sparse matrix of shape (n_queries, n_features), or None
            The rows. None stands for those that were learned, each without itself.

        Returns
        -------
        ndarray of shape (n_queries,) or (n_queries, n_outputs)
        """
        _, indices, votes = self._votes(X)
        labels = [
            known[self._best(indices, votes, output)] for output, known in enumerate(self._known())
        ]
        return np.column_stack(labels) if self.outputs_2d_ else labels[0]

    def predict_proba(self, X: Any) -> Any:
        """Return the share of each class in the votes and ``alpha``.

        Parameters
        ----------
        X : array-like or sparse matrix of shape (n_queries, n_features), or None
            The rows. None stands for those that were learned, each without itself.

        Returns
        -------
        ndarray of shape (n_queries, n_classes), or a list of them, one an output
        """
        _, indices, votes = self._votes(X)
        outputs = range(len(self._known()))
        return self._shaped([self._shares(indices, votes, output) for output in outputs])

    def explain(self, X: Any) -> list[Any]:
        """Return the neighbours that voted, and what each vote adds to the probabilities.

        Parameters
        ----------
        X : array-like or sparse matrix of shape (n_queries, n_features), or None
            The rows. None stands for those that were learned, each without itself.

        Returns
        -------
        list of NeighborExplanation
            One a row; with several outputs a list of them for each row. Printed, it is a table.
        """
        distances, indices, votes = self._votes(X)
        explained = []
        for j, known in enumerate(self._known()):
            alpha = checked_alpha(self.alpha, len(known))
            totals = votes.sum(axis=1, keepdims=True) + alpha.sum()
            labels = known[self._kept.all().targets[indices, j]]
            shares = self._shares(indices, votes, j)  # added up before they are divided
            terms = zip(
                indices, distances, labels, votes / totals, alpha / totals, shares, strict=True
            )
            explained.append([NeighborExplanation(known, *of_one) for of_one in terms])
        return list(map(list, zip(*explained, strict=True))) if self.outputs_2d_ else explained[0]

    def _votes(self, X: Any) -> tuple[Any, Any, Any]:
        """Return the distances of the neighbours, their numbers, and what their votes count."""
        distances, indices, weights = self._neighbors(X)
        if np.any(self.alpha):
            return distances, indices, scaled(weights) * self._kept.all().weights[indices]
        votes = weights * self._kept.all().weights[indices]
        refuse_weightless(votes)
        return distances, indices, votes

    def _shares(self, indices: Any, votes: Any, output: int) -> Any:
        """Return the share of each class of an output."""
        n_classes = len(self._known()[output])
        shares = count_votes(self._kept.all().targets[indices, output], votes, n_classes)
        shares += checked_alpha(self.alpha, n_classes)
        shares /= shares.sum(axis=1, keepdims=True)
        return shares

    def _best(self, indices: Any, votes: Any, output: int) -> Any:
        """Return the classes with the largest shares; those of many classes block by block."""
        memory = get_config()["working_memory"] * 2**20
        size = max(1, int(memory / (8 * max(1, len(self._known()[output])))))
        blocks = (slice(start, start + size) for start in range(0, len(indices), size))
        shares = (self._shares(indices[block], votes[block], output) for block in blocks)
        return np.concatenate([some.argmax(axis=1) for some in shares])

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.classifier_tags.multi_label = True
        return tags
