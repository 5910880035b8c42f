"""Event models: multinomial, boolean, Bernoulli and complement Naive Bayes over word counts."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from priory import _core
from priory.evidence.telling import above_others, log_ratios
from priory.naive_bayes.scores.estimate import log_ratio
from priory.naive_bayes.scores.linear import Linear, against_others

if TYPE_CHECKING:
    from priory.text.counts.word_counts import WordCounts

__all__ = ["EVENT_MODELS", "Events"]


@dataclass(slots=True)
class Smoothed:
    """How counts become shares: (base + sign * count + pseudo_count) / total, by class."""

    base: Any
    sign: float
    pseudo_count: float
    totals: Any


class Events(ABC):
    """The log-probabilities of words in classes, computed for the words that are asked for.

    Parameters
    ----------
    table : WordCounts
        All counts.
    places : ndarray
        The words in use.
    class_count : ndarray of shape (n_classes,)
        The documents of each class.
    pseudo_count : float
        What the prior adds to each count.
    prior : ndarray of shape (n_classes,)
        The logarithms of the classes' prior.
    threads : int
        How many threads may compute.
    """

    of_documents: bool  # whether the documents of a word are counted, or its occurrences
    once: bool  # whether a word counts once a document
    has_prior = True  # or else only what somebody gave

    def __init__(
        self,
        table: WordCounts,
        places: Any,
        class_count: Any,
        *,
        pseudo_count: float,
        prior: Any,
        threads: int,
    ) -> None:
        self.table, self.places, self.class_count = table, places, class_count
        self.pseudo_count, self.prior, self.threads = pseudo_count, prior, threads

    @property
    @abstractmethod
    def totals(self) -> Any:
        """By what counts are divided, for each class."""

    @cached_property
    def sums(self) -> tuple[Any, Any]:
        """What was counted of each word of the table, and in each class."""
        return _core.sum_counts(self.table, self.of_documents, len(self.class_count))

    def present(self, places: Any) -> Any:
        """Return what each of some words adds for each class when it is there."""
        return self._log_shares(places, np.zeros(len(self.class_count)), 1)

    def linear(self, places: Any) -> Linear:
        """Return the scores' weights for the words in use, in the order of ``places``."""
        return Linear.of(self.present(places).T, None, self.prior)

    def terms(self, places: Any, times: Any) -> tuple[Any, Any]:
        """Return what some words of a text add, and what all others do by their absence."""
        return self.weighed(times, self.present(places)), np.zeros(len(self.class_count))

    def weighed(self, times: Any, present: Any) -> Any:
        """Make of what words add once what they add that occur so often."""
        present *= (np.minimum(times, 1) if self.once else times)[:, np.newaxis]
        return present

    def telling(self, places: Any) -> Any:
        """Return how much each of some words speaks for each class against the mean of the others.

        The weight is the logarithm of a share of the class over the mean share of the others.
        """
        return log_ratios(self.present(places))

    def _log_shares(self, places: Any, base: Any, sign: int) -> Any:
        """Return the logarithms of counts, added to ``base`` or taken from it, over totals."""
        smoothed = Smoothed(base, sign, self.pseudo_count, self.totals)
        logs = _core.log_shares(self.table, self.of_documents, places, smoothed, self.threads)
        return logs.reshape(len(places), len(base))


class MultinomialEvents(Events):
    """Each position of a text is a word drawn from the class's distribution."""

    of_documents = False
    once = False

    @cached_property
    def totals(self) -> Any:
        """The positions of each class, with what the prior adds."""
        return self._sums + self.pseudo_count * len(self.places)

    @cached_property
    def _sums(self) -> Any:
        """What was counted in each class, of all words in use."""
        if len(self.places) == len(self.table):
            return self.sums[1].astype(np.float64)
        in_use = np.zeros(len(self.table), dtype=bool)
        in_use[self.places] = True
        counts = np.where(in_use[self.table.rows], self._counts, 0)
        return np.bincount(self.table.classes, counts, minlength=len(self.class_count))

    @property
    def _counts(self) -> Any:
        return self.table.documents if self.of_documents else self.table.occurrences


class BooleanEvents(MultinomialEvents):
    """The same, where each word stands in a text once, however often it is repeated."""

    of_documents = True
    once = True


class ComplementEvents(MultinomialEvents):
    """A class is known by the words of all the others: as `ComplementNB` does it."""

    has_prior = False

    @cached_property
    def totals(self) -> Any:
        """The positions of all other classes, with what the prior adds."""
        return self._sums.sum() - self._sums + self.pseudo_count * len(self.places)

    def present(self, places: Any) -> Any:
        """Return what each of some words adds for each class: the rarer elsewhere, the more."""
        counts = self.table.counts(places, len(self.class_count))
        others = counts.sum(axis=1, keepdims=True) - counts + self.pseudo_count
        return against_others(-log_ratio(others, self.totals).T).T

    def telling(self, places: Any) -> Any:
        """Return how much each of some words speaks for each class against the mean of the others.

        These are weights already, and no logarithms of shares of the class.
        """
        return above_others(self.present(places))


class BernoulliEvents(Events):
    """Each word in use is in a text or not."""

    of_documents = True
    once = True

    @cached_property
    def totals(self) -> Any:
        """The documents of each class, with what the prior adds."""
        return self.class_count + 2 * self.pseudo_count

    def absent(self, places: Any) -> Any:
        """Return what each of some words adds for each class when it is not there."""
        return self._log_shares(places, self.class_count.astype(np.float64), -1)

    def linear(self, places: Any) -> Linear:
        """Return the scores' weights for the words in use, in the order of ``places``."""
        return Linear.of(self.present(places).T, self.absent(places).T, self.prior)

    def terms(self, places: Any, times: Any) -> tuple[Any, Any]:
        """Return what some words of a text add, and what all others do by their absence."""
        here = _parted(self.absent(places))
        finite, zeros = (total - part for total, part in zip(self._all_absent, here, strict=True))
        others = np.where(zeros > 0, -np.inf, finite)
        return self.weighed(times, self.present(places)), others

    @cached_property
    def _all_absent(self) -> tuple[Any, Any]:
        return _parted(self.absent(self.places))


def _parted(logs: Any) -> tuple[Any, Any]:
    """Return the sums of logarithms by class, zeros of probability counted apart."""
    zeros = np.isneginf(logs)
    return np.where(zeros, 0.0, logs).sum(axis=0), zeros.sum(axis=0)


EVENT_MODELS: dict[str, type[MultinomialEvents | BernoulliEvents]] = {
    "bernoulli": BernoulliEvents,
    "boolean": BooleanEvents,
    "complement": ComplementEvents,
    "multinomial": MultinomialEvents,
}
