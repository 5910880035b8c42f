"""GaussianNB: the features are measurements, normally distributed in each class."""

from __future__ import annotations

from numbers import Real
from typing import TYPE_CHECKING, Any, Self

import numpy as np
from sklearn.utils._param_validation import Interval, StrOptions

from priory._derived import frozen
from priory.naive_bayes._base import JOBS, NaiveBayes
from priory.naive_bayes._class_weight import CLASS_WEIGHT
from priory.naive_bayes.gaussian.moments import (
    Moments,
    overall,
    refuse_debt,
    seen_from,
    warn_of_rounding,
)
from priory.naive_bayes.gaussian.normal_gamma import NormalGamma, checked
from priory.naive_bayes.rows.rows import LARGEST, Rows
from priory.naive_bayes.rows.tables import named
from priory.naive_bayes.scores.densities import Densities, normal, student
from priory.naive_bayes.scores.estimate import by_class, checked_priors, log_ratio, prior_counts
from priory.naive_bayes.scores.explanation import Explanation

if TYPE_CHECKING:
    from priory.naive_bayes._learning import Tables
    from priory.naive_bayes.rows.rows import Batch

__all__ = ["GaussianNB"]


class GaussianNB(NaiveBayes):
    """Naive Bayes over measurements.

    Each feature of each class has a normal distribution of its own. A drop-in for
    :class:`sklearn.naive_bayes.GaussianNB`. NaN means that a feature was not observed: it is left
    out, in learning and in predicting.

    Parameters
    ----------
    priors : array-like of shape (n_classes,) or dict, default=None
        The class priors, a dict by class; by default the classes' shares of the rows.
    var_smoothing : float, default=1e-9
        The share of the largest variance of all features that is added to every variance.
    estimate : {"mle", "predictive"}, default="mle"
        The maximum-likelihood estimate, or the posterior predictive distribution, which is
        Student's: it knows how little a few rows say.
    prior_count : float, default=1.0
        For ``estimate="predictive"``: as how many rows the prior counts, for mean and variance
        alike. The prior is normal-inverse-gamma.
    prior_mean : float or array-like of shape (n_features,), default=None
        The prior's mean of each feature; by default that of all rows.
    prior_var : float or array-like of shape (n_features,), default=None
        The prior's variance of each feature; by default that of all rows, plus ``epsilon_``.
    prior_alpha : float or array-like of shape (n_classes,), default=None
        The parameters of the Dirichlet prior over the class priors, whose posterior mean is taken
        then, whatever ``estimate`` says: 1 adds a row to each class. None leaves them the shares of
        the rows.
    class_weight : dict or "balanced", default=None
        How often each row of a class counts, by label; 1 where nothing is said. "balanced" weighs
        the classes of `fit` so that all are equally large.
    n_jobs : int or None, default=-1
        The number of threads, -1 for all cores. The result does not depend on it.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        The labels.
    class_count_ : ndarray of shape (n_classes,)
        The (weighted) number of rows of each class.
    class_prior_ : ndarray of shape (n_classes,)
        The class priors.
    class_weight_ : dict
        The weights of the classes, by label, as they were learned; 1 where nothing is said.
    class_log_prior_ : ndarray of shape (n_classes,)
        Their logarithms.
    observed_count_ : ndarray of shape (n_classes, n_features)
        The (weighted) number of rows of each class in which each feature was observed.
    theta_ : ndarray of shape (n_classes, n_features)
        The mean of each feature in each class; NaN if it was never observed there.
    var_ : ndarray of shape (n_classes, n_features)
        Its variance, plus ``epsilon_``.
    epsilon_ : float
        What is added to every variance.

    See Also
    --------
    BernoulliNB : For features that are there or not.
    MultinomialNB : For counts.

    Notes
    -----
    What is kept are weights, sums and sums of squares. Everything else is computed from them and
    the parameters when it is asked for: learning in batches is learning at once, and parameters
    may change after fit.

    Sums have a rounding error relative to the squares of the distances from the first rows of a
    class that were ever learned in it; whole numbers have none as long as sums stay below 2**53.
    `forget` warns where a row was so far from the others that nothing is left of their variance.

    Examples
    --------
    Heights and weights, of which one was not taken:

    >>> import numpy as np
    >>> from priory import GaussianNB
    >>> X = [[1.6, 60], [1.7, np.nan], [1.8, 85], [1.9, 95]]
    >>> model = GaussianNB().fit(X, ["a", "a", "b", "b"])
    >>> model.theta_
    array([[ 1.65, 60.  ],
           [ 1.85, 90.  ]])
    >>> model.predict([[1.65, np.nan], [1.84, 91], [np.nan, 93]])
    array(['a', 'b', 'b'], dtype='<U1')
    >>> model.predict_proba([[np.nan, np.nan]])  # nothing is observed: the prior
    array([[0.5, 0.5]])
    """

    _parameter_constraints: dict[str, Any] = {  # noqa: RUF012 (scikit-learn's protocol)
        "priors": ["array-like", None],
        "prior_alpha": NaiveBayes._parameter_constraints["prior_alpha"],
        "class_weight": CLASS_WEIGHT,
        "var_smoothing": [Interval(Real, 0, None, closed="left")],
        "estimate": [StrOptions({"mle", "predictive"})],
        "prior_count": [Interval(Real, 0, None, closed="neither")],
        "prior_mean": [Real, "array-like", None],
        "prior_var": [Interval(Real, 0, None, closed="neither"), "array-like", None],
        "n_jobs": JOBS,
    }
    _tables = ("class_count_", "_missing", "_sum", "_square", "_peak", "_shift")
    _remedy = "the row is too far from all; estimate='predictive' has an answer"

    def __init__(
        self,
        *,
        priors: Any = None,
        var_smoothing: float = 1e-9,
        estimate: str = "mle",
        prior_count: float = 1.0,
        prior_mean: Any = None,
        prior_var: Any = None,
        prior_alpha: Any = None,
        class_weight: Any = None,
        n_jobs: int | None = -1,
    ) -> None:
        self.priors = priors
        self.var_smoothing = var_smoothing
        self.estimate = estimate
        self.prior_count = prior_count
        self.prior_mean = prior_mean
        self.prior_var = prior_var
        self.prior_alpha = prior_alpha
        self.class_weight = class_weight
        self.n_jobs = n_jobs

    def _check_X(self, X: Any, *, reset: bool = False) -> Rows:
        bounds = (-LARGEST, LARGEST)
        rows = Rows.of(self, X, bounds, reset=reset, distinct=True, missing=True)
        rows.zeros = True
        return rows

    def _check_parameters(self) -> None:
        super()._check_parameters()
        for name in ("prior_mean", "prior_var"):
            if getattr(self, name) is not None:
                self._prior_of(name)

    def _empty(self, n_classes: int) -> Tables:
        return Moments.empty(n_classes, self.n_features_in_).tables

    def _count(self, batch: Batch, tables: Tables, *, can_stop: bool = True) -> None:
        Moments(*tables).add(batch, can_stop=can_stop)

    @property
    def _moments(self) -> Moments:
        self._check_is_fitted()
        return Moments(*self._tables_now())

    def _left(self, taken: Tables) -> Tables:
        before = self._moments
        left, owed = before.without(Moments(*taken))
        refuse_debt(self, owed)
        warn_of_rounding(self, before, left)
        return left.tables

    def _seen_from(self, other: Self) -> Tables:
        return seen_from(self, other, self._moments, other._moments)

    @property
    def observed_count_(self) -> Any:
        """The (weighted) number of rows of each class in which each feature was observed."""
        return self._derive("observed", lambda: self._moments.observed)

    @property
    def theta_(self) -> Any:
        """The mean of each feature in each class."""
        return self._means_and_variances[0]

    @property
    def var_(self) -> Any:
        """The variance of each feature in each class, smoothed."""
        return self._derive("variance", lambda: self._means_and_variances[1] + self.epsilon_)

    @property
    def _means_and_variances(self) -> Any:
        return self._derive(
            "moments", lambda: tuple(map(frozen, self._moments.mean_and_variance()))
        )

    @property
    def epsilon_(self) -> Any:
        """What is added to every variance."""
        return self._derive("epsilon", self._epsilon)

    def _epsilon(self) -> Any:
        variance = self._overall[1]
        known = variance[~np.isnan(variance)]
        return self.var_smoothing * np.max(known, initial=0.0)

    @property
    def _overall(self) -> Any:
        """The mean and the variance of each feature in all rows."""
        return self._derive(
            "overall", lambda: overall(self.observed_count_, *self._means_and_variances)
        )

    @property
    def class_prior_(self) -> Any:
        """The class priors."""
        return self._derive("class prior", self._class_prior)

    def _class_prior(self) -> Any:
        if self.priors is None:
            counts = self.class_count_ + prior_counts(
                self.prior_alpha, "mean", len(self.class_count_)
            )
            with np.errstate(invalid="ignore"):
                return counts / counts.sum()
        priors = by_class(self.priors, self.classes_, name="priors")
        return checked_priors(priors, len(self.class_count_))

    def _class_log_prior(self) -> Any:
        return log_ratio(self._class_prior(), 1.0)

    def _joint_log_likelihood(self, rows: Rows) -> Any:
        return self._densities.score(rows, None if rows.indptr is None else self._of_zeros)

    @property
    def _densities(self) -> Densities:
        return self._derive("densities", self._parameters)

    @property
    def _of_zeros(self) -> Any:
        return self._derive("zeros", self._densities.of_zeros)

    def _parameters(self) -> Densities:
        if self.estimate == "predictive":
            return self._predictive()
        mean, variance = self._overall  # which are those of a class that never showed a feature
        seen = self.observed_count_ > 0
        mean = np.where(seen, self.theta_, mean)
        variance = np.where(seen, self.var_, variance + self.epsilon_)
        self._refuse_no_variance(variance, "raise var_smoothing or take estimate='predictive'")
        return normal(self.class_log_prior_, mean, variance)

    def _predictive(self) -> Densities:
        """Return Student's distributions: the posterior of mean and variance, integrated out."""
        prior = NormalGamma(self.prior_count, *map(self._prior_of, ("prior_mean", "prior_var")))
        freedom, location, squared_scale = prior.predictive(
            self.observed_count_, *self._means_and_variances
        )
        self._refuse_no_variance(squared_scale, "say what to expect of it with prior_var")
        return student(self.class_log_prior_, freedom, location, squared_scale)

    def _prior_of(self, name: str) -> Any:
        """Return the prior's mean or variance of each feature: as given, or that of all rows."""
        if (given := getattr(self, name)) is not None:
            return checked(name, given, self.n_features_in_)
        return self._overall[0] if name == "prior_mean" else self._overall[1] + self.epsilon_

    def _refuse_no_variance(self, variance: Any, remedy: str) -> None:
        """Refuse densities that are infinitely narrow."""
        narrow = np.argwhere((variance == 0) & (self.class_prior_ > 0)[:, np.newaxis]).tolist()
        if narrow:
            row, column = narrow[0]
            raise ValueError(
                f"{named(self, column, 'feature')} has variance 0 in class "
                f"{self.classes_.tolist()[row]!r}, so it has no density: learn rows that differ, "
                f"drop the feature, or {remedy}"
            )

    def _explain(self, columns: Any, values: Any) -> Explanation:
        observed = ~np.isnan(values)
        prior, densities = self.class_log_prior_, self._densities
        absent = np.zeros(len(prior))
        if len(columns) < self.n_features_in_:  # the zeros of a sparse row
            others = np.delete(np.arange(self.n_features_in_), columns)
            absent = densities.terms(others, np.zeros(len(others))).sum(axis=0)
        columns, values = columns[observed], values[observed]
        features = self._names(columns)
        terms = densities.terms(columns, values)
        return Explanation(self.classes_, features, values, terms, absent, prior)

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.allow_nan = True
        tags.classifier_tags.poor_score = False
        return tags
