"""What every Naive Bayes model does, whatever its features are."""

from __future__ import annotations

from abc import ABC, abstractmethod
from numbers import Real
from typing import TYPE_CHECKING, Any, Self

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.utils._param_validation import Interval, StrOptions
from sklearn.utils.validation import _check_sample_weight

from priory.naive_bayes import _classes
from priory.naive_bayes._derived import Derived
from priory.naive_bayes._estimate import class_log_prior, pseudo_counts
from priory.naive_bayes._explanation import Explanation
from priory.naive_bayes._posterior import Posterior
from priory.naive_bayes._rows import Batch

if TYPE_CHECKING:
    from priory.naive_bayes._linear import Linear
    from priory.naive_bayes._rows import Rows

__all__ = ["NaiveBayes"]

# What fractional counts may lose when they are added and subtracted, relative to the largest.
ROUNDING = 1e-9


class NaiveBayes(Derived, Posterior, ClassifierMixin, BaseEstimator, ABC):
    """A table of counts by class and feature, and what follows from it.

    Learning adds to the table, forgetting subtracts, merging adds two. Everything else is computed
    from the table and the parameters when it is asked for, so parameters may change after fit.

    A family overrides the four verbs `_check_X`, `_count`, `_parameters` and, where scores are not
    linear, `_joint_log_likelihood`.
    """

    _parameter_constraints: dict[str, Any] = {  # noqa: RUF012 (scikit-learn's protocol)
        "alpha": [Interval(Real, 0, None, closed="left"), "array-like"],
        "force_alpha": ["boolean"],
        "fit_prior": ["boolean"],
        "class_prior": ["array-like", None],
        "estimate": [StrOptions({"mean", "map", "mle"})],
    }

    @abstractmethod
    def _check_X(self, X: Any, *, reset: bool = False) -> Rows:
        """Return the rows of a matrix, if the family can count them."""

    def _count(self, batch: Batch, counts: tuple[Any, Any], *, can_stop: bool = True) -> None:
        """Add rows to the counts of classes and features."""
        batch.add_to(*counts, can_stop=can_stop)

    @abstractmethod
    def _parameters(self) -> Linear:
        """Return the scores' weights and bias, from the counts and the prior."""

    def _joint_log_likelihood(self, rows: Rows) -> Any:
        """Return the joint log-probability of each row and each class."""
        return self._linear.score(rows)

    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> Self:
        """Learn from labelled rows, and from nothing before them.

        Parameters
        ----------
        X : {array-like, sparse matrix} of shape (n_samples, n_features)
            The features.
        y : array-like of shape (n_samples,)
            The labels.
        sample_weight : array-like of shape (n_samples,), default=None
            How often each row counts.

        Returns
        -------
        self
        """
        return self._begin(X, y, None, sample_weight)

    def _begin(self, X: Any, y: Any, declared: Any, sample_weight: Any) -> Self:
        """Learn the first rows; if that fails, be what was before."""
        before = dict(self.__dict__)
        try:
            self._validate_params()
            rows = self._check_X(X, reset=True)
            classes, batch = self._batch(rows, y, declared, sample_weight)
            counts = np.zeros(len(classes)), np.zeros((len(classes), rows.columns))
            self._count(batch, counts)
            self._declared = classes[:0] if declared is None else declared
            self._counted_with = self._counting_parameters()
            self._keep(classes, *counts)
            self._check_parameters()
        except BaseException:
            self.__dict__.clear()
            self.__dict__.update(before)
            raise
        return self

    def partial_fit(self, X: Any, y: Any, classes: Any = None, sample_weight: Any = None) -> Self:
        """Learn from more labelled rows.

        Parameters
        ----------
        X : {array-like, sparse matrix} of shape (n_samples, n_features)
            The features.
        y : array-like of shape (n_samples,)
            The labels. One never seen before becomes a new class.
        classes : array-like of shape (n_classes,), default=None
            All the classes expected. Needed in the first call.
        sample_weight : array-like of shape (n_samples,), default=None
            How often each row counts.

        Returns
        -------
        self
        """
        if "class_count_" not in self.__dict__:
            if classes is None:
                raise ValueError("classes must be passed on the first call to partial_fit.")
            return self._begin(X, y, np.unique(classes), sample_weight)
        known = self.classes_
        if classes is not None and _classes.find(np.asarray(classes), known) is None:
            raise ValueError(
                f"`classes={classes!r}` is not the same as on last call to partial_fit, was: "
                f"{known!r}. A new class needs no declaration: its first label makes it."
            )
        self._check_counting()
        grown, batch = self._batch(self._check_X(X), y, known, sample_weight)
        counts = self._counts()
        if grown is not known:
            counts = tuple(_classes.moved(count, known, grown) for count in counts)
        elif batch.is_large or not all(_is_writable(count) for count in counts):
            counts = tuple(count.copy(order="C") for count in counts)
        else:  # in place, in one step: a copy would cost more than to learn a row
            self._derived = {}
            self._count(batch, counts, can_stop=False)
            return self
        self._count(batch, counts)
        self._keep(grown, *counts)
        return self

    def _batch(self, rows: Rows, y: Any, known: Any, sample_weight: Any) -> tuple[Any, Batch]:
        """Return the classes with those that are new, and the rows with their labels."""
        classes, codes = _classes.encode(y, known, rows.n_rows)
        return classes, Batch(rows, codes, _weights(sample_weight, rows))

    def _keep(self, classes: Any, class_count: Any, feature_count: Any) -> None:
        """Be a model of these counts: nothing that was derived from others holds any more."""
        # All at once, so that Ctrl-C finds either model whole.
        self.__dict__.update(
            classes_=classes, class_count_=class_count, feature_count_=feature_count, _derived={}
        )

    def _check_parameters(self) -> None:
        """Refuse parameters that do not fit the table at once, as nobody looks at them in fit."""
        self._check_alpha()
        self._class_log_prior()

    def forget(self, X: Any, y: Any, sample_weight: Any = None) -> Self:
        """Take back what was learned from labelled rows, as if they had never been there.

        Counts are subtracted exactly. A class whose rows are all forgotten leaves, unless it was
        declared by ``classes`` in the first `partial_fit`.

        Parameters
        ----------
        X : {array-like, sparse matrix} of shape (n_samples, n_features)
            The features, as they were learned.
        y : array-like of shape (n_samples,)
            The labels, as they were learned.
        sample_weight : array-like of shape (n_samples,), default=None
            How often each row counted.

        Returns
        -------
        self
        """
        self._check_is_fitted()
        self._check_counting()
        classes, batch = self._batch(self._check_X(X), y, self.classes_, sample_weight)
        if classes is not self.classes_:
            unknown = np.setdiff1d(classes, self.classes_).tolist()[0]
            raise ValueError(f"forget: the class {unknown!r} was never learned; nothing is changed")
        taken = np.zeros(len(classes)), np.zeros_like(self.feature_count_, order="C")
        self._count(batch, taken)
        self._subtract(*taken)
        return self

    def _subtract(self, counts: Any, taken: Any) -> None:
        class_count = _difference(self.class_count_, counts)
        feature_count = _difference(self.feature_count_, taken)
        slack = _slack(counts) * np.max(self.class_count_, initial=0.0)
        feature_count[self._are_impossible(feature_count, class_count + slack)] = np.nan
        below = np.argwhere(np.isnan(feature_count))
        if len(below) or np.isnan(class_count).any():
            row = below[0][0] if len(below) else np.flatnonzero(np.isnan(class_count))[0]
            place = f"feature {below[0][1]} in class" if len(below) else "class"
            raise ValueError(
                f"forget: the count of {place} {self.classes_.tolist()[row]!r} would fall below "
                "zero: some of these rows were not learned, or not with these labels and weights; "
                "nothing is changed"
            )
        class_count[class_count <= _slack(counts) * counts] = 0.0
        feature_count[class_count == 0] = 0.0  # without rows there is nothing but rounding
        stays = (class_count > 0) | np.isin(self.classes_, self._declared)
        self._keep(self.classes_[stays], class_count[stays], feature_count[stays])

    def merge(self, other: Self) -> Self:
        """Add the counts of another model, as if this one had learned its rows, too.

        Parameters
        ----------
        other : NaiveBayes
            A model of the same family, fitted on the same features. It stays as it is.

        Returns
        -------
        self
        """
        self._check_is_fitted()
        self._refuse_stranger(other)
        classes = _classes.union(self.classes_, other.classes_)
        tables = [
            [_classes.moved(count, model.classes_, classes) for count in model._counts()]
            for model in (self, other)
        ]
        self._declared = _classes.union(self._declared, other._declared)
        self._keep(classes, *(a + b for a, b in zip(*tables, strict=True)))
        return self

    def _counts(self) -> tuple[Any, Any]:
        return self.class_count_, self.feature_count_

    _counting: tuple[str, ...] = ()  # the parameters that decide what is counted

    def _counting_parameters(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in self._counting}

    def _check_counting(self) -> None:
        """Refuse to add to counts of another kind."""
        if (now := self._counting_parameters()) != self._counted_with:
            raise ValueError(
                f"{_listed(self._counted_with)} has changed to {_listed(now)} since fit: fit again"
            )

    def _are_impossible(self, feature_count: Any, class_count: Any) -> Any:  # noqa: ARG002
        """Return where a count cannot be, if so many rows have it."""
        return np.zeros(feature_count.shape, dtype=bool)

    def _refuse_stranger(self, other: Any) -> None:
        """Refuse to merge with what was not counted in the same way."""
        if type(other) is not type(self):
            raise TypeError(
                f"a {type(self).__name__} cannot merge a {type(other).__name__}: their counts "
                "mean different things"
            )
        other._check_is_fitted()
        mine, theirs = (getattr(model, "feature_names_in_", ()) for model in (self, other))
        if self.n_features_in_ != other.n_features_in_ or not np.array_equal(mine, theirs):
            raise ValueError("merge: the two models were not fitted on the same features")
        if self._counted_with != other._counted_with:
            mine, theirs = _listed(self._counted_with), _listed(other._counted_with)
            raise ValueError(f"merge: {mine} here, but {theirs} there")

    def predict_joint_log_proba(self, X: Any) -> Any:
        """Return log P(x, c) for each row and each class c.

        Parameters
        ----------
        X : {array-like, sparse matrix} of shape (n_samples, n_features)
            The features.

        Returns
        -------
        ndarray of shape (n_samples, n_classes)
        """
        self._check_is_fitted()
        rows = self._check_X(X)
        self._check_classes()
        return self._joint_log_likelihood(rows)

    def explain(self, X: Any) -> list[Explanation]:
        """Return what each feature adds to the joint log-probability of each class.

        Parameters
        ----------
        X : {array-like, sparse matrix} of shape (n_samples, n_features)
            The features.

        Returns
        -------
        list of Explanation
            One a row. The prior's term, the absent features' and the contributions add up to
            `predict_joint_log_proba`.
        """
        self._check_is_fitted()
        rows = self._check_X(X)
        self._check_classes()
        return [self._explain(columns, values) for columns, values in rows]

    def _explain(self, columns: Any, values: Any) -> Explanation:
        contributions = values[:, np.newaxis] * self.feature_log_prob_[:, columns].T
        names = getattr(self, "feature_names_in_", None)
        features = columns if names is None else names[columns]
        absent, prior = self._absent(columns), self.class_log_prior_
        return Explanation(self.classes_, features, values, contributions, absent, prior)

    def _absent(self, columns: Any) -> Any:  # noqa: ARG002
        """Return what the absence of all other columns adds."""
        return np.zeros(len(self.classes_))

    def __copy__(self) -> Self:
        """Return a model that learns by itself: learning changes the table in place."""
        copied = type(self).__new__(type(self))
        copied.__dict__.update(self.__getstate__())
        for name in ("class_count_", "feature_count_"):
            if name in copied.__dict__:
                setattr(copied, name, getattr(self, name).copy())
        return copied

    @property
    def _linear(self) -> Linear:
        return self._derive("linear", self._parameters)

    @property
    def class_log_prior_(self) -> Any:
        """The logarithms of the class priors."""
        return self._derive("prior", self._class_log_prior)

    def _class_log_prior(self) -> Any:
        return class_log_prior(self.class_count_, self.class_prior, fit_prior=self.fit_prior)

    def _check_alpha(self) -> Any:
        """Return what the prior adds to each count."""
        shape = (len(getattr(self, "classes_", ())), getattr(self, "n_features_in_", 0))
        return pseudo_counts(self.alpha, self.estimate, *shape, force_alpha=self.force_alpha)

    @property
    def coef_(self) -> Any:
        """The weights of the softmax form; of the logistic form if there are two classes."""
        weights = self._without_zeros().weights.T
        return weights[1:] - weights[:1] if len(weights) == 2 else weights  # noqa: PLR2004

    @property
    def intercept_(self) -> Any:
        """The bias of the softmax form; of the logistic form if there are two classes."""
        bias = self._without_zeros().bias
        return bias[1:] - bias[:1] if len(bias) == 2 else bias  # noqa: PLR2004

    def _without_zeros(self) -> Linear:
        if self._linear.ruling_out is not None:
            raise AttributeError(
                "some probabilities are 0, whose logarithms are no weights: smooth the counts with "
                "estimate='mean' and alpha > 0"
            )
        return self._linear

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        tags.classifier_tags.poor_score = True
        return tags


def _listed(parameters: dict[str, Any]) -> str:
    return ", ".join(f"{name}={value!r}" for name, value in parameters.items())


def _is_writable(count: Any) -> bool:
    return count.flags.writeable and count.flags.c_contiguous


def _weights(sample_weight: Any, rows: Rows) -> Any:
    if sample_weight is None:
        return None
    shape_only = np.empty((rows.n_rows, 0))
    return _check_sample_weight(
        sample_weight, shape_only, dtype=np.float64, ensure_non_negative=True, copy=True
    )


def _difference(count: Any, taken: Any) -> Any:
    """Return what is left, NaN where more would be taken than is there."""
    left = count - taken
    left[left < -_slack(taken) * np.max(count, initial=0.0)] = np.nan
    left[left < 0] = 0.0
    return left


def _slack(taken: Any) -> float:
    """Return what rounding may have changed, as a share: whole numbers are exact."""
    return ROUNDING if np.any(np.mod(taken, 1)) else 0.0
