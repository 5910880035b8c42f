"""What the classifier and the regressor share: rows that are kept, and the search among them."""

from __future__ import annotations

from abc import abstractmethod
from numbers import Integral, Real
from typing import Any, Self

import numpy as np
from scipy import sparse
from sklearn import get_config
from sklearn.base import BaseEstimator, MultiOutputMixin
from sklearn.utils import check_random_state
from sklearn.utils._param_validation import Interval, StrOptions
from sklearn.utils.validation import _check_sample_weight

from priory._undo import all_or_nothing
from priory.neighbors._kept import Batch, Kept
from priory.neighbors._metrics import OF_BOTH, OF_STRINGS, check_search
from priory.neighbors._rows import alike, n_rows
from priory.neighbors._searching import Searching
from priory.neighbors._votes import neighbor_weights

__all__ = ["Neighbors"]

# What the first rows bring, and other first rows bring anew.
_OF_FIT = ("_kept", "_derived", "_seed", "_fixed", "n_features_in_", "feature_names_in_")


class Neighbors(Searching, MultiOutputMixin, BaseEstimator):
    """Rows that are kept as they came, and found again by a distance."""

    _parameter_constraints: dict[str, Any] = {  # noqa: RUF012 (scikit-learn's protocol)
        "n_neighbors": [Interval(Integral, 1, None, closed="left")],
        "weights": [StrOptions({"uniform", "distance"}), callable, None],
        "algorithm": [StrOptions({"auto", "ball_tree", "kd_tree", "brute"})],
        "leaf_size": [Interval(Integral, 1, None, closed="left")],
        "p": [Interval(Real, 0, None, closed="right"), None],
        "metric": [str, callable],  # check_search knows the names
        "metric_params": [dict, None],
        "n_jobs": [Integral, None],
        "projection": "no_validation",  # projection_for says what it may be
        "random_state": ["random_state"],
    }
    n_neighbors: int
    weights: Any
    leaf_size: int

    @abstractmethod
    def _first_targets(self, y: Any, n: int, declared: Any) -> Any:
        """Take the targets of the first rows; return one column an output."""

    @abstractmethod
    def _more_targets(self, y: Any, n: int) -> tuple[Any, dict[str, Any]]:
        """Return the targets of more rows, and what else changes."""

    def _begin(self, X: Any, y: Any, declared: Any, sample_weight: Any) -> Self:
        """Keep the first rows, and none before them."""
        with all_or_nothing(self):
            self._validate_params()
            check_search(self)
            for name in _OF_FIT:
                self.__dict__.pop(name, None)
            rows = self._read(X, reset=True, copy=True)
            self._are_distances = self.metric == "precomputed"
            targets = self._first_targets(y, n_rows(rows), declared)
            if self.projection is not None:
                # Kept, so that a model answers the same when it comes back from a file.
                self._seed = check_random_state(self.random_state).randint(2**31 - 1)
            batch = Batch(rows, targets, self._row_weights(sample_weight, n_rows(rows)))
            self.__dict__.update(_kept=Kept(batch), _derived={})
            self._keep(self._kept)  # with the projection that is made for them
            self._search()  # which refuses rows that have no distance
        return self

    def _learn(self, X: Any, y: Any, sample_weight: Any) -> Self:
        """Keep more rows."""
        self._refuse_precomputed("partial_fit")
        rows = self._read(X, copy=True)
        self._refuse_misfits(rows)
        targets, changed = self._more_targets(y, n_rows(rows))
        batch = Batch(rows, targets, self._row_weights(sample_weight, n_rows(rows)))
        self._keep(changed.pop("_kept", self._kept).and_then(batch), **changed)
        return self

    def _keep(self, kept: Kept, **changed: Any) -> None:
        """Be a model of these rows: all at once, so that Ctrl-C finds either model whole."""
        # What projects the rows from before will project these, too.
        fixed = (self.projection, self.random_state), self._fitted_projection(kept.first.rows)
        self.__dict__.update(changed, _kept=kept, _derived={}, _fixed=fixed)

    @staticmethod
    def _row_weights(sample_weight: Any, n: int) -> Any:
        shape_only = np.empty((n, 0))
        return _check_sample_weight(
            sample_weight, shape_only, dtype=np.float64, ensure_non_negative=True, copy=True
        )

    def _refuse_precomputed(self, verb: str) -> None:
        if self.metric == "precomputed" or self._are_distances:
            raise ValueError(
                f"{verb}: with metric='precomputed' there are distances but no rows to add or to "
                "take away; fit the matrix of all distances"
            )

    def _without(self, rows: Any, targets: Any, sample_weight: Any) -> Kept:
        """Return what is kept without some rows."""
        weights = self._row_weights(sample_weight, n_rows(rows))
        return self._kept.without(Batch(rows, targets, weights))

    def _refuse_stranger(self, other: Any) -> None:
        """Refuse to merge with rows that cannot be compared with these."""
        self._refuse_precomputed("merge")
        if type(other) is not type(self):
            raise TypeError(
                f"a {type(self).__name__} cannot merge a {type(other).__name__}: their rows answer "
                "for different things"
            )
        other._check_is_fitted()
        other._refuse_precomputed("merge")
        mine, theirs = (getattr(model, "feature_names_in_", ()) for model in (self, other))
        features = [getattr(model, "n_features_in_", None) for model in (self, other)]
        if features[0] != features[1] or not np.array_equal(mine, theirs):
            raise ValueError("merge: the two models were not fitted on the same features")
        outputs = [model._kept.first.targets.shape[1] for model in (self, other)]
        if outputs[0] != outputs[1]:
            raise ValueError(
                f"merge: one model has {outputs[0]} outputs, the other one has {outputs[1]}"
            )
        self._refuse_misfits(other._kept.all().rows)

    def kneighbors(
        self, X: Any = None, n_neighbors: int | None = None, return_distance: bool = True
    ) -> Any:
        """Find the rows that are nearest to each query.

        Nearer ones come first, and of those that are equally far the one that was learned first.

        Parameters
        ----------
        X : array-like or sparse matrix of shape (n_queries, n_features), default=None
            The queries. None stands for the rows that were learned, each without itself.
        n_neighbors : int, default=None
            How many; by default as many as the parameter says.
        return_distance : bool, default=True
            Whether distances are returned, too.

        Returns
        -------
        distances : ndarray of shape (n_queries, n_neighbors)
            Only if they were asked for.
        indices : ndarray of shape (n_queries, n_neighbors)
            The numbers of rows, in the order in which they were learned.
        """
        self._checked()
        k = self._n_neighbors(n_neighbors)
        kept = self._kept.all().rows
        queries = kept if X is None else self._read(X)
        self._refuse_too_many(k, X is None, n_rows(queries))
        search = self._search()
        if X is None:
            distances, indices = _without_self(*search.nearest(queries, k + 1, self.n_jobs))
        else:
            if self.algorithm not in {"kd_tree", "ball_tree"} and self.metric != "precomputed":
                queries = alike(queries, kept)
            distances, indices = search.nearest(queries, k, self.n_jobs)
        return (distances, indices) if return_distance else indices

    def _n_neighbors(self, n_neighbors: int | None) -> int:
        if n_neighbors is None:
            return self.n_neighbors
        if not isinstance(n_neighbors, Integral):
            raise TypeError(
                f"n_neighbors does not take {type(n_neighbors)} value, enter integer value"
            )
        if n_neighbors <= 0:
            raise ValueError(f"Expected n_neighbors > 0. Got {n_neighbors}")
        return n_neighbors

    def _refuse_too_many(self, k: int, without_self: bool, n_queries: int) -> None:
        n = len(self._kept)
        if k + without_self > n:
            sign = "<" if without_self else "<="
            raise ValueError(
                f"Expected n_neighbors {sign} n_samples_fit, but n_neighbors = {k}, n_samples_fit "
                f"= {n}, n_samples = {n_queries}: ask for fewer neighbours, or learn more rows"
            )

    def kneighbors_graph(
        self, X: Any = None, n_neighbors: int | None = None, mode: str = "connectivity"
    ) -> Any:
        """Return which rows are nearest to each query as a sparse matrix.

        Parameters
        ----------
        X : array-like or sparse matrix of shape (n_queries, n_features), default=None
            The queries. None stands for the rows that were learned, each without itself.
        n_neighbors : int, default=None
            How many; by default as many as the parameter says.
        mode : {"connectivity", "distance"}, default="connectivity"
            Whether entries are ones or distances.

        Returns
        -------
        CSR matrix of shape (n_queries, n_samples_fit)
        """
        if mode not in {"connectivity", "distance"}:
            raise ValueError(
                'Unsupported mode, must be one of "connectivity", or "distance" but got '
                f'"{mode}" instead'
            )
        distances, indices = self.kneighbors(X, n_neighbors)
        data = np.ones(indices.size) if mode == "connectivity" else distances.ravel()
        indptr = np.arange(0, indices.size + 1, indices.shape[1])
        as_array = get_config().get("sparse_interface") == "sparray"
        kind = sparse.csr_array if as_array else sparse.csr_matrix
        return kind((data, indices.ravel(), indptr), shape=(len(indices), len(self._kept)))

    def _neighbors(self, X: Any) -> tuple[Any, Any, Any]:
        """Return the distances of the neighbours, their numbers, and their weights by distance."""
        distances, indices = self.kneighbors(X)
        return distances, indices, neighbor_weights(self.weights, distances, indices)

    @property
    def n_samples_fit_(self) -> int:
        """How many rows are kept."""
        self._check_is_fitted()
        return len(self._kept)

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        tags.input_tags.pairwise = tags.input_tags.positive_only = self.metric == "precomputed"
        tags.input_tags.allow_nan = self.metric == "nan_euclidean"
        if not callable(self.metric) and self.metric in OF_STRINGS.keys() - OF_BOTH:
            tags.input_tags.string, tags.input_tags.two_d_array = True, False
        return tags


def _without_self(distances: Any, indices: Any) -> tuple[Any, Any]:
    """Drop each row from its own neighbours, or the last where it is not among them."""
    stays = indices != np.arange(len(indices))[:, None]
    stays[stays.all(axis=1), -1] = False
    shape = (len(indices), indices.shape[1] - 1)
    return distances[stays].reshape(shape), indices[stays].reshape(shape)
