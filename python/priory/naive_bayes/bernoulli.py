"""BernoulliNB: the features are there or they are not, and both say something."""

from __future__ import annotations

from numbers import Real
from typing import Any

import numpy as np
from sklearn.utils._param_validation import Interval

from priory.naive_bayes._discrete import DiscreteNB
from priory.naive_bayes._missing import Missing, rest
from priory.naive_bayes.rows.rows import Rows
from priory.naive_bayes.scores.estimate import log_ratio
from priory.naive_bayes.scores.linear import Linear

__all__ = ["BernoulliNB"]


class BernoulliNB(Missing, DiscreteNB):
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
            self, X, bounds, reset=reset, threshold=self.binarize, distinct=True, holes=True
        )

    def _parameters(self) -> Linear:
        return Linear.of(self.feature_log_prob_, self._absent_log_prob, self.class_log_prior_)

    @property
    def feature_log_prob_(self) -> Any:
        """The logarithm of P(feature is present | class)."""
        return self._derive("feature", self._feature_log_prob)

    def _feature_log_prob(self) -> Any:
        smoothed = self.feature_count_ + self._check_alpha()
        return log_ratio(smoothed, self._totals(), out=smoothed)

    @property
    def _absent_log_prob(self) -> Any:
        """The logarithm of P(feature is absent | class), counted: 1 - P would lose small ones."""
        return self._derive("absent", self._compute_absent_log_prob)

    def _compute_absent_log_prob(self) -> Any:
        if self.missing_count_.any():
            absences = rest(self._observed(), self.feature_count_)
        else:  # both are summed alike, to the last bit
            absences = self._observed() - self.feature_count_
            np.maximum(absences, 0.0, out=absences)
        absences += self._check_alpha()
        return log_ratio(absences, self._totals(), out=absences)

    def _totals(self) -> Any:
        return self._observed() + 2 * self._check_alpha()

    def _absences(self, values: Any) -> Any:  # noqa: ARG002
        return self._absent_log_prob

    def _spoil(self, left: list[Any], class_count: Any) -> None:
        present, missing = left
        present[present > class_count[:, np.newaxis] - missing] = np.nan
