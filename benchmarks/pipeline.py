"""scikit-learn's way from texts to labels: a vectorizer and a classifier, kept in a pickle."""

from __future__ import annotations

import pickle
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple, Self

import numpy as np
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.naive_bayes import MultinomialNB

if TYPE_CHECKING:
    from pathlib import Path


class Explanation(NamedTuple):
    """What is read of an explanation: here it was made at once."""

    evidence: list[tuple[str, Any]]


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
        self.__dict__.pop("names", None)
        return self

    def predict(self, X: list[str]) -> Any:
        """Return the most probable label of each text."""
        return self.model.predict(self.vectorizer.transform(X))

    def predict_joint_log_proba(self, X: list[str]) -> Any:
        """Return the joint log-probability of each text and each class."""
        return self.model.predict_joint_log_proba(self.vectorizer.transform(X))

    def explain(self, text: str) -> Explanation:
        """Return what each word of a text adds to each class, the best class's words first."""
        row = self.vectorizer.transform([text])
        terms = row.data[:, np.newaxis] * self.model.feature_log_prob_.T[row.indices]
        scores = self.model.class_log_prior_ + terms.sum(axis=0)
        following, best = np.argsort(scores)[-2:]
        order = np.argsort(terms[:, following] - terms[:, best], kind="stable")
        return Explanation(list(zip(self.names[row.indices][order], terms[order], strict=True)))

    @cached_property
    def names(self) -> Any:
        """The words, which take long to list, so that whoever explains much keeps them."""
        return self.vectorizer.get_feature_names_out()

    def save(self, file: Path) -> None:
        """Write a pickle."""
        file.write_bytes(pickle.dumps(self, protocol=5))

    @classmethod
    def load(cls, file: Path) -> Any:
        """Read a pickle."""
        return pickle.loads(file.read_bytes())  # noqa: S301 - written by this program a moment ago
