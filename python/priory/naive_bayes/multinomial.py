"""MultinomialNB: Naive Bayes for word counts."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from priory._memo import frozen
from priory.naive_bayes._discrete import COUNTS, DiscreteNB
from priory.naive_bayes.rows.rows import Rows
from priory.naive_bayes.scores.estimate import log_ratio
from priory.naive_bayes.scores.predictive import log_rising, rising_sums, row_sums, with_prior
from priory.naive_bayes.scores.scorer import LinearScorer

if TYPE_CHECKING:
    from priory.naive_bayes.counts import Counts

__all__ = ["MultinomialNB"]


class MultinomialNB(DiscreteNB):
    """Naive Bayes over counts, such as those of words.

    Each position of a document is a word drawn from the class's distribution over the vocabulary,
    so documents may have any length. A drop-in for :class:`sklearn.naive_bayes.MultinomialNB`.

    Parameters
    ----------
    alpha : float or array-like of shape (n_features,) or (n_classes, n_features), default=1.0
        The parameters of the Dirichlet prior. With ``estimate="mean"`` this is what is added to
        each count: 1 is Laplace's smoothing, less is Lidstone's.
    force_alpha : bool, default=True
        If False, an alpha below 1e-10 is raised to it, with a warning.
    fit_prior : bool, default=True
        Whether the classes' shares of the rows are their prior; otherwise it is uniform.
    class_prior : array-like of shape (n_classes,) or dict, default=None
        The prior itself; a dict is by class.
    estimate : {"mean", "map", "mle", "predictive"}, default="mean"
        The mean of the posterior over the parameters, its mode, which needs an alpha of at least 1,
        the maximum-likelihood estimate, which has no use for alpha, or the posterior predictive:
        a die that is not known is thrown for all positions of a document, so that a word that was
        seen is more probable to be seen again (Dirichlet-multinomial, Polya's urn).
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
    class_weight_ : dict
        The weights of the classes, by label, as they were learned; 1 where nothing is said.
    class_log_prior_ : ndarray of shape (n_classes,)
        The logarithms of the class priors.
    feature_log_prob_ : ndarray of shape (n_classes, n_features)
        log P(word | class).
    coef_ : ndarray of shape (1, n_features) or (n_classes, n_features)
        The weights of the logistic form for two classes, else of the softmax form.
    intercept_ : ndarray of shape (1,) or (n_classes,)
        The bias of the same form.

    See Also
    --------
    BernoulliNB : Counts absences, too, and no repetitions.

    Notes
    -----
    Everything that ends in an underscore but the counts and classes is computed from them and the
    parameters when it is asked for: parameters may change after fit.

    Examples
    --------
    >>> import numpy as np
    >>> from priory import MultinomialNB
    >>> X = np.array([[3, 1], [0, 2], [1, 4]])  # how often "bank" and "loan" occur
    >>> model = MultinomialNB().fit(X, ["ham", "spam", "spam"])
    >>> model.predict([[1, 0], [0, 1]])
    array(['ham', 'spam'], dtype='<U4')
    >>> np.exp(model.feature_log_prob_).round(2)
    array([[0.67, 0.33],
           [0.22, 0.78]])
    """

    def __init__(
        self,
        *,
        alpha: Any = 1.0,
        force_alpha: bool = True,
        fit_prior: bool = True,
        class_prior: Any = None,
        estimate: str = "mean",
        prior_alpha: Any = None,
        class_weight: Any = None,
        n_jobs: int | None = -1,
    ) -> None:
        self.alpha = alpha
        self.force_alpha = force_alpha
        self.fit_prior = fit_prior
        self.class_prior = class_prior
        self.estimate = estimate
        self.prior_alpha = prior_alpha
        self.class_weight = class_weight
        self.n_jobs = n_jobs

    def _check_X(self, X: Any, *, reset: bool = False) -> Rows:
        return Rows.of(self, X, COUNTS, reset=reset, distinct=self.estimate == "predictive")

    def _smooth(self, counts: Counts) -> Dice:
        scorer = Urns if self.estimate == "predictive" else Dice
        return scorer(counts, self._log_prior(counts), self._check_alpha(counts))

    @property
    def feature_log_prob_(self) -> Any:
        """The logarithm of P(word | class)."""
        return self._derived().present

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.positive_only = True
        return tags


class Dice(LinearScorer):
    """Each position of a document is a throw of the die of its class."""

    def __init__(self, counts: Counts, prior: Any, pseudo_counts: Any) -> None:
        super().__init__(counts, prior)
        self.pseudo_counts = pseudo_counts

    @cached_property
    def present(self) -> Any:
        """The logarithm of P(word | class)."""
        smoothed = self.counts["feature"] + self.pseudo_counts
        return frozen(log_ratio(smoothed, smoothed.sum(axis=1, keepdims=True), out=smoothed))


class Urns(Dice):
    """The dice are not known: a word that was drawn is put back twice (Polya's urn)."""

    is_linear = False

    @cached_property
    def urn(self) -> Any:
        """The parameters of the Dirichlet posterior: what is in the urn of each class."""
        return self.counts["feature"] + self.pseudo_counts

    @cached_property
    def size(self) -> Any:
        """How much is in the urn of each class."""
        return self.urn.sum(axis=1)

    def score(self, rows: Rows) -> Any:
        """Return the joint log-probability of each row and each class."""
        together = log_rising(self.size, row_sums(rows))
        return with_prior(rising_sums(rows, self.urn), -together, self.prior)

    def contributions(self, columns: Any, values: Any) -> Any:
        """Return what each word adds to each class: what leaving it out would take."""
        own = log_rising(self.urn[:, columns].T, values[:, np.newaxis])
        with np.errstate(invalid="ignore"):
            return own - self._drawn_last(values)

    def remainder(self, values: Any) -> Any:
        """Return what contributions are short of together."""
        together = log_rising(self.size, values.sum())
        with np.errstate(invalid="ignore"):
            return self._drawn_last(values).sum(axis=0) - together

    def _drawn_last(self, values: Any) -> Any:
        """Return what the length costs more with each word than without it, for each class."""
        values = values[:, np.newaxis]
        return log_rising(self.size + values.sum() - values, values)
