"""Event models: what the counts of words say about classes."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from priory import _core
from priory.naive_bayes._linear import Linear

if TYPE_CHECKING:
    from priory.text._table import Table

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
    table : Table
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

    def __init__(
        self,
        table: Table,
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

    def present(self, places: Any) -> Any:
        """Return what each of some words adds for each class when it is there."""
        return self._log_shares(places, np.zeros(len(self.class_count)), 1)

    def linear(self, places: Any) -> Linear:
        """Return the scores' weights for the words in use, in the order of ``places``."""
        return Linear.of(self.present(places).T, None, self.prior)

    def terms(self, places: Any, times: Any) -> tuple[Any, Any]:
        """Return what some words of a text add, and what all others do by their absence."""
        return times[:, np.newaxis] * self.present(places), np.zeros(len(self.class_count))

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
        counts = self.table.occurrences
        if len(self.places) < len(self.table):
            in_use = np.zeros(len(self.table), dtype=bool)
            in_use[self.places] = True
            counts = np.where(in_use[self.table.rows], counts, 0)
        sums = np.bincount(self.table.classes, counts, minlength=len(self.class_count))
        return sums + self.pseudo_count * len(self.places)


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
        return np.minimum(times, 1)[:, np.newaxis] * self.present(places), others

    @cached_property
    def _all_absent(self) -> tuple[Any, Any]:
        return _parted(self.absent(self.places))


def _parted(logs: Any) -> tuple[Any, Any]:
    """Return the sums of logarithms by class, zeros of probability counted apart."""
    zeros = np.isneginf(logs)
    return np.where(zeros, 0.0, logs).sum(axis=0), zeros.sum(axis=0)


EVENT_MODELS = {"bernoulli": BernoulliEvents, "multinomial": MultinomialEvents}
