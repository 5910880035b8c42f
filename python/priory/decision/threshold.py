"""ThresholdClassifier: likelihood-ratio threshold for binary classification."""

from __future__ import annotations

import math
from numbers import Real
from typing import Any

import numpy as np

from priory._sklearn import Interval
from priory.decision._posterior import check_known, log_posterior
from priory.decision.priors._frequencies import FrequencyTracker
from priory.decision.wrapper import Wrapper
from priory.errors import InputError

__all__ = ["ThresholdClassifier"]


class ThresholdClassifier(FrequencyTracker):
    """Decide for one of two classes if it is more than c times as probable as the other.

    With spam as the positive class, x is called spam if
    L(x) = p(x|spam) p(spam) / (p(x|ham) p(ham)) > c.
    A large c is conservative: only what is spam beyond doubt is called spam. A small c is
    aggressive. The ratio is computed in logarithms, which still differ where the probabilities
    have become 0 and 1.

    The rule is that of the cheapest decision (`CostClassifier`) if calling ham spam costs c times
    as much as calling spam ham, and that of a threshold c / (1 + c) for the probability of spam.

    All parameters may be changed after fit. A classifier that is fitted already needs no fit.

    Parameters
    ----------
    estimator : classifier
        Any with `predict_proba`, for two classes. If it has `predict_log_proba`, its logarithms
        are used.
    c : float, default=1.0
        How many times as probable the positive class must be, above 0.
    positive : object, default=None
        The label that is decided above the threshold; by default the second of `classes_`.

    Attributes
    ----------
    estimator_ : classifier
        The fitted classifier inside, unless it came fitted.
    classes_ : ndarray of shape (2,)
        The labels.
    offset_ : float
        b = log c + log p(ham) - log p(spam): what the likelihoods alone must exceed, that is,
        log p(x|spam) - log p(x|ham) > b. The prior is that of the classifier inside; if it has
        none, it is the shares of the labels in `fit`, with sample weights and ``class_weight``.

    Examples
    --------
    >>> from priory import MultinomialNB, ThresholdClassifier
    >>> X, y = [[2, 0], [1, 0], [1, 1], [0, 3]], ["ham", "ham", "ham", "spam"]
    >>> model = ThresholdClassifier(MultinomialNB(), c=1).fit(X, y)
    >>> model.predict([[0, 2], [0, 4]])
    array(['spam', 'spam'], dtype='<U4')
    >>> model.set_params(c=9).predict([[0, 2], [0, 4]])
    array(['ham', 'spam'], dtype='<U4')
    >>> round(model.offset_ - model.set_params(c=1).offset_, 6)  # log 9
    2.197225
    """

    _parameter_constraints: dict[str, Any] = {  # noqa: RUF012 (scikit-learn's protocol)
        **Wrapper._parameter_constraints,
        "c": [Interval(Real, 0, None, closed="neither")],
        "positive": "no_validation",
    }

    def __init__(self, estimator: Any, c: float = 1.0, *, positive: Any = None) -> None:
        self.estimator = estimator
        self.c = c
        self.positive = positive

    @property
    def offset_(self) -> float:
        """What the log-ratio of the likelihoods must exceed."""
        negative, positive = self._places(self.classes_)
        prior = self._log_prior_inside()
        if prior is None:
            raise AttributeError(
                f"{type(self._model).__name__} came fitted and does not expose its prior, so "
                "offset_ is not available"
            )
        return float(self._log_c() + prior[negative] - prior[positive])

    def log_ratio(self, X: Any) -> Any:
        """Return log L(x), how much more probable the positive class is than the other.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)
            The features.

        Returns
        -------
        ndarray of shape (n_samples,)
            Where no probability is known there is no ratio: that is an error.
        """
        log_proba = log_posterior(self._model, X)
        negative, positive = self._places(self.classes_)
        with np.errstate(invalid="ignore"):
            ratio = log_proba[:, positive] - log_proba[:, negative]
        check_known(~np.isnan(ratio))
        return ratio

    def predict(self, X: Any) -> Any:
        """Return the label of each row: the positive one where its ratio is above c.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)
            The features.

        Returns
        -------
        ndarray of shape (n_samples,)
        """
        is_positive = self.log_ratio(X) > self._log_c()
        return self.classes_[np.where(is_positive, *self._places(self.classes_)[::-1])]

    def _log_c(self) -> float:
        self._validate_params()
        return math.log(self.c)

    def _check(self, classes: Any) -> None:
        self._places(classes)

    def _places(self, classes: Any) -> tuple[int, int]:
        """Return where the negative and the positive class stand."""
        labels = classes.tolist()
        if len(labels) != 2:  # noqa: PLR2004 (positive and negative)
            found = "is 1 class" if len(labels) == 1 else f"are {len(labels)} classes"
            raise InputError(
                f"Only binary classification is supported, but there {found}",
                code="not-binary",
                parameter="y",
                remedy="use CostClassifier for any number of classes",
            )
        if self.positive is None:
            return 0, 1
        if self.positive not in labels:
            raise InputError(
                f"positive={self.positive!r} is not a class; the classes are {labels}",
                code="unknown-label",
                parameter="positive",
            )
        positive = labels.index(self.positive)
        return 1 - positive, positive

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.classifier_tags.multi_class = False
        return tags
