"""scikit-learn's way from texts to labels: a vectorizer and a classifier, kept in a pickle."""

from __future__ import annotations

import pickle
from typing import TYPE_CHECKING, Any, Self

from sklearn.feature_extraction.text import CountVectorizer
from sklearn.naive_bayes import MultinomialNB

if TYPE_CHECKING:
    from pathlib import Path


class TextClassifier:
    """What a user of scikit-learn writes in the place of Priory's class."""

    def __init__(self) -> None:
        self.vectorizer, self.model = CountVectorizer(), MultinomialNB()

    @property
    def classes_(self) -> Any:
        """The labels."""
        return self.model.classes_

    def fit(self, X: list[str], y: list[str]) -> Self:
        """Learn from labelled texts."""
        self.model.fit(self.vectorizer.fit_transform(X), y)
        return self

    def predict(self, X: list[str]) -> Any:
        """Return the most probable label of each text."""
        return self.model.predict(self.vectorizer.transform(X))

    def predict_joint_log_proba(self, X: list[str]) -> Any:
        """Return the joint log-probability of each text and each class."""
        return self.model.predict_joint_log_proba(self.vectorizer.transform(X))

    def save(self, file: Path) -> None:
        """Write a pickle."""
        file.write_bytes(pickle.dumps(self, protocol=5))

    @classmethod
    def load(cls, file: Path) -> Any:
        """Read a pickle."""
        return pickle.loads(file.read_bytes())  # noqa: S301 - written by this program a moment ago
