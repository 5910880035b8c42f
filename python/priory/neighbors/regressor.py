"""KNeighborsRegressor: k-nearest-neighbours regression."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

import numpy as np
from sklearn.base import RegressorMixin

from priory.neighbors._base import Neighbors
from priory.neighbors._targets import Values
from priory.neighbors._votes import neighbor_weights, refuse_weightless
from priory.neighbors.explanation import RegressionExplanation

if TYPE_CHECKING:
    from priory.neighbors._query_result import QueryResult

__all__ = ["KNeighborsRegressor"]


class KNeighborsRegressor(RegressorMixin, Neighbors):
    """Predict the average of the rows that are nearest.

    Parameters, attributes and results are scikit-learn's; what is new here is that rows have
    weights and can be added, forgotten and merged, and that the neighbours come as evidence. Of
    rows that are equally far the one that was learned first is nearer.

    Parameters
    ----------
    n_neighbors : int, default=5
        How many rows answer.
    weights : {"uniform", "distance"} or callable, default="uniform"
        What each of them weighs: the same, 1 / distance (those at distance 0 have all the weight),
        or what a function makes of an array of distances.
    algorithm : {"auto", "ball_tree", "kd_tree", "brute"}, default="auto"
        How they are found. The result is the same.
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
    projection : int, float, {"gaussian", "sparse"}, transformer or None, default=None
        What rows go through before they are compared: a random projection to so many dimensions;
        one whose squared distances are off by at most such a share, by the Johnson-Lindenstrauss
        bound; one of a kind, with a share of 0.1; or any transformer. It is made for the first
        rows and stays the same. Random ones are for euclidean, sqeuclidean and cosine.
    random_state : int, RandomState instance or None, default=None
        That of the projection.

    Attributes
    ----------
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

    Examples
    --------
    >>> from priory import KNeighborsRegressor
    >>> model = KNeighborsRegressor(n_neighbors=2).fit([[0], [1], [2], [3]], [0.0, 0.5, 2.0, 4.0])
    >>> model.predict([[1.4]])
    array([1.25])
    """

    _targets = Values

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
        self.projection = projection
        self.random_state = random_state

    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> Self:
        """Keep rows with their values, and none before them.

        Parameters
        ----------
        X : array-like or sparse matrix of shape (n_samples, n_features)
            The rows; with ``metric="precomputed"`` the distances between all of them.
        y : array-like of shape (n_samples,) or (n_samples, n_outputs)
            Their values.
        sample_weight : array-like of shape (n_samples,), default=None
            What each row weighs in an average. A row of weight 2 is still one neighbour.

        Returns
        -------
        self
        """
        return self._begin(X, y, None, sample_weight)

    def partial_fit(  # type: ignore[override]  # values have no classes
        self, X: Any, y: Any, sample_weight: Any = None
    ) -> Self:
        """Keep more rows, behind those that are there.

        Parameters
        ----------
        X : array-like or sparse matrix of shape (n_samples, n_features)
            The rows.
        y : array-like of shape (n_samples,) or (n_samples, n_outputs)
            Their values.
        sample_weight : array-like of shape (n_samples,), default=None
            What each row weighs.

        Returns
        -------
        self
        """
        return super().partial_fit(X, y, None, sample_weight)

    def predict(self, X: Any) -> Any:
        """Return the average of the nearest rows.

        Parameters
        ----------
        X : array-like or sparse matrix of shape (n_queries, n_features), or None
            The rows. None stands for those that were learned, each without itself.

        Returns
        -------
        ndarray of shape (n_queries,) or (n_queries, n_outputs)
        """
        near, weights = self._weighed(X)
        values = near.targets
        if (weights == 1).all():
            predicted = values.mean(axis=1)
        else:
            sums = [(column * weights).sum(axis=1) for column in np.moveaxis(values, -1, 0)]
            predicted = np.column_stack(sums) / weights.sum(axis=1)[:, None]
        return predicted.ravel() if near.examples.targets.is_flat else predicted

    def explain(self, X: Any) -> list[RegressionExplanation]:
        """Return the neighbours whose values average to the prediction.

        Parameters
        ----------
        X : array-like or sparse matrix of shape (n_queries, n_features), or None
            The rows. None stands for those that were learned, each without itself.

        Returns
        -------
        list of RegressionExplanation
            One a row. Printed, it is a table.
        """
        near, weights = self._weighed(X)
        values = near.targets
        values = values[:, :, 0] if near.examples.targets.is_flat else values
        shares = weights / weights.sum(axis=1, keepdims=True)
        terms = zip(near.indices, near.distances, values, shares, strict=True)
        return [RegressionExplanation(*of_one) for of_one in terms]

    def _weighed(self, X: Any) -> tuple[QueryResult, Any]:
        """Return the neighbours, and what each weighs in the average."""
        near = self._near(X)
        by_distance = neighbor_weights(self.weights, near.distances, near.indices)
        weights = by_distance * near.row_weights
        refuse_weightless(weights)
        return near, weights

    def _declared(self, classes: Any) -> None:
        """Expect no classes, in the first batch, either."""
