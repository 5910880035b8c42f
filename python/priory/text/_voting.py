"""How the nearest texts vote: texts become rows, rows find neighbours, neighbours have a say."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np

from priory.neighbors import KNeighborsClassifier
from priory.neighbors._metrics import OF_STRINGS
from priory.neighbors._votes import checked_alpha
from priory.text._compared import Compared
from priory.text._kept import KeptTexts
from priory.text._wordless import WordlessWarning

__all__ = ["VOTING", "VotingTexts"]

VOTING = (
    "n_neighbors",
    "weights",
    "metric",
    "metric_params",
    "alpha",
    "projection",
    "random_state",
)


class VotingTexts(KeptTexts):
    """Kept texts, what follows from them when it is asked for, and their votes."""

    n_neighbors: int
    metric: Any
    alpha: Any
    projection: Any
    n_jobs: int | None

    @property
    def compares_words(self) -> bool:
        """Whether the metric compares words, and not the texts as they are."""
        return not callable(self.metric) and self.metric not in OF_STRINGS

    @property
    def n_words_(self) -> int:
        """The number of words in use."""
        return len(self._compared.words)

    def _warned(self, X: Any) -> Any:
        """Return the probabilities of texts, with a warning if some have no neighbours."""
        proba, wordless = self._judged(X)
        if len(wordless):
            warnings.warn(WordlessWarning(wordless), stacklevel=3)
        return proba

    def _judged(self, X: Any) -> tuple[Any, Any]:
        """Return the probabilities of texts, and the places of those without neighbours."""
        rows, wordless = self._rows(X)
        voters = None if self._compared.is_wordless else self._asked_voters()
        proba = np.empty((rows.shape[0] + len(wordless), len(self.classes_)))
        is_near = np.ones(len(proba), dtype=bool)
        is_near[wordless] = False
        if voters is not None and rows.shape[0]:
            proba[is_near] = voters.predict_proba(rows)
        if len(wordless):
            proba[wordless] = self._shares()
        return proba, wordless

    def _rows(self, X: Any) -> tuple[Any, Any]:
        """Return rows of the texts that have words in use, and the places of those without."""
        self._check_classes()
        return self._compared.read(self._reader().texts(X))

    def _wordless(self) -> Any:
        """Return the places of the texts that were learned and are near to none."""
        self._check_classes()
        return np.setdiff1d(np.arange(len(self.texts_)), self._compared.places)

    def _shares(self) -> Any:
        """Return the share of each class: all texts vote."""
        n_classes = len(self.classes_)
        alpha = checked_alpha(self.alpha, n_classes)
        votes = np.bincount(self._codes, self.weights_, minlength=n_classes) + alpha
        if not votes.any():
            raise ValueError("all texts that were learned have weight 0: no class has a vote")
        return votes / votes.sum()

    @property
    def _compared(self) -> Compared:
        return self._derive("compared", lambda: Compared.of(self))

    @property
    def _voters(self) -> KNeighborsClassifier:
        return self._derive("voters", self._make_voters)

    def _asked_voters(self) -> KNeighborsClassifier:
        """Return those that vote, if there are as many as shall."""
        self._compared.check(self.n_neighbors)
        return self._voters

    def _make_voters(self) -> KNeighborsClassifier:
        compared, places = self._compared, self._compared.places
        parameters = {name: getattr(self, name) for name in VOTING}
        voters = KNeighborsClassifier(**parameters, algorithm="brute", n_jobs=self.n_jobs)
        return voters.partial_fit(
            compared.rows,
            self._codes[places],
            classes=np.arange(len(self.classes_)),
            sample_weight=self.weights_[places],
        )

    def _shared_words(self, row: Any, indices: Any) -> list[dict[str, float]]:
        """Return what the words that a text shares with its neighbours add to the cosine."""
        if self.metric != "cosine" or self.projection is not None:
            return [{} for _ in indices]
        words = self._derive("words", lambda: self._compared.words)
        shared = []
        for index in indices:
            both = row.multiply(self._compared.rows[[index]]).tocsr()
            order = np.lexsort((both.indices, -both.data))
            pairs = zip(words[both.indices[order]], both.data[order].tolist(), strict=True)
            shared.append(dict(pairs))
        return shared
