"""GaussianDiscriminant: linear and quadratic discriminant analysis (LDA, QDA)."""

from __future__ import annotations

from numbers import Integral, Real
from typing import TYPE_CHECKING, Any

from priory._sklearn import Interval, StrOptions
from priory.errors import InputError
from priory.naive_bayes._base import JOBS
from priory.naive_bayes._measured import MeasuredNB
from priory.naive_bayes.discriminant.counts import ProductCounts
from priory.naive_bayes.discriminant.estimated import Estimated
from priory.naive_bayes.discriminant.products import shapes
from priory.naive_bayes.discriminant.scorer import CorrelatedScorer, IndependentScorer

if TYPE_CHECKING:
    from priory.naive_bayes.rows.rows import Batch

__all__ = ["GaussianDiscriminant"]


class GaussianDiscriminant(MeasuredNB):
    """Gaussian discriminant analysis: classes are normal distributions over all features.

    With a covariance that all classes share it is linear discriminant analysis, with one for each
    class quadratic, and with variances alone Gaussian Naive Bayes. All it keeps of the rows is sums
    of products about a shift for each class, so it learns in batches, forgets and merges.

    Parameters
    ----------
    covariance : {"shared", "full", "diagonal"}, default="shared"
        One covariance for all classes, pooled over their rows; one for each class; or variances
        for each class, and no correlations.
    shrinkage : float or "auto", default=None
        How far covariances are moved towards equal variances without correlation, between 0 and 1.
        "auto" is Ledoit and Wolf's choice for each class, with features in units of their standard
        deviations; it needs fourth moments, which `fit` keeps when it is set.
    ddof : {0, 1}, default=0
        What is taken from the (weighted) number of rows before sums of squares are divided by it,
        for each mean that was estimated. 0 is maximum likelihood.
    fit_prior : bool, default=True
        Whether the classes' shares of the rows are their prior; otherwise it is uniform.
    class_prior : array-like of shape (n_classes,) or dict, default=None
        The prior itself; a dict is by class.
    estimate : {"mle", "predictive"}, default="mle"
        The density at the estimated mean and covariance, or averaged over what they may be, which
        is a multivariate t. Its prior is Jeffreys's, and it has no use for ``ddof``.
    prior_alpha : float or array-like of shape (n_classes,), default=None
        The parameters of the Dirichlet prior over the class priors, whose posterior mean is taken
        then, whatever ``estimate`` says: 1 adds a row to each class. None leaves them the shares of
        the rows.
    class_weight : dict or "balanced", default=None
        How often each row of a class counts, by label; 1 where nothing is said. "balanced" weighs
        the classes of `fit` so that all are equally large.
    n_jobs : int or None, default=-1
        The number of threads that sum up rows, -1 for all cores. The result does not depend on it.
        Scores are products of matrices, whose threads are those of BLAS.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        The labels.
    class_count_ : ndarray of shape (n_classes,)
        The (weighted) number of rows of each class.
    class_weight_ : dict
        The weights of the classes, by label, as they were learned; 1 where nothing is said.
    class_log_prior_ : ndarray of shape (n_classes,)
        The logarithms of the class priors.
    means_ : ndarray of shape (n_classes, n_features)
        The mean of each feature in each class.
    covariance_ : ndarray
        Of shape (n_features, n_features) if shared, (n_classes, n_features, n_features) if full,
        (n_classes, n_features) if diagonal. NaN if the rows weigh no more than ``ddof`` takes.
    coef_ : ndarray of shape (1, n_features) or (n_classes, n_features)
        The weights of the logistic form for two classes, else of the softmax form; only with a
        shared covariance and ``estimate="mle"``.
    intercept_ : ndarray of shape (1,) or (n_classes,)
        The bias of the same form.
    shift_ : ndarray of shape (n_classes, n_features)
        A number near those of the class, from which its sums are taken: a median of its first rows.
    missing_, sum_, product_, third_, fourth_ : ndarray
        The (weighted) sums by class: of 1 where a feature was not observed, of features, of
        products of two, and, for "auto", of those that fourth moments need.
    observed_ : ndarray of shape (n_classes, n_features)
        The (weighted) number of rows of each class in which each feature was observed.

    Notes
    -----
    With a shared covariance it equals scikit-learn's ``LinearDiscriminantAnalysis(solver="lsqr")``
    with the same shrinkage, which divides by n. With ``covariance="full"`` it equals
    ``QuadraticDiscriminantAnalysis``, which divides by n where it has the parameter ``solver``, and
    by n - 1, as ``ddof=1`` does, in versions of scikit-learn before that. With given priors
    scikit-learn's linear analysis weighs the covariances of the classes by them; here they are
    weighed by their rows.

    Correlated features are no sum, so in an `Explanation` a contribution is the log-density of the
    feature given all others, which is what leaving it out changes, and there is a remainder. With
    variances alone contributions add up.

    NaN means not observed. In `predict` it is left out of the density. In `fit` it is refused,
    unless the covariance is diagonal.

    A weight says how often a row counts: 2 is the row twice. By maximum likelihood only their
    ratios matter. ``ddof=1`` and ``estimate="predictive"`` ask how many rows there were, so there
    weights must sum to that number; where they leave nothing to divide by, predicting is an error.

    Sums have a rounding error relative to the squares of the distances from ``shift_`` that were
    ever learned in a class, so it does not matter how far apart classes are; `forget` warns where
    nothing else is left of a variance. Whole numbers, and weights, are summed exactly as long as
    all sums stay below 2**53. No number of threads, its own or of BLAS, changes a bit.

    Examples
    --------
    >>> from priory import GaussianDiscriminant
    >>> X = [[1.0, 2.0], [2.0, 4.0], [3.0, 3.0], [3.0, 1.0], [4.0, 3.0], [5.0, 2.0]]
    >>> model = GaussianDiscriminant().fit(X, ["a", "a", "a", "b", "b", "b"])
    >>> model.covariance_.round(3)
    array([[0.667, 0.333],
           [0.333, 0.667]])
    >>> model.predict([[2, 4], [4, 2], [4, float("nan")]])
    array(['a', 'b', 'b'], dtype='<U1')
    >>> model.set_params(covariance="diagonal", estimate="predictive").predict([[2, 4]])
    array(['a'], dtype='<U1')
    """

    _parameter_constraints: dict[str, Any] = {  # noqa: RUF012 (scikit-learn's protocol)
        **MeasuredNB._parameter_constraints,
        "covariance": [StrOptions({"shared", "full", "diagonal"})],
        "shrinkage": [Interval(Real, 0, 1, closed="both"), StrOptions({"auto"}), None],
        "ddof": [Interval(Integral, 0, 1, closed="both")],
        "estimate": [StrOptions({"mle", "predictive"})],
        "n_jobs": JOBS,
    }

    _kind = ProductCounts

    def __init__(
        self,
        *,
        covariance: str = "shared",
        shrinkage: float | str | None = None,
        ddof: int = 0,
        fit_prior: bool = True,
        class_prior: Any = None,
        estimate: str = "mle",
        prior_alpha: Any = None,
        class_weight: Any = None,
        n_jobs: int | None = -1,
    ) -> None:
        self.covariance = covariance
        self.shrinkage = shrinkage
        self.ddof = ddof
        self.fit_prior = fit_prior
        self.class_prior = class_prior
        self.estimate = estimate
        self.prior_alpha = prior_alpha
        self.class_weight = class_weight
        self.n_jobs = n_jobs

    def _empty(self, batch: Batch) -> ProductCounts:
        return ProductCounts.empty(self, batch, shapes(self.n_features_in_, **self._needed()))

    def _count(self, batch: Batch, counts: ProductCounts, *, can_stop: bool) -> None:
        counts.products.add(batch, can_stop=can_stop)

    def _needed(self) -> dict[str, bool]:
        """Return which moments the parameters ask for."""
        pairs = self.covariance != "diagonal"
        return {"pairs": pairs, "fourth": pairs and self.shrinkage == "auto"}

    def _how(self) -> dict[str, Any]:
        return super()._how() | self._needed()

    def _check_how(self) -> None:
        """Refuse other counts; what was kept serves every parameter that needs less."""
        needed = self._needed()
        kept = {name: self._counts.how[name] for name in needed}
        if any(needed[name] and not kept[name] for name in kept):
            raise InputError(
                f"covariance={self.covariance!r} with shrinkage={self.shrinkage!r} needs moments "
                "that were not kept since fit",
                code="changed-parameter",
                parameter="shrinkage" if self.shrinkage == "auto" else "covariance",
                remedy="fit again",
            )
        self._refuse_changed(self._how() | kept)

    def _smooth(self, counts: ProductCounts) -> CorrelatedScorer | IndependentScorer:
        how = self.covariance, self.shrinkage, self.ddof
        estimated = Estimated(counts, *how, predictive=self.estimate == "predictive")
        scorer = IndependentScorer if self.covariance == "diagonal" else CorrelatedScorer
        return scorer(self._log_prior(counts), estimated)

    @property
    def means_(self) -> Any:
        """The mean of each feature in each class."""
        return self._derived().estimated.means

    @property
    def observed_(self) -> Any:
        """The (weighted) number of rows of each class in which each feature was observed."""
        return self._derived().estimated.observed

    @property
    def covariance_(self) -> Any:
        """The covariance: one, one for each class, or variances."""
        return self._derived().estimated.covariance

    @property
    def coef_(self) -> Any:
        """The weights of the softmax form; of the logistic form if there are two classes."""
        return self._linear()[0]

    @property
    def intercept_(self) -> Any:
        """The bias of the softmax form; of the logistic form if there are two classes."""
        return self._linear()[1]

    def _linear(self) -> tuple[Any, Any]:
        if self.covariance != "shared" or self.estimate != "mle":
            raise AttributeError(
                f"covariance={self.covariance!r} with estimate={self.estimate!r} is not linear: "
                "only a shared covariance with estimate='mle' has coef_ and intercept_"
            )
        linear: tuple[Any, Any] = self._derived().linear
        return linear

    @property
    def shift_(self) -> Any:
        """A number near those of each class, from which its sums are taken."""
        return self.counts_["shift"]

    @property
    def missing_(self) -> Any:
        """The (weighted) number of rows of each class in which each feature was not observed."""
        return self.counts_["missing"]

    @property
    def sum_(self) -> Any:
        """The (weighted) sums of features."""
        return self.counts_["sum"]

    @property
    def product_(self) -> Any:
        """The (weighted) sums of products of two features; of squares with variances alone."""
        return self.counts_["product"]

    @property
    def third_(self) -> Any:
        """The (weighted) sums of squares of features times others, if they were kept."""
        return self.counts_["third"]

    @property
    def fourth_(self) -> Any:
        """The (weighted) sums of products of two squares, if they were kept."""
        return self.counts_["fourth"]

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.allow_nan = self.covariance == "diagonal"
        return tags
