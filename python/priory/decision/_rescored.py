"""Base class for adjusted log-posteriors: probabilities, labels and explanations from them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
from sklearn.frozen import FrozenEstimator
from sklearn.utils.metaestimators import available_if

from priory.decision.priors._frequencies import FrequencyTracker
from priory.decision.wrapper import Wrapper, explains, inner_of
from priory.naive_bayes.scores.posterior import most_probable, normalized

__all__ = ["Rescored", "shifted"]


def _adds_logarithms(wrapper: Any) -> bool:
    """Tell whether the classifier inside all others explains itself by a sum of logarithms."""
    model = inner_of(wrapper)
    while isinstance(model, Wrapper | FrozenEstimator):
        model = inner_of(model)
    if not hasattr(model, "predict_joint_log_proba"):
        raise AttributeError(
            f"{type(model).__name__} does not explain itself by additive log-probabilities, so a "
            "prior or temperature cannot be applied: call explain of the inner classifier"
        )
    return True


class Rescored(FrequencyTracker):
    """A wrapper that has scores of its own, the logarithms of what is proportional to P(c|x)."""

    _log_scores: Any
    _explained: Any  # what becomes of an explanation of the classifier inside
    _remedy: str  # where every class has probability 0

    def predict(self, X: Any) -> Any:
        """Return the most probable label of each row.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)
            The features, or whatever the classifier inside takes.

        Returns
        -------
        ndarray of shape (n_samples,)
        """
        places = most_probable(self._log_scores(X), self._remedy)
        return self.classes_[places]

    def predict_log_proba(self, X: Any) -> Any:
        """Return log P(c|x) for each row and each class c.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)
            The features, or whatever the classifier inside takes.

        Returns
        -------
        ndarray of shape (n_samples, n_classes)
        """
        return normalized(self._log_scores(X))

    def predict_proba(self, X: Any) -> Any:
        """Return P(c|x) for each row and each class c.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)
            The features, or whatever the classifier inside takes.

        Returns
        -------
        ndarray of shape (n_samples, n_classes)
        """
        return np.exp(self.predict_log_proba(X))

    @property
    def _is_sum(self) -> bool:
        """Whether the scores are a sum as those of the classifier inside are."""
        return True

    @available_if(lambda self: self._is_sum and explains(self) and _adds_logarithms(self))
    def explain(self, X: Any, **params: Any) -> Any:
        """Return what each feature says: the terms add up to the posteriors given here.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)
            The features, or whatever `explain` of the classifier inside takes.
        **params : dict
            What else it takes.

        Returns
        -------
        list of Explanation
            As the classifier inside returns it: an explanation for each row, or one of a text.
        """
        explained = self._model.explain(X, **params)
        if isinstance(explained, list):
            return [self._explained(one) for one in explained]
        return self._explained(explained)


def shifted(explanation: Any, shift: Any) -> Any:
    """Add to the prior of each class; words stay in the order of what they say for the best."""
    moved = replace(explanation, prior=explanation.prior + shift)
    if not hasattr(explanation, "text"):  # whose features are in the order of the columns
        return moved
    best, *others = np.argsort(-moved.joint_log_proba, kind="stable")
    against = moved.contributions[:, others[0]] if others else 0.0
    with np.errstate(invalid="ignore"):
        margins = np.nan_to_num(against - moved.contributions[:, best], nan=0.0)
    order = np.argsort(margins, kind="stable")
    names = ("features", "values", "contributions")
    return replace(moved, **{name: getattr(moved, name)[order] for name in names})
