"""TextScores: everything derived from the counts and the parameters of a TextClassifier."""

from __future__ import annotations

from collections import Counter
from functools import cached_property
from itertools import compress
from typing import TYPE_CHECKING, Any

import numpy as np

from priory._threads import n_threads
from priory.naive_bayes.scores.estimate import class_log_prior, pseudo_counts
from priory.naive_bayes.scores.explanation import joint_log_proba
from priory.text._specified import reader_of
from priory.text.explanation import TextExplanation
from priory.text.scores.events import EVENT_MODELS, Events
from priory.text.scores.scorer import Scorer
from priory.text.scores.selection import Selection

if TYPE_CHECKING:
    from priory.text._reader import Reader
    from priory.text.counts.value import TextCounts

__all__ = ["TextScores"]

# A mapped model predicts texts from the counts of their words alone, without being read whole,
# until it was asked for as many letters as it has words: by then reading it would have been as
# cheap. Asking costs as much as reading so many letters.
LETTERS_OF_A_TEXT = 1000


class TextScores:
    """Texts become joint log-probabilities, and these are explained.

    Parameters
    ----------
    counts : TextCounts
        What was learned.
    parameters : object
        The parameters of the model as they are now, by name.
    """

    def __init__(self, counts: TextCounts, parameters: Any) -> None:
        self.counts, self._parameters = counts, parameters
        self._asked = 0  # letters, while the model was not read whole

    @cached_property
    def reader(self) -> Reader:
        """The way from texts to words."""
        return reader_of(self._parameters, self.counts.specification)

    @cached_property
    def prior(self) -> Any:
        """The logarithms of the classes' prior."""
        return self._prior_for(self.counts.class_count)

    def _prior_for(self, class_count: Any) -> Any:
        given = self._parameters.class_prior
        if given is None and not EVENT_MODELS[self._parameters.model].has_prior:
            return np.zeros(len(class_count))
        return class_log_prior(class_count, given, fit_prior=self._parameters.fit_prior)

    @cached_property
    def events(self) -> Events:
        """The event model over the counts of the words in use."""
        of, counts = self._parameters, self.counts
        selection = Selection(of.min_df, of.max_df, of.max_features, of.rank_by)
        return EVENT_MODELS[of.model](
            counts.table,
            selection.places(counts.table, counts.class_count),
            counts.class_count,
            pseudo_count=self._pseudo_count,
            prior=self.prior,
            threads=n_threads(of.n_jobs),
        )

    @property
    def _pseudo_count(self) -> Any:
        return pseudo_counts(self._parameters.alpha, self._parameters.estimate, 0, 0)

    @cached_property
    def _scorer(self) -> Scorer:
        return Scorer.of(self.events)

    def check(self) -> None:
        """Refuse parameters that no prediction could use."""
        self._prior_for(np.ones(len(self.counts.classes)))
        _ = self._pseudo_count

    def vocabulary(self) -> list[str]:
        """Return the words in use, sorted."""
        return self.counts.table.words(self.events.places)

    def joint_log_proba(self, X: Any) -> Any:
        """Return log P(text, class) for each text and each class."""
        if self._are_few(X):
            scores = (joint_log_proba(self.prior, *self._looked_up(text)[-1]) for text in X)
            return np.array(list(scores))
        return self._scorer.score(X, self.reader)

    def _are_few(self, X: Any) -> bool:
        """Whether so little text comes that a mapped model should not be read whole for it."""
        if "_scorer" in self.__dict__:
            return False
        if not self.counts.table.is_mapped or not isinstance(X, (list, tuple)):
            return False
        wanted = bytes if self.reader.is_of_mail else str
        if not X or not all(type(text) is wanted for text in X):
            return False
        self._asked += sum(LETTERS_OF_A_TEXT + len(text) for text in X)
        return self._asked < len(self.events.places)

    def _looked_up(self, text: str | bytes) -> tuple[list[str], Any, Any, tuple[Any, Any]]:
        """Return the words of a text, their places in the table, their counts, what they add.

        Each is looked up by itself, for a model that should not be read whole.
        """
        found = Counter(self.reader.tokens(text))
        where = self.counts.table.find([*found])
        times = np.array([*found.values()], dtype=np.float64)
        is_known = (where >= 0) & self._in_use(where)
        where, times = where[is_known], times[is_known]
        words = list(compress(found, is_known.tolist()))
        return words, where, times, self.events.terms(where, times)

    def _in_use(self, where: Any) -> Any:
        """Return whether each of some words is used."""
        places = self.events.places
        if len(places) == len(self.counts):
            return np.ones(len(where), dtype=bool)
        return np.isin(where, places)

    def explain(self, text: Any) -> TextExplanation:
        """Say what each word of a text adds to the joint log-probability of each class."""
        text = self.reader.text(text)
        few = self._are_few([text])
        found = self._looked_up(text) if few else self._scorer.explain(text, self.reader)
        words, where, times, (terms, absent) = found
        margins = _margins(terms, joint_log_proba(self.prior, terms, absent))
        # Of words that say the same, the first in the alphabet comes first; lexsort is slower.
        alphabet = np.argsort(where)
        order = alphabet[np.argsort(margins[alphabet], kind="stable")]
        return TextExplanation(
            self.counts.classes,
            np.array(words, dtype=object)[order],
            times[order].astype(np.int64),
            terms[order],
            absent,
            self.prior,
            text=text,
            _reader=self.reader,
        )


def _margins(terms: Any, scores: Any) -> Any:
    """Return how much each word speaks against the best class, for the next one."""
    best, *others = np.argsort(-scores, kind="stable")
    if not others:
        return -terms[:, best]
    with np.errstate(invalid="ignore"):
        margins = terms[:, others[0]] - terms[:, best]
    margins[np.isnan(margins)] = 0.0  # two zeros of probability: neither class is spoken for
    return margins
