"""RejectClassifier: rejection of predictions whose confidence is too low."""

from __future__ import annotations

import warnings
from numbers import Real
from typing import Any, Self

import numpy as np
from scipy.special import expit
from sklearn.exceptions import NotFittedError
from sklearn.frozen import FrozenEstimator
from sklearn.model_selection import check_cv
from sklearn.utils import check_consistent_length, column_or_1d

from priory._sklearn import Interval
from priory.decision._confidence import confidence_by, log_odds
from priory.decision._folds import indexable_rows, models_of_folds, take_rows
from priory.decision._labels import OF_FROZEN, counted, label_indices
from priory.decision._posterior import check_known, known_proba, log_posterior
from priory.decision._reject_option import RejectOptionMixin, with_reject_label
from priory.decision.curves.error_reject import ErrorRejectCurve, curve_of
from priory.decision.wrapper import Wrapper
from priory.errors import InputError

__all__ = ["RejectClassifier"]

_SHARE = [Interval(Real, 0, 1, closed="both"), None]


class RejectClassifier(RejectOptionMixin, Wrapper):
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
    _curve: ErrorRejectCurve | None = None  # None without an error to choose a level for

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
        model = self._learned(X, y, params)
        curve = None
        if self.error is not None:
            curve = self._measured(*self._held_out(model, X, y, params))
        self._keep(model, _curve=curve)
        return self

    def _measured(self, confidence: Any, is_right: Any) -> ErrorRejectCurve:
        """Return the curve, which must have a level for the error."""
        curve = curve_of(confidence, is_right, "log_odds")
        n_accepted = int(np.sum(confidence >= curve.level_for(self.error)))
        if self.error and n_accepted * self.error < 1:
            warnings.warn(
                f"the level for an error of {self.error:g} is estimated from only "
                f"{counted(n_accepted, 'accepted row')}: add rows, or allow a larger error",
                UserWarning,
                stacklevel=3,
            )
        return curve

    def _held_out(self, model: Any, X: Any, y: Any, params: dict[str, Any]) -> tuple[Any, Any]:
        """Return how sure the best classes are by what other rows say, and which are right."""
        if isinstance(model, FrozenEstimator):
            label_indices(column_or_1d(y), model.classes_, **OF_FROZEN)
            return _confidence_and_hits(model, X, y)
        X, y = indexable_rows(X, y)
        folds = check_cv(self.cv, y, classifier=True)
        routed = self._routed("fit", params)
        folds_judged = [
            _confidence_and_hits(one, take_rows(X, rows), take_rows(y, rows))
            for one, rows in models_of_folds(self.estimator, X, y, folds, params=routed)
        ]
        confidence, is_right = zip(*folds_judged, strict=True)
        return np.concatenate(confidence), np.concatenate(is_right)

    @property
    def decisions_(self) -> Any:
        """The classes, and then the refusal."""
        return with_reject_label(self.classes_, self.reject_label)

    @property
    def curve_(self) -> ErrorRejectCurve:
        """What each level refuses and leaves on the held-out data."""
        if self._curve is None:
            raise AttributeError("curve_ is only available after fit with error set")
        return self._curve

    @property
    def log_odds_(self) -> float:
        """The least log-odds of the best class that are accepted, which `error` chooses."""
        if self.error is None or self._curve is None:
            raise NotFittedError("no level has been chosen: set error, then call fit")
        return self._curve.level_for(self.error)

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
            best, confidence = _best_by_log_odds(model, X)
        else:
            by, least = ("level", self.level) if self.margin is None else ("margin", self.margin)
            proba = known_proba(model, X)
            best, confidence = proba.argmax(axis=1), confidence_by(proba, by)
        return decisions[np.where(confidence >= least, best, len(decisions) - 1)]

    def _check(self, classes: Any) -> None:
        with_reject_label(classes, self.reject_label)

    def _check_rule(self) -> None:
        self._validate_params()
        given = [name for name in ("level", "margin", "error") if getattr(self, name) is not None]
        if len(given) != 1:
            raise InputError(
                f"{' and '.join(given) or 'neither level nor margin nor error'} given",
                code="incompatible-parameters" if given else "missing-parameter",
                parameter="level",
                remedy="pass exactly one of level, margin and error, the rejection rule",
            )


def _best_by_log_odds(model: Any, X: Any) -> tuple[Any, Any]:
    """Return the place of the best class of each row, and its log-odds."""
    log_proba = log_posterior(model, X)
    check_known(~np.isnan(log_proba).any(axis=1) & (log_proba.max(axis=1) > -np.inf))
    return log_proba.argmax(axis=1), log_odds(log_proba)


def _confidence_and_hits(model: Any, X: Any, y: Any) -> tuple[Any, Any]:
    """Return how sure the best classes are, and which are right."""
    best, confidence = _best_by_log_odds(model, X)
    check_consistent_length(best, y)
    return confidence, model.classes_[best] == column_or_1d(y)
