"""KernelNB: the features have any density, which is the sum of a bell over each value learned."""

from __future__ import annotations

from numbers import Integral, Real
from typing import TYPE_CHECKING, Any

import numpy as np
from sklearn.utils._param_validation import Interval, StrOptions

from priory.naive_bayes._learning import rounding
from priory.naive_bayes._measured import MeasuredNB
from priory.naive_bayes.kernel.grid import Grid, log_mixture
from priory.naive_bayes.scores.explanation import Explanation

if TYPE_CHECKING:
    from priory.naive_bayes._learning import Tables
    from priory.naive_bayes.rows.rows import Batch

__all__ = ["KernelNB"]

# The kernel is no narrower than this many steps: the grid would not show it.
NARROWEST = 1.0
KNOWN = "known densities"
# Numbers that are worked on at a time.
NUMBERS = 2**18


class KernelNB(MeasuredNB):
    """Naive Bayes with a kernel density for each feature of each class (flexible Bayes).

    Values are counted on a grid, so memory does not grow with the rows, and learning, forgetting
    and merging are exact.

    Parameters
    ----------
    bandwidth : {"silverman", "scott"}, float or array-like of shape (n_features,), \
default="silverman"
        The standard deviation of the Gaussian kernel. With n values of standard deviation s (with
        n - 1 below) in a class, Scott's rule is s n^(-1/5), and Silverman's is s (3n/4)^(-1/5), as
        in :class:`scipy.stats.gaussian_kde`. A number is the standard deviation itself, for all
        features or for each. It is at least one step of the grid.
    grid : int or array-like of shape (n_points,) or (n_features, n_points), default=512
        How many points the grid has for each feature; where they stand is fixed by the first rows,
        as the notes say. Or the points themselves, evenly spaced, for all features or for each.
        Models that are to be merged need the same points.
    fit_prior : bool, default=True
        Whether the classes' shares of the rows are their prior; otherwise it is uniform.
    class_prior : array-like of shape (n_classes,) or dict, default=None
        The prior itself; a dict is by class.
    estimate : {"mle"}, default="mle"
        A kernel density has no parameters to average over, so "predictive" is refused.
    prior_alpha : float or array-like of shape (n_classes,), default=None
        The parameters of the Dirichlet prior over the class priors, whose posterior mean is taken
        then: 1 adds a row to each class. None leaves them the shares of the rows.
    class_weight : dict or "balanced", default=None
        How often each row of a class counts, by label; 1 where nothing is said. "balanced" weighs
        the classes of `fit` so that all are equally large.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        The labels.
    class_count_ : ndarray of shape (n_classes,)
        The (weighted) number of rows of each class.
    observed_ : ndarray of shape (n_classes, n_features)
        The (weighted) number of rows of each class that have each feature.
    grid_count_ : ndarray of shape (n_classes, n_features, n_points)
        The same number by point of the grid; of a feature with few values, by value, from the
        lowest on.
    within_ : ndarray of shape (n_classes, n_features)
        What sharing out between two points added to the sums of squares, in steps of the grid.
    grid_ : ndarray of shape (n_features, n_points)
        The points.
    bandwidth_ : ndarray of shape (n_classes, n_features)
        The standard deviations of the kernels.
    class_weight_ : dict
        The weights of the classes, by label, as they were learned; 1 where nothing is said.
    class_log_prior_ : ndarray of shape (n_classes,)
        The logarithms of the class priors.

    See Also
    --------
    GaussianDiscriminant : One bell for each class.

    Notes
    -----
    A value is counted at the two points next to it, in proportion to its nearness; between two
    points the logarithm of the density is a straight line. With steps of d and a bandwidth of h,
    two steps or more, the density differs from that of the values themselves by less than
    (d/h)^2 / 8 of the height of a kernel.

    A value beyond the grid is counted, and judged, as if it stood at the nearest end. If the points
    are not given, they go over the range of the first rows and half as much on either side, but no
    farther than eight times the distance between the quartiles from these: a few far values cost
    the others no precision. (If the quartiles are one value, those of the other values count,
    too.) A feature is counted by its values, exactly, until it has more than 32 of them (or more
    than the grid has points): the batch that brings them fixes its grid. So learning may begin
    with one row, and a feature that is constant at first has no grid yet.

    Weights are numbers of rows: a row of weight 2 is the row twice, learned at once or one after
    the other, so the n of the rules is the sum of the weights, and no effective size that would
    need their squares, which do not add up so. Weights that are shares should be scaled to sum to
    the number of rows; those of a class that sum to less than 2 are taken as if they summed to 2,
    which makes the kernel wide.

    Values are rounded to 1/4096 of a step. Therefore counts are exact, bit for bit, for whole
    weights and up to 2^29 rows; with fractional weights they are exact up to rounding.

    NaN means not observed: it is neither counted nor judged. In a class that
    never showed a feature, it has the density of all classes together.

    Examples
    --------
    Two heaps on either side of one:

    >>> from priory import KernelNB
    >>> X = [[-4.0], [-3.5], [4.0], [3.5], [0.0], [0.4], [-0.4], [0.2]]
    >>> model = KernelNB(bandwidth=0.5).fit(X, ["out"] * 4 + ["in"] * 4)
    >>> model.predict([[-3.8], [0.1], [3.8]])
    array(['out', 'in', 'out'], dtype='<U3')
    >>> model.forget([[4.0], [3.5]], ["out", "out"]).predict_proba([[1.9]]).round(3)
    array([[1., 0.]])
    """

    _parameter_constraints: dict[str, Any] = {  # noqa: RUF012 (scikit-learn's protocol)
        **MeasuredNB._parameter_constraints,
        "bandwidth": [
            StrOptions({"silverman", "scott"}),
            Interval(Real, 0, None, closed="neither"),
            "array-like",
        ],
        "grid": [Interval(Integral, 2, None, closed="left"), "array-like"],
        "estimate": [StrOptions({"mle", "predictive"})],
    }
    _tables = ("class_count_", "observed_", "within_", "grid_count_")
    _counting = ("grid",)
    _fixed = "_grid"
    _grid: Grid

    def __init__(
        self,
        *,
        bandwidth: Any = "silverman",
        grid: Any = 512,
        fit_prior: bool = True,
        class_prior: Any = None,
        estimate: str = "mle",
        prior_alpha: Any = None,
        class_weight: Any = None,
    ) -> None:
        self.bandwidth = bandwidth
        self.grid = grid
        self.fit_prior = fit_prior
        self.class_prior = class_prior
        self.estimate = estimate
        self.prior_alpha = prior_alpha
        self.class_weight = class_weight

    def _fix(self, batch: Batch) -> None:
        n_features = batch.rows.columns
        if not isinstance(self.grid, Integral):
            self._grid = Grid.given(self.grid, n_features)
        else:
            nothing = np.zeros((n_features, 0))
            grid = Grid.waiting(n_features, int(self.grid))
            self._grid = grid.with_values(batch.rows.data, batch.weights, nothing)

    def _room(self, tables: Tables, batch: Batch) -> Tables:
        # What is learned first has its points already, and what is forgotten needs no new ones.
        learns_more = tables[-1] is self.__dict__.get("grid_count_")
        if learns_more and not self._grid.has(batch.rows.data):
            held = self.grid_count_.sum(axis=0)
            self._count_on(self._grid.with_values(batch.rows.data, batch.weights, held))
            return self._tables_now()
        return tables

    def _count_on(self, grid: Grid) -> None:
        """Hold what was counted on another grid."""
        if grid is not self._grid:
            within, counts = self._grid.moved(grid, self.within_, self.grid_count_)
            self.__dict__.update(within_=within, grid_count_=counts, _grid=grid, _derived={})

    def _left(self, taken: Tables) -> Tables:
        left = super()._left(taken)
        left[-1][left[-1] <= rounding(taken[-1]) * taken[-1]] = 0.0  # nothing but rounding
        return left

    def _spoil(self, left: list[Any], class_count: Any) -> None:
        observed = left[0]
        most = class_count + rounding(observed) * self.class_count_
        observed[observed > most[:, np.newaxis]] = np.nan

    def _empty(self, n_classes: int) -> Tables:
        flat = (n_classes, self.n_features_in_)
        tables = (n_classes, flat, flat, (*flat, self._grid.size))
        return tuple(np.zeros(shape) for shape in tables)

    def _count(self, batch: Batch, tables: Tables, *, can_stop: bool = True) -> None:  # noqa: ARG002
        class_count, *others = tables
        size = max(1, NUMBERS // self.n_features_in_)
        for first in range(0, len(batch.codes), size):
            some = slice(first, first + size)
            weights = None if batch.weights is None else batch.weights[some]
            self._add(batch.rows.data[some], batch.codes[some], weights, others)
        class_count += np.bincount(batch.codes, batch.weights, minlength=len(class_count))

    def _add(self, X: Any, codes: Any, weights: Any, tables: list[Any]) -> None:
        """Share each number out between the points below and above it."""
        below, share = self._grid.places(X)
        weight = np.where(np.isnan(share), 0.0, 1.0 if weights is None else weights[:, np.newaxis])
        share = np.fmax(share, 0.0)
        cells = codes[:, np.newaxis] * X.shape[1] + np.arange(X.shape[1])
        points = cells * self._grid.size + below
        observed, within, grid_count = (table.reshape(-1) for table in tables)
        np.add.at(observed, cells.ravel(), weight.ravel())
        np.add.at(within, cells.ravel(), (weight * share * (1 - share)).ravel())
        np.add.at(grid_count, points.ravel(), (weight * (1 - share)).ravel())
        np.add.at(grid_count, points.ravel() + 1, (weight * share).ravel())

    def _seen_from(self, other: Any) -> Tables:
        held = (model.grid_count_.sum(axis=0) for model in (self, other))
        grid = self._grid.joined(other._grid, *held)
        if grid is None:
            raise ValueError(
                "merge: the grids of the two models differ, for each was fixed by its own first "
                "rows; fit both with the same points, such as grid=np.linspace(low, high, 512)"
            )
        self._count_on(grid)
        class_count, observed, *others = other._tables_now()
        return class_count, observed, *other._grid.moved(grid, *others)

    def _check_parameters(self) -> None:
        self._refuse_predictive()
        self._widths()
        super()._check_parameters()

    def _refuse_predictive(self) -> None:
        if self.estimate == "predictive":
            raise ValueError(
                "estimate='predictive': a kernel density has no parameters to average over; use "
                "estimate='mle', or GaussianDiscriminant(covariance='diagonal')"
            )

    @property
    def grid_(self) -> Any:
        """The points of the grid of each feature."""
        return self._derive("grid", self._points)

    def _points(self) -> Any:
        grid = self._settled[0]
        return grid.low[:, np.newaxis] + np.arange(grid.size) * grid.step[:, np.newaxis]

    @property
    def _settled(self) -> tuple[Grid, Any, Any]:
        """An even grid of all features, and what would be within_ and grid_count_ on it."""
        settled: tuple[Grid, Any, Any] = self._derive("settled", self._settle)
        return settled

    def _settle(self) -> tuple[Grid, Any, Any]:
        if not self._grid.waits.any():
            return self._grid, self.within_, self.grid_count_
        grid = self._grid.settled(self.grid_count_.sum(axis=0))
        return grid, *self._grid.moved(grid, self.within_, self.grid_count_)

    @property
    def bandwidth_(self) -> Any:
        """The standard deviation of each kernel."""
        return self._derive("bandwidth", lambda: self._widths() * self._settled[0].step)

    def _widths(self) -> Any:
        """Return the standard deviation of each kernel, in steps of the grid."""
        grid, within, counts = self._settled
        if isinstance(self.bandwidth, str):
            n = np.maximum(self.observed_, 2.0) * (0.75 if self.bandwidth == "silverman" else 1.0)
            spread = grid.deviations(counts, within, self.observed_)
            return np.maximum(spread * n**-0.2, NARROWEST)
        given = np.asarray(self.bandwidth, dtype=np.float64)
        if given.shape not in ((), (self.n_features_in_,)) or not (given > 0).all():
            raise ValueError(
                f"bandwidth={self.bandwidth!r}: pass 'silverman', 'scott', or a number above 0, "
                f"for all {self.n_features_in_} features or for each"
            )
        steps = np.maximum(given / grid.step, NARROWEST)
        return np.broadcast_to(steps, self.observed_.shape)

    @property
    def _log_densities(self) -> Any:
        """The logarithms of the densities at the points."""
        return self._derive("densities", self._compute_log_densities)

    def _compute_log_densities(self) -> Any:
        self._refuse_predictive()
        # Sharing out has widened the values already, so the kernel is narrower by as much.
        grid, within, counts = self._settled
        spread = within / np.where(self.observed_ > 0, self.observed_, 1.0)
        widths = np.sqrt(self._widths() ** 2 - spread)
        logs = grid.log_densities(counts, widths, self._derived.get(KNOWN))
        self._derived[KNOWN] = (grid, counts, widths, logs)
        return log_mixture(logs.copy(), self.observed_)

    def _keep(self, classes: Any, tables: Any) -> None:
        # To learn a row changes one class: the densities of the others are found among these.
        known = self.__dict__.get("_derived", {}).get(KNOWN)
        super()._keep(classes, tables)
        if known is not None:
            self._derived[KNOWN] = known

    def _joint_log_likelihood(self, rows: Any) -> Any:
        logs, prior = self._log_densities, self.class_log_prior_
        scores = np.empty((rows.n_rows, len(prior)))
        size = max(1, NUMBERS // logs[:, :, 0].size)
        for first in range(0, rows.n_rows, size):
            some = slice(first, first + size)
            scores[some] = self._terms(rows.data[some], logs).sum(axis=2).T
        return scores + prior

    def _terms(self, X: Any, logs: Any, columns: Any = slice(None)) -> Any:
        """Return what each number adds to each class: on a line between two points."""
        grid = self._settled[0]
        below, share = grid.places(X, columns)
        missing, share = np.isnan(share), np.fmax(share, 0.0)
        points = np.arange(self.n_features_in_)[columns] * grid.size + below
        logs = logs.reshape(len(logs), -1)
        low = logs.take(points, axis=1)
        terms = low + share * (logs.take(points + 1, axis=1) - low)
        terms[:, missing] = 0.0
        return terms

    def _explain(self, columns: Any, values: Any) -> Explanation:
        terms = self._terms(values[np.newaxis], self._log_densities, columns)
        return Explanation(
            self.classes_,
            self._names(columns),
            values,
            terms[:, 0].T,
            np.zeros(len(self.classes_)),
            self.class_log_prior_,
        )
