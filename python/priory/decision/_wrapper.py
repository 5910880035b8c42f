"""A classifier around another one, which decides otherwise by the same probabilities."""

from __future__ import annotations

from copy import deepcopy
from typing import Any, Self

import numpy as np
from sklearn import get_config
from sklearn.base import BaseEstimator, ClassifierMixin, MetaEstimatorMixin, clone
from sklearn.exceptions import NotFittedError
from sklearn.frozen import FrozenEstimator
from sklearn.model_selection._search import BaseSearchCV
from sklearn.pipeline import Pipeline
from sklearn.utils import get_tags
from sklearn.utils._param_validation import HasMethods
from sklearn.utils.metadata_routing import MetadataRouter, MethodMapping, process_routing
from sklearn.utils.metaestimators import available_if
from sklearn.utils.validation import check_is_fitted

from priory._naming import named_rows
from priory.decision._around import Around

__all__ = [
    "WEIGHT",
    "Wrapper",
    "adds_logarithms",
    "check_known",
    "explain_of_inner",
    "is_fitted",
    "log_posterior",
    "partial_fit_of_inner",
    "weight_name",
    "weights_of",
]

WEIGHT = "sample_weight"


def _inner(wrapper: Any) -> Any:
    return getattr(wrapper, "estimator_", wrapper.estimator)


def partial_fit_of_inner(wrapper: Any) -> bool:
    """Tell whether the classifier inside learns in batches; only then does the one around it."""
    return hasattr(_inner(wrapper), "partial_fit") and not _is_frozen(wrapper)


def explain_of_inner(wrapper: Any) -> bool:
    """Tell whether the classifier inside explains itself."""
    return hasattr(_inner(wrapper), "explain")


def adds_logarithms(wrapper: Any) -> bool:
    """Tell whether the classifier inside all others explains itself by a sum of logarithms."""
    model = _inner(wrapper)
    while isinstance(model, Wrapper | FrozenEstimator):
        model = _inner(model)
    if not hasattr(model, "predict_joint_log_proba"):
        raise AttributeError(
            f"what {type(model).__name__} explains are not logarithms that are added up, so no "
            "other prior or temperature can be put in: ask the classifier inside to explain"
        )
    return True


def _is_frozen(wrapper: Any) -> bool:
    return isinstance(_inner(wrapper), FrozenEstimator)


def log_posterior(model: Any, X: Any) -> Any:
    """Return log P(c|x) of each row and each class, in the model's own logarithms if it has some.

    The logarithms of Naive Bayes still differ where its probabilities have all become 0 and 1.
    """
    with np.errstate(divide="ignore"):  # a probability of 0 is fine
        if hasattr(model, "predict_log_proba"):
            return np.asarray(model.predict_log_proba(X), dtype=np.float64)
        return np.log(model.predict_proba(X), dtype=np.float64)


def is_fitted(model: Any) -> bool:
    """Tell whether a classifier is fitted."""
    try:
        check_is_fitted(model)
    except NotFittedError:
        return False
    return True


def check_known(is_known: Any) -> None:
    """Raise an error that names the rows whose probabilities are not known."""
    unknown = np.flatnonzero(~np.asarray(is_known))
    if len(unknown):
        raise ValueError(
            f"{named_rows(unknown)}: no probability is known (NaN, or 0 for every class), so "
            "nothing can be decided; look at predict_proba, and smooth the model or leave them out"
        )


def weight_name(model: Any) -> str:
    """Return how the weights of rows are called for the classifier inside: a pipeline's, by step.

    With scikit-learn's routing of metadata they are called the same everywhere.
    """
    if isinstance(model, Pipeline) and not _routes():
        step, last = model.steps[-1]
        return f"{step}__{weight_name(last)}"
    if isinstance(model, Wrapper | BaseSearchCV | FrozenEstimator):
        return weight_name(model.estimator)
    return WEIGHT


def weights_of(model: Any, params: dict[str, Any]) -> Any:
    """Return the weights of rows among what is given to `fit`; None if there are none."""
    plain = params.get(WEIGHT)
    return params.get(weight_name(model)) if plain is None else plain


def _routes() -> bool:
    return bool(get_config()["enable_metadata_routing"])


class Wrapper(Around, ClassifierMixin, MetaEstimatorMixin, BaseEstimator):
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
        self._reach(params)
        return self

    def _fitted_parts(self) -> dict[str, Any]:
        return {"estimator": self.estimator_} if hasattr(self, "estimator_") else {}

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
        self._keep(self._learned(X, y, params))
        self._count("fit", y, params)
        return self

    def _learned(self, X: Any, y: Any, params: dict[str, Any]) -> Any:
        """Return a classifier that was fitted, whose classes the parameters fit."""
        columns = np.asarray(y).shape[1:]
        if columns and columns[0] > 1:
            raise ValueError(
                f"y has {columns[0]} columns: multi-output is not supported, so give each column a "
                f"{type(self).__name__} of its own"
            )
        model = clone(self.estimator).fit(X, y, **self._routed("fit", params))
        self._check(model.classes_)
        return model

    @available_if(partial_fit_of_inner)
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
        self._keep(self._learned_more(X, y, params))
        self._count("partial_fit", y, params)
        return self

    def _learned_more(self, X: Any, y: Any, params: dict[str, Any]) -> Any:
        """Return a classifier that has learned from more rows."""
        return self._own().partial_fit(X, y, **self._routed("partial_fit", params))

    @available_if(lambda self: hasattr(_inner(self), "forget") and not _is_frozen(self))
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
        self._keep(self._own().forget(X, y, **params))
        self._count("forget", y, params)
        return self

    @available_if(explain_of_inner)
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

    def _count(self, verb: str, y: Any, params: dict[str, Any]) -> None:
        """Take note of labels that were learned or forgotten."""

    def _keep(self, model: Any) -> None:
        self.estimator_ = model
        for name in ("n_features_in_", "feature_names_in_"):
            if hasattr(model, name):
                setattr(self, name, getattr(model, name))

    def _routed(self, method: str, params: dict[str, Any]) -> Any:
        """Return what the classifier inside is given of what was given here."""
        if not _routes():
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
