"""Fusion training: fits all sources atomically, so that a failure changes none."""

from __future__ import annotations

import copy
from dataclasses import replace
from typing import Any, Self

from sklearn.base import clone
from sklearn.exceptions import NotFittedError
from sklearn.frozen import FrozenEstimator
from sklearn.utils.metadata_routing import UNUSED, MetadataRouter, process_routing
from sklearn.utils.metaestimators import available_if
from sklearn.utils.validation import check_is_fitted, has_fit_parameter

from priory._sklearn import ParameterMixin, _BaseComposition, _raise_for_params, _routing_enabled
from priory.decision._posterior import is_fitted
from priory.decision.fusion._batch import FusionBatch
from priory.decision.fusion._fitted import Fitted
from priory.decision.fusion._sources import Source, sources_of, views
from priory.decision.priors._frequencies import ClassFrequencies
from priory.decision.wrapper._delegation import same_name_mapping, set_fitted
from priory.errors import InputError

__all__ = ["Learning"]


def _all_learn_in_batches(fusion: Any) -> bool:
    named = fusion._named_estimators
    return all(isinstance(e, FrozenEstimator) or hasattr(e, "partial_fit") for _, e in named)


class Learning(ParameterMixin, _BaseComposition):
    """Classifiers with names, fitted each on what it sees of the rows."""

    # Weights are for the sources to request.
    __metadata_request__fit = {"sample_weight": UNUSED}  # noqa: RUF012 (scikit-learn's protocol)
    __metadata_request__partial_fit = {"sample_weight": UNUSED}  # noqa: RUF012
    estimators: Any
    _trained: Fitted | None = None  # None if all sources came fitted

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
        if "estimators" not in params and self._trained is not None:
            set_fitted(self.named_estimators_, params)
        return self

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
        return self._begin("fit", X, y, sample_weight, **params)

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
        before = self._trained
        if before is None:
            return self._begin("partial_fit", X, y, sample_weight, classes=classes, **params)
        if (given := [name for name, _ in self._named_estimators]) != before.names:
            raise InputError(
                f"the sources were {before.names} in fit and are {given} now",
                code="changed-since-fit",
                parameter="estimators",
                remedy="fit again",
            )
        batch = FusionBatch.read(self, views(self, before.sources, X), y, sample_weight, classes)
        routed = self._routed("partial_fit", before.sources, batch.sample_weight, params)
        copied = replace(before, models=[_copied(model) for model in before.models])
        self._trained = batch.learned_by(copied, "partial_fit", routed)
        return self

    def _begin(
        self, verb: str, X: Any, y: Any, sample_weight: Any, *, classes: Any = None, **params: Any
    ) -> Self:
        """Learn the first rows."""
        self._validate_params()
        sources = self._given()
        fresh = _unlearned(sources, verb)
        begun = copy.copy(self)  # the names of features are kept only if all goes well
        seen = views(begun, sources, X, reset=True)
        batch = FusionBatch.read(self, seen, y, sample_weight, classes)
        routed = self._routed(verb, sources, batch.sample_weight, params)
        begun._trained = batch.learned_by(fresh, verb, routed)
        self.__dict__ = begun.__dict__
        return self

    def _routed(
        self, verb: str, sources: list[Source], sample_weight: Any, params: dict[str, Any]
    ) -> dict[str, dict[str, Any]]:
        """Return what each source is given beside its rows, labels and classes."""
        weighted = {} if sample_weight is None else {"sample_weight": sample_weight}
        if _routing_enabled():
            routed = process_routing(self, verb, **params, **weighted)
            return {source.name: routed[source.name][verb] for source in sources}
        for source in sources if weighted else ():
            frozen = isinstance(source.estimator, FrozenEstimator)
            if not (frozen or has_fit_parameter(source.estimator, "sample_weight")):
                raise InputError(
                    "the classifier does not support sample_weight",
                    code="unsupported",
                    place=f"source {source.name!r}",
                    parameter="sample_weight",
                    remedy="fit without it",
                )
        return {source.name: weighted for source in sources}

    def get_metadata_routing(self) -> MetadataRouter:
        """Return what is handed on to the sources."""
        router = MetadataRouter(owner=type(self).__name__).add_self_request(self)
        return router.add(**dict(self._named_estimators), method_mapping=same_name_mapping())

    @property
    def _fitted(self) -> Fitted:
        """The fitted sources: those of `fit`, or all if they came fitted."""
        if self._trained is not None:
            return self._trained
        sources = self._given()
        if not all(is_fitted(source.estimator) for source in sources):
            check_is_fitted(self, "estimators_")
        return Fitted.elsewhere(sources)

    def __sklearn_is_fitted__(self) -> bool:
        try:
            return bool(self._fitted.models)
        except NotFittedError:
            return False

    @property
    def estimators_(self) -> list[Any]:
        """The classifiers that `fit` trained."""
        if self._trained is None:
            raise AttributeError("estimators_ is only available after fit")
        return self._trained.models

    @property
    def named_estimators_(self) -> dict[str, Any]:
        """The fitted classifiers by name."""
        return dict(zip(self._fitted.names, self._fitted.models, strict=True))


def _unlearned(sources: list[Source], verb: str) -> Fitted:
    """Return clones to be fitted; of sources that came fitted and go on in batches, copies."""
    given = [source.estimator for source in sources]
    goes_on = [verb == "partial_fit" and is_fitted(model) for model in given]
    models = [_copied(m) if on else clone(m) for m, on in zip(given, goes_on, strict=True)]
    return Fitted(sources, models, [ClassFrequencies(is_known=not on) for on in goes_on], None)


def _copied(model: Any) -> Any:
    return model if isinstance(model, FrozenEstimator) else copy.deepcopy(model)
