"""ComplementNB: Naive Bayes with weights from the complement of each class."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from priory._memo import frozen
from priory._sklearn import StrOptions
from priory.errors import InputError
from priory.naive_bayes._discrete import COUNTS, DiscreteNB
from priory.naive_bayes.rows.rows import Rows
from priory.naive_bayes.scores.estimate import log_ratio
from priory.naive_bayes.scores.linear import against_others
from priory.naive_bayes.scores.scorer import LinearScorer

if TYPE_CHECKING:
    from priory.naive_bayes.counts import Counts

__all__ = ["ComplementNB"]


class ComplementNB(DiscreteNB):
    """Naive Bayes over counts that weighs words by how rare they are in the other classes.

    Of all other classes together there is more text than of one class, so classes of very
    different sizes are estimated alike (Rennie et al., 2003). A drop-in for
    :class:`sklearn.naive_bayes.ComplementNB`.

    Parameters
    ----------
    alpha : float or array-like of shape (n_features,) or (n_classes, n_features), default=1.0
        What is added to each count of the other classes; a row of a matrix is for the class whose
        complement it smooths.
    force_alpha : bool, default=True
        If False, an alpha below 1e-10 is raised to it, with a warning.
    fit_prior : bool, default=True
        Only for `class_log_prior_`: the scores have no prior unless ``class_prior`` gives one.
    class_prior : array-like of shape (n_classes,) or dict, default=None
        A prior, whose logarithms are added to the scores; a dict is by class. scikit-learn ignores
        it.
    norm : bool, default=False
        Whether the weights of each class are divided by their sum.
    estimate : {"mean", "map", "mle"}, default="mean"
        The mean of the posterior over the parameters, its mode, which needs an alpha of at least 1,
        or the maximum-likelihood estimate, which has no use for alpha. There is no predictive
        distribution: the weights are not of a distribution over documents.
    prior_alpha : float or array-like of shape (n_classes,), default=None
        The parameters of the Dirichlet prior over the class priors, which are then estimated as
        ``estimate`` says: 1 adds a row to each class. Only for `class_log_prior_`, as
        ``fit_prior``.
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
    feature_all_ : ndarray of shape (n_features,)
        The sum of each feature over all rows.
    class_weight_ : dict
        The weights of the classes, by label, as they were learned; 1 where nothing is said.
    class_log_prior_ : ndarray of shape (n_classes,)
        The logarithms of the class priors.
    feature_log_prob_ : ndarray of shape (n_classes, n_features)
        The weights: -log P(word | another class), divided by their sum with ``norm=True``.
    coef_ : ndarray of shape (1, n_features) or (n_classes, n_features)
        The weights of the logistic form for two classes, else of the softmax form.
    intercept_ : ndarray of shape (1,) or (n_classes,)
        The bias of the same form.

    See Also
    --------
    MultinomialNB : Weighs words by how frequent they are in the class itself.

    Examples
    --------
    >>> import numpy as np
    >>> from priory import ComplementNB
    >>> X = np.array([[3, 1], [0, 2], [1, 4]])  # how often "bank" and "loan" occur
    >>> model = ComplementNB().fit(X, ["ham", "spam", "spam"])
    >>> model.predict([[1, 0], [0, 1]])
    array(['ham', 'spam'], dtype='<U4')
    >>> np.exp(-model.feature_log_prob_).round(2)  # the words of spam, and those of ham
    array([[0.22, 0.78],
           [0.67, 0.33]])
    """

    _parameter_constraints: dict[str, Any] = {  # noqa: RUF012 (scikit-learn's protocol)
        **DiscreteNB._parameter_constraints,
        "norm": ["boolean"],
        "estimate": [StrOptions({"mean", "map", "mle", "predictive"})],  # the last one is explained
    }

    def __init__(
        self,
        *,
        alpha: Any = 1.0,
        force_alpha: bool = True,
        fit_prior: bool = True,
        class_prior: Any = None,
        norm: bool = False,
        estimate: str = "mean",
        prior_alpha: Any = None,
        class_weight: Any = None,
        n_jobs: int | None = -1,
    ) -> None:
        self.alpha = alpha
        self.force_alpha = force_alpha
        self.fit_prior = fit_prior
        self.class_prior = class_prior
        self.norm = norm
        self.estimate = estimate
        self.prior_alpha = prior_alpha
        self.class_weight = class_weight
        self.n_jobs = n_jobs

    def _check_X(self, X: Any, *, reset: bool = False) -> Rows:
        return Rows.of(self, X, COUNTS, reset=reset)

    def _smooth(self, counts: Counts) -> Complements:
        if self.estimate == "predictive":
            raise InputError(
                "ComplementNB has no posterior predictive distribution, so estimate='predictive' "
                "is not supported",
                code="unsupported",
                parameter="estimate",
                remedy="use estimate='mean', or MultinomialNB",
            )
        return Complements(
            counts,
            self._log_prior(counts),
            self._check_alpha(counts),
            norm=self.norm,
            has_prior=self.class_prior is not None or len(counts.classes) <= 1,
        )

    @property
    def feature_all_(self) -> Any:
        """The sum of each feature over all rows."""
        return self.feature_count_.sum(axis=0)

    @property
    def feature_log_prob_(self) -> Any:
        """The weights of the words: the rarer in all other classes, the larger."""
        return self._derived().weights

    @property
    def class_log_prior_(self) -> Any:
        """The logarithms of the class priors."""
        return self._derived().class_log_prior

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.positive_only = True
        return tags


class Complements(LinearScorer):
    """A word speaks for a class the more, the rarer it is in all others.

    As in scikit-learn, a class has nothing before any word, but for a prior that was asked for.
    """

    def __init__(
        self, counts: Counts, prior: Any, pseudo_counts: Any, *, norm: bool, has_prior: bool
    ) -> None:
        super().__init__(counts, prior if has_prior else np.zeros(len(prior)))
        self.class_log_prior = frozen(prior)
        self.pseudo_counts, self.norm = pseudo_counts, norm

    @cached_property
    def weights(self) -> Any:
        """The weights of the words, infinite for a word that no other class has."""
        others = self.counts["feature"].sum(axis=0) - self.counts["feature"]
        np.maximum(others, 0.0, out=others)
        others += self.pseudo_counts
        logs = log_ratio(others, others.sum(axis=1, keepdims=True), out=others)
        if not self.norm:
            return frozen(np.negative(logs, out=logs))
        with np.errstate(invalid="ignore", divide="ignore"):
            return frozen(logs / logs.sum(axis=1, keepdims=True))

    @cached_property
    def present(self) -> Any:
        """The weights, where an infinite one speaks against all other classes instead."""
        return frozen(against_others(self.weights))
