"""Base class of the k-nearest-neighbours estimators: stored training rows and their search."""

from __future__ import annotations

from numbers import Integral, Real
from typing import TYPE_CHECKING, Any, ClassVar, Self

from sklearn.base import BaseEstimator, MultiOutputMixin

from priory._learner import Learner
from priory._sklearn import Interval, StrOptions
from priory.errors import InputError
from priory.neighbors._finder import Finder
from priory.neighbors._metrics import OF_BOTH, OF_STRINGS, effective_metric
from priory.neighbors._query_result import QueryResult, checked_n_neighbors
from priory.neighbors._read_examples import first_examples, fitting_examples, more_examples
from priory.neighbors._reading import read_more
from priory.neighbors._search_choice import algorithm_for, check_search
from priory.neighbors._search_parameters import SearchParameters

if TYPE_CHECKING:
    from priory.neighbors._examples import Examples
    from priory.neighbors._fitted_projection import FittedProjection

__all__ = ["Neighbors"]


class Neighbors(Learner, MultiOutputMixin, BaseEstimator):
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
    _counts: Examples
    _targets: ClassVar[Any]  # what targets mean: Labels or Values
    n_neighbors: int
    weights: Any
    algorithm: str
    p: float | None
    metric: Any
    metric_params: dict[str, Any] | None
    n_jobs: int | None

    def _first(self, X: Any, y: Any, declared: Any, sample_weight: Any) -> Examples:
        check_search(self)
        return first_examples(self, X, y, declared, sample_weight)

    def _become(self, counts: Examples) -> None:
        super()._become(counts)
        self._derived().search  # noqa: B018 (refuses rows that have no distance)

    def _more(self, X: Any, y: Any, classes: Any, sample_weight: Any) -> Examples:
        known = self._counts
        if classes is not None:
            known.targets.check_expected(classes)
        more = more_examples(self, X, y, sample_weight, "partial_fit")
        projection = self._projection_with(more)
        return known.among(more.targets).projected_by(projection) + more

    def _without(self, X: Any, y: Any, sample_weight: Any) -> Examples:
        left = self._counts - more_examples(self, X, y, sample_weight, "forget")
        return left.projected_by(self._derive(self._counts).projection)

    def _fitting(self, other: Any) -> Examples:
        return fitting_examples(self, other)

    def _merged(self, other: Any) -> Examples:
        more = self._fitting(other)
        return self._counts.projected_by(self._projection_with(more)) + more

    def _projection_with(self, more: Examples) -> FittedProjection:
        """Return what projects rows from now on, if others can be compared with those kept."""
        finder = self._derive(self._counts)
        finder.refuse_misfits(more.kept)
        return finder.projection_with(more.kept)

    def _derive(self, counts: Examples) -> Finder:
        how, last = SearchParameters.of(self), self._memo.derived
        # A search outlives parameters that it does not depend on.
        return last if last is not None and last.suits(counts, how) else Finder(counts, how)

    def _derived(self) -> Finder:
        finder = super()._derived()
        if not finder.how.has_params(self.metric_params or {}):  # a key was set in the dict
            finder = self._derive(finder.examples)
            self._memo.keep(finder.examples, self._parameter_values(), finder)
        return finder

    def forget(self, X: Any, y: Any, sample_weight: Any = None) -> Self:
        """Take rows away, as if they had never been learned.

        A class whose rows are all forgotten leaves, unless it was declared by ``classes`` in the
        first `partial_fit`.

        Parameters
        ----------
        X : array-like or sparse matrix of shape (n_samples, n_features)
            The rows, as they were learned. Of equal ones the latest goes first.
        y : array-like of shape (n_samples,) or (n_samples, n_outputs)
            Their targets, as they were learned.
        sample_weight : array-like of shape (n_samples,), default=None
            Their weights, as they were learned.

        Returns
        -------
        self
        """
        return super().forget(X, y, sample_weight)

    def merge(self, other: Self) -> Self:
        """Keep the rows of another model behind one's own.

        Parameters
        ----------
        other : estimator
            A model of the same kind and of the same features. It stays as it is.

        Returns
        -------
        self
        """
        return super().merge(other)

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
        near = self._near(X, n_neighbors)
        return (near.distances, near.indices) if return_distance else near.indices

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
            raise InputError(
                'Unsupported mode, must be one of "connectivity", or "distance" but got '
                f'"{mode}" instead',
                code="bad-parameter",
                parameter="mode",
            )
        return self._near(X, n_neighbors).graph(by_distance=mode == "distance")

    def _near(self, X: Any, n_neighbors: int | None = None) -> QueryResult:
        """Return the neighbours of queries."""
        finder = self._derived()
        k = self.n_neighbors if n_neighbors is None else checked_n_neighbors(n_neighbors)
        queries = None if X is None else read_more(self, X, finder.examples)
        return QueryResult(finder.examples, *finder.nearest(queries, k, self.n_jobs))

    @property
    def n_samples_fit_(self) -> int:
        """How many rows are kept."""
        self._check_is_fitted()
        return len(self._counts)

    @property
    def effective_metric_(self) -> Any:
        """The distance, by its first name: minkowski with p=2 is euclidean."""
        return effective_metric(self.metric, self.p, self.metric_params)[0]

    @property
    def effective_metric_params_(self) -> dict[str, Any]:
        """The parameters of the distance."""
        return effective_metric(self.metric, self.p, self.metric_params)[1]

    @property
    def _fit_method(self) -> str:
        """How neighbours are found; scikit-learn's name for it."""
        metric, params = effective_metric(self.metric, self.p, self.metric_params)
        return algorithm_for(self._counts.kept.all().rows, self.algorithm, metric, params)

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        tags.input_tags.pairwise = tags.input_tags.positive_only = self.metric == "precomputed"
        tags.input_tags.allow_nan = self.metric == "nan_euclidean"
        if not callable(self.metric) and self.metric in OF_STRINGS.keys() - OF_BOTH:
            tags.input_tags.string, tags.input_tags.two_d_array = True, False
        return tags
