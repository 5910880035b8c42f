"""Discretizer: bins measurements by quantiles, equal width, classes, or given edges."""

from __future__ import annotations

from copy import copy
from numbers import Integral
from typing import Any, Self

import numpy as np
from sklearn.base import BaseEstimator, OneToOneFeatureMixin, TransformerMixin
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import check_consistent_length, check_is_fitted, column_or_1d

from priory._naming import Location
from priory._sklearn import Interval, ParameterMixin, StrOptions, _check_sample_weight
from priory.errors import InputError
from priory.tables import _edges
from priory.tables._bin_parameters import read_edges, read_numbers
from priory.tables._mdl import mdl_cuts
from priory.tables.matrix import read_matrix

__all__ = ["Discretizer"]


class Discretizer(ParameterMixin, OneToOneFeatureMixin, TransformerMixin, BaseEstimator):
    """Turn measurements into the numbers of bins.

    A bin holds its lower edge and not its upper one; the last bin holds both. What lies beyond the
    edges falls into the outer bins, and NaN stays NaN: what was not measured is in no bin.

    Parameters
    ----------
    edges : dict, list of float, or list of lists, default=None
        Where the bins begin and end, from the lower edge of the first to the upper edge of the
        last: for every column the same, or a list for each column, or by the name or the place of
        a column. Columns that get None here, or nothing, are left to the strategy.
    strategy : {"quantile", "uniform", "mdl"}, default="quantile"
        Bins with equally many rows; bins that are equally wide; or bins that tell the classes
        apart, cut as long as a cut pays for its own description (Fayyad and Irani).
    n_bins : int or array-like of shape (n_features,), default=5
        How many bins there are, for the first two strategies. Bins that would be empty because
        a value is frequent are left out.
    start : int, default=0
        The number of the first bin.

    Attributes
    ----------
    edges_ : list of ndarray
        The edges of each column.
    n_bins_ : ndarray of shape (n_features,)
        The number of bins of each column.
    bin_names_ : list of lists of str
        The bins of each column as people write them.
    n_features_in_ : int
        The number of columns.
    feature_names_in_ : ndarray of shape (n_features,)
        Their names, if they have names.

    See Also
    --------
    MixedNB : Takes a `Discretizer` for its numbers.
    sklearn.preprocessing.KBinsDiscretizer : Has no NaN, no given edges, and does not see classes.

    Examples
    --------
    The living area of houses, in five steps that count from 1:

    >>> from priory import Discretizer
    >>> area = Discretizer(edges=[0, 400, 800, 1200, 1600, float("inf")], start=1)
    >>> area.fit_transform([[890], [1600], [float("nan")]])
    array([[ 3.],
           [ 5.],
           [nan]])
    >>> area.bin_names_[0]
    ['[0, 400)', '[400, 800)', '[800, 1200)', '[1200, 1600)', '[1600, inf)']

    Where the temperature tells who is ill:

    >>> temperatures = [[36.4], [36.6], [36.8], [37.0], [38.2], [38.9], [39.1], [39.4]]
    >>> Discretizer(strategy="mdl").fit(temperatures, [0, 0, 0, 0, 1, 1, 1, 1]).bin_names_[0]
    ['[36.4, 37.6)', '[37.6, 39.4]']
    """

    _parameter_constraints: dict[str, Any] = {  # noqa: RUF012 (scikit-learn's protocol)
        "edges": ["array-like", dict, None],
        "strategy": [StrOptions({"quantile", "uniform", "mdl"})],
        "n_bins": [Interval(Integral, 2, None, closed="left"), "array-like"],
        "start": [Integral],
    }

    def __init__(
        self, edges: Any = None, *, strategy: str = "quantile", n_bins: Any = 5, start: int = 0
    ) -> None:
        self.edges = edges
        self.strategy = strategy
        self.n_bins = n_bins
        self.start = start

    def fit(self, X: Any, y: Any = None, sample_weight: Any = None) -> Self:
        """Find the edges of each column.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)
            The measurements; NaN where there is none.
        y : array-like of shape (n_samples,), default=None
            The classes, which only ``strategy="mdl"`` looks at.
        sample_weight : array-like of shape (n_samples,), default=None
            How often each row counts.

        Returns
        -------
        self
        """
        self._validate_params()
        learned = copy(self)  # reading X sets attributes, which are kept only if all goes well
        learned._learn(X, y, sample_weight)
        self.__dict__ = learned.__dict__
        return self

    def _learn(self, X: Any, y: Any, sample_weight: Any) -> None:
        X = self._check_X(X, reset=True)
        n_columns = self.n_features_in_
        names = getattr(self, "feature_names_in_", np.arange(n_columns)).tolist()
        given, n_bins = read_edges(self.edges, names), read_numbers(self.n_bins, n_columns)
        codes = self._codes(X, y) if any(edges is None for edges in given) else None
        weights = None
        if sample_weight is not None:
            weights = _check_sample_weight(
                sample_weight, X, dtype=np.float64, ensure_non_negative=True
            )
        self.edges_ = [
            self._found(column, codes, weights, n) if edges is None else edges
            for column, edges, n in zip(X.T, given, n_bins, strict=True)
        ]
        self.n_bins_ = np.array([len(edges) - 1 for edges in self.edges_])

    def transform(self, X: Any) -> Any:
        """Return the number of the bin that each measurement falls into.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)
            The measurements; NaN where there is none.

        Returns
        -------
        ndarray of shape (n_samples, n_features)
            Whole numbers, and NaN.
        """
        check_is_fitted(self)
        X = self._check_X(X, reset=False)
        bins = np.empty(X.shape)
        for j, edges in enumerate(self.edges_):
            column = np.ascontiguousarray(X[:, j])
            bins[:, j] = np.searchsorted(edges[1:-1], column, side="right")
            bins[np.isnan(column), j] = np.nan
        return bins if self.start == 0 else bins + self.start

    @property
    def bin_names_(self) -> list[list[str]]:
        """The bins of each column as people write them."""
        check_is_fitted(self)
        return [_edges.bin_names(edges) for edges in self.edges_]

    def _check_X(self, X: Any, *, reset: bool) -> Any:
        X = read_matrix(self, X, dtype=np.float64, reset=reset)
        if np.isinf(X).any():
            row, column = np.argwhere(np.isinf(X))[0].tolist()
            raise InputError(
                f"Input X contains infinity: {X[row, column]}",
                code="infinite-value",
                place=Location.of(self, row, column),
                parameter="X",
                remedy="replace it by a number, or by NaN if it is not known",
            )
        return X

    def _codes(self, X: Any, y: Any) -> Any:
        """Return the place of each row's class, if the strategy looks at classes."""
        if self.strategy != "mdl":
            return None
        if y is None:
            raise InputError(
                "strategy='mdl' requires y to be passed, but the target y is None",
                code="missing-target",
                parameter="y",
                remedy="pass the classes, or choose another strategy",
            )
        y = column_or_1d(y, warn=True)
        check_consistent_length(X, y)
        check_classification_targets(y)
        return np.unique(y, return_inverse=True)[1]

    def _found(self, column: Any, codes: Any, weights: Any, n_bins: int) -> Any:
        """Return the edges that the strategy finds in what was measured and counts."""
        counts = ~np.isnan(column)
        if weights is not None:
            counts &= weights > 0
        values = column[counts]
        if values.size == 0 or values.min() == values.max():
            return _edges.EVERYTHING
        if weights is not None:
            weights = weights[counts]
        if self.strategy == "uniform":
            return np.unique(_edges.uniform(values, n_bins))
        if self.strategy == "quantile":
            return np.unique(_edges.quantiles(values, weights, n_bins))
        codes = codes[counts]
        cuts = mdl_cuts(values, codes, weights, int(codes.max()) + 1)
        return np.concatenate([[values.min()], cuts, [values.max()]])

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.allow_nan = True
        tags.target_tags.required = self.strategy == "mdl"
        return tags
