"""Meta-estimator base class: fits, predicts with and delegates to an inner classifier."""

from __future__ import annotations

from copy import deepcopy
from typing import Any, Self

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin, MetaEstimatorMixin, clone
from sklearn.exceptions import NotFittedError
from sklearn.frozen import FrozenEstimator
from sklearn.utils import get_tags
from sklearn.utils.metadata_routing import MetadataRouter, process_routing
from sklearn.utils.metaestimators import available_if
from sklearn.utils.validation import check_is_fitted

from priory._sklearn import HasMethods, ParameterMixin, _routing_enabled
from priory.decision._posterior import is_fitted, log_posterior
from priory.decision.wrapper._delegation import same_name_mapping, set_fitted
from priory.errors import InputError

__all__ = ["Wrapper", "explains", "inner_of", "learns_in_batches"]

OF_FEATURES = ("n_features_in_", "feature_names_in_")


def inner_of(wrapper: Any) -> Any:
    """Return the classifier inside: the fitted one, or else the one that was given."""
    return getattr(wrapper, "estimator_", wrapper.estimator)


def learns_in_batches(wrapper: Any) -> bool:
    """Tell whether the classifier inside learns in batches; only then does the one around it."""
    return _changes_by(wrapper, "partial_fit")


def _forgets(wrapper: Any) -> bool:
    return _changes_by(wrapper, "forget")


def _changes_by(wrapper: Any, verb: str) -> bool:
    inner = inner_of(wrapper)
    return hasattr(inner, verb) and not isinstance(inner, FrozenEstimator)


def explains(wrapper: Any) -> bool:
    """Tell whether the classifier inside explains itself."""
    return hasattr(inner_of(wrapper), "explain")


