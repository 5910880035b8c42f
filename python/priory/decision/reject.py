"""RejectClassifier: no answer where the probabilities are not sure enough."""

from __future__ import annotations

import warnings
from numbers import Real
from typing import Any, Self

import numpy as np
from scipy.special import expit
from sklearn.base import clone
from sklearn.exceptions import NotFittedError
from sklearn.frozen import FrozenEstimator
from sklearn.model_selection import check_cv
from sklearn.utils import check_consistent_length, column_or_1d
from sklearn.utils._param_validation import Interval
from sklearn.utils.validation import _check_method_params

from priory.decision._confidence import (
    OF_FOLD,
    OF_FROZEN,
    checked_proba,
    confidence,
    counted,
    log_odds,
    places_of,
)
from priory.decision._folds import dealt, splits, to_deal
from priory.decision._refusal import Refusing, with_refusal
from priory.decision._wrapper import Wrapper, check_known, log_posterior
from priory.decision.curves import ErrorRejectCurve, curve_of

__all__ = ["RejectClassifier"]

_SHARE = [Interval(Real, 0, 1, closed="both"), None]


class RejectClassifier(Refusing, Wrapper):
    """Answer the most probable class, or refuse where it is not sure enough.

    One of `level`, `margin` and `error` says what is sure enough. All parameters may be changed
    after fit. A classifier that is fitted already needs no fit, unless `error` asks for data; `fit`
    trains a clone of it, unless it is in a `FrozenEstimator`.

    Parameters
    ----------
    estimator : classifier
        Any with `predict_proba`.
    level : float, default=None
        The least probability of the best class that is accepted.
    margin : float, default=None
        How far the probability of the best class must be above that of the next one.
    error : float, default=None
        The share of wrong answers that is wanted among the accepted rows. `fit` measures on
        held-out data which level leaves no more: on each of the `cv` folds by what is learned from
        the others, or, if the classifier is in a `FrozenEstimator`, on all rows, which it should
        not have seen. If no level does, that is an error. The level is one of log-odds, so that it
        can tell apart probabilities that are all 1.
    cv : int, cross-validation generator or iterable, default=5
        How `error` holds data out.
    reject_label : object, default=None
        How `predict` answers a refusal. It must be given and none of the classes; if it is of
        another type, as a string beside numbers, `predict` returns an array of objects.

    Attributes
    ----------
    estimator_ : classifier
        The fitted classifier inside, if `fit` was called.
    classes_ : ndarray of shape (n_classes,)
        The labels.
    decisions_ : ndarray of shape (n_classes + 1,)
        The classes, and then the refusal.
    curve_ : ErrorRejectCurve
        What each level refuses and leaves on the held-out data, if `error` was given to `fit`.
    log_odds_ : float
        The level that `error` chooses: the least log-odds of the best class that are accepted.
    level_ : float
        The same as a probability. If it is 1.0 to all digits, as with probabilities of Naive Bayes
        that are near 0 and 1, only `log_odds_` tells which rows are accepted.

    See Also
    --------
    CostClassifier : Refuses if that is expected to cost less than any answer.
    error_reject_curve : What each level refuses and leaves.

    Notes
    -----
    The error is measured, so on other rows it is about as large, not surely less. If not one wrong
    answer would be allowed among the accepted rows, because they are so few, there is a warning.
    `partial_fit` and `forget` leave the level as it was chosen.

    Examples
    --------
    >>> from priory import GaussianNB, RejectClassifier
    >>> X, y = [[1.0], [1.4], [2.0], [3.0], [3.6], [4.0]], ["a", "a", "a", "b", "b", "b"]
    >>> model = RejectClassifier(GaussianNB(), level=0.9, reject_label="?").fit(X, y)
    >>> model.predict([[1.0], [2.4], [2.6], [4.0]])
    array(['a', '?', '?', 'b'], dtype='<U1')
    >>> model.set_params(level=0.6).predict([[1.0], [2.4], [2.6], [4.0]])
    array(['a', 'a', 'b', 'b'], dtype='<U1')
    """

    _parameter_constraints: dict[str, Any] = {  # noqa: RUF012 (scikit-learn's protocol)
        **Wrapper._parameter_constraints,
        "level": _SHARE,
        "margin": _SHARE,
        "error": _SHARE,
        "cv": ["cv_object"],
        "reject_label": "no_validation",
    }
    curve_: ErrorRejectCurve

    def __init__(
        self,
        estimator: Any,
        *,
        level: float | None = None,
        margin: float | None = None,
        error: float | None = None,
        cv: Any = 5,
        reject_label: Any = None,
    ) -> None:
        self.estimator = estimator
        self.level = level
        self.margin = margin
        self.error = error
        self.cv = cv
        self.reject_label = reject_label

    def fit(self, X: Any, y: Any, **params: Any) -> Self:
        """Fit the classifier inside, and find the level if `error` asks for it.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)
            The features, or whatever the classifier takes.
        y : array-like of shape (n_samples,)
            The labels.
        **params : dict
            What else its `fit` takes, as ``sample_weight``. Held-out rows count alike.

        Returns
        -------
        self
        """
        self._check_rule()
        if self.error is None:
            self._keep(self._learned(X, y, params))
            self.__dict__.pop("curve_", None)
        else:
            model = self._learned(X, y, params)
            if isinstance(model, FrozenEstimator):
                places_of(column_or_1d(y), model.classes_, OF_FROZEN)
                held_out = _judged(model, X, y)
            else:
                held_out = self._held_out(X, y, params)
            self.curve_ = self._curve(*held_out)
            self._keep(model)
        return self

    def _curve(self, sureness: Any, is_right: Any) -> ErrorRejectCurve:
        """Return the curve, which must have a level for the error."""
        curve = curve_of(sureness, is_right, "log_odds")
        n_accepted = int(np.sum(sureness >= curve.level_for(self.error)))
        if self.error and n_accepted * self.error < 1:
            warnings.warn(
                f"the level for an error of {self.error:g} rests on "
                f"{counted(n_accepted, 'accepted row')}, too few to see such an "
                "error: give more rows, or allow a larger one",
                UserWarning,
                stacklevel=3,
            )
        return curve

    def _held_out(self, X: Any, y: Any, params: dict[str, Any]) -> tuple[Any, Any]:
        """Return how sure the best classes are by what other rows say, and which are right."""
        X, y = to_deal(X, y)
        params = self._routed("fit", params)
        folds = []
        cv = check_cv(self.cv, y, classifier=True)
        for number, (train, test) in enumerate(splits(cv, X, y)):
            some, others = ([dealt(one, rows) for one in (X, y)] for rows in (train, test))
            given = _check_method_params(y, params, indices=train)
            model = clone(self.estimator).fit(*some, **given)
            places_of(np.unique(y), model.classes_, OF_FOLD.format(number))
            folds.append(_judged(model, *others))
        sureness, is_right = zip(*folds, strict=True)
        return np.concatenate(sureness), np.concatenate(is_right)

    @property
    def decisions_(self) -> Any:
        """The classes, and then the refusal."""
        return with_refusal(self.classes_, self.reject_label)

    @property
    def log_odds_(self) -> float:
        """The least log-odds of the best class that are accepted, which `error` chooses."""
        if self.error is None or not hasattr(self, "curve_"):
            raise NotFittedError("there is no level for an error: give error, and then call fit")
        return self.curve_.level_for(self.error)

    @property
    def level_(self) -> float:
        """The same as a probability."""
        return float(expit(self.log_odds_))

    def predict(self, X: Any) -> Any:
        """Return the most probable class of each row, or the refusal.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)
            The features.

        Returns
        -------
        ndarray of shape (n_samples,)
            Each is one of `decisions_`. Where no probability is known, that is an error.
        """
        self._check_rule()
        model = self._model
        decisions = self.decisions_
        if self.error is not None:
            least: float | None = self.log_odds_
            best, sureness = _sureness(model, X)
        else:
            by, least = ("level", self.level) if self.margin is None else ("margin", self.margin)
            proba = checked_proba(model.predict_proba(X))
            best, sureness = proba.argmax(axis=1), confidence(proba, by)
        return decisions[np.where(sureness >= least, best, len(decisions) - 1)]

    def _check(self, classes: Any) -> None:
        with_refusal(classes, self.reject_label)

    def _check_rule(self) -> None:
        self._validate_params()
        given = [name for name in ("level", "margin", "error") if getattr(self, name) is not None]
        if len(given) != 1:
            raise ValueError(
                f"{' and '.join(given) or 'neither level nor margin nor error'} given: give one of "
                "level, margin and error, which says when to refuse"
            )


def _sureness(model: Any, X: Any) -> tuple[Any, Any]:
    """Return the place of the best class of each row, and its log-odds."""
    log_proba = log_posterior(model, X)
    check_known(~np.isnan(log_proba).any(axis=1) & (log_proba.max(axis=1) > -np.inf))
    return log_proba.argmax(axis=1), log_odds(log_proba)


def _judged(model: Any, X: Any, y: Any) -> tuple[Any, Any]:
    """Return how sure the best classes are, and which are right."""
    best, sureness = _sureness(model, X)
    check_consistent_length(best, y)
    return sureness, model.classes_[best] == column_or_1d(y)
