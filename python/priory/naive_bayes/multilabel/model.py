"""MultiLabelNB: multilabel classification by binary relevance."""

from __future__ import annotations

from typing import Any, Self

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.utils.validation import check_consistent_length

from priory._learner import Learner
from priory._naming import a
from priory.errors import InputError, InputTypeError
from priory.naive_bayes._base import NaiveBayes
from priory.naive_bayes.bernoulli import BernoulliNB
from priory.naive_bayes.multilabel.answers import LabelAnswers
from priory.naive_bayes.multilabel.labels import Labels, as_array
from priory.naive_bayes.multilabel.models import LabelModels

__all__ = ["MultiLabelNB"]


class MultiLabelNB(LabelAnswers, Learner, ClassifierMixin, BaseEstimator):
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

    Notes
    -----
    The labels that `fit` and its like take are a collection of labels for each row, or a matrix of
    zeros and ones of shape (n_samples, n_labels), an array, sparse, or a data frame, with a column
    for each label. Lists of numbers are rows of a matrix, and lists of anything else are sets. The
    ``classes`` of `partial_fit` are labels that have columns from the start, and never leave; those
    of a matrix are its columns, anyway. A label that no row bears any more after `forget` leaves,
    unless it was declared or is a column of the matrix.

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
        "estimator": [NaiveBayes, None],
    }
    _counts: LabelModels

    def __init__(self, estimator: Any = None) -> None:
        self.estimator = estimator

    def _declared(self, classes: Any) -> list[Any]:
        return [] if classes is None else np.asarray(classes).tolist()

    def _first(self, X: Any, y: Any, declared: Any, sample_weight: Any) -> LabelModels:
        labels = _read(X, y)
        fresh = LabelModels.empty(self._family, labels)
        return fresh.learned(X, labels, declared or [], sample_weight, fit=declared is None)

    def _more(self, X: Any, y: Any, classes: Any, sample_weight: Any) -> LabelModels:
        known = self._derived()
        return known.learned(X, _read(X, y), self._declared(classes), sample_weight)

    def _without(self, X: Any, y: Any, sample_weight: Any) -> LabelModels:
        return self._derived().forgotten(X, _read(X, y), sample_weight)

    def _fitting(self, other: Any) -> LabelModels:
        if not isinstance(other, MultiLabelNB):
            raise InputTypeError(
                f"cannot merge {a(type(other).__name__)} into a MultiLabelNB",
                code="incompatible-merge",
                parameter="other",
                remedy="merge models of the same class",
            )
        self._derived()
        return other._derived()

    def _derive(self, counts: LabelModels) -> LabelModels:
        now, before = type(self._family).__name__, type(counts.base).__name__
        if now != before:
            raise InputError(
                f"estimator is a {now}, and was a {before} in fit",
                code="changed-parameter",
                parameter="estimator",
                remedy="fit again",
            )
        return counts

    @property
    def classes_(self) -> Any:
        """The labels, in the order of the columns of answers."""
        return as_array(list(self.models_))

    @property
    def models_(self) -> dict[Any, Any]:
        """The model of each label, whose classes are False and True."""
        self._check_is_fitted()
        return self._counts.models

    @property
    def base_(self) -> Any:
        """The model of all rows, as if none bore a label."""
        self._check_is_fitted()
        return self._counts.base

    @property
    def counts_(self) -> dict[Any, Any]:
        """All that was learned: the counts of the model of each label."""
        return {label: model.counts_ for label, model in self.models_.items()}

    @property
    def n_features_in_(self) -> int:
        """The number of features."""
        return int(self.base_.n_features_in_)

    @property
    def feature_names_in_(self) -> Any:
        """The names of the features, if they have names."""
        return self.base_.feature_names_in_

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
        known, labels = self._derived(), _read(X, y)
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
            self._counts.set_params(new)
        return self

    def _params_of_models(self) -> dict[str, Any]:
        """Return the parameters of the family, if there are models of it."""
        of_models = "_counts" in self.__dict__ and type(self._family) is type(self.base_)
        return dict(self._family.get_params()) if of_models else {}

    @property
    def _family(self) -> Any:
        return BernoulliNB() if self.estimator is None else self.estimator

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
