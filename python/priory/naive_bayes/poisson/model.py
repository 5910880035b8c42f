"""PoissonNB: Naive Bayes for Poisson-distributed counts, with an optional exposure."""

from __future__ import annotations

from numbers import Real
from typing import TYPE_CHECKING, Any

from priory._sklearn import Interval, StrOptions
from priory.naive_bayes._discrete import COUNTS, DiscreteNB
from priory.naive_bayes.counts.observed import Observed, count_missing
from priory.naive_bayes.poisson.rates import lengths
from priory.naive_bayes.poisson.scorer import RateScorer, UnknownRates
from priory.naive_bayes.rows.rows import Rows
from priory.naive_bayes.scores.estimate import checked_parameter, pseudo_counts

if TYPE_CHECKING:
    from priory.naive_bayes.rows.rows import Batch

__all__ = ["PoissonNB"]


class PoissonNB(DiscreteNB):
    """Naive Bayes over counts that have Poisson distributions.

    Each feature of each class has a rate: how many of it to expect in a row, or for each unit of
    the row's length. Unlike in `MultinomialNB`, zeros and the length of a row say something. NaN
    means that a count was not observed: it is left out, of what is learned and of what is judged.

    Parameters
    ----------
    alpha : float or array-like of shape (n_features,) or (n_classes, n_features), default=1.0
        The shape of the gamma prior over the rates: how many were counted before.
    beta : float or array-like of shape (n_features,) or (n_classes, n_features), default=1.0
        The rate of the gamma prior: in how many rows, or over what length, they were counted.
        ``alpha / beta`` is the mean of the prior.
    exposure : {"length"} or None, default=None
        What a rate is multiplied by: the length of a row, which is the sum of its counts, or 1.
        With the length, the rates say what a row is made of, as in `MultinomialNB`.
    fit_prior : bool, default=True
        Whether the classes' shares of the rows are their prior; otherwise it is uniform.
    class_prior : array-like of shape (n_classes,) or dict, default=None
        The prior itself; a dict is by class.
    estimate : {"mean", "map", "mle", "predictive"}, default="mean"
        The mean of the posterior over the rates, its mode, which needs an alpha of at least 1, the
        maximum-likelihood estimate, which has no use for alpha and beta, or the posterior
        predictive, which is negative binomial: it knows how little it knows of a class with few
        rows.
    prior_alpha : float or array-like of shape (n_classes,), default=None
        The parameters of the Dirichlet prior over the class priors, which are then estimated as
        ``estimate`` says: 1 adds a row to each class. None leaves them the shares of the rows.
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
    feature_count_ : ndarray of shape (n_classes, n_features)
        The (weighted) sum of each feature over the rows of each class.
    missing_exposure_ : ndarray of shape (n_classes, n_features) or (n_classes, 1)
        The (weighted) number of rows of each class in which each feature was not observed, or the
        length of these rows; one column of zeros if all were observed.
    class_weight_ : dict
        The weights of the classes, by label, as they were learned; 1 where nothing is said.
    class_log_prior_ : ndarray of shape (n_classes,)
        The logarithms of the class priors.
    rate_ : ndarray of shape (n_classes, n_features)
        The rates; with ``estimate="predictive"``, their mean.
    coef_ : ndarray of shape (1, n_features) or (n_classes, n_features)
        The weights of the logistic form for two classes, else of the softmax form.
    intercept_ : ndarray of shape (1,) or (n_classes,)
        The bias of the same form.

    See Also
    --------
    MultinomialNB : The same counts, where only their proportions matter.
    TruncatedCountNB : Counts of any distribution, up to a limit.

    Examples
    --------
    How often two words occur in letters:

    >>> import numpy as np
    >>> from priory import PoissonNB
    >>> X = [[4, 0], [3, 1], [0, 1], [0, 2], [1, 0]]
    >>> model = PoissonNB().fit(X, ["bank", "bank", "home", "home", "home"])
    >>> model.rate_  # (7 + 1) / (2 + 1) and so on
    array([[2.66666667, 0.66666667],
           [0.5       , 1.        ]])
    >>> model.predict([[2, 0], [0, 0], [np.nan, 3]])
    array(['bank', 'home', 'home'], dtype='<U4')
    """

    _parameter_constraints: dict[str, Any] = {  # noqa: RUF012 (scikit-learn's protocol)
        **DiscreteNB._parameter_constraints,
        "beta": [Interval(Real, 0, None, closed="left"), "array-like"],
        "exposure": [StrOptions({"length"}), None],
    }
    _parameter_constraints.pop("force_alpha")
    _counting = ("exposure",)

    _kind = Observed

    def __init__(
        self,
        *,
        alpha: Any = 1.0,
        beta: Any = 1.0,
        exposure: str | None = None,
        fit_prior: bool = True,
        class_prior: Any = None,
        estimate: str = "mean",
        prior_alpha: Any = None,
        class_weight: Any = None,
        n_jobs: int | None = -1,
    ) -> None:
        self.alpha = alpha
        self.beta = beta
        self.exposure = exposure
        self.fit_prior = fit_prior
        self.class_prior = class_prior
        self.estimate = estimate
        self.prior_alpha = prior_alpha
        self.class_weight = class_weight
        self.n_jobs = n_jobs

    def _check_X(self, X: Any, *, reset: bool = False) -> Rows:
        return Rows.of(self, X, COUNTS, reset=reset, distinct=True, nan_is_missing=True)

    def _empty(self, batch: Batch) -> Observed:
        return Observed.empty(self, batch, {"feature": (self.n_features_in_,), "missing": (1,)})

    def _count(self, batch: Batch, counts: Observed, *, can_stop: bool) -> None:
        super()._count(batch, counts, can_stop=can_stop)
        if batch.rows.missing is not None:
            size = 1.0 if self.exposure is None else lengths(batch.rows)
            count_missing(batch, counts["missing"], size)

    def _smooth(self, counts: Observed) -> RateScorer:
        scorer = UnknownRates if self.estimate == "predictive" else RateScorer
        return scorer(
            counts,
            self._log_prior(counts),
            *self._check_alpha(counts),
            by_length=self.exposure is not None,
            absences_apart=self._absences_apart,
        )

    def _check_alpha(self, counts: Any = None) -> Any:
        """Return the shape and the rate that the prior adds; the mode has a shape less by 1."""
        table = len(counts.classes), counts.n_features
        shape = pseudo_counts(self.alpha, self.estimate, *table)
        rate = checked_parameter(self.beta, *table, name="beta")
        return shape, 0.0 if self.estimate == "mle" else rate

    @property
    def missing_exposure_(self) -> Any:
        """The exposure of the rows of each class in which each feature was not observed."""
        return self.counts_["missing"]

    @property
    def rate_(self) -> Any:
        """How many of each feature to expect in a row, or for each unit of its length."""
        return self._derived().rates

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.positive_only = True
        tags.input_tags.allow_nan = True
        return tags
