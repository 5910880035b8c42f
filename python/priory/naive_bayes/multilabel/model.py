"""MultiLabelNB: a row may bear several labels, and each is a question of its own."""

from __future__ import annotations

from typing import Any, Self

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.utils.validation import check_consistent_length, check_is_fitted

from priory.naive_bayes._base import NaiveBayes
from priory.naive_bayes.bernoulli import BernoulliNB
from priory.naive_bayes.mixed.model import MixedNB
from priory.naive_bayes.multilabel.answers import LabelAnswers
from priory.naive_bayes.multilabel.labels import Labels, as_array
from priory.naive_bayes.multilabel.models import LabelModels

__all__ = ["MultiLabelNB"]


class MultiLabelNB(LabelAnswers, ClassifierMixin, BaseEstimator):
    """Several labels a row: for each label a model of the rows with it and without it.

    Learning adds, forgetting subtracts, merging adds two, as in the family that is used. A label
    that appears later is learned as if it had always been known: one more model learns all rows as
    bearing no label, and is where the model of a new label begins.

    Parameters
    ----------
    estimator : NaiveBayes or MixedNB, default=None
        The family: any of priory's. None is ``BernoulliNB()``. Its parameters may change after fit,
        by ``set_params(estimator__alpha=...)``, without fitting again.
        ``class_weight="balanced"`` balances each label that `fit` meets, and none that comes later.

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
        "estimator": [NaiveBayes, MixedNB, None],
    }
    classes_: Any
    models_: dict[Any, Any]
    base_: Any
    _labelled: LabelModels

    def __init__(self, estimator: Any = None) -> None:
        self.estimator = estimator

    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> Self:
        """Learn from labelled rows, and from nothing before them.

        Parameters
        ----------
        X : {array-like, sparse matrix, data frame} of shape (n_samples, n_features)
            The features, of any kind that the family takes.
        y : sequence of collections, or matrix of shape (n_samples, n_labels)
            A set of labels for each row; or a matrix of zeros and ones, an array, sparse, or a data
            frame, with a column for each label. Lists of numbers are rows of a matrix, and lists
            of anything else are sets.
        sample_weight : array-like of shape (n_samples,), default=None
            How often each row counts.

        Returns
        -------
        self
        """
        return self._begin(X, y, [], sample_weight, fit=True)

    def partial_fit(self, X: Any, y: Any, classes: Any = None, sample_weight: Any = None) -> Self:
        """Learn from more labelled rows.

        Parameters
        ----------
        X : {array-like, sparse matrix, data frame} of shape (n_samples, n_features)
            The features.
        y : sequence of collections, or matrix of shape (n_samples, n_labels)
            The labels, of the kind of the first call. A label never seen before is learned, too.
        classes : array-like of shape (n_labels,), default=None
            Labels that are expected: they have columns from the start, and never leave. Those of a
            matrix are its columns, anyway.
        sample_weight : array-like of shape (n_samples,), default=None
            How often each row counts.

        Returns
        -------
        self
        """
        declared = [] if classes is None else np.asarray(classes).tolist()
        if "models_" not in self.__dict__:
            return self._begin(X, y, declared, sample_weight)
        return self._keep(self._known().learned(X, _read(X, y), declared, sample_weight))

    def _begin(
        self, X: Any, y: Any, declared: list[Any], sample_weight: Any, *, fit: bool = False
    ) -> Self:
        self._validate_params()
        labels = _read(X, y)
        fresh = LabelModels.empty(self._family, labels)
        return self._keep(fresh.learned(X, labels, declared, sample_weight, fit=fit))

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
        return self._keep(self._known().forgotten(X, _read(X, y), sample_weight))

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
        known = self._known()
        if not isinstance(other, MultiLabelNB):
            raise TypeError(f"a MultiLabelNB cannot merge a {type(other).__name__}")
        return self._keep(known.merged(other._known()))

    def score(self, X: Any, y: Any, sample_weight: Any = None) -> float:
        """Return the share of the rows of which all labels are predicted, and no others.

        Parameters
        ----------
        X : {array-like, sparse matrix, data frame} of shape (n_samples, n_features)
            The features.
        y : sequence of collections, or matrix of shape (n_samples, n_labels)
            The labels, of the kind that was learned.
        sample_weight : array-like of shape (n_samples,), default=None
            How often each row counts.

        Returns
        -------
        float
        """
        known, labels = self._known(), _read(X, y)
        known.check(labels)
        right = (self.predict(X) == labels.columns(known.models)).all(axis=1)
        right &= ~labels.columns(set(labels.names) - known.models.keys()).any(axis=1)
        return float(np.average(right, weights=sample_weight))

    def set_params(self, **params: Any) -> Self:
        """Set parameters, those of the family as ``estimator__parameter``.

        They take effect without fitting again, as far as they do not change what is counted.
        """
        family, had = self._family, self._params_of_models()
        super().set_params(**params)
        now = self._params_of_models()
        asked = {key.removeprefix("estimator__") for key in params}
        those = now if self._family is not family else asked & now.keys()
        # Only what is new: equal transformers of a MixedNB are not those of fit.
        if new := {key: now[key] for key in those if now[key] is not had.get(key, had)}:
            self._labelled.set_params(new)
        return self

    def _params_of_models(self) -> dict[str, Any]:
        """Return the parameters of the family, if there are models of it."""
        of_models = "models_" in self.__dict__ and type(self._family) is type(self.base_)
        return dict(self._family.get_params()) if of_models else {}

    @property
    def _family(self) -> Any:
        return BernoulliNB() if self.estimator is None else self.estimator

    def _known(self) -> LabelModels:
        """Return the models, if they are still of the family that is asked for."""
        check_is_fitted(self, "models_")
        now, before = type(self._family).__name__, type(self.base_).__name__
        if now != before:
            raise ValueError(f"estimator is a {now}, and was a {before} in fit: fit again")
        return self._labelled

    def _keep(self, labelled: LabelModels) -> Self:
        """Be these models, all at once."""
        base = labelled.base
        names = ("n_features_in_", "feature_names_in_")
        features = {name: getattr(base, name) for name in names if hasattr(base, name)}
        self.__dict__.update(
            classes_=as_array(list(labelled.models)),
            models_=labelled.models,
            base_=base,
            _labelled=labelled,
            **features,
        )
        return self

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags = self._family.__sklearn_tags__().input_tags
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
    labels = Labels.of(y)
    check_consistent_length(X, labels)
    return labels
