"""The sources of a fusion: fitted together or one by one, with priors of their own."""

from __future__ import annotations

import copy
from typing import Any, Self

import numpy as np
from sklearn import get_config
from sklearn.base import clone
from sklearn.exceptions import NotFittedError
from sklearn.frozen import FrozenEstimator
from sklearn.utils import check_consistent_length
from sklearn.utils.metadata_routing import (
    UNUSED,
    MetadataRouter,
    MethodMapping,
    _raise_for_params,
    process_routing,
)
from sklearn.utils.metaestimators import _BaseComposition, available_if
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import (
    _check_method_params,
    _check_sample_weight,
    _check_y,
    check_is_fitted,
    has_fit_parameter,
)

from priory.decision._around import Around
from priory.decision._priors import Shares, log_prior_of, read_prior
from priory.decision._sources import Source, View, sources_of, views
from priory.decision._wrapper import is_fitted

__all__ = ["Fused"]

ALIKE = 1e-9  # how far the priors of sources may differ and still be one


def _all_learn_in_batches(fusion: Any) -> bool:
    named = fusion._named_estimators
    return all(isinstance(e, FrozenEstimator) or hasattr(e, "partial_fit") for _, e in named)


class Fused(Around, _BaseComposition):
    """Classifiers with names, fitted each on what it sees of the rows."""

    # Weights are for the sources to request.
    __metadata_request__fit = {"sample_weight": UNUSED}  # noqa: RUF012 (scikit-learn's protocol)
    __metadata_request__partial_fit = {"sample_weight": UNUSED}  # noqa: RUF012
    estimators: Any
    prior: Any
    estimators_: list[Any]
    _fitted: list[Source]  # the names and columns that `fit` was given
    _shares: list[Shares]  # of all labels, and of those that each source learned

    @property
    def _named_estimators(self) -> Any:
        """The classifiers with their names, as scikit-learn reads and sets their parameters."""
        try:
            return [(name, estimator) for name, estimator, *_ in self.estimators]
        except (TypeError, ValueError):
            return self.estimators

    @_named_estimators.setter
    def _named_estimators(self, named: Any) -> None:
        self.estimators = [
            (name, new, *columns)
            for (name, new), (_, _, *columns) in zip(named, self.estimators, strict=True)
        ]

    def get_params(self, deep: bool = True) -> dict[str, Any]:
        """Return the parameters, those of sources as ``name__parameter``."""
        return self._get_params("_named_estimators", deep=deep)

    def set_params(self, **params: Any) -> Self:
        """Set parameters, those of sources as ``name__parameter``.

        After `fit` these also count in the fitted sources that are of Priory; in others they count
        from the next `fit`, and so do other sources.
        """
        self._set_params("_named_estimators", **params)
        if "estimators" not in params:
            self._reach(params)
        return self

    def _fitted_parts(self) -> dict[str, Any]:
        return self.named_estimators_ if hasattr(self, "estimators_") else {}

    def _sources(self) -> list[Source]:
        """Return the sources: those of `fit`, whatever was set since then."""
        return self._fitted if hasattr(self, "estimators_") else self._given()

    def _given(self) -> list[Source]:
        sources = sources_of(self.estimators)
        self._validate_names([source.name for source in sources])
        return sources

    def fit(self, X: Any, y: Any, sample_weight: Any = None, **params: Any) -> Self:
        """Fit a clone of each source on the rows of which it sees something.

        Parameters
        ----------
        X : table of shape (n_samples, n_features), or dict of rows by source
            The features.
        y : array-like of shape (n_samples,)
            The labels.
        sample_weight : array-like of shape (n_samples,), default=None
            How often each row counts, in all sources; if scikit-learn's routing of metadata is
            enabled, in those that request it.
        **params : dict
            What else sources request, by this routing.

        Returns
        -------
        self
        """
        _raise_for_params(params, self, "fit")
        return self._begin("fit", X, y, sample_weight=sample_weight, **params)

    @available_if(_all_learn_in_batches)
    def partial_fit(
        self, X: Any, y: Any, classes: Any = None, sample_weight: Any = None, **params: Any
    ) -> Self:
        """Let each source learn from more rows: all of them or, if one fails, none.

        Those that came fitted go on in copies.

        Parameters
        ----------
        X : table of shape (n_samples, n_features), or dict of rows by source
            The features.
        y : array-like of shape (n_samples,)
            The labels.
        classes : array-like of shape (n_classes,), default=None
            All the classes expected. Needed in the first call, unless the sources came fitted.
        sample_weight : array-like of shape (n_samples,), default=None
            How often each row counts, as in `fit`.
        **params : dict
            What else sources request, as in `fit`.

        Returns
        -------
        self
        """
        _raise_for_params(params, self, "partial_fit")
        params |= {"sample_weight": sample_weight}
        if classes is not None:
            params["classes"] = classes
        if not hasattr(self, "estimators_"):
            return self._begin("partial_fit", X, y, **params)
        sources = self._sources()
        names = [source.name for source in sources]
        if (given := [name for name, _ in self._named_estimators]) != names:
            raise ValueError(f"the sources were {names} in fit and now are {given}: fit again")
        seen = views(self, sources, X)
        models = [_copied(model) for model in self.estimators_]
        shares = copy.deepcopy(self._shares)
        return self._learned("partial_fit", models, shares, seen, y=y, **params)

    def _begin(self, verb: str, X: Any, y: Any, **params: Any) -> Self:
        """Learn the first rows."""
        self._validate_params()
        sources = self._given()
        given = [source.estimator for source in sources]
        goes_on = [verb == "partial_fit" and is_fitted(model) for model in given]
        models = [_copied(m) if on else clone(m) for m, on in zip(given, goes_on, strict=True)]
        shares = [Shares(), *[Shares(unknown=on) for on in goes_on]]
        begun = copy.copy(self)  # the names of features are kept only if all goes well
        begun.__dict__.pop("estimators_", None)
        seen = views(begun, sources, X, reset=True)
        begun._learned(verb, models, shares, seen, y=y, **params)
        self.__dict__ = begun.__dict__
        return self

    def _learned(
        self, verb: str, models: list[Any], shares: list[Shares], seen: list[View], **given: Any
    ) -> Self:
        """Let models learn, and then be a fusion of these."""
        y, sample_weight = _check_y(given.pop("y"), estimator=self), given.pop("sample_weight")
        check_consistent_length(y, seen[0].present)
        check_classification_targets(y)
        if sample_weight is not None:
            sample_weight = _check_sample_weight(sample_weight, y)
        classes = {"classes": given.pop("classes")} if "classes" in given else {}
        routed = self._routed(verb, sample_weight, given)
        sources = self._sources()
        parts = zip(sources, models, seen, shares[1:], strict=True)
        for source, model, view, own in parts:
            waits = verb == "partial_fit" and not view.present.any() and is_fitted(model)
            if waits or isinstance(model, FrozenEstimator):
                continue
            rows, labels, params = _present(source, view, y, routed[source.name])
            getattr(model, verb)(rows, labels, **params, **classes)
            own.add(model, labels, params.get("sample_weight"))
        shares[0].add(None, y, sample_weight)
        self.estimators_, self._fitted, self._shares = models, sources, shares
        return self

    def _routed(self, verb: str, sample_weight: Any, params: dict[str, Any]) -> dict[str, Any]:
        """Return what each source is given beside its rows, labels and classes."""
        weighted = {} if sample_weight is None else {"sample_weight": sample_weight}
        sources = self._sources()
        if get_config()["enable_metadata_routing"]:
            routed = process_routing(self, verb, **params, **weighted)
            return {source.name: routed[source.name][verb] for source in sources}
        for source in sources if weighted else ():
            frozen = isinstance(source.estimator, FrozenEstimator)
            if not (frozen or has_fit_parameter(source.estimator, "sample_weight")):
                raise ValueError(f"source {source.name!r} takes no sample_weight: fit without it")
        return {source.name: weighted for source in sources}

    def get_metadata_routing(self) -> MetadataRouter:
        """Return what is handed on to the sources."""
        mapping = MethodMapping()
        for method in ("fit", "partial_fit"):
            mapping.add(caller=method, callee=method)
        router = MetadataRouter(owner=type(self).__name__).add_self_request(self)
        return router.add(**dict(self._named_estimators), method_mapping=mapping)

    @property
    def _models(self) -> list[Any]:
        """The fitted sources: those of `fit`, or all if they came fitted."""
        if hasattr(self, "estimators_"):
            return self.estimators_
        models = [source.estimator for source in self._sources()]
        try:
            for model in models:
                check_is_fitted(model)
        except NotFittedError:
            check_is_fitted(self, "estimators_")
        return models

    def __sklearn_is_fitted__(self) -> bool:
        try:
            return bool(self._models)
        except NotFittedError:
            return False

    @property
    def named_estimators_(self) -> dict[str, Any]:
        """The fitted classifiers by name."""
        return dict(zip([source.name for source in self._sources()], self._models, strict=True))

    @property
    def classes_(self) -> Any:
        """The labels of all sources."""
        try:
            known = [np.asarray(model.classes_) for model in self._models]
        except NotFittedError as unfitted:
            raise AttributeError(str(unfitted)) from unfitted
        if len({array.dtype.kind in "OUS" for array in known}) > 1:
            raise ValueError("some sources have numbers for labels and some have names: use one")
        labels = np.concatenate(known)
        learned = self._shares[0].counts.keys() if hasattr(self, "_shares") else set()
        unknown = list(learned - set(labels.tolist()))  # in rows of which no source saw anything
        return np.unique(np.concatenate([labels, unknown]) if unknown else labels)

    @property
    def class_log_prior_(self) -> Any:
        """The logarithms of the prior that is used."""
        classes = self.classes_
        with np.errstate(divide="ignore"):
            if self.prior is not None:
                return np.log(read_prior(self.prior, classes))
        priors = [self._log_prior(place) for place in range(len(self._models))]
        if all(len(prior) == len(classes) for prior in priors):
            aligned = np.array(
                [
                    prior[np.argsort(np.asarray(model.classes_))]
                    for prior, model in zip(priors, self._models, strict=True)
                ]
            )
            if np.ptp(np.exp(aligned), axis=0).max() < ALIKE:
                return aligned[0]
        if hasattr(self, "_shares"):
            return self._shares[0].log_prior(classes)
        raise ValueError(
            "the sources came fitted and have different classes or priors: give the prior of what "
            f"is predicted as prior, a number for each of {classes.tolist()}"
        )

    def _log_prior(self, place: int) -> Any:
        """Return the logarithms of the prior that is in the posteriors of a source."""
        model = self._models[place]
        prior = log_prior_of(model)
        if prior is None and hasattr(self, "_shares"):
            prior = self._shares[place + 1].log_prior(model.classes_)
        if prior is None:
            raise ValueError(
                f"source {self._sources()[place].name!r} came fitted and does not tell its prior: "
                "put it into PriorShiftClassifier(..., train_prior=...) with the shares of its "
                "training labels"
            )
        return prior


def _copied(model: Any) -> Any:
    return model if isinstance(model, FrozenEstimator) else copy.deepcopy(model)


def _present(source: Source, view: View, y: Any, params: dict[str, Any]) -> tuple[Any, Any, Any]:
    """Return the rows that a source sees, their labels, and what else is known of them."""
    if not view.present.any():
        raise ValueError(f"source {source.name!r} has no row to learn from: all are missing")
    params = _check_method_params(y, params, np.flatnonzero(view.present))
    return view.rows(view.present), y[view.present], params
