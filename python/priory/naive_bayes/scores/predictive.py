"""Posterior predictive distributions of counts: Dirichlet-multinomial and the like."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
from scipy.special import gammaln

from priory.naive_bayes.rows.rows import Rows

__all__ = ["log_factorials", "log_rising", "rising_sums", "row_sums", "with_prior"]

# From here on Stirling's series has all digits after three terms.
LARGE = 50.0

# Products of so many factors seldom overflow.
FEW = 16

# Columns and numbers of which a table is quicker than to sort those that are there.
NARROW = 2**12

LOG_FACTORIALS = gammaln(np.arange(256) + 1.0)


def log_rising(base: Any, n: Any) -> Any:
    """Return log(gamma(base + n) / gamma(base)), which is log(base (base + 1) ... (base + n - 1)).

    Parameters
    ----------
    base, n : float or ndarray
        Numbers of 0 or more, in shapes that fit. From nothing nothing rises: minus infinity for a
        base of 0, unless n is 0.

    Returns
    -------
    ndarray
    """
    base, n = np.asarray(base, np.float64), np.asarray(n, np.float64)
    if base.min(initial=np.inf) >= LARGE:
        return _series(base, n)
    base, n = np.broadcast_arrays(base, n)
    logs, large = np.empty(base.shape), base >= LARGE
    logs[large] = _series(base[large], n[large])
    start, times = base[~large], n[~large]
    with np.errstate(invalid="ignore", divide="ignore"):
        logs[~large] = gammaln(start + times) - gammaln(start)
    logs[n == 0] = 0.0
    return logs


def _series(base: Any, n: Any) -> Any:
    """Do the same for a large base: the difference of two large logarithms has few digits."""
    top = base + n
    logs = (top - 0.5) * np.log1p(n / base) + n * (np.log(base) - 1)
    return logs + (_tail(top) - _tail(base))


def _tail(z: Any) -> Any:
    """Return the first terms of Stirling's series for log gamma that vanish as z grows."""
    inverse = 1 / z
    square = inverse * inverse
    return inverse * (1 / 12 - square * (1 / 360 - square / 1260))


def rising_sums(rows: Rows, bases: Any) -> Any:
    """Return the sum over each row of the log rising factorials of its numbers, for each class.

    Parameters
    ----------
    rows : Rows
        How far each rises.
    bases : ndarray of shape (n_classes, n_features)
        From where.

    Returns
    -------
    ndarray of shape (n_rows, n_classes)
    """
    values = rows.data
    columns, starts = rows.places()
    is_small = (values <= FEW) & (values % 1 == 0)
    few = np.where(is_small, values, 0)
    if rows.n_rows == 1:  # to look for equal numbers would take longer
        place = np.arange(len(few), dtype=np.int32)
        terms = _rising_of_row(bases.T[columns], few)
    else:
        pairs, place = _distinct_pairs(few, columns, rows.columns)
        terms = _small_rising(bases, *pairs)
    there = (is_small & (values != 0)).astype(np.float64)
    small = Rows(there, place, starts, len(terms), None, rows.n_rows, n_jobs=rows.n_jobs)
    sums = small.score(terms, np.zeros(len(bases)))
    if is_small.all():
        return sums
    rest = np.flatnonzero(~is_small)
    where = np.searchsorted(starts, rest, side="right") - 1
    for c, base in enumerate(bases):
        logs = log_rising(base[columns[rest]], values[rest])
        sums[:, c] += np.bincount(where, logs, minlength=rows.n_rows)
    return sums


def _rising_of_row(base: Any, values: Any) -> Any:
    """Return the log rising factorials of one row, multiplied in the order of `_small_rising`."""
    steps = np.arange(values.max(initial=0))[:, np.newaxis, np.newaxis]
    with np.errstate(over="ignore"):
        factors = np.where(steps < values[:, np.newaxis], base + steps, 1.0)
        product = np.multiply.reduce(factors, axis=0)
    return _logs(product, base, values)


def _distinct_pairs(values: Any, columns: Any, n_columns: int) -> tuple[tuple[Any, Any], Any]:
    """Return the pairs of a column and a small number, and which of them stands where.

    What is worked out for each distinct pair is far less than for each number of many rows. The
    pairs with the largest numbers come first.
    """
    keys = (FEW - values.astype(np.int64)) * n_columns + columns
    n_keys = (FEW + 1) * n_columns
    if n_keys > max(4 * len(keys), NARROW):
        distinct, place = np.unique(keys, return_inverse=True)
    else:  # without sorting
        is_there = np.zeros(n_keys, dtype=bool)
        is_there[keys] = True
        distinct = np.flatnonzero(is_there)
        place = (np.cumsum(is_there, dtype=np.int32) - 1)[keys]
    return (distinct % n_columns, FEW - distinct // n_columns), place.astype(np.int32)


def _small_rising(bases: Any, columns: Any, values: Any) -> Any:
    """Return the log rising factorials of pairs: of so few factors, the product is far quicker."""
    base = bases.T[columns]
    product = np.ones(base.shape)
    most = np.arange(values.max(initial=0))
    with np.errstate(over="ignore"):
        for k, end in enumerate(np.searchsorted(-values, -most, side="left").tolist()):
            product[:end] *= base[:end] + k
    return _logs(product, base, values)


def _logs(product: Any, base: Any, values: Any) -> Any:
    """Return the logarithms of products, of which those that are too large are worked out anew."""
    with np.errstate(divide="ignore"):
        logs = np.log(product)
    if (over := np.isposinf(logs)).any():
        logs[over] = log_rising(base, values[:, np.newaxis])[over]
    return logs


def log_factorials(rows: Rows) -> Any:
    """Return the sum over each row of log x!, as a column."""
    values = rows.data
    if values.max(initial=0) < len(LOG_FACTORIALS):
        whole = values.astype(np.int64)
        if (whole == values).all():
            return _summed(rows, LOG_FACTORIALS[whole])
    return _summed(rows, gammaln(values + 1.0))


def row_sums(rows: Rows) -> Any:
    """Return the sum of each row, as a column."""
    return _summed(rows, rows.data)


def _summed(rows: Rows, terms: Any) -> Any:
    """Sum terms that stand where rows have their numbers."""
    there = replace(rows, data=terms, threshold=None, missing=None)
    return there.score(np.ones((rows.columns, 1)), np.zeros(1))


def with_prior(scores: Any, more: Any, prior: Any) -> Any:
    """Add the logarithm of the prior; one of 0 rules a class out, whatever else is not known."""
    with np.errstate(invalid="ignore"):
        return np.where(np.isneginf(prior), -np.inf, scores + more + prior)
