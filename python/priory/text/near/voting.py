"""Prediction of TextNeighbors: vectorize the texts, find their neighbours, count votes."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from priory.errors import InputError
from priory.neighbors import KNeighborsClassifier
from priory.neighbors._votes import checked_alpha
from priory.text._specified import reader_of
from priory.text.near.compared import Compared

if TYPE_CHECKING:
    from priory.neighbors._examples import Examples
    from priory.neighbors._training_rows import TrainingRows
    from priory.text._reader import Reader

__all__ = ["VOTING", "Voting"]

VOTING = (
    "n_neighbors",
    "weights",
    "metric",
    "metric_params",
    "alpha",
    "projection",
    "random_state",
)


class Voting:
    """What follows from kept texts and the parameters of a model.

    Parameters
    ----------
    examples : Examples
        What was learned.
    parameters : object
        The parameters of the model as they are now, by name.
    """

    def __init__(self, examples: Examples, parameters: Any) -> None:
        self._examples, self._parameters = examples, parameters
        (self.classes,) = examples.targets.classes

    @cached_property
    def _batch(self) -> TrainingRows:
        """The texts with their labels and weights, which are put together if they have to be."""
        return self._examples.kept.all()

    @property
    def texts(self) -> Any:
        """The texts that were learned."""
        return self._batch.rows

    @property
    def _codes(self) -> Any:
        return self._batch.targets[:, 0]

    @cached_property
    def reader(self) -> Reader:
        """The way from texts to words."""
        return reader_of(self._parameters, self._examples.frame)

    @cached_property
    def compared(self) -> Compared:
        """The texts as the metric compares them."""
        return Compared.of(self.texts, self._parameters)

    @cached_property
    def words(self) -> Any:
        """The words in use."""
        return self.compared.words

    @cached_property
    def voters(self) -> KNeighborsClassifier:
        """The texts that can be near to others, as rows with labels."""
        places = self.compared.places
        parameters = {name: getattr(self._parameters, name) for name in VOTING}
        n_jobs = self._parameters.n_jobs
        voters = KNeighborsClassifier(**parameters, algorithm="brute", n_jobs=n_jobs)
        return voters.partial_fit(
            self.compared.rows,
            self._codes[places],
            classes=np.arange(len(self.classes)),
            sample_weight=self._batch.weights[places],
        )

    def asked_voters(self) -> KNeighborsClassifier:
        """Return those that vote, if there are as many as shall."""
        self.compared.check(self._parameters.n_neighbors)
        return self.voters

    def rows(self, X: Any) -> tuple[Any, Any]:
        """Return rows of the texts that have words in use, and the places of those without."""
        return self.compared.read(self.reader.texts(X))

    def wordless(self) -> Any:
        """Return the places of the texts that were learned and are near to none."""
        return np.setdiff1d(np.arange(len(self.texts)), self.compared.places)

    def labels(self, places: Any) -> Any:
        """Return the labels of some of the texts that were learned."""
        return self.classes[self._codes[places]]

    def judge(self, X: Any) -> tuple[Any, Any]:
        """Return the probabilities of texts, and the places of those without neighbours."""
        rows, wordless = self.rows(X)
        voters = None if self.compared.is_wordless else self.asked_voters()
        proba = np.empty((rows.shape[0] + len(wordless), len(self.classes)))
        is_near = np.ones(len(proba), dtype=bool)
        is_near[wordless] = False
        if voters is not None and rows.shape[0]:
            proba[is_near] = voters.predict_proba(rows)
        if len(wordless):
            proba[wordless] = self.shares()
        return proba, wordless

    def shares(self) -> Any:
        """Return the share of each class: all texts vote."""
        n_classes = len(self.classes)
        alpha = checked_alpha(self._parameters.alpha, n_classes)
        votes = np.bincount(self._codes, self._batch.weights, minlength=n_classes) + alpha
        if not votes.any():
            raise InputError(
                "all learned texts have weight 0, so no class has a vote",
                code="zero-weight",
                parameter="sample_weight",
            )
        return votes / votes.sum()

    def shared_words(self, row: Any, indices: Any) -> list[dict[str, float]]:
        """Return what the words that a text shares with its neighbours add to the cosine."""
        if self._parameters.metric != "cosine" or self._parameters.projection is not None:
            return [{} for _ in indices]
        shared = []
        for index in indices:
            both = row.multiply(self.compared.rows[[index]]).tocsr()
            order = np.lexsort((both.indices, -both.data))
            pairs = zip(self.words[both.indices[order]], both.data[order].tolist(), strict=True)
            shared.append(dict(pairs))
        return shared
