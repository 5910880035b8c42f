"""How the nearest texts vote: texts become rows, rows find neighbours, neighbours have a say."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from priory._memo import frozen
from priory.neighbors import KNeighborsClassifier
from priory.neighbors._votes import checked_alpha
from priory.text._compared import Compared
from priory.text._reader import Reader
from priory.text._specification import Specification
from priory.text._wordless import wordless_rows
from priory.text.neighbor_explanation import TextNeighborsExplanation

if TYPE_CHECKING:
    from priory.neighbors._examples import Examples

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
    """What follows from kept texts and parameters, computed when it is first asked for, and kept.

    Parameters
    ----------
    examples : Examples
        The texts.
    model : TextNeighbors
        One that has learned nothing, with the parameters. Like the texts they never change.
    """

    def __init__(self, examples: Examples, model: Any) -> None:
        self.examples, self._model = examples, model

    @property
    def classes(self) -> Any:
        """The labels."""
        return self.examples.targets.classes[0]

    @property
    def codes(self) -> Any:
        """The place of each text's label among the classes."""
        return self.examples.kept.all().targets[:, 0]

    @cached_property
    def reader(self) -> Reader:
        """What reads texts, if it still makes the words that were learned."""
        reader = Reader.of(self._model)
        if Specification.of(reader) != self.examples.frame.specification:
            raise ValueError("the parameters that make words have changed since fit: fit again")
        return reader

    @cached_property
    def compared(self) -> Compared:
        """The texts as the metric compares them."""
        return Compared.of(self.examples.kept.all().rows, self._model)

    @cached_property
    def _words(self) -> Any:
        return frozen(self.compared.words)

    @cached_property
    def _voters(self) -> KNeighborsClassifier:
        """The texts that can be near to others, to be searched."""
        batch, compared = self.examples.kept.all(), self.compared
        parameters = {name: getattr(self._model, name) for name in VOTING}
        voters = KNeighborsClassifier(**parameters, algorithm="brute", n_jobs=self._model.n_jobs)
        return voters.partial_fit(
            compared.rows,
            self.codes[compared.places],
            classes=np.arange(len(self.classes)),
            sample_weight=batch.weights[compared.places],
        )

    def _asked_voters(self) -> KNeighborsClassifier:
        """Return those that vote, if there are as many as shall."""
        self.compared.check(self._model.n_neighbors)
        return self._voters

    def _rows(self, X: Any) -> tuple[Any, Any]:
        """Return rows of the texts that have words in use, and the places of those without."""
        self._refuse_no_classes()
        texts = self.reader.texts(X)
        return self.compared.read(texts)

    def _refuse_no_classes(self) -> None:
        if len(self.classes) == 0:
            raise ValueError("everything was forgotten: there is no class to predict; fit again")

    def judge(self, X: Any) -> tuple[Any, Any]:
        """Return the probabilities of texts, and the places of those without neighbours."""
        rows, wordless = self._rows(X)
        voters = None if self.compared.is_wordless else self._asked_voters()
        proba = np.empty((rows.shape[0] + len(wordless), len(self.classes)))
        is_near = np.ones(len(proba), dtype=bool)
        is_near[wordless] = False
        if voters is not None and rows.shape[0]:
            proba[is_near] = voters.predict_proba(rows)
        if len(wordless):
            proba[wordless] = self._shares()
        return proba, wordless

    def nearest(self, X: Any, n_neighbors: int | None) -> tuple[Any, Any]:
        """Return the distances and the places of the texts that are nearest to each text."""
        rows, wordless = (None, self._wordless()) if X is None else self._rows(X)
        if len(wordless):
            raise ValueError(f"{wordless_rows(wordless)}; leave it out")
        k = self._model.n_neighbors if n_neighbors is None else n_neighbors
        self.compared.check(k, without_self=rows is None)
        distances, found = np.empty((0, k)), np.empty((0, k), dtype=np.int64)
        if rows is None or rows.shape[0]:
            distances, found = self._voters.kneighbors(rows, k)
        return distances, self.compared.places[found]

    def explain(self, text: Any) -> TextNeighborsExplanation:
        """Return because of which texts a text gets its label."""
        self._refuse_no_classes()
        (text,) = self.reader.texts([text])
        rows, wordless = self.compared.read([text])
        if len(wordless):
            return self._of_shares(text)
        (found,) = self._asked_voters().explain(rows)
        places = self.compared.places[found.indices]
        return TextNeighborsExplanation(
            self.classes,
            places,
            found.distances,
            self.classes[self.codes[places]],
            found.votes,
            found.prior,
            found.probabilities,
            text=text,
            texts=self.examples.kept.all().rows[places].tolist(),
            words=self._shared_words(rows, found.indices),
        )

    def _of_shares(self, text: Any) -> TextNeighborsExplanation:
        """Return why a text without a word in use gets its label: all texts vote."""
        nothing, none = np.array([]), np.array([], dtype=np.int64)
        shares, labels = self._shares(), self.classes[:0]
        return TextNeighborsExplanation(
            self.classes,
            none,
            nothing,
            labels,
            nothing,
            shares,
            shares.copy(),
            text=text,
            texts=[],
            words=[],
        )

    def _wordless(self) -> Any:
        """Return the places of the texts that were learned and are near to none."""
        self._refuse_no_classes()
        return np.setdiff1d(np.arange(len(self.examples)), self.compared.places)

    def _shares(self) -> Any:
        """Return the share of each class: all texts vote."""
        n_classes = len(self.classes)
        alpha = checked_alpha(self._model.alpha, n_classes)
        weights = self.examples.kept.all().weights
        votes = np.bincount(self.codes, weights, minlength=n_classes) + alpha
        if not votes.any():
            raise ValueError("all texts that were learned have weight 0: no class has a vote")
        return votes / votes.sum()

    def _shared_words(self, row: Any, indices: Any) -> list[dict[str, float]]:
        """Return what the words that a text shares with its neighbours add to the cosine."""
        if self._model.metric != "cosine" or self._model.projection is not None:
            return [{} for _ in indices]
        shared = []
        for index in indices:
            both = row.multiply(self.compared.rows[[index]]).tocsr()
            order = np.lexsort((both.indices, -both.data))
            pairs = zip(self._words[both.indices[order]], both.data[order].tolist(), strict=True)
            shared.append(dict(pairs))
        return shared
