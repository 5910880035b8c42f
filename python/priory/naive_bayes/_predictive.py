"""Posterior predictives of counts: rising factorials, and sums of them over rows."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy import sparse
from scipy.special import gammaln

__all__ = ["log_factorials", "log_rising", "rising_sums", "row_sums", "with_prior"]

# From here on Stirling's series has all digits after three terms.
LARGE = 50.0

# Products of so many factors, each below the other number, do not overflow.
FEW, HUGE = 8, 1e38


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
    base, n = np.broadcast_arrays(np.asarray(base, np.float64), np.asarray(n, np.float64))
    with np.errstate(invalid="ignore", divide="ignore"):
        small = gammaln(base + n) - gammaln(base)
        # The difference of two large logarithms would have few digits.
        base_up = np.maximum(base, LARGE)
        top = base_up + n
        large = (top - 0.5) * np.log1p(n / base_up) + n * (np.log(base_up) - 1)
        large += _tail(top) - _tail(base_up)
    return np.where(n == 0, 0.0, np.where(base < LARGE, small, large))


def _tail(z: Any) -> Any:
    """Return the first terms of Stirling's series for log gamma that vanish as z grows."""
    return 1 / (12 * z) - 1 / (360 * z**3) + 1 / (1260 * z**5)


def rising_sums(matrix: Any, bases: Any) -> Any:
    """Return the sum over each row of the log rising factorials of its numbers, for each class.

    Parameters
    ----------
    matrix : csr_matrix of shape (n_rows, n_features)
        How far each rises.
    bases : ndarray of shape (n_classes, n_features)
        From where.

    Returns
    -------
    ndarray of shape (n_rows, n_classes)
    """
    few, ends, rest = _by_size(matrix.data, FEW if bases.max(initial=0.0) < HUGE else 0)
    columns, values = matrix.indices, matrix.data[rest]
    terms = np.empty(matrix.nnz)
    sums = []
    for each in bases:
        base = each[columns[few]]
        product = np.ones(len(few))
        for k, end in enumerate(ends):
            product[:end] *= base[:end] + k
        with np.errstate(divide="ignore"):
            terms[few] = np.log(product)
        terms[rest] = log_rising(each[columns[rest]], values)
        sums.append(_summed(matrix, terms))
    return np.hstack(sums)


def _by_size(values: Any, most: int) -> tuple[Any, list[int], Any]:
    """Return the places of small whole numbers, the largest first, and those of all others.

    Between them stands how many numbers are above 0, above 1 and so on: a product of so few
    factors costs far less than two gamma functions.
    """
    is_small = (values <= most) & (values == np.floor(values))
    few, rest = np.flatnonzero(is_small), np.flatnonzero(~is_small)
    few = few[np.argsort(-values[few], kind="stable")]
    ends = np.searchsorted(-values[few], -np.arange(most), side="left")
    return few, ends.tolist(), rest


def log_factorials(matrix: Any) -> Any:
    """Return the sum over each row of log x!, as a column."""
    return _summed(matrix, gammaln(matrix.data + 1.0))


def row_sums(matrix: Any) -> Any:
    """Return the sum of each row, as a column."""
    return _summed(matrix, matrix.data)


def _summed(matrix: Any, terms: Any) -> Any:
    """Sum terms that stand where a matrix has its numbers; each row alone, from left to right."""
    there = sparse.csr_matrix((terms, matrix.indices, matrix.indptr), matrix.shape)
    return (there @ np.ones(matrix.shape[1]))[:, np.newaxis]


def with_prior(scores: Any, more: Any, prior: Any) -> Any:
    """Add the logarithm of the prior; one of 0 rules a class out, whatever else is not known."""
    with np.errstate(invalid="ignore"):
        return np.where(np.isneginf(prior), -np.inf, scores + more + prior)
