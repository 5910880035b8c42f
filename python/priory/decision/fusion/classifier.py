"""FusionClassifier: naive Bayes fusion of classifiers of different features."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from sklearn.base import ClassifierMixin
from sklearn.exceptions import NotFittedError
from sklearn.utils import get_tags

from priory.decision._posterior import log_posterior
from priory.decision.fusion._learning import Learning
from priory.decision.fusion._sources import read_weights, views
from priory.naive_bayes.scores.posterior import most_probable, normalized

if TYPE_CHECKING:
    from priory.decision.fusion._fitted import Fitted

__all__ = ["FusionClassifier"]

REMEDY = "give contradicting sources less weight, or smooth them"


class FusionClassifier(ClassifierMixin, Learning):
    """Classifiers of different features of the same cases, combined by the rule of Bayes.

    A posterior divided by its prior is the likelihood of what its source saw. If the sources are
    independent given the class, their likelihoods multiply, and so the logarithm of the fused
    posterior is, up to a constant,

        log P(c) + sum over sources k of w_k (log P_k(c|x_k) - log P_k(c)).

    Sources with a prior, an order and a choice of classes of their own can be fused, as each has
    its own divided out. A source says nothing about a row of which it sees nothing, and nothing
    about a class that it does not know: such a class is to it as likely as the others on average.

    Parameters
    ----------
    estimators : list of tuples
        The sources: either ``(name, classifier, columns)`` each, of one table, with columns as
        scikit-learn's ColumnTransformer takes them; or ``(name, classifier)`` each, and X is a
        dict of rows by these names. Those that are all fitted can be used without `fit`, which
        trains a clone of each; one in a `FrozenEstimator` it keeps.
    weights : array-like of shape (n_sources,) or (n_samples, n_sources), or dict, default=None
        How much the evidence of each source counts, by default 1: less for sources that repeat
        what others say, 0 for one that is left out. A dict has numbers, or a number a row, by
        name. It may change after fit, and be given for one prediction.
    prior : array-like of shape (n_classes,) or dict, default=None
        The prior of what is predicted, in the order of `classes_` or by class. By default that of
        the sources, if all have the same, else the shares of the labels in `fit`. Without `fit`,
        sources of different priors need it.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        The labels of all sources.
    class_log_prior_ : ndarray of shape (n_classes,)
        The logarithms of the prior that is used.
    named_estimators_ : dict
        The fitted classifiers by name.

    See Also
    --------
    MixedNB : One Naive Bayes model of columns of different kinds.
    PriorShiftClassifier : Tells the prior of a fitted classifier that does not.

    Examples
    --------
    >>> import numpy as np
    >>> from priory import FusionClassifier, GaussianNB
    >>> X = np.array([[0.0, 5.0], [1.0, 6.0], [3.0, 8.0], [4.0, 9.0]])
    >>> model = FusionClassifier([("pulse", GaussianNB(), [0]), ("blood", GaussianNB(), [1])])
    >>> model = model.fit(X, ["well", "well", "ill", "ill"])
    >>> model.predict([[0.5, 5.5], [3.0, np.nan]])
    array(['well', 'ill'], dtype='<U4')
    >>> model.contributions([[3.0, np.nan]]).round(2)
    array([[[  0.69, -11.31],
            [  0.  ,   0.  ]]])
    """

    _parameter_constraints: dict[str, Any] = {  # noqa: RUF012 (scikit-learn's protocol)
        "estimators": [list],
        "weights": ["array-like", dict, None],
        "prior": ["array-like", dict, None],
    }

    def __init__(self, estimators: Any, *, weights: Any = None, prior: Any = None) -> None:
        self.estimators = estimators
        self.weights = weights
        self.prior = prior

    @property
    def classes_(self) -> Any:
        """The labels of all sources."""
        try:
            return self._fitted.classes
        except NotFittedError as unfitted:
            raise AttributeError(str(unfitted)) from unfitted

    @property
    def class_log_prior_(self) -> Any:
        """The logarithms of the prior that is used."""
        return self._fitted.log_prior(self.prior)

    def contributions(self, X: Any, *, weights: Any = None) -> Any:
        """Return what each source adds to the log score of each class.

        Parameters
        ----------
        X : table of shape (n_samples, n_features), or dict of rows by source
            The features.
        weights : array-like or dict, default=None
            In place of the weights of the model.

        Returns
        -------
        ndarray of shape (n_samples, n_sources, n_classes)
            Their sum over the sources and `class_log_prior_` is the log of the posterior, up to
            a constant for each row.
        """
        fitted, given = self._fitted, self.weights if weights is None else weights
        classes, seen = fitted.classes, views(self, fitted.sources, X)
        weight = read_weights(given, fitted.names, len(seen[0].present))
        terms = np.zeros((len(weight), len(seen), len(classes)))
        for place, view in enumerate(seen):
            asked = view.present & (weight[:, place] > 0)
            if asked.any():
                evidence = _evidence(fitted, place, view.rows(asked), classes)
                terms[asked, place] = weight[asked, place, np.newaxis] * evidence
        return terms

    def _log_scores(self, X: Any, weights: Any) -> Any:
        terms = self.contributions(X, weights=weights)
        return self.class_log_prior_ + terms.sum(axis=1)

    def predict(self, X: Any, *, weights: Any = None) -> Any:
        """Return the most probable label of each row.

        Parameters
        ----------
        X : table of shape (n_samples, n_features), or dict of rows by source
            The features.
        weights : array-like or dict, default=None
            In place of the weights of the model.

        Returns
        -------
        ndarray of shape (n_samples,)
        """
        places = most_probable(self._log_scores(X, weights), REMEDY)
        return self.classes_[places]

    def predict_log_proba(self, X: Any, *, weights: Any = None) -> Any:
        """Return log P(c|x) for each row and each class c.

        Parameters
        ----------
        X : table of shape (n_samples, n_features), or dict of rows by source
            The features.
        weights : array-like or dict, default=None
            In place of the weights of the model.

        Returns
        -------
        ndarray of shape (n_samples, n_classes)
        """
        return normalized(self._log_scores(X, weights))

    def predict_proba(self, X: Any, *, weights: Any = None) -> Any:
        """Return P(c|x) for each row and each class c.

        Parameters
        ----------
        X : table of shape (n_samples, n_features), or dict of rows by source
            The features.
        weights : array-like or dict, default=None
            In place of the weights of the model.

        Returns
        -------
        ndarray of shape (n_samples, n_classes)
        """
        return np.exp(self.predict_log_proba(X, weights=weights))

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        inner = [get_tags(estimator) for _, estimator in self._named_estimators]
        tags.input_tags.sparse = all(one.input_tags.sparse for one in inner)
        tags.input_tags.allow_nan = all(one.input_tags.allow_nan for one in inner)
        tags.classifier_tags.multi_class = all(one.classifier_tags.multi_class for one in inner)
        return tags


def _evidence(fitted: Fitted, place: int, rows: Any, classes: Any) -> Any:
    """Return log P(c|x) - log P(c) of one source, 0 for classes that it does not know."""
    model = fitted.models[place]
    prior, logs = fitted.log_prior_of_source(place), log_posterior(model, rows)
    known = np.isfinite(prior)
    evidence = np.zeros((len(logs), len(classes)))
    columns = np.searchsorted(classes, np.asarray(model.classes_)[known])
    evidence[:, columns] = logs[:, known] - prior[known]
    return evidence
