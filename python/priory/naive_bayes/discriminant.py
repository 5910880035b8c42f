"""GaussianDiscriminant: the features of a class are Gaussian, and may be correlated."""

from __future__ import annotations

from numbers import Integral, Real
from typing import TYPE_CHECKING, Any, Self

import numpy as np
from sklearn.utils._param_validation import Interval, StrOptions

from priory.naive_bayes import _covariance
from priory.naive_bayes._blas import one_blas_thread
from priory.naive_bayes._explanation import Explanation
from priory.naive_bayes._learning import ROUNDING, _difference
from priory.naive_bayes._measured import MeasuredNB
from priory.naive_bayes._normal import Correlated, Independent, SingularError
from priory.naive_bayes._products import Moments

if TYPE_CHECKING:
    from priory.naive_bayes._learning import Tables
    from priory.naive_bayes._rows import Batch

__all__ = ["GaussianDiscriminant"]


class GaussianDiscriminant(MeasuredNB):
    """Gaussian discriminant analysis: classes are normal distributions over all features.

    With a covariance that all classes share it is linear discriminant analysis, with one for each
    class quadratic, and with variances alone Gaussian Naive Bayes. All it keeps of the rows is sums
    of products about a fixed shift, so it learns in batches, forgets and merges.

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
        What is taken from the number of rows before sums of squares are divided by it, for each
        mean that was estimated. 0 is maximum likelihood.
    fit_prior : bool, default=True
        Whether the classes' shares of the rows are their prior; otherwise it is uniform.
    class_prior : array-like of shape (n_classes,), default=None
        The prior itself.
    estimate : {"mle", "predictive"}, default="mle"
        The density at the estimated mean and covariance, or averaged over what they may be, which
        is a multivariate t. Its prior is Jeffreys's, and it has no use for ``ddof``.
    prior_alpha : float or array-like of shape (n_classes,), default=None
        The parameters of the Dirichlet prior over the class priors, whose posterior mean is taken
        then, whatever ``estimate`` says: 1 adds a row to each class. None leaves them the shares of
        the rows.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        The labels.
    class_count_ : ndarray of shape (n_classes,)
        The (weighted) number of rows of each class.
    class_log_prior_ : ndarray of shape (n_classes,)
        The logarithms of the class priors.
    means_ : ndarray of shape (n_classes, n_features)
        The mean of each feature in each class.
    covariance_ : ndarray
        Of shape (n_features, n_features) if shared, (n_classes, n_features, n_features) if full,
        (n_classes, n_features) if diagonal.
    coef_ : ndarray of shape (1, n_features) or (n_classes, n_features)
        The weights of the logistic form for two classes, else of the softmax form; only with a
        shared covariance and ``estimate="mle"``.
    intercept_ : ndarray of shape (1,) or (n_classes,)
        The bias of the same form.
    shift_ : ndarray of shape (n_features,)
        The mean of the first rows, from which the sums are taken.
    observed_, sum_, product_, third_, fourth_ : ndarray
        The (weighted) sums by class: of 1, of features, of products of two, and, for "auto", of
        those that fourth moments need.

    Notes
    -----
    With a shared covariance it equals scikit-learn's ``LinearDiscriminantAnalysis(solver="lsqr")``
    with the same shrinkage, which divides by n. With ``covariance="full"`` it equals
    ``QuadraticDiscriminantAnalysis``, which divides by n where it has the parameter ``solver``, and
    by n - 1, as ``ddof=1`` does, in versions of scikit-learn before that. With given priors
    scikit-learn's linear analysis weighs the covariances of the classes by them; here they are
    weighed by their rows.

    In an `Explanation`, what is left of the density at the mean stands under ``absent``; the
    features share out what the distance from the mean takes from it.

    NaN means not observed. In `predict` it is left out of the density. In `fit` it is refused,
    unless the covariance is diagonal.

    Sums are exact up to rounding, relative to the squares of the largest distance from ``shift_``
    that was ever learned.

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
    }
    _tables = ("class_count_", "observed_", "sum_", "product_", "third_", "fourth_")
    _fixed = "shift_"
    shift_: Any

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
    ) -> None:
        self.covariance = covariance
        self.shrinkage = shrinkage
        self.ddof = ddof
        self.fit_prior = fit_prior
        self.class_prior = class_prior
        self.estimate = estimate
        self.prior_alpha = prior_alpha

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.allow_nan = self.covariance == "diagonal"
        return tags

    def _fix(self, batch: Batch) -> None:
        rows: Any = batch.rows
        self.shift_ = rows.centre
        self._counted_with = self._counting_parameters()

    def _empty(self, n_classes: int) -> Tables:
        kept = {"pairs": self._counted_with["pairs"], "fourth": self._counted_with["fourth"]}
        moments = Moments.zeros(n_classes, self.n_features_in_, **kept)
        return np.zeros(n_classes), *moments.tables()

    def _count(self, batch: Batch, tables: Tables, *, can_stop: bool = True) -> None:  # noqa: ARG002
        rows: Any = batch.rows
        class_count, moments = tables[0], Moments(*tables[1:])
        if moments.has_pairs:
            rows.refuse_missing(type(self).__name__)
        moments.add(batch, self.shift_)
        class_count += np.bincount(batch.codes, batch.weights, minlength=len(class_count))

    def _counting_parameters(self) -> dict[str, Any]:
        """Return which moments are kept: what was kept serves every parameter that needs less."""
        pairs, fourth = self.covariance != "diagonal", self.shrinkage == "auto"
        return {"pairs": pairs, "fourth": pairs and fourth}

    def _check_counting(self) -> None:
        needed = self._counting_parameters()
        if any(needed[name] and not self._counted_with[name] for name in needed):
            raise ValueError(
                f"covariance={self.covariance!r} with shrinkage={self.shrinkage!r} needs more "
                "moments than were kept since fit: fit again"
            )

    def _left(self, taken: Tables) -> Tables:
        now = self._tables_now()
        class_count, observed = (_difference(now[i], taken[i]) for i in (0, 1))
        self._refuse_debt(class_count, [observed])
        class_count[class_count <= ROUNDING * taken[0]] = 0.0
        left = [observed, *(a - b for a, b in zip(now[2:], taken[2:], strict=True))]
        for table in left:
            table[class_count == 0] = 0.0  # without rows there is nothing but rounding
        self._refuse_negative(Moments(*left), Moments(*now[1:]))
        return class_count, *left

    def _refuse_negative(self, left: Moments, before: Moments) -> None:
        """Refuse to forget what would leave a variance below zero."""
        squares, most = left.products, before.products
        if left.has_pairs:
            squares, most = (np.diagonal(m, axis1=1, axis2=2) for m in (squares, most))
        variances = squares - left.sums * _covariance.means(left)
        below = np.argwhere(variances < -ROUNDING * most).tolist()
        if below:
            place, feature = below[0]
            raise ValueError(
                f"forget: the variance of feature {feature} in class "
                f"{self.classes_.tolist()[place]!r} would fall below zero: some of these rows were "
                "not learned, or not with these labels and weights; nothing is changed"
            )

    def _seen_from(self, other: Self) -> Tables:
        moments = Moments(*other._tables_now()[1:]).about(other.shift_ - self.shift_)
        return other.class_count_, *moments.tables()

    def _joint_log_likelihood(self, rows: Any) -> Any:
        density, prior = self._density, self.class_log_prior_
        scores = np.empty((rows.n_rows, len(prior)))
        with one_blas_thread(rows.data.size):
            for some, columns in rows.patterns():
                scores[some] = density.score(columns, rows.data[some][:, columns])
        return np.where(np.isneginf(prior), -np.inf, scores + prior)

    def _explain(self, columns: Any, values: Any) -> Explanation:
        contributions, constant = self._density.split(columns, values)
        return Explanation(
            self.classes_,
            self._names(columns),
            values,
            contributions,
            constant,
            self.class_log_prior_,
        )

    @property
    def means_(self) -> Any:
        """The mean of each feature in each class."""
        return self._derive("means", self._compute_means)

    def _compute_means(self) -> Any:
        return self.shift_ + _covariance.means(self._moments)

    @property
    def covariance_(self) -> Any:
        """The covariance: one, one for each class, or variances."""
        return self._derive("covariance", self._covariance)

    @property
    def _moments(self) -> Moments:
        return Moments(*self._tables_now()[1:])

    def _covariance(self) -> Any:
        self._check_counting()
        ddof = 0 if self.estimate == "predictive" else self.ddof
        return _covariance.estimate(self._moments, self.covariance, self.shrinkage, ddof)

    @property
    def _density(self) -> Correlated | Independent:
        return self._derive("density", self._compute_density)

    def _compute_density(self) -> Correlated | Independent:
        wanted, covariance = self._wanted(), self.covariance_
        degrees, scales = self._spread(wanted)
        try:
            if self.covariance == "diagonal":
                variances = np.where(wanted[:, np.newaxis], covariance * scales, 1.0)
                return Independent.of(self.means_, variances, degrees)
            if self.covariance == "shared":
                return Correlated.of(self.means_, covariance[np.newaxis], scales, degrees)
            which, any_other = wanted[:, np.newaxis, np.newaxis], np.eye(self.n_features_in_)
            matrices = np.where(which, covariance, any_other)
            return Correlated.of(self.means_, matrices, scales, degrees)
        except SingularError as error:
            raise ValueError(self._singular(error.place, error.feature)) from None

    def _spread(self, wanted: Any) -> tuple[Any, Any]:
        """Return the degrees of freedom, and what covariances are multiplied by, in each class."""
        n, n_features = self.class_count_, self.n_features_in_
        total, means = n, np.ones(len(n))
        if self.covariance == "diagonal":
            n, n_features, wanted = self.observed_, 1, wanted[:, np.newaxis]
            total, means = n, np.ones_like(n)
        if self.estimate == "mle":
            return None, np.ones_like(n)
        if self.covariance == "shared":
            total, means = np.full_like(n, n.sum()), np.full_like(n, np.count_nonzero(n))
        degrees = np.where(wanted, total - means - n_features + 1, 1.0)
        few = np.argwhere(degrees <= 0).tolist()
        if few:
            raise ValueError(
                f"estimate='predictive': class {self.classes_.tolist()[few[0][0]]!r} has too few "
                f"rows for {n_features} features; learn more, or pass covariance='diagonal' or "
                "estimate='mle' with a shrinkage"
            )
        return degrees, np.where(wanted, total / degrees * (1 + 1 / np.where(wanted, n, 1)), 1.0)

    def _singular(self, place: int, feature: int) -> str:
        """Say which covariance is singular, why, and what to do."""
        whose = f"the covariance of class {self.classes_.tolist()[place]!r}"
        if self.covariance == "shared":
            whose = f"the covariance shared by the classes {self.classes_.tolist()!r}"
        why = f"feature {feature} is constant there, or follows from the features before it"
        if self.covariance == "diagonal":
            whose, why = f"{whose} has a variance of 0", f"feature {feature} is constant there"
            return (
                f"{whose}: {why}, or was never observed; pass a shrinkage, such as shrinkage=0.1, "
                "or drop the feature"
            )
        rows = self.class_count_.sum() if self.covariance == "shared" else self.class_count_[place]
        return (
            f"{whose} is singular: {why} ({rows:g} rows, {self.n_features_in_} features); pass a "
            "shrinkage, such as shrinkage=0.1, learn more rows, or drop the feature"
        )

    @property
    def coef_(self) -> Any:
        """The weights of the softmax form; of the logistic form if there are two classes."""
        weights = self._linear()[0]
        return weights[1:] - weights[:1] if len(weights) == 2 else weights  # noqa: PLR2004

    @property
    def intercept_(self) -> Any:
        """The bias of the softmax form; of the logistic form if there are two classes."""
        bias = self._linear()[1]
        return bias[1:] - bias[:1] if len(bias) == 2 else bias  # noqa: PLR2004

    def _linear(self) -> tuple[Any, Any]:
        if self.covariance != "shared" or self.estimate != "mle":
            raise AttributeError(
                f"covariance={self.covariance!r} with estimate={self.estimate!r} is not linear: "
                "only a shared covariance with estimate='mle' has coef_ and intercept_"
            )
        return self._derive("linear", self._compute_linear)

    def _compute_linear(self) -> tuple[Any, Any]:
        density: Any = self._density
        turned = self.means_ @ density.whitening[0].T
        weights = turned @ density.whitening[0]
        return weights, self.class_log_prior_ - (turned**2).sum(axis=1) / 2
