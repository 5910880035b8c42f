"""KernelNB: Naive Bayes with kernel density estimates."""

from __future__ import annotations

from numbers import Integral, Real
from typing import TYPE_CHECKING, Any

import numpy as np

from priory._sklearn import Interval, StrOptions
from priory.errors import InputError
from priory.naive_bayes._measured import MeasuredNB
from priory.naive_bayes.kernel.counts import GridCounts
from priory.naive_bayes.kernel.grid import Grid
from priory.naive_bayes.kernel.scorer import KernelScorer

if TYPE_CHECKING:
    from priory.naive_bayes.rows.measurements import Measurements
    from priory.naive_bayes.rows.rows import Batch

__all__ = ["KernelNB"]


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
    _counting = ("grid",)

    _kind = GridCounts

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

    def _check_X(self, X: Any, *, reset: bool = False) -> Measurements:
        rows = super()._check_X(X, reset=reset)
        rows.is_whole()
        return rows

    def _empty(self, batch: Batch) -> GridCounts:
        grid, flat = self._first_grid(), (self.n_features_in_,)
        shapes = {"observed": flat, "within": flat, "points": (*flat, grid.size)}
        return GridCounts.empty(self, batch, shapes, grid=grid)

    def _first_grid(self) -> Grid:
        """Return the points that are given, or a grid that the first rows fix."""
        if isinstance(self.grid, Integral):
            return Grid.waiting(self.n_features_in_, int(self.grid))
        return Grid.given(self.grid, self.n_features_in_)

    def _count(self, batch: Batch, counts: GridCounts, *, can_stop: bool) -> None:  # noqa: ARG002
        counts.add(batch)

    def _smooth(self, counts: GridCounts) -> KernelScorer:
        if self.estimate == "predictive":
            raise InputError(
                "a kernel density estimate has no posterior predictive distribution, so "
                "estimate='predictive' is not supported",
                code="unsupported",
                parameter="estimate",
                remedy="use estimate='mle', or GaussianDiscriminant(covariance='diagonal')",
            )
        before = self._memo.derived
        known = None if before is None else before.known
        return KernelScorer(counts, self._log_prior(counts), self._bandwidth(counts), known)

    def _bandwidth(self, counts: GridCounts) -> Any:
        """Return the rule, or the standard deviations of the kernels that are given."""
        if isinstance(self.bandwidth, str):
            return self.bandwidth
        given = np.asarray(self.bandwidth, dtype=np.float64)
        if given.shape not in ((), (counts.n_features,)) or not (given > 0).all():
            raise InputError(
                f"bandwidth={self.bandwidth!r}",
                code="bad-parameter",
                parameter="bandwidth",
                remedy="pass 'silverman', 'scott', or a number above 0, for all "
                f"{counts.n_features} features or for each",
            )
        return given

    @property
    def observed_(self) -> Any:
        """The (weighted) number of rows of each class that have each feature."""
        return self.counts_["observed"]

    @property
    def grid_count_(self) -> Any:
        """The same number by point of the grid, or by value while these are few."""
        return self.counts_["points"]

    @property
    def within_(self) -> Any:
        """What sharing out between two points added to the sums of squares, in steps."""
        return self.counts_["within"]

    @property
    def grid_(self) -> Any:
        """The points of the grid of each feature."""
        return self._derived().points

    @property
    def bandwidth_(self) -> Any:
        """The standard deviation of each kernel."""
        return self._derived().bandwidths
