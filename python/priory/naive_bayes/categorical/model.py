"""CategoricalNB: Naive Bayes for categorical features, by label or by integer code."""

from __future__ import annotations

from numbers import Integral
from typing import TYPE_CHECKING, Any

import numpy as np

from priory._sklearn import Interval, StrOptions
from priory.naive_bayes._discrete import DiscreteNB
from priory.naive_bayes.categorical.counts import CategoryCounts
from priory.naive_bayes.categorical.layout import Layout
from priory.naive_bayes.categorical.rows import CategoryRows
from priory.naive_bayes.categorical.scorer import CategoryScorer
from priory.naive_bayes.scores.linear import Linear

if TYPE_CHECKING:
    from priory.naive_bayes.rows.rows import Batch

__all__ = ["CategoricalNB"]


class CategoricalNB(DiscreteNB):
    """Naive Bayes over features that are one of a few categories each.

    Each feature of each class is a die of its own, with a side for each category. A drop-in for
    :class:`sklearn.naive_bayes.CategoricalNB`, which also takes categories as they are: strings and
    other objects, in arrays, lists and data frames of pandas, polars and Arrow.

    Parameters
    ----------
    alpha : float or array-like of shape (n_features,) or (n_classes, n_features), default=1.0
        The parameters of the Dirichlet prior, for all categories of a feature alike. With
        ``estimate="mean"`` this is what is added to each count.
    force_alpha : bool, default=True
        If False, an alpha below 1e-10 is raised to it, with a warning.
    fit_prior : bool, default=True
        Whether the classes' shares of the rows are their prior; otherwise it is uniform.
    class_prior : array-like of shape (n_classes,) or dict, default=None
        The prior itself; a dict is by class.
    min_categories : int or array-like of shape (n_features,), default=None
        How many categories there are at least, those included that never occurred so far. After
        a `Discretizer` this is its number of bins.
    missing : {"ignore", "category"}, default="ignore"
        What a missing value (NaN, None) is: nothing that was observed, so that the other features
        decide, or a category of its own, for where absence itself tells the classes apart.
    estimate : {"mean", "map", "mle", "predictive"}, default="mean"
        The mean of the posterior over the parameters, its mode, which needs an alpha of at least 1,
        or the maximum-likelihood estimate, which has no use for alpha. The predictive distribution
        is that of the mean.
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
    categories_ : list of ndarray
        The categories of each feature, in the order of their counts; None stands for what is
        missing.
    n_categories_ : ndarray of shape (n_features,)
        How many categories each feature has.
    category_count_ : list of ndarray of shape (n_classes, n_categories)
        For each feature, the (weighted) number of rows of each class with each category.
    class_weight_ : dict
        The weights of the classes, by label, as they were learned; 1 where nothing is said.
    class_log_prior_ : ndarray of shape (n_classes,)
        The logarithms of the class priors.
    feature_log_prob_ : list of ndarray of shape (n_classes, n_categories)
        For each feature, log P(category | class).
    coef_ : ndarray of shape (1, sum of n_categories) or (n_classes, sum of n_categories)
        The weights of the logistic form for two classes, else of the softmax form, over a column
        of zeros and ones for each category.
    intercept_ : ndarray of shape (1,) or (n_classes,)
        The bias of the same form.

    See Also
    --------
    BernoulliNB : Two categories, which are presence and absence.

    Notes
    -----
    A column of numbers holds codes: whole numbers from 0, as in scikit-learn, and all codes up to
    the largest are categories. All else is taken by its name, and so are numbers in columns of
    categories: categoricals of pandas, dictionaries of Arrow.

    How often a value is missing follows from the counts, so `missing` may change after fit. The
    category of what is missing is one more, and last; where nothing was missing in fit, it is one
    that was never seen.

    A category that was never seen has the probability alpha / (N + alpha (K + 1)) in a class with N
    observations of the feature, where K is the number of categories; the seen ones keep theirs. It
    is learned when it occurs in `partial_fit`.

    Examples
    --------
    >>> import numpy as np
    >>> from priory import CategoricalNB
    >>> X = [["red", "round"], ["red", "long"], ["yellow", "long"], ["yellow", None]]
    >>> model = CategoricalNB().fit(X, ["apple", "chili", "banana", "banana"])
    >>> model.predict([["red", "round"], ["yellow", "long"], [None, "round"]])
    array(['apple', 'banana', 'apple'], dtype='<U6')
    >>> model.categories_[1]
    array(['long', 'round'], dtype='<U5')
    >>> np.exp(model.feature_log_prob_[1]).round(2)
    array([[0.33, 0.67],
           [0.67, 0.33],
           [0.67, 0.33]])
    """

    _parameter_constraints: dict[str, Any] = {  # noqa: RUF012 (scikit-learn's protocol)
        **DiscreteNB._parameter_constraints,
        "min_categories": [None, "array-like", Interval(Integral, 1, None, closed="left")],
        "missing": [StrOptions({"ignore", "category"})],
    }
    _counts: CategoryCounts

    _kind = CategoryCounts

    def __init__(
        self,
        *,
        alpha: Any = 1.0,
        force_alpha: bool = True,
        fit_prior: bool = True,
        class_prior: Any = None,
        min_categories: Any = None,
        missing: str = "ignore",
        estimate: str = "mean",
        prior_alpha: Any = None,
        class_weight: Any = None,
        n_jobs: int | None = -1,
    ) -> None:
        self.alpha = alpha
        self.force_alpha = force_alpha
        self.fit_prior = fit_prior
        self.class_prior = class_prior
        self.min_categories = min_categories
        self.missing = missing
        self.estimate = estimate
        self.prior_alpha = prior_alpha
        self.class_weight = class_weight
        self.n_jobs = n_jobs

    def _check_X(self, X: Any, *, reset: bool = False) -> CategoryRows:
        if reset:
            return CategoryRows.of(self, X, [], reset=True)
        rows = CategoryRows.of(self, X, self._counts.domains)
        self._counts.refuse_strangers(rows.domains)
        return rows

    def _empty(self, batch: Batch) -> CategoryCounts:
        domains = batch.rows.domains
        shapes = {"category": (sum(domain.size for domain in domains),)}
        return CategoryCounts.empty(self, batch, shapes, domains=domains)

    def _count(self, batch: Batch, counts: CategoryCounts, *, can_stop: bool) -> None:
        batch.rows.encoded(counts.domains).add_to(counts, batch, can_stop=can_stop)

    def _smooth(self, counts: CategoryCounts) -> CategoryScorer:
        layout, pseudo_counts = self._lay_out(counts), self._check_alpha(counts)
        return CategoryScorer(counts, self._log_prior(counts), pseudo_counts, layout)

    def _lay_out(self, counts: CategoryCounts) -> Layout:
        """Return the places of all categories, those of the last scorer if they are the same."""
        domains, least, last = counts.domains, self.min_categories, self._memo.derived
        if self.missing == "category":
            return Layout.of(domains, least, counts.missing)
        if last is not None and last.layout.is_of(domains, least):
            return last.layout
        return Layout.of(domains, least, None)

    @property
    def _layout(self) -> Layout:
        """The places of all categories, which do not ask for a prior that fits."""
        self._check_is_fitted()
        scorer = self._memo.recall(self._counts, self._parameter_values())
        if scorer is not None:
            return scorer.layout
        self._validate_params()
        return self._lay_out(self._counts)

    @property
    def categories_(self) -> list[Any]:
        """The categories of each feature that were counted, in the order of their counts."""
        layout = self._layout
        return [
            np.concatenate([domain.labels.astype(object), [None]]) if more else domain.labels
            for domain, more in zip(layout.domains, layout.has_missing, strict=True)
        ]

    @property
    def n_categories_(self) -> Any:
        """How many categories each feature has."""
        return self._layout.sizes

    @property
    def category_count_(self) -> list[Any]:
        """The number of rows of each class with each category, for each feature."""
        layout = self._layout
        return layout.parts(layout.spread(self._counts["category"]))

    @property
    def feature_count_(self) -> Any:
        """Numbers by feature are none: a feature has a number for each category."""
        raise AttributeError("CategoricalNB has no feature_count_: category_count_ has the counts")

    @property
    def feature_log_prob_(self) -> list[Any]:
        """The logarithm of P(category | class), for each feature."""
        scorer = self._derived()
        return scorer.layout.parts(scorer.present)

    def _weights(self) -> Linear:
        linear = super()._weights()
        unseen = self._derived().layout.unseen
        return Linear(np.delete(linear.weights, unseen, axis=0), linear.bias)

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.categorical = True
        tags.input_tags.string = True
        tags.input_tags.allow_nan = True
        tags.input_tags.sparse = False
        tags.input_tags.positive_only = True
        return tags
