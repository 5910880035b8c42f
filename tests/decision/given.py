"""Classifiers whose probabilities are given: the rows are what they answer."""

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin


class Given(ClassifierMixin, BaseEstimator):
    """A classifier that answers the rows."""

    def __init__(self, classes):
        self.classes = classes

    @property
    def classes_(self):
        """The labels."""
        return np.array(list(self.classes))

    def __sklearn_is_fitted__(self):
        return True

    def fit(self, X, y):
        """Learn nothing."""
        del X, y
        return self

    def predict_proba(self, X):
        """Return the rows."""
        return np.array(X, dtype=float)


class GivenLogs(Given):
    """A classifier that answers the rows as logarithms."""

    def predict_proba(self, X):
        """Return what the rows are the logarithms of."""
        return np.exp(X)

    def predict_log_proba(self, X):
        """Return the rows."""
        return np.array(X, dtype=float)