class Wrapper(ParameterMixin, ClassifierMixin, MetaEstimatorMixin, BaseEstimator):
    """What the decisions share: the classifier inside learns and gives probabilities.

    The classifier that is given never changes: `fit` trains a clone of it, except in a
    `FrozenEstimator`, which keeps a fitted one. One that came fitted can be used without `fit`.
    """

    _parameter_constraints: dict[str, Any] = {  # noqa: RUF012 (scikit-learn's protocol)
        "estimator": [HasMethods(["fit", "predict_proba"])],
    }
    estimator: Any
    estimator_: Any

    def set_params(self, **params: Any) -> Self:
        """Set parameters, those of the classifier inside as ``estimator__parameter``.

        After `fit` these also count in the fitted one, if it is of Priory: its counts stay, and
        so do temperatures, levels and priors that were found before. In other classifiers they
        count from the next `fit`.

        Parameters
        ----------
        **params : dict
            The parameters.

        Returns
        -------
        self
        """
        super().set_params(**params)
        if hasattr(self, "estimator_"):
            set_fitted({"estimator": self.estimator_}, params)
        return self

    def fit(self, X: Any, y: Any, **params: Any) -> Self:
        """Fit a clone of the classifier inside.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)
            The features, or whatever the classifier takes.
        y : array-like of shape (n_samples,)
            The labels.
        **params : dict
            What else its `fit` takes, as ``sample_weight``.

        Returns
        -------
        self
        """
        self._validate_params()
        model = self._learned(X, y, params)
        self._keep(model, **self._noted("fit", model, y, params))
        return self

    def _learned(self, X: Any, y: Any, params: dict[str, Any]) -> Any:
        """Return a classifier that was fitted, whose classes the parameters fit."""
        columns = np.asarray(y).shape[1:]
        if columns and columns[0] > 1:
            raise InputError(
                f"y has {columns[0]} columns, but multi-output is not supported",
                code="unsupported",
                parameter="y",
                remedy=f"fit one {type(self).__name__} per column",
            )
        model = clone(self.estimator).fit(X, y, **self._routed("fit", params))
        self._check(model.classes_)
        return model

    @available_if(learns_in_batches)
    def partial_fit(self, X: Any, y: Any, **params: Any) -> Self:
        """Let the classifier inside learn from more rows.

        One that came fitted goes on in a copy.

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
        self._validate_params()
        model = self._learned_more(X, y, params)
        self._keep(model, **self._noted("partial_fit", model, y, params))
        return self

    def _learned_more(self, X: Any, y: Any, params: dict[str, Any]) -> Any:
        """Return a classifier that has learned from more rows."""
        return self._own().partial_fit(X, y, **self._routed("partial_fit", params))

    @available_if(_forgets)
    def forget(self, X: Any, y: Any, **params: Any) -> Self:
        """Let the classifier inside forget rows.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)
            The features.
        y : array-like of shape (n_samples,)
            The labels.
        **params : dict
            What else its `forget` takes, as ``sample_weight``.

        Returns
        -------
        self
        """
        model = self._own().forget(X, y, **params)
        self._keep(model, **self._noted("forget", model, y, params))
        return self

    @available_if(explains)
    def explain(self, X: Any, **params: Any) -> Any:
        """Return what each feature says, as the classifier inside explains it.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)
            The features.
        **params : dict
            What else its `explain` takes.

        Returns
        -------
        list of Explanation
            As the classifier inside returns it: an explanation for each row.
        """
        return self._model.explain(X, **params)

    def _own(self) -> Any:
        """Return the classifier inside, to be changed: never the one that was given."""
        return self.estimator_ if hasattr(self, "estimator_") else deepcopy(self.estimator)

    def _check(self, classes: Any) -> None:
        """Raise an error if the parameters do not fit the classes."""

    def _noted(self, verb: str, model: Any, y: Any, params: dict[str, Any]) -> dict[str, Any]:  # noqa: ARG002
        """Return what else is kept of labels that were learned or forgotten, by attribute."""
        return {}

    def _keep(self, model: Any, **noted: Any) -> None:
        """Be fitted, in one step: nothing has changed if learning failed before it."""
        known = {name: getattr(model, name) for name in OF_FEATURES if hasattr(model, name)}
        self.__dict__.update(known, estimator_=model, **noted)

    def _routed(self, method: str, params: dict[str, Any]) -> Any:
        """Return what the classifier inside is given of what was given here."""
        if not _routing_enabled():
            return params
        return process_routing(self, method, **params).estimator[method]

    def get_metadata_routing(self) -> MetadataRouter:
        """Return what is handed on to the classifier inside."""
        router = MetadataRouter(owner=type(self).__name__)
        return router.add(estimator=self.estimator, method_mapping=same_name_mapping())

    @property
    def _model(self) -> Any:
        """The fitted classifier inside: what `fit` made, or the one that came fitted."""
        if hasattr(self, "estimator_"):
            return self.estimator_
        if not is_fitted(self.estimator):
            check_is_fitted(self, "estimator_")
        return self.estimator

    def __sklearn_is_fitted__(self) -> bool:
        return hasattr(self, "estimator_") or is_fitted(self.estimator)

    @property
    def classes_(self) -> Any:
        """The labels."""
        try:
            return self._model.classes_
        except NotFittedError as unfitted:
            raise AttributeError(str(unfitted)) from unfitted

    def predict_proba(self, X: Any) -> Any:
        """Return P(c|x) for each row and each class c.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)
            The features.

        Returns
        -------
        ndarray of shape (n_samples, n_classes)
        """
        return self._model.predict_proba(X)

    def predict_log_proba(self, X: Any) -> Any:
        """Return log P(c|x) for each row and each class c.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)
            The features.

        Returns
        -------
        ndarray of shape (n_samples, n_classes)
        """
        return log_posterior(self._model, X)

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        inner = get_tags(self.estimator)
        tags.input_tags = inner.input_tags
        tags.classifier_tags.multi_class = inner.classifier_tags.multi_class
        return tags
