"""Predictions of a multilabel model, joined from those of each label."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from priory.errors import InputError

if TYPE_CHECKING:
    from priory.naive_bayes.scores.explanation import Explanation

__all__ = ["LabelAnswers"]


class LabelAnswers:
    """A model that has `models_`, each of which says whether a row bears a label."""

    _derived: Any

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
        return np.column_stack(self._asked("predict", X)).astype(np.int64)

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
        borne = self.predict(X)
        names = list(self._derived().models)
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
        return np.column_stack([answer[:, 1] for answer in self._asked("predict_proba", X)])

    def predict_log_proba(self, X: Any) -> Any:
        """Return the logarithm of the probability of each label for each row.

        Parameters
        ----------
        X : {array-like, sparse matrix, data frame} of shape (n_samples, n_features)
            The features.

        Returns
        -------
        ndarray of shape (n_samples, n_labels)
        """
        return np.column_stack([answer[:, 1] for answer in self._asked("predict_log_proba", X)])

    def predict_joint_log_proba(self, X: Any) -> Any:
        """Return log P(x, the label is absent) and log P(x, the label is there) for each label.

        Parameters
        ----------
        X : {array-like, sparse matrix, data frame} of shape (n_samples, n_features)
            The features.

        Returns
        -------
        ndarray of shape (n_samples, n_labels, 2)
        """
        return np.stack(self._asked("predict_joint_log_proba", X), axis=1)

    def explain(self, X: Any) -> list[dict[Any, Explanation]]:
        """Return what each feature says for and against each label.

        Parameters
        ----------
        X : {array-like, sparse matrix, data frame} of shape (n_samples, n_features)
            The features.

        Returns
        -------
        list of dict from label to Explanation
            One a row. The classes of an explanation are False and True, and its terms add up to
            `predict_joint_log_proba`.
        """
        rows = zip(*self._asked("explain", X), strict=True)
        return [dict(zip(self._derived().models, row, strict=True)) for row in rows]

    def _asked(self, verb: str, X: Any) -> list[Any]:
        """Return the answers of all models."""
        models = self._derived().models
        if not models:
            raise InputError(
                "there is no label to predict",
                code="no-classes",
                remedy="fit on rows of which at least one has a label",
            )
        return [getattr(model, verb)(X) for model in models.values()]
