"""MultiLabelNB: a row may bear several labels, and each is a question of its own."""

from __future__ import annotations

import copy
from typing import Any, Self

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin, clone
from sklearn.utils._param_validation import HasMethods
from sklearn.utils.validation import check_consistent_length, check_is_fitted

from priory.naive_bayes._labels import Labels, ordered
from priory.naive_bayes.bernoulli import BernoulliNB

__all__ = ["MultiLabelNB"]

ABSENT_OR_PRESENT = (False, True)


class MultiLabelNB(ClassifierMixin, BaseEstimator):
    """Several labels a row: for each label a model of the rows with it and without it.

    Learning adds, forgetting subtracts, merging adds two, as in the family that is used. A label
    that appears later is learned as if it had always been known: one more model learns all rows as
    bearing no label, and is where the model of a new label begins.

    Parameters
    ----------
    estimator : NaiveBayes, default=None
        The family: any of priory's classifiers. None is ``BernoulliNB()``.

    Attributes
    ----------
    classes_ : ndarray of shape (n_labels,)
        The labels, in the order of the columns of answers.
    models_ : dict
        The model of each label, whose classes are False and True.
    base_ : NaiveBayes
        The model of all rows, as if none bore a label.
    n_features_in_ : int
        The number of features.

    See Also
    --------
    sklearn.multioutput.MultiOutputClassifier : Does not forget, merge, or meet new labels.

    Examples
    --------
    >>> import numpy as np
    >>> from priory import CountVectorizer, MultiLabelNB, MultinomialNB
    >>> texts = ["cheap flights to rome", "rome and its ruins", "cheap shoes", "ruins of babylon"]
    >>> labels = [{"travel", "shop"}, {"travel", "history"}, {"shop"}, {"history"}]
    >>> vectorizer = CountVectorizer()
    >>> model = MultiLabelNB(MultinomialNB()).fit(vectorizer.fit_transform(texts), labels)
    >>> model.classes_
    array(['history', 'shop', 'travel'], dtype='<U7')
    >>> query = vectorizer.transform(["cheap rome"])
    >>> model.predict(query)
    array([[0, 1, 1]])
    >>> model.predict_labels(query)
    [('shop', 'travel')]
    >>> model.predict_proba(query).round(2)
    array([[0.23, 0.77, 0.68]])
    """

    _parameter_constraints: dict[str, Any] = {  # noqa: RUF012 (scikit-learn's protocol)
        "estimator": [HasMethods(["partial_fit", "forget", "merge"]), None],
    }
    classes_: Any
    models_: dict[Any, Any]
    base_: Any
    _declared: set[Any]
    _fixed: bool

    def __init__(self, estimator: Any = None) -> None:
        self.estimator = estimator

    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> Self:
        """Learn from labelled rows, and from nothing before them.

        Parameters
        ----------
        X : {array-like, sparse matrix, data frame} of shape (n_samples, n_features)
            The features, of any kind that the family takes.
        y : sequence of collections, or matrix of shape (n_samples, n_labels)
            A set, list or tuple of labels for each row; or a matrix, sparse or dense, or a data
            frame, of zeros and ones with a column for each label.
        sample_weight : array-like of shape (n_samples,), default=None
            How often each row counts.

        Returns
        -------
        self
        """
        return self._begin(X, y, None, sample_weight)

    def _begin(self, X: Any, y: Any, declared: Any, sample_weight: Any) -> Self:
        self._validate_params()
        labels = _read(X, y)
        names = set(labels.names) | (set() if declared is None else set(declared))
        fresh = clone(BernoulliNB() if self.estimator is None else self.estimator)
        # Nothing is learned yet, so that a label that nobody bears has a model, too.
        models = {name: clone(fresh) for name in ordered(names)}
        self._learn(models, fresh, X, labels, sample_weight)
        self._declared = set(labels.names) if labels.fixed else set(declared or ())
        self._fixed = labels.fixed
        self._keep(models, fresh)
        return self

    def partial_fit(self, X: Any, y: Any, classes: Any = None, sample_weight: Any = None) -> Self:
        """Learn from more labelled rows.

        Parameters
        ----------
        X : {array-like, sparse matrix, data frame} of shape (n_samples, n_features)
            The features.
        y : sequence of collections, or matrix of shape (n_samples, n_labels)
            The labels, of the kind of the first call. A label never seen before is learned, too.
        classes : array-like of shape (n_labels,), default=None
            Labels that are expected: they have columns from the start, and never leave.
        sample_weight : array-like of shape (n_samples,), default=None
            How often each row counts.

        Returns
        -------
        self
        """
        declared = None if classes is None else np.asarray(classes).tolist()
        if not hasattr(self, "models_"):
            return self._begin(X, y, declared, sample_weight)
        labels = self._read(X, y)
        models, base = self._copied()
        for name in {*labels.names, *(declared or ())} - models.keys():
            models[name] = copy.copy(base)
        self._learn(models, base, X, labels, sample_weight)
        self._keep(models, base)
        self._declared = self._declared | set(declared or ())
        return self

    def _learn(self, models: Any, base: Any, X: Any, labels: Labels, sample_weight: Any) -> None:
        for name, model in models.items():
            model.partial_fit(X, labels.column(name), ABSENT_OR_PRESENT, sample_weight)
        nobody = np.zeros(len(labels.matrix), dtype=bool)
        base.partial_fit(X, nobody, ABSENT_OR_PRESENT, sample_weight)

    def forget(self, X: Any, y: Any, sample_weight: Any = None) -> Self:
        """Take back what was learned from labelled rows: by all models or, if one refuses, by none.

        A label that no row bears any more leaves, unless it was declared or is a column of y.

        Parameters
        ----------
        X : {array-like, sparse matrix, data frame} of shape (n_samples, n_features)
            The features, as they were learned.
        y : sequence of collections, or matrix of shape (n_samples, n_labels)
            The labels, as they were learned.
        sample_weight : array-like of shape (n_samples,), default=None
            How often each row counted.

        Returns
        -------
        self
        """
        check_is_fitted(self, "models_")
        labels = self._read(X, y)
        strangers = ordered(set(labels.names) - self.models_.keys())
        if strangers:
            raise ValueError(
                f"forget: the label {strangers[0]!r} was never learned; nothing is changed"
            )
        models, base = self._copied()
        for name, model in models.items():
            model.forget(X, labels.column(name), sample_weight)
        base.forget(X, np.zeros(len(labels.matrix), dtype=bool), sample_weight)
        kept = {
            name: model
            for name, model in models.items()
            if name in self._declared or model.class_count_[1] > 0
        }
        self._keep(kept, base)
        return self

    def merge(self, other: Self) -> Self:
        """Add the counts of another model, as if this one had learned its rows, too.

        Parameters
        ----------
        other : MultiLabelNB
            A model of the same family, fitted on the same features. It stays as it is.

        Returns
        -------
        self
        """
        check_is_fitted(self, "models_")
        if not isinstance(other, MultiLabelNB):
            raise TypeError(f"a MultiLabelNB cannot merge a {type(other).__name__}")
        check_is_fitted(other, "models_")
        if self._fixed and other._fixed and self.models_.keys() != other.models_.keys():
            raise ValueError("merge: the two models do not have the same columns of labels")
        models, base = self._copied()
        for name in other.models_.keys() - models.keys():
            models[name] = copy.copy(base)
        for name, model in models.items():
            model.merge(other.models_.get(name, other.base_))
        base.merge(other.base_)
        self._keep(models, base)
        self._declared = self._declared | other._declared
        return self

    def predict(self, X: Any) -> Any:
        """Return which labels each row bears.

        Parameters
        ----------
        X : {array-like, sparse matrix, data frame} of shape (n_samples, n_features)
            The features.

        Returns
        -------
        ndarray of shape (n_samples, n_labels)
            Zeros and ones, a column for each of `classes_`.
        """
        return self._asked("predict", X).astype(np.int64)

    def predict_labels(self, X: Any) -> list[tuple[Any, ...]]:
        """Return the labels of each row, by name.

        Parameters
        ----------
        X : {array-like, sparse matrix, data frame} of shape (n_samples, n_features)
            The features.

        Returns
        -------
        list of tuples
        """
        borne = self._asked("predict", X)
        names = list(self.models_)
        return [tuple(names[place] for place in np.flatnonzero(row)) for row in borne]

    def predict_proba(self, X: Any) -> Any:
        """Return the probability of each label for each row.

        Parameters
        ----------
        X : {array-like, sparse matrix, data frame} of shape (n_samples, n_features)
            The features.

        Returns
        -------
        ndarray of shape (n_samples, n_labels)
            Labels are independent questions: a row sums to what it sums to.
        """
        return self._asked("predict_proba", X)

    def _asked(self, verb: str, X: Any) -> Any:
        """Return the answers of all models, a column each."""
        check_is_fitted(self, "models_")
        if not self.models_:
            raise ValueError("there is no label to predict: no row that was learned bears one")
        answers = [getattr(model, verb)(X) for model in self.models_.values()]
        return np.column_stack([one[:, 1] if one.ndim > 1 else one for one in answers])

    def _read(self, X: Any, y: Any) -> Labels:
        """Read labels of the kind of the first call."""
        labels = _read(X, y)
        if self._fixed and labels.names != list(self.models_):
            raise ValueError(
                f"the columns of y are {labels.names!r}, and were {list(self.models_)!r} in fit"
            )
        if labels.fixed and not self._fixed:
            raise ValueError(
                "y is a matrix of zeros and ones, but held collections of labels in fit: give a "
                "set of labels for each row"
            )
        return labels

    def _copied(self) -> tuple[dict[Any, Any], Any]:
        """Return models that learn by themselves."""
        models = {name: copy.copy(model) for name, model in self.models_.items()}
        return models, copy.copy(self.base_)

    def _keep(self, models: dict[Any, Any], base: Any) -> None:
        """Be these models, all at once."""
        names = list(models) if self._fixed else ordered(set(models))
        features = {"n_features_in_": base.n_features_in_}
        if hasattr(base, "feature_names_in_"):
            features["feature_names_in_"] = base.feature_names_in_
        self.__dict__.update(
            classes_=_array(names),
            models_={name: models[name] for name in names},
            base_=base,
            **features,
        )

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        inner = (BernoulliNB() if self.estimator is None else self.estimator).__sklearn_tags__()
        tags.input_tags = inner.input_tags
        tags.classifier_tags.multi_class = False
        tags.classifier_tags.multi_label = True
        tags.classifier_tags.poor_score = True
        tags.target_tags.one_d_labels = False
        tags.target_tags.two_d_labels = True
        tags.target_tags.single_output = False
        tags.target_tags.multi_output = True
        return tags


def _read(X: Any, y: Any) -> Labels:
    """Read labels, as many as there are rows."""
    if y is None:
        raise ValueError("This estimator requires y to be passed, but the target y is None.")
    labels = Labels.of(y)
    check_consistent_length(X, labels.matrix)
    return labels


def _array(names: list[Any]) -> Any:
    """Return labels as an array: of strings or numbers if all are, else of objects."""
    if len({type(name) for name in names}) == 1 and isinstance(names[0], str | int | float):
        return np.array(names)
    array = np.empty(len(names), dtype=object)
    array[:] = names
    return array
