"""CalibratedClassifier: probabilities that come true as often as they say."""

from __future__ import annotations

from typing import Any, Self

import numpy as np
from scipy.special import logsumexp
from sklearn.base import clone
from sklearn.calibration import CalibratedClassifierCV
from sklearn.frozen import FrozenEstimator
from sklearn.model_selection import StratifiedKFold, check_cv
from sklearn.utils._param_validation import StrOptions
from sklearn.utils.metaestimators import available_if
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import _check_method_params, _check_y, check_is_fitted

from priory.decision._confidence import OF_FOLD, OF_FROZEN, log_odds_of, places_of
from priory.decision._counted import Counted
from priory.decision._explained import divided, shifted
from priory.decision._folds import by_source, dealt, splits, to_deal
from priory.decision._rescored import Rescored
from priory.decision._temperature import biases_of, finite, temperature_of
from priory.decision._wrapper import (
    WEIGHT,
    Wrapper,
    log_posterior,
    partial_fit_of_inner,
    weight_name,
    weights_of,
)

__all__ = ["CalibratedClassifier"]

TEMPERATURE, BIAS, ISOTONIC = "temperature", "bias", "isotonic"


def _learns_in_batches(wrapper: Any) -> bool:
    return wrapper.method != ISOTONIC and partial_fit_of_inner(wrapper)


