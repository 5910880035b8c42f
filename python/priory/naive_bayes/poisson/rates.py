"""Log-likelihood of a count: Poisson with an estimated rate, or negative binomial."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from scipy.special import gammaln

from priory.naive_bayes.scores.linear import Linear
from priory.naive_bayes.scores.predictive import (
    log_factorials,
    log_rising,
    rising_sums,
    row_sums,
    with_prior,
)

if TYPE_CHECKING:
    from priory.naive_bayes.rows.rows import Rows

__all__ = ["NegativeBinomial", "Poisson", "lengths"]


@dataclass(frozen=True, slots=True, eq=False)
class Poisson:
    """Counts with given rates; all that is not linear in them is common to the classes."""

    rate: Any

    @property
    def log_rate(self) -> Any:
        """The logarithms, minus infinity for a rate of 0."""
        with np.errstate(divide="ignore"):
            return np.log(self.rate)

    def linear(self, prior: Any, *, by_length: bool) -> Linear:
        """Return the linear part of the joint log-probability.

        If the length of a row is its exposure, every count brings the exposure of all features
        with it, and a row without counts says nothing.
        """
        if by_length:
            weights = self.log_rate - self.rate.sum(axis=1, keepdims=True)
            return Linear.of_terms(weights, None, prior)
        return Linear.of_terms(self.log_rate, -self.rate, prior)

    def score(self, linear: Linear, rows: Rows, *, by_length: bool) -> Any:
        """Return the joint log-probability of each row and each class."""
        scores = linear.score(rows) - log_factorials(rows)
        if not by_length:
            return scores
        length = row_sums(rows)
        scores += length * _log_or_zero(length)
        if rows.missing is not None:
            scores += length * rows.missing.sums_of_missing(self.rate, rows.n_rows)
        return scores

    def of_zero(self, exposure: float) -> Any:
        """Return the log-probability of no count, for each class and feature."""
        return -exposure * self.rate

    def of_count(self, columns: Any, values: Any, exposure: float) -> Any:
        """Return the log-probability of counts, for each of them and each class."""
        values = values[:, np.newaxis]
        logs = values * (self.log_rate.T[columns] + _log_or_zero(exposure)) - gammaln(values + 1.0)
        return logs + self.of_zero(exposure).T[columns]


@dataclass(frozen=True, slots=True, eq=False)
class NegativeBinomial:
    """Counts whose rates have a gamma distribution with this shape and rate.

    ``total`` is the sum of the shapes of each class.
    """

    shape: Any
    rate: Any
    total: Any

    def score(self, prior: Any, rows: Rows, *, by_length: bool) -> Any:
        """Return the joint log-probability of each row and each class."""
        exposure = row_sums(rows) if by_length else np.ones((rows.n_rows, 1))
        scores = rising_sums(rows, self.shape) - log_factorials(rows)
        scores += self._chances(rows, exposure) if by_length else self._chances_of_one(rows)
        return with_prior(scores, self._zeros(rows.missing, exposure), prior)

    def _chances_of_one(self, rows: Rows) -> Any:
        """Return the sum over each row of x log(1 / (rate + 1)), for each class."""
        if self.rate.shape[1] == 1:
            return -row_sums(rows) * np.log1p(self.rate.T)
        weights = np.ascontiguousarray(-np.log1p(self.rate).T)
        return rows.score(weights, np.zeros(len(self.rate)))

    def _chances(self, rows: Rows, exposure: Any) -> Any:
        """Return the sum over each row of x log(e / (rate + e)), for each class."""
        if self.rate.shape[1] == 1:
            total = row_sums(rows)
            return total * (_log_or_zero(exposure) - _log_or_zero(self.rate.T + exposure))
        columns, starts = rows.places()
        where = np.repeat(np.arange(rows.n_rows), np.diff(starts))
        at = exposure[where, 0]
        sums = np.empty((rows.n_rows, len(self.rate)))
        for c, rate in enumerate(self.rate):
            terms = rows.data * (_log_or_zero(at) - _log_or_zero(rate[columns] + at))
            sums[:, c] = np.bincount(where, terms, minlength=rows.n_rows)
        return sums

    def _zeros(self, missing: Any, exposure: Any) -> Any:
        """Return what all features that were observed would add without a count."""
        if missing is None and self.rate.shape[1] == 1:
            return -self.total * np.log1p(exposure / self.rate.T)
        distinct, place = np.unique(exposure[:, 0], return_inverse=True)
        sums = np.empty((len(exposure), len(self.shape)))
        for i, each in enumerate(distinct):
            zero = self.of_zero(each)
            sums[place == i] = zero.sum(axis=1)
            if missing is not None:
                those = missing.incomplete_rows[place[missing.incomplete_rows] == i]
                sums[those] = missing.sums_of_observed(those, zero)
        return sums

    def of_zero(self, exposure: float) -> Any:
        """Return the log-probability of no count, for each class and feature."""
        return -self.shape * np.log1p(exposure / self.rate)

    def of_count(self, columns: Any, values: Any, exposure: float) -> Any:
        """Return the log-probability of counts, for each of them and each class."""
        values = values[:, np.newaxis]
        rate = np.broadcast_to(self.rate, self.shape.shape).T[columns]
        logs = log_rising(self.shape.T[columns], values) - gammaln(values + 1.0)
        logs += values * (_log_or_zero(exposure) - _log_or_zero(rate + exposure))
        return logs + self.of_zero(exposure).T[columns]


def lengths(rows: Rows) -> Any:
    """Return the sum of what was observed in each row."""
    return row_sums(rows)[:, 0]


def _log_or_zero(x: Any) -> Any:
    """Return the logarithm, and 0 for 0: it will be multiplied by nothing."""
    return np.log(np.where(x == 0, 1.0, x))
