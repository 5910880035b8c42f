"""CalibratedClassifier: temperature, bias or isotonic calibration of another classifier."""

from __future__ import annotations

from typing import Any, Self

import numpy as np
from sklearn.frozen import FrozenEstimator
from sklearn.model_selection import check_cv
from sklearn.utils.metaestimators import available_if
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import check_is_fitted

from priory._sklearn import StrOptions, _check_y
from priory.decision._folds import indexable_rows, models_of_folds
from priory.decision._labels import label_indices
from priory.decision._posterior import finite, log_posterior
from priory.decision._rescored import Rescored
from priory.decision.calibration._held_out import HeldOut, check_rows
from priory.decision.calibration._isotonic import isotonic
from priory.decision.calibration._scaling import Scaling
from priory.decision.calibration._temperature import biases_of, temperature_of
from priory.decision.priors._frequencies import ClassFrequencies
from priory.decision.wrapper import Wrapper, learns_in_batches
from priory.decision.wrapper._weights import weights_of

__all__ = ["CalibratedClassifier"]

TEMPERATURE, BIAS, ISOTONIC = "temperature", "bias", "isotonic"


def _learns_in_batches(wrapper: Any) -> bool:
    return wrapper.method != ISOTONIC and learns_in_batches(wrapper)


class CalibratedClassifier(Rescored):
    """A classifier whose probabilities are as sure as they are right.

    Naive Bayes counts evidence that depends on other evidence as if it were new, so it is too sure
    of itself. Rows that were held out tell how much: each fold is predicted by a model that learned
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
    _scaling: Scaling | None = None  # None if it is isotonic

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
        if self._scaling is None:
            return self._calibrated("partial_fit", X, y, params)
        return super().partial_fit(X, y, **params)

    def _calibrated(self, verb: str, X: Any, y: Any, params: dict[str, Any]) -> Self:
        self._validate_params()
        X, y = indexable_rows(X, _check_y(y))
        check_classification_targets(y)
        folds = check_cv(self.cv, y, classifier=True)  # once, as it uses a generator up
        check_rows(self.estimator, y, folds)
        if self.method == ISOTONIC:
            model, scaling = isotonic(self.estimator, X, y, folds, params), None
        else:
            model, scaling = self._scaled(verb, X, y, folds, params)
        learner = _with_prior(model, scaling)
        learned = ClassFrequencies.of(learner, y, weights_of(self.estimator, params))
        shares = self._before_any(verb, learner) + learned
        self._keep(model, _scaling=scaling, _shares=shares)
        return self

    def _scaled(
        self, verb: str, X: Any, y: Any, folds: Any, params: dict[str, Any]
    ) -> tuple[Any, Scaling]:
        """Return a classifier of all rows, and how its log posteriors are scaled."""
        held_out = self._held_out(verb, X, y, folds, params)
        rows = (held_out.log_proba, held_out.own, held_out.weights)
        temperature = temperature_of(*rows)
        found = 0.0
        if self.method == BIAS:
            temperature, found = biases_of(*rows, temperature)
        learn = self._learned if verb == "fit" else self._learned_more
        model = learn(X, y, params)
        bias = np.zeros(len(model.classes_))
        bias[label_indices(held_out.classes, model.classes_)] = found
        return model, Scaling(temperature, bias)

    def _held_out(self, verb: str, X: Any, y: Any, folds: Any, params: dict[str, Any]) -> HeldOut:
        given = weights_of(self.estimator, params)
        weights = np.ones(len(y)) if given is None else np.asarray(given, dtype=np.float64)
        if isinstance(self.estimator, FrozenEstimator):
            return HeldOut.of_frozen(self.estimator, X, y, weights)
        routed = self._routed(verb, params)
        models = models_of_folds(self.estimator, X, y, folds, verb=verb, params=routed)
        return HeldOut.of_folds(models, X, y, weights)

    def _noted(self, verb: str, model: Any, y: Any, params: dict[str, Any]) -> dict[str, Any]:
        """Count the labels of more rows as those of the calibration were counted."""
        return super()._noted(verb, _with_prior(model, self._scaling), y, params)

    @property
    def _model(self) -> Any:
        check_is_fitted(self, "estimator_")
        return self.estimator_

    @property
    def temperature_(self) -> float:
        """What log posteriors are divided by."""
        return self._found.temperature

    @property
    def bias_(self) -> Any:
        """What is then added for each class."""
        return self._found.bias

    @property
    def _found(self) -> Scaling:
        if self._scaling is None:
            raise AttributeError(
                "the temperature is only available after fit, and not with method='isotonic'"
            )
        return self._scaling

    @property
    def class_log_prior_(self) -> Any:
        """The logarithms of the prior in the calibrated posteriors."""
        if _with_prior(self._model, self._scaling) is None:
            return self._log_shares()
        inside = self._log_prior_inside()
        if inside is None:
            raise AttributeError(f"{type(self._model).__name__} does not expose its prior")
        return self._found.log_prior(inside)

    def _log_scores(self, X: Any) -> Any:
        logs = log_posterior(self._model, X)
        return finite(logs) if self._scaling is None else self._scaling.scores(logs)

    @property
    def _is_sum(self) -> bool:
        return self.method != ISOTONIC or self._scaling is not None

    def _explained(self, explanation: Any) -> Any:
        return self._found.explained(explanation)


def _with_prior(model: Any, scaling: Scaling | None) -> Any:
    """Return the classifier whose prior a temperature leaves inside; None after other methods.

    Biases and isotonic regression put the shares of the rows in its place.
    """
    return model if scaling is not None and scaling.is_unbiased else None