class CalibratedClassifier(Rescored, Counted):
    """A classifier whose probabilities are as sure as they are right.

    Naive Bayes counts evidence that depends on other evidence as if it were new, so it is too sure
    of itself. Rows that were held out tell how much: each fold is judged by a model that learned
    from the others, and a model of all rows is calibrated by what came out.

    Parameters
    ----------
    estimator : classifier
        Any that has `predict_proba`. `fit` trains clones of it; one in a `FrozenEstimator` is kept,
        and all rows of `fit` are taken for held out.
    method : {"temperature", "bias", "isotonic"}, default="temperature"
        Temperature divides the log posteriors by one number, that with the least log loss: it
        needs few rows and leaves the order of the classes as it is. Bias also adds a number for
        each class, so that the mean probability of each class is its share, as an estimate of a
        prior needs it. Isotonic is scikit-learn's, a rising step function of the log odds of each
        class: it follows any shape and needs some thousand rows.
    cv : int, cross-validation generator or iterable, default=5
        The folds.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        The labels.
    temperature_ : float
        What log posteriors are divided by: above 1 where the classifier is too sure. Not if
        ``method="isotonic"``.
    bias_ : ndarray of shape (n_classes,)
        What is then added for each class: 0 unless ``method="bias"``. Not if it is isotonic.
    class_log_prior_ : ndarray of shape (n_classes,)
        The logarithms of the prior in the calibrated posteriors. A temperature divides that of the
        classifier inside as it does all else; after the other methods it is the labels' shares.
    estimator_ : classifier
        The classifier fitted on all rows; if ``method="isotonic"``, scikit-learn's around it.

    See Also
    --------
    reliability : How far probabilities can be relied on, before and after.
    sklearn.calibration.CalibratedClassifierCV : Has other methods; its temperature works on
        probabilities, where those of Naive Bayes have lost what logarithms still tell.

    Examples
    --------
    >>> from priory import CalibratedClassifier, TextClassifier, sample
    >>> texts, labels = sample.messages()
    >>> model = CalibratedClassifier(TextClassifier()).fit(texts, labels)
    >>> round(model.temperature_, 1)
    0.9
    """

    _parameter_constraints: dict[str, Any] = {  # noqa: RUF012 (scikit-learn's protocol)
        **Wrapper._parameter_constraints,
        "method": [StrOptions({TEMPERATURE, BIAS, ISOTONIC})],
        "cv": ["cv_object"],
    }
    _remedy = "smooth the classifier inside"
    temperature_: float
    bias_: Any

    def __init__(self, estimator: Any, method: str = TEMPERATURE, *, cv: Any = 5) -> None:
        self.estimator = estimator
        self.method = method
        self.cv = cv

    def fit(self, X: Any, y: Any, **params: Any) -> Self:
        """Fit the classifier inside, and calibrate it on rows that were held out.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)
            The features, or whatever the classifier takes.
        y : array-like of shape (n_samples,)
            The labels. Each has a row in each fold.
        **params : dict
            What else its `fit` takes, as ``sample_weight``, which also counts in the calibration.

        Returns
        -------
        self
        """
        return self._calibrated("fit", X, y, params)

    @available_if(_learns_in_batches)
    def partial_fit(self, X: Any, y: Any, **params: Any) -> Self:
        """Let the classifier inside learn from more rows; temperature and biases stay.

        If there was no `fit`, the first rows are those of the calibration.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)
            The features.
        y : array-like of shape (n_samples,)
            The labels.
        **params : dict
            What else its `partial_fit` takes, as ``classes`` in the first call.

        Returns
        -------
        self
        """
        if not hasattr(self, "temperature_"):
            return self._calibrated("partial_fit", X, y, params)
        return super().partial_fit(X, y, **params)

    def _calibrated(self, verb: str, X: Any, y: Any, params: dict[str, Any]) -> Self:
        self._validate_params()
        X, y = to_deal(X, _check_y(y))
        check_classification_targets(y)
        folds = check_cv(self.cv, y, classifier=True)  # once, as it uses a generator up
        if not isinstance(self.estimator, FrozenEstimator):
            self._refuse_small_classes(y, folds)
        else:
            self._check_frozen(y)
        if self.method == ISOTONIC:
            if by_source(X):
                raise ValueError(f"{ISOTONIC} calibration takes no dict of rows: use {BIAS!r}")
            inner = CalibratedClassifierCV(
                LogOdds(clone(self.estimator)), method=ISOTONIC, cv=folds, ensemble=False
            )
            names = (WEIGHT, weight_name(self.estimator))
            others = {name: given for name, given in params.items() if name not in names}
            weights = weights_of(self.estimator, params)
            self._keep(inner.fit(X, y, sample_weight=weights, **others))
            for name in ("temperature_", "bias_"):  # of an earlier fit
                self.__dict__.pop(name, None)
        else:
            labels, logs, own, weights = self._held_out(verb, X, y, params, folds)
            temperature = temperature_of(logs, own, weights)
            bias = np.zeros(len(labels))
            if self.method == BIAS:
                temperature, bias = biases_of(logs, own, weights, temperature)
            learn = self._learned if verb == "fit" else self._learned_more
            self._keep(learn(X, y, params))
            self.temperature_, self.bias_ = temperature, np.zeros(len(self.classes_))
            self.bias_[places_of(labels, self.classes_)] = bias
        self.__dict__.pop("_shares", None)  # of an earlier fit
        self._count(verb, y, params)
        return self

    def _refuse_small_classes(self, y: Any, folds: Any) -> None:
        n_folds = folds.n_splits if isinstance(folds, StratifiedKFold) else 2
        labels, counts = np.unique(y, return_counts=True)
        if counts.min() < n_folds:
            raise ValueError(
                f"class {labels.tolist()[counts.argmin()]!r} has {counts.min()} of the n_samples="
                f"{len(y)} rows, and each of the {n_folds} folds needs one: give more rows, or "
                "fewer folds by cv"
            )
        if self.method == ISOTONIC and len(labels) == 1:
            raise ValueError(
                f"all rows are of class {labels.tolist()[0]!r}: {ISOTONIC} calibration needs two "
                "classes"
            )

    def _check_frozen(self, y: Any) -> None:
        """Raise an error if labels are not those that the frozen classifier knows."""
        classes = self.estimator.classes_
        places_of(y, classes, OF_FROZEN)
        missing = np.setdiff1d(classes, y)
        if self.method == ISOTONIC and len(missing):
            raise ValueError(
                f"no row is of class {missing.tolist()[0]!r}, which the frozen classifier knows: "
                f"{ISOTONIC} calibration needs rows of each class; give some, or another method"
            )

    def _held_out(
        self, verb: str, X: Any, y: Any, params: dict[str, Any], folds: Any
    ) -> tuple[Any, Any, Any, Any]:
        """Return classes, their log posteriors in rows not learned, the rows' own, and weights."""
        given = weights_of(self.estimator, params)
        weights = np.ones(len(y)) if given is None else np.asarray(given, dtype=np.float64)
        if isinstance(self.estimator, FrozenEstimator):
            classes = self.estimator.classes_
            own = places_of(y, classes, OF_FROZEN)
            return classes, log_posterior(self.estimator, X), own, weights
        classes, own = np.unique(y, return_inverse=True)
        parts = []
        for number, (learned, asked) in enumerate(splits(folds, X, y)):
            given = _check_method_params(y, self._routed(verb, params), indices=learned)
            model = getattr(clone(self.estimator), verb)(dealt(X, learned), y[learned], **given)
            places = places_of(classes, model.classes_, OF_FOLD.format(number))
            logs = log_posterior(model, dealt(X, asked))[:, places]
            parts.append((logs, own[asked], weights[asked]))
        if not parts:
            raise ValueError("cv has no folds; a generator of them is used up after one fit")
        logs, own, weights = (np.concatenate(part) for part in zip(*parts, strict=True))
        return classes, logs, own, weights

    @property
    def _model(self) -> Any:
        check_is_fitted(self, "estimator_")
        return self.estimator_

    @property
    def class_log_prior_(self) -> Any:
        """The logarithms of the prior in the calibrated posteriors."""
        if self._counted_as() is None:
            return self._shares.log_prior(self.classes_)
        inside = self._log_prior_inside()
        if inside is None:
            raise AttributeError(f"{type(self._model).__name__} does not tell its prior")
        tempered = inside / self.temperature_
        return tempered - logsumexp(tempered)

    def _counted_as(self) -> Any:
        """Return the classifier whose prior a temperature leaves inside; None after others.

        Biases and isotonic regression put the shares of the rows in its place.
        """
        only_temperature = hasattr(self, "temperature_") and not self.bias_.any()
        return self._model if only_temperature else None

    def _log_scores(self, X: Any) -> Any:
        scores = finite(log_posterior(self._model, X))
        if not hasattr(self, "temperature_"):
            return scores
        return scores / self.temperature_ + self._biases()

    @property
    def _is_sum(self) -> bool:
        return self.method != ISOTONIC or hasattr(self, "temperature_")

    def _explained(self, explanation: Any) -> Any:
        return shifted(divided(explanation, self.temperature_), self._biases())

    def _biases(self) -> Any:
        """Return the biases, 0 for classes that nothing was added for."""
        if not self.bias_.any():
            return 0.0
        if len(self.bias_) != len(self.classes_):
            raise ValueError("a class is new since the biases were found: fit again")
        return self.bias_


class LogOdds(Wrapper):
    """A classifier with the log odds of each class against the rest for its decisions.

    Isotonic regression only looks at their order, which saturated probabilities have lost.
    """

    def __init__(self, estimator: Any) -> None:
        self.estimator = estimator

    def fit(self, X: Any, y: Any, sample_weight: Any = None, **params: Any) -> Self:
        """Fit the classifier inside; scikit-learn looks whether weights are named here."""
        weighted = {} if sample_weight is None else {weight_name(self.estimator): sample_weight}
        return super().fit(X, y, **weighted, **params)

    def predict(self, X: Any) -> Any:
        """Return the labels of the classifier inside."""
        return self._model.predict(X)

    def decision_function(self, X: Any) -> Any:
        """Return the log odds of each class, or of the second of two."""
        logs = finite(log_posterior(self._model, X))
        n_classes = logs.shape[1]
        if n_classes == 2:  # noqa: PLR2004 (the odds of one are those of the other)
            return log_odds_of(logs, 1)
        return np.column_stack([log_odds_of(logs, c) for c in range(n_classes)])
