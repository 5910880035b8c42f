"""A classifier around another one, which decides otherwise by the same probabilities."""

from __future__ import annotations

from typing import Any, Self

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin, MetaEstimatorMixin, clone
from sklearn.exceptions import NotFittedError
from sklearn.frozen import FrozenEstimator
from sklearn.utils import get_tags
from sklearn.utils._param_validation import HasMethods
from sklearn.utils.metadata_routing import MetadataRouter, MethodMapping, process_routing
from sklearn.utils.metaestimators import available_if
from sklearn.utils.validation import check_is_fitted

__all__ = ["Wrapper", "log_posterior", "partial_fit_of_inner"]


def partial_fit_of_inner(wrapper: Any) -> bool:
    """Tell whether the classifier inside learns in batches; only then does the one around it."""
    inner = getattr(wrapper, "estimator_", wrapper.estimator)
    return hasattr(inner, "partial_fit") and not isinstance(inner, FrozenEstimator)


def log_posterior(model: Any, X: Any) -> Any:
    """Return log P(c|x) of each row and each class, in the model's own logarithms if it has some.

    The logarithms of Naive Bayes still differ where its probabilities have all become 0 and 1.
    """
    if hasattr(model, "predict_log_proba"):
        return np.asarray(model.predict_log_proba(X), dtype=np.float64)
    with np.errstate(divide="ignore"):
        return np.log(model.predict_proba(X), dtype=np.float64)


class Wrapper(ClassifierMixin, MetaEstimatorMixin, BaseEstimator):
    """What the decisions share: the classifier inside learns and gives probabilities.

    The classifier may be fitted already: then nothing needs to be fitted here.
    """

    _parameter_constraints: dict[str, Any] = {  # noqa: RUF012 (scikit-learn's protocol)
        "estimator": [HasMethods(["fit", "predict_proba"])],
    }
    estimator: Any
    estimator_: Any

    def fit(self, X: Any, y: Any, **params: Any) -> Self:
        """Fit the classifier inside.

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
        return self._keep(clone(self.estimator).fit(X, y, **self._routed("fit", params)))

    @available_if(partial_fit_of_inner)
    def partial_fit(self, X: Any, y: Any, **params: Any) -> Self:
        """Let the classifier inside learn from more rows.

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
        model = self.estimator_ if hasattr(self, "estimator_") else clone(self.estimator)
        return self._keep(model.partial_fit(X, y, **self._routed("partial_fit", params)))

    def _keep(self, model: Any) -> Self:
        self.estimator_ = model
        for name in ("n_features_in_", "feature_names_in_"):
            if hasattr(model, name):
                setattr(self, name, getattr(model, name))
        return self

    def _routed(self, method: str, params: dict[str, Any]) -> Any:
        """Return what the classifier inside is given of what was given here."""
        from sklearn import get_config  # noqa: PLC0415 (read when it is asked for)

        if not get_config()["enable_metadata_routing"]:
            return params
        return process_routing(self, method, **params).estimator[method]

    def get_metadata_routing(self) -> MetadataRouter:
        """Return what is handed on to the classifier inside."""
        mapping = MethodMapping()
        for method in ("fit", "partial_fit"):
            mapping.add(caller=method, callee=method)
        router = MetadataRouter(owner=type(self).__name__)
        return router.add(estimator=self.estimator, method_mapping=mapping)

    @property
    def _model(self) -> Any:
        """The fitted classifier inside: what `fit` made, or the one that came fitted."""
        if hasattr(self, "estimator_"):
            return self.estimator_
        try:
            check_is_fitted(self.estimator)
        except NotFittedError:
            check_is_fitted(self, "estimator_")
        return self.estimator

    def __sklearn_is_fitted__(self) -> bool:
        try:
            return self._model is not None
        except NotFittedError:
            return False

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
