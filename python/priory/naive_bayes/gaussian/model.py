"""GaussianNB: Naive Bayes for normally distributed features."""

from __future__ import annotations

from numbers import Real
from typing import TYPE_CHECKING, Any

import numpy as np

from priory._sklearn import Interval, StrOptions
from priory.naive_bayes._base import JOBS, NaiveBayes
from priory.naive_bayes.gaussian.counts import MomentCounts
from priory.naive_bayes.gaussian.estimated import Estimated
from priory.naive_bayes.gaussian.normal_gamma import checked
from priory.naive_bayes.gaussian.scorer import NormalScorer, StudentScorer
from priory.naive_bayes.rows.rows import Rows
from priory.naive_bayes.rows.weights import CLASS_WEIGHT, LARGEST
from priory.naive_bayes.scores.estimate import by_class, checked_priors, log_ratio, prior_counts

if TYPE_CHECKING:
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
    _remedy = "the row is too far from all; estimate='predictive' has an answer"

    _kind = MomentCounts

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

    def _empty(self, batch: Batch) -> MomentCounts:
        names = ("missing", "sum", "square", "peak", "shift")
        return MomentCounts.empty(self, batch, dict.fromkeys(names, (self.n_features_in_,)))

    def _count(self, batch: Batch, counts: MomentCounts, *, can_stop: bool) -> None:
        counts.moments.add(batch, can_stop=can_stop)

    def _smooth(self, counts: MomentCounts) -> NormalScorer:
        class_prior = self._class_prior(counts)
        log_prior = np.zeros(len(class_prior)) if self._prior_apart else log_ratio(class_prior, 1.0)
        known = counts, log_prior, class_prior, Estimated(counts.moments, self.var_smoothing)
        mean, variance = (self._given(name, counts) for name in ("prior_mean", "prior_var"))
        if self.estimate == "mle":
            return NormalScorer(*known)
        return StudentScorer(*known, count=self.prior_count, mean=mean, variance=variance)

    def _given(self, name: str, counts: MomentCounts) -> Any:
        """Return the prior's mean or variance of each feature, or None if nobody gave it."""
        given = getattr(self, name)
        return None if given is None else checked(name, given, counts.n_features)

    def _class_prior(self, counts: MomentCounts) -> Any:
        n_classes = len(counts.classes)
        if self.priors is not None:
            priors = by_class(self.priors, counts.classes, name="priors")
            return checked_priors(priors, n_classes)
        rows = counts["rows"] + prior_counts(self.prior_alpha, "mean", n_classes)
        with np.errstate(invalid="ignore"):
            return rows / rows.sum()

    @property
    def observed_count_(self) -> Any:
        """The (weighted) number of rows of each class in which each feature was observed."""
        return self._derived().estimated.observed

    @property
    def theta_(self) -> Any:
        """The mean of each feature in each class."""
        return self._derived().estimated.mean

    @property
    def var_(self) -> Any:
        """The variance of each feature in each class, smoothed."""
        return self._derived().estimated.smoothed

    @property
    def epsilon_(self) -> Any:
        """What is added to every variance."""
        return self._derived().estimated.epsilon

    @property
    def class_prior_(self) -> Any:
        """The class priors."""
        return self._derived().class_prior

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.allow_nan = True
        tags.classifier_tags.poor_score = False
        return tags
