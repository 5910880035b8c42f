"""TruncatedCountNB: Naive Bayes for counts up to a limit, each with its own histogram."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from numbers import Integral
from typing import TYPE_CHECKING, Any

import numpy as np

from priory._memo import frozen
from priory._sklearn import Interval
from priory.errors import InputError
from priory.naive_bayes._discrete import COUNTS, DiscreteNB
from priory.naive_bayes.counts.observed import Presences, count_missing
from priory.naive_bayes.counts.subtract import rest
from priory.naive_bayes.rows.rows import Rows
from priory.naive_bayes.scores.estimate import log_ratio, pseudo_counts
from priory.naive_bayes.scores.scorer import LinearScorer

if TYPE_CHECKING:
    from priory.naive_bayes.rows.rows import Batch

__all__ = ["TruncatedCountNB"]


class TruncatedCountNB(DiscreteNB):
    """Naive Bayes over counts that are cut at a limit, each a die of its own.

    Each feature of each class is a die with a side for each count from 0 to K - 1, and more than
    K - 1 is K - 1. What a count says may be anything: twice may speak for a class for which once
    speaks against it. With ``K=2`` this is `BernoulliNB`. NaN means that a count was not observed:
    it is left out, of what is learned and of what is judged.

    Parameters
    ----------
    K : int, default=4
        How many counts are told apart, from 0 to K - 1. Of a number that is not whole, its whole
        part counts.
    alpha : float or array-like of shape (K,) or (n_classes, K), default=1.0
        The parameters of the Dirichlet prior, for each count. With ``estimate="mean"`` this is
        what is added to the number of rows with that count.
    fit_prior : bool, default=True
        Whether the classes' shares of the rows are their prior; otherwise it is uniform.
    class_prior : array-like of shape (n_classes,) or dict, default=None
        The prior itself; a dict is by class.
    estimate : {"mean", "map", "mle", "predictive"}, default="mean"
        The mean of the posterior over the parameters, its mode, which needs an alpha of at least 1,
        or the maximum-likelihood estimate, which has no use for alpha. The posterior predictive is
        the same as the mean: a die that is thrown once knows nothing of the posterior but that.
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
    feature_count_ : ndarray of shape (n_classes, n_features, K - 1)
        The (weighted) number of rows of each class in which each feature has each count from 1 on.
        Those without it are the rest.
    missing_count_ : ndarray of shape (n_classes, n_features) or (n_classes, 1)
        The (weighted) number of rows of each class in which each feature was not observed; one
        column of zeros if all were.
    class_weight_ : dict
        The weights of the classes, by label, as they were learned; 1 where nothing is said.
    class_log_prior_ : ndarray of shape (n_classes,)
        The logarithms of the class priors.
    feature_log_prob_ : ndarray of shape (n_classes, n_features, K)
        log P(feature has the count | class), for each count from 0 on.
    coef_ : ndarray of shape (1, n_features * (K - 1)) or (n_classes, n_features * (K - 1))
        The weights of the logistic form for two classes, else of the softmax form, over the counts
        from 1 on of each feature.
    intercept_ : ndarray of shape (1,) or (n_classes,)
        The bias of the same form.

    See Also
    --------
    BernoulliNB : Counts presences, however often.
    PoissonNB : Counts without a limit, with one parameter a feature.

    Examples
    --------
    One exclamation mark is polite, three are not:

    >>> import numpy as np
    >>> from priory import TruncatedCountNB
    >>> X = [[1], [1], [0], [0], [5], [3]]
    >>> y = ["ham", "ham", "ham", "spam", "spam", "spam"]
    >>> model = TruncatedCountNB(K=3).fit(X, y)
    >>> np.exp(model.feature_log_prob_[:, 0]).round(3)  # of none, one, more
    array([[0.333, 0.5  , 0.167],
           [0.333, 0.167, 0.5  ]])
    >>> model.predict([[1], [2], [30]])
    array(['ham', 'spam', 'spam'], dtype='<U4')
    """

    _parameter_constraints: dict[str, Any] = {  # noqa: RUF012 (scikit-learn's protocol)
        **DiscreteNB._parameter_constraints,
        "K": [Interval(Integral, 2, None, closed="left")],
    }
    _parameter_constraints.pop("force_alpha")
    _counting = ("K",)

    _kind = Presences

    def __init__(
        self,
        *,
        K: int = 4,
        alpha: Any = 1.0,
        fit_prior: bool = True,
        class_prior: Any = None,
        estimate: str = "mean",
        prior_alpha: Any = None,
        class_weight: Any = None,
        n_jobs: int | None = -1,
    ) -> None:
        self.K = K
        self.alpha = alpha
        self.fit_prior = fit_prior
        self.class_prior = class_prior
        self.estimate = estimate
        self.prior_alpha = prior_alpha
        self.class_weight = class_weight
        self.n_jobs = n_jobs

    def _check_X(self, X: Any, *, reset: bool = False) -> Rows:
        return Rows.of(self, X, COUNTS, reset=reset, distinct=True, nan_is_missing=True)

    def _empty(self, batch: Batch) -> Presences:
        if self.n_features_in_ * (self.K - 1) > np.iinfo(np.int32).max:
            raise InputError(
                f"K={self.K} with {self.n_features_in_} features makes the count table too large",
                code="too-large",
                parameter="K",
                remedy="lower K",
            )
        shapes = {"feature": (self.n_features_in_, self.K - 1), "missing": (1,)}
        return Presences.empty(self, batch, shapes)

    def _count(self, batch: Batch, counts: Presences, *, can_stop: bool) -> None:
        sides = replace(batch, rows=_sides(batch.rows, self.K))
        super()._count(sides, counts, can_stop=can_stop)
        count_missing(batch, counts["missing"])

    def _smooth(self, counts: Presences) -> CountDice:
        prior, pseudo_counts = self._log_prior(counts), self._check_alpha(counts)
        return CountDice(counts, prior, pseudo_counts, absences_apart=self._absences_apart)

    def _check_alpha(self, counts: Any = None) -> Any:
        """Return what the prior adds to each count, in a shape that fits the table."""
        if np.ndim(self.alpha) and np.shape(self.alpha)[-1] != self.K:
            raise InputError(
                f"alpha has the shape {np.shape(self.alpha)}",
                code="shape-mismatch",
                parameter="alpha",
                remedy=f"pass one number, or one for each count from 0 to K - 1 = {self.K - 1}",
            )
        shape = len(counts.classes), self.K
        prior = np.asarray(pseudo_counts(self.alpha, self.estimate, *shape), float)
        return np.broadcast_to(prior, shape)[:, np.newaxis]

    @property
    def missing_count_(self) -> Any:
        """The (weighted) number of rows of each class in which each feature was not observed."""
        return self.counts_["missing"]

    @property
    def feature_log_prob_(self) -> Any:
        """The logarithm of P(feature has the count | class), for each count from 0 on."""
        return self._derived().log_prob

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.positive_only = True
        tags.input_tags.allow_nan = True
        return tags


class CountDice(LinearScorer):
    """Each feature of each class is a die, whose K sides are the counts up to K - 1."""

    counts: Presences

    def __init__(
        self, counts: Presences, prior: Any, pseudo_counts: Any, *, absences_apart: bool
    ) -> None:
        super().__init__(counts, prior, absences_apart=absences_apart)
        self.pseudo_counts = pseudo_counts
        self.K = counts["feature"].shape[2] + 1

    @cached_property
    def log_prob(self) -> Any:
        """The logarithm of P(feature has the count | class), for each count from 0 on."""
        more = self.counts["feature"]
        none = rest(self.counts.observed, more.sum(axis=2))
        counts = np.concatenate([none[:, :, np.newaxis], more], axis=2)
        counts += self.pseudo_counts
        return frozen(log_ratio(counts, counts.sum(axis=2, keepdims=True)))

    @property
    def present(self) -> Any:
        """What each feature adds, for each count from 1 on."""
        return self.log_prob[:, :, 1:].reshape(len(self.log_prob), -1)

    @property
    def absent(self) -> Any:
        """What each feature adds when it is not there."""
        return self.log_prob[:, :, 0]

    def score(self, rows: Rows) -> Any:
        """Return the joint log-probability of each row and each class."""
        return super().score(_sides(rows, self.K))

    def contributions(self, columns: Any, values: Any) -> Any:
        """Return what each number adds to each class."""
        return self.log_prob[:, columns, _truncated(values, self.K)].T


def _truncated(values: Any, K: int) -> Any:
    """Return whole counts, cut at K - 1."""
    return np.minimum(values, K - 1).astype(np.int32)


def _sides(rows: Rows, K: int) -> Rows:
    """Return rows with a column for each feature and count from 1 on, and a 1 for each count."""
    columns, starts = rows.places()
    counts = _truncated(rows.data, K)
    indices = columns * np.int32(K - 1)
    indices += np.maximum(counts - 1, 0)
    there = (counts > 0).astype(np.float64)
    sides = Rows(there, indices, starts, rows.columns * (K - 1), None, rows.n_rows)
    sides.missing, sides.n_jobs = rows.missing, rows.n_jobs
    return sides
