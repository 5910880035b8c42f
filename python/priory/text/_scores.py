"""What a text model says of texts, and why: by all of its words, or by the few that are asked."""

from __future__ import annotations

from collections import Counter
from itertools import compress
from typing import Any

import numpy as np

from priory.naive_bayes.scores.explanation import joint_log_proba
from priory.text._scorer import Scorer
from priory.text._words import KnownWords
from priory.text.explanation import TextExplanation

__all__ = ["TextScores"]

# A mapped model predicts texts from the counts of their words alone, without being read whole,
# until it was asked for as many letters as it has words: by then reading it would have been as
# cheap. Asking costs as much as reading so many letters.
LETTERS_OF_A_TEXT = 1000


class TextScores(KnownWords):
    """Texts become joint log-probabilities, and these are explained."""

    _derived: dict[str, Any]
    _derive: Any
    _reader: Any

    def predict_joint_log_proba(self, X: Any) -> Any:
        """Return log P(text, class) for each text and each class.

        Parameters
        ----------
        X : iterable of str or bytes
            The texts.

        Returns
        -------
        ndarray of shape (n_texts, n_classes)
        """
        self._check_classes()
        if self._are_few(X):
            return np.array([self._score_one(text) for text in X])
        return self._scorer.score(X, self._reader())

    def _are_few(self, X: Any) -> bool:
        """Whether so little text comes that a mapped model should not be read whole for it."""
        if (
            "scorer" in self._derived
            or not self.counts_.table.is_mapped
            or not isinstance(X, (list, tuple))
        ):
            return False
        wanted = bytes if self._reader().is_of_mail else str
        if not X or not all(type(text) is wanted for text in X):
            return False
        n_words = self.n_words_
        letters = sum(LETTERS_OF_A_TEXT + len(text) for text in X)
        asked = self._derived["asked"] = self._derived.get("asked", 0) + letters
        return asked < n_words

    def _score_one(self, text: str | bytes) -> Any:
        """Return the joint log-probabilities of a text, computed from the counts of its words."""
        *_, terms = self._looked_up(text)
        return joint_log_proba(self._events.prior, *terms)

    def _looked_up(self, text: str | bytes) -> tuple[list[str], Any, Any, tuple[Any, Any]]:
        """Return the words of a text, their places in the table, their counts, what they add.

        Each is looked up by itself, for a model that should not be read whole.
        """
        found = Counter(self._reader().tokens(text))
        where = self.counts_.table.find([*found])
        times = np.array([*found.values()], dtype=np.float64)
        is_known = (where >= 0) & self._in_use(where)
        where, times = where[is_known], times[is_known]
        words = list(compress(found, is_known.tolist()))
        return words, where, times, self._events.terms(where, times)

    def explain(self, text: str | bytes) -> TextExplanation:
        """Say what each word of a text adds to the joint log-probability of each class.

        Parameters
        ----------
        text : str or bytes
            One text.

        Returns
        -------
        TextExplanation
            Its terms add up to `predict_joint_log_proba`.

        Examples
        --------
        >>> from priory import TextClassifier
        >>> model = TextClassifier().fit(["buy now", "see you now"], ["spam", "ham"])
        >>> for word in model.explain("Buy, buy!").evidence:
        ...     print(word.word, word.count, word.places)
        buy 2 [(0, 3), (5, 8)]
        """
        self._check_classes()
        reader = self._reader()
        text = reader.text(text)
        few = self._are_few([text])
        found = self._looked_up(text) if few else self._scorer.explain(text, reader)
        prior, (words, where, times, (terms, absent)) = self._events.prior, found
        margins = _margins(terms, joint_log_proba(prior, terms, absent))
        # Of words that say the same, the first in the alphabet comes first; lexsort is slower.
        alphabet = np.argsort(where)
        order = alphabet[np.argsort(margins[alphabet], kind="stable")]
        return TextExplanation(
            self.counts_.classes,
            np.array(words, dtype=object)[order],
            times[order].astype(np.int64),
            terms[order],
            absent,
            prior,
            text=text,
            _reader=reader,
        )

    def _in_use(self, where: Any) -> Any:
        """Return whether each of some words is used."""
        places = self._events.places
        if len(places) == len(self.counts_.table):
            return np.ones(len(where), dtype=bool)
        return np.isin(where, places)

    @property
    def _scorer(self) -> Scorer:
        return self._derive("scorer", lambda: Scorer.of(self._events))


def _margins(terms: Any, scores: Any) -> Any:
    """Return how much each word speaks against the best class, for the next one."""
    best, *others = np.argsort(-scores, kind="stable")
    if not others:
        return -terms[:, best]
    with np.errstate(invalid="ignore"):
        margins = terms[:, others[0]] - terms[:, best]
    margins[np.isnan(margins)] = 0.0  # two zeros of probability: neither class is spoken for
    return margins
