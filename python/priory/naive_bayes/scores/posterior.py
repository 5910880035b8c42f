"""Posterior probabilities and labels from joint log-probabilities; 0/0 is NaN."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np

from priory import _core
from priory._learner import Learner
from priory._naming import named_rows
from priory.errors import InputError

__all__ = ["Posterior", "most_probable", "normalized"]


class Posterior(Learner):
    """A model with joint log-probabilities, and what is predicted from them."""

    classes_: Any
    predict_joint_log_proba: Any
    _remedy = "smooth the counts with estimate='mean' and alpha > 0"  # where nothing is known

    def predict(self, X: Any) -> Any:
        """Return the most probable label of each row of ``X``.

        Parameters
        ----------
        X
            What is to be classified, of the kind that `fit` took.

        Returns
        -------
        ndarray of shape (n_samples,)
            If every class has probability 0, there is no answer: that is an error.
        """
        scores = self.predict_joint_log_proba(X)
        return self.classes_[most_probable(scores, self._remedy)]

    def predict_proba(self, X: Any) -> Any:
        """Return the posterior probability of each class for each row of ``X``.

        Parameters
        ----------
        X
            What is to be classified, of the kind that `fit` took.

        Returns
        -------
        ndarray of shape (n_samples, n_classes)
            A row is NaN, with a warning, if every class has probability 0: 0/0 is not known.
        """
        return np.exp(normalized(self.predict_joint_log_proba(X)))

    def predict_log_proba(self, X: Any) -> Any:
        """Return the logarithm of the posterior probability of each class for each row of ``X``.

        Parameters
        ----------
        X
            What is to be classified, of the kind that `fit` took.

        Returns
        -------
        ndarray of shape (n_samples, n_classes)
        """
        return normalized(self.predict_joint_log_proba(X))

    def _refuse_no_classes(self) -> None:
        if len(self.classes_) == 0:
            raise InputError(
                "everything was forgotten, so there is no class to predict",
                code="no-classes",
                remedy="fit again",
            )


def normalized(scores: Any) -> Any:
    """Divide by the sum over the classes, in log space; 0/0 is NaN, with a warning."""
    known = scores
    with np.errstate(invalid="ignore"):
        # From the largest: what long documents have in common would cost digits of the difference.
        best = (np.arange(len(scores)), scores.argmax(axis=1))
        scores = scores - scores[best][:, np.newaxis]
        others = np.exp(scores)
        others[best] -= 1.0  # the largest is 1: log1p keeps what is small beside it
        log_proba = scores - np.log1p(others.sum(axis=1, keepdims=True))
    if np.isnan(log_proba).any():
        undecided = np.flatnonzero(np.isnan(log_proba).any(axis=1))
        warnings.warn(
            f"{named_rows(undecided)}: {_why(known[undecided[0]])}, so the posterior is 0/0: NaN",
            RuntimeWarning,
            stacklevel=3,
        )
    return log_proba


def most_probable(scores: Any, remedy: str) -> Any:
    """Return the place of the largest score of each row; there must be one."""
    places = _core.most_probable(np.ascontiguousarray(scores).reshape(-1), scores.shape[1])
    undecided = np.flatnonzero(places < 0)
    if len(undecided):
        raise InputError(
            f"{_why(scores[undecided[0]])}, so the posterior is 0/0",
            code="no-answer",
            place=named_rows(undecided),
            parameter="X",
            remedy=remedy,
        )
    return places


def _why(scores: Any) -> str:
    """Say why a row has no answer."""
    if np.isnan(scores).any():
        return "a class has learned nothing to judge by"
    return "every class has probability 0"
