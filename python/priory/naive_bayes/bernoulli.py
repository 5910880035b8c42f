"""BernoulliNB: Naive Bayes for binary features."""

from __future__ import annotations

from functools import cached_property
from numbers import Real
from typing import TYPE_CHECKING, Any

import numpy as np

from priory._memo import frozen
from priory._sklearn import Interval
from priory.naive_bayes._discrete import DiscreteNB
from priory.naive_bayes.counts.observed import Presences, count_missing
from priory.naive_bayes.counts.subtract import rest
from priory.naive_bayes.rows.rows import Rows
from priory.naive_bayes.scores.estimate import log_ratio
from priory.naive_bayes.scores.scorer import LinearScorer

if TYPE_CHECKING:
    from priory.naive_bayes.rows.rows import Batch

__all__ = ["BernoulliNB"]


class BernoulliNB(DiscreteNB):
    """Naive Bayes over features that are present or absent.

    Each feature of each class is a coin of its own. A drop-in for
    :class:`sklearn.naive_bayes.BernoulliNB`. NaN means that a feature was not observed:
    it is left out, of what is learned and of what is judged.

    Parameters
    ----------
    alpha : float or array-like of shape (n_features,) or (n_classes, n_features), default=1.0
        The parameter of the Beta prior, for presence and absence alike. With ``estimate="mean"``
        this is what is added to both counts: 1 is Laplace's smoothing, +1 above and +2 below.
    force_alpha : bool, default=True
        If False, an alpha below 1e-10 is raised to it, with a warning.
    binarize : float or None, default=0.0
        A value above it is presence. None if all values are 0 or 1 already.
    fit_prior : bool, default=True
        Whether the classes' shares of the rows are their prior; otherwise it is uniform.
    class_prior : array-like of shape (n_classes,) or dict, default=None
        The prior itself; a dict is by class.
    estimate : {"mean", "map", "mle", "predictive"}, default="mean"
        The mean of the posterior over the parameters, its mode, which needs an alpha of at least 1,
        or the maximum-likelihood estimate, which has no use for alpha. The posterior predictive is
        the same as the mean: a coin that is tossed once knows nothing of the posterior but that.
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
        The (weighted) number of rows of each class in which each feature is present.
    missing_count_ : ndarray of shape (n_classes, n_features) or (n_classes, 1)
        The (weighted) number of rows of each class in which each feature was not observed; one
        column of zeros if all were.
    class_weight_ : dict
        The weights of the classes, by label, as they were learned; 1 where nothing is said.
    class_log_prior_ : ndarray of shape (n_classes,)
        The logarithms of the class priors.
    feature_log_prob_ : ndarray of shape (n_classes, n_features)
        log P(feature is present | class).
    coef_ : ndarray of shape (1, n_features) or (n_classes, n_features)
        The weights of the logistic form for two classes, else of the softmax form.
    intercept_ : ndarray of shape (1,) or (n_classes,)
        The bias of the same form.

    See Also
    --------
    MultinomialNB : Counts repetitions, and no absences.

    Examples
    --------
    Four mails over the words "buy", "cheap" and "now", two of them spam:

    >>> import numpy as np
    >>> from priory import BernoulliNB
    >>> X = [[1, 1, 0], [1, 0, 1], [0, 1, 0], [0, 0, 1]]
    >>> model = BernoulliNB().fit(X, ["spam", "spam", "ham", "ham"])
    >>> np.exp(model.feature_log_prob_)
    array([[0.25, 0.5 , 0.5 ],
           [0.75, 0.5 , 0.5 ]])
    >>> model.predict_proba([[1, 1, 0]])  # "buy cheap"
    array([[0.25, 0.75]])
    """

    _parameter_constraints: dict[str, Any] = {  # noqa: RUF012 (scikit-learn's protocol)
        **DiscreteNB._parameter_constraints,
        "binarize": [Interval(Real, 0, None, closed="left"), None],
    }
    _counting = ("binarize",)

    _kind = Presences

    def __init__(
        self,
        *,
        alpha: Any = 1.0,
        force_alpha: bool = True,
        binarize: float | None = 0.0,
        fit_prior: bool = True,
        class_prior: Any = None,
        estimate: str = "mean",
        prior_alpha: Any = None,
        class_weight: Any = None,
        n_jobs: int | None = -1,
    ) -> None:
        self.alpha = alpha
        self.force_alpha = force_alpha
        self.binarize = binarize
        self.fit_prior = fit_prior
        self.class_prior = class_prior
        self.estimate = estimate
        self.prior_alpha = prior_alpha
        self.class_weight = class_weight
        self.n_jobs = n_jobs

    def _check_X(self, X: Any, *, reset: bool = False) -> Rows:
        largest = np.finfo(np.float64).max
        bounds = (0.0, 1.0) if self.binarize is None else (-largest, largest)
        return Rows.of(
            self,
            X,
            bounds,
            reset=reset,
            threshold=self.binarize,
            distinct=True,
            nan_is_missing=True,
        )

    def _empty(self, batch: Batch) -> Presences:
        return Presences.empty(self, batch, {"feature": (self.n_features_in_,), "missing": (1,)})

    def _count(self, batch: Batch, counts: Presences, *, can_stop: bool) -> None:
        super()._count(batch, counts, can_stop=can_stop)
        count_missing(batch, counts["missing"])

    def _smooth(self, counts: Presences) -> Coins:
        prior, pseudo_counts = self._log_prior(counts), self._check_alpha(counts)
        return Coins(counts, prior, pseudo_counts, absences_apart=self._absences_apart)

    @property
    def missing_count_(self) -> Any:
        """The (weighted) number of rows of each class in which each feature was not observed."""
        return self.counts_["missing"]

    @property
    def feature_log_prob_(self) -> Any:
        """The logarithm of P(feature is present | class)."""
        return self._derived().present

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.allow_nan = True
        return tags


class Coins(LinearScorer):
    """Each feature of each class is a coin, which falls on presence or absence."""

    counts: Presences

    def __init__(
        self, counts: Presences, prior: Any, pseudo_counts: Any, *, absences_apart: bool
    ) -> None:
        super().__init__(counts, prior, absences_apart=absences_apart)
        self.pseudo_counts = pseudo_counts

    @cached_property
    def present(self) -> Any:
        """The logarithm of P(feature is present | class)."""
        smoothed = self.counts["feature"] + self.pseudo_counts
        return frozen(log_ratio(smoothed, self._totals(), out=smoothed))

    @cached_property
    def absent(self) -> Any:
        """The logarithm of P(feature is absent | class), counted: 1 - P would lose small ones."""
        observed, present = self.counts.observed, self.counts["feature"]
        if self.counts["missing"].any():
            absences = rest(observed, present)
        else:  # both are summed alike, to the last bit
            absences = np.maximum(observed - present, 0.0)
        absences += self.pseudo_counts
        return frozen(log_ratio(absences, self._totals(), out=absences))

    def _totals(self) -> Any:
        return self.counts.observed + 2 * self.pseudo_counts
