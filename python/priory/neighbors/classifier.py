"""KNeighborsClassifier: k-nearest-neighbours classification."""

from __future__ import annotations

from numbers import Real
from typing import Any, Self

import numpy as np
from sklearn.base import ClassifierMixin

from priory._sklearn import Interval
from priory.neighbors._base import Neighbors
from priory.neighbors._targets import Labels
from priory.neighbors._votes import Votes

__all__ = ["KNeighborsClassifier"]


class KNeighborsClassifier(ClassifierMixin, Neighbors):
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
        **Neighbors._parameter_constraints,
        "alpha": [Interval(Real, 0, None, closed="left"), "array-like"],
    }
    _targets = Labels

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

    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> Self:
        """Keep labelled rows, and none before them.

        Parameters
        ----------
        X : array-like or sparse matrix of shape (n_samples, n_features)
            The rows; with ``metric="precomputed"`` the distances between all of them.
        y : array-like of shape (n_samples,) or (n_samples, n_outputs)
            Their labels.
        sample_weight : array-like of shape (n_samples,), default=None
            What the vote of each row counts. A row of weight 2 is still one neighbour.

        Returns
        -------
        self
        """
        return self._begin(X, y, None, sample_weight)

    def partial_fit(self, X: Any, y: Any, classes: Any = None, sample_weight: Any = None) -> Self:
        """Keep more labelled rows, behind those that are there.

        Parameters
        ----------
        X : array-like or sparse matrix of shape (n_samples, n_features)
            The rows.
        y : array-like of shape (n_samples,) or (n_samples, n_outputs)
            Their labels. One never seen before becomes a new class.
        classes : array-like of shape (n_classes,), default=None
            All the classes expected, with several outputs a list of them. Needed in the first call.
        sample_weight : array-like of shape (n_samples,), default=None
            What the vote of each row counts.

        Returns
        -------
        self
        """
        return super().partial_fit(X, y, classes, sample_weight)

    @property
    def classes_(self) -> Any:
        """The labels in order; with several outputs those of each."""
        self._check_is_fitted()
        return self._counts.targets.shaped(self._counts.targets.classes)

    @property
    def outputs_2d_(self) -> bool:
        """Whether there are several outputs."""
        self._check_is_fitted()
        return self._counts.targets.are_several

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
        votes = self._votes(X)
        labels = [votes.labels(output) for output in range(len(votes.classes))]
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
        votes = self._votes(X)
        shares = [votes.shares(output) for output in range(len(votes.classes))]
        return shares if self.outputs_2d_ else shares[0]

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
        votes = self._votes(X)
        explained = [votes.explained(output) for output in range(len(votes.classes))]
        return list(map(list, zip(*explained, strict=True))) if self.outputs_2d_ else explained[0]

    def _votes(self, X: Any) -> Votes:
        return Votes.of(self._near(X), self.weights, self.alpha)

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.classifier_tags.multi_label = True
        return tags
