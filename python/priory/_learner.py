"""Incremental learning by addition: fit, partial_fit, forget and merge of count-based models."""

from __future__ import annotations

from abc import ABC, abstractmethod
from functools import cache
from operator import itemgetter
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, Self

import numpy as np
from sklearn.utils.validation import check_is_fitted

from priory._memo import Memo
from priory._sklearn import ParameterMixin
from priory.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["Learner"]


class Learner(ParameterMixin, ABC):
    """A model that is a value, to which rows are added and from which they are taken away.

    The value is never changed in a way that somebody else could see, so a call that fails leaves
    the model as it was. What else the model says follows from the value and the parameters: it is
    computed by one object, which is made anew when either is another.

    A subclass says how the first rows become a value (`_first`), how more are added (`_more`) and
    taken away (`_without`), whether another model's value fits (`_fitting`), and what follows
    (`_derive`).
    """

    _counts: Any  # the value: it has + and -
    _memo: Memo

    @abstractmethod
    def _first(self, X: Any, y: Any, declared: Any, sample_weight: Any) -> Any:
        """Return the value of the first rows; attributes that describe them may be set, too."""

    @abstractmethod
    def _more(self, X: Any, y: Any, classes: Any, sample_weight: Any) -> Any:
        """Return the value with more rows."""

    @abstractmethod
    def _without(self, X: Any, y: Any, sample_weight: Any) -> Any:
        """Return the value without rows, or refuse rows that are not in it."""

    @abstractmethod
    def _fitting(self, other: Any) -> Any:
        """Return the value of another model, if it can be added."""

    @abstractmethod
    def _derive(self, counts: Any) -> Any:
        """Return what follows from a value and the parameters, or refuse parameters."""

    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> Self:
        """Learn from labelled rows, and from nothing before them.

        Parameters
        ----------
        X : {array-like, sparse matrix, data frame} of shape (n_samples, n_features)
            The features, of a kind that the model takes.
        y : array-like of shape (n_samples,), or what else the model takes
            The labels.
        sample_weight : array-like of shape (n_samples,), default=None
            How often each row counts.

        Returns
        -------
        self
        """
        return self._begin(X, y, None, sample_weight)

    def partial_fit(self, X: Any, y: Any, classes: Any = None, sample_weight: Any = None) -> Self:
        """Learn from more labelled rows.

        Parameters
        ----------
        X : {array-like, sparse matrix, data frame} of shape (n_samples, n_features)
            The features, of a kind that the model takes.
        y : array-like of shape (n_samples,), or what else the model takes
            The labels. One never seen before becomes a new class.
        classes : array-like of shape (n_classes,), default=None
            All the classes expected. Needed in the first call.
        sample_weight : array-like of shape (n_samples,), default=None
            How often each row counts.

        Returns
        -------
        self
        """
        if "_counts" not in self.__dict__:
            return self._begin(X, y, self._declared(classes), sample_weight)
        self._counts = self._more(X, y, classes, sample_weight)
        return self

    def forget(self, X: Any, y: Any, sample_weight: Any = None) -> Self:
        """Take back what was learned from labelled rows, as if they had never been there.

        Counts are subtracted exactly, and measurements up to a rounding error relative to the
        largest that were learned in the class. A class whose rows are all forgotten leaves, unless
        it was declared by ``classes`` in the first `partial_fit`.

        Parameters
        ----------
        X : {array-like, sparse matrix, data frame} of shape (n_samples, n_features)
            The features, as they were learned.
        y : array-like of shape (n_samples,), or what else the model takes
            The labels, as they were learned.
        sample_weight : array-like of shape (n_samples,), default=None
            How often each row counted.

        Returns
        -------
        self
        """
        self._check_is_fitted()
        self._counts = self._without(X, y, sample_weight)
        return self

    def merge(self, other: Self) -> Self:
        """Add the counts of another model, as if this one had learned its rows, too.

        Parameters
        ----------
        other : estimator
            A model of the same kind, fitted on the same features. It stays as it is.

        Returns
        -------
        self
        """
        self._check_is_fitted()
        self._counts = self._merged(other)
        return self

    def _merged(self, other: Any) -> Any:
        """Return the value with that of another model."""
        more = self._fitting(other)
        return self._counts + more

    def set_params(self, **params: Any) -> Self:
        """Set parameters, which take effect without fitting again as far as counts allow it.

        Parameters
        ----------
        **params
            The parameters by name, those of an estimator inside as ``name__parameter``.

        Returns
        -------
        self
        """
        super().set_params(**params)  # type: ignore[misc]
        if "_memo" in self.__dict__:
            self._memo.doubt()
        return self

    def _declared(self, classes: Any) -> Any:
        """Return the classes that the first batch declares, sorted."""
        if classes is None:
            raise InputError(
                "classes must be passed on the first call to partial_fit.",
                code="missing-parameter",
                parameter="classes",
            )
        return np.unique(classes)

    def _begin(self, *rows: Any) -> Self:
        """Learn the first rows in a copy, and be the copy: a failure leaves the model as it was."""
        fresh: Any = type(self).__new__(type(self))
        fresh.__dict__.update(self.__dict__)
        fresh._validate_params()
        fresh._become(fresh._first(*rows))
        self.__dict__ = fresh.__dict__
        return self

    def _become(self, counts: Any) -> None:
        """Be a model of these counts, if the parameters fit them."""
        self._counts, self._memo = counts, Memo()
        self._memo.keep(counts, self._parameter_values(), self._derive(counts))

    def _derived(self) -> Any:
        """Return what follows from the counts and parameters, made anew if either changed."""
        self._check_is_fitted()
        counts, parameters, memo = self._counts, self._parameter_values(), self._memo
        if (derived := memo.recall(counts, parameters)) is None:
            if not memo.has_seen(parameters):
                self._validate_params()
            derived = self._derive(counts)
            memo.keep(counts, parameters, derived)
        return derived

    def _parameter_values(self) -> tuple[Any, ...]:
        try:
            return _values(type(self))(self.__dict__)
        except KeyError:  # of a subclass that makes one of them a property, or has it not
            return tuple(getattr(self, name, None) for name in _parameter_names(type(self)))

    def _parameters_now(self) -> SimpleNamespace:
        """Return the parameters as they are now, by name."""
        names = _parameter_names(type(self))
        return SimpleNamespace(**dict(zip(names, self._parameter_values(), strict=True)))

    def __getstate__(self) -> Any:
        state: Any = super().__getstate__()  # of scikit-learn's BaseEstimator
        return {**state, "_memo": self._memo.copied()} if "_memo" in state else state

    def __sklearn_is_fitted__(self) -> bool:
        return "_counts" in self.__dict__

    def _check_is_fitted(self) -> None:
        """Refuse to go on without fit; scikit-learn's check costs more than to score a row."""
        if "_counts" not in self.__dict__:
            check_is_fitted(self, "_counts")


@cache
def _values(cls: Any) -> Callable[[dict[str, Any]], tuple[Any, ...]]:
    """Return what takes all parameters in one step: each prediction looks at them."""
    names = _parameter_names(cls)
    return itemgetter(*names) if len(names) > 1 else lambda values: tuple(values[n] for n in names)


@cache
def _parameter_names(cls: Any) -> tuple[str, ...]:
    """Return the parameters that this class reads, and those of a subclass's constructor."""
    return tuple(dict.fromkeys([*cls._parameter_constraints, *cls._get_param_names()]))
