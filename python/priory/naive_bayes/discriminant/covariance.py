"""Covariance estimation: normalization, shrinkage (Ledoit-Wolf) and pooling."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from priory.errors import InputError

if TYPE_CHECKING:
    from priory.naive_bayes.discriminant.products import Products

__all__ = ["estimate", "means", "scatter"]

# The share of a second moment below which a variance is nothing but rounding.
ROUNDING = 1e-13


def estimate(moments: Products, kind: str, shrinkage: float | str | None, ddof: int) -> Any:
    """Return the covariance that all classes share, or that of each class, or its variances.

    Parameters
    ----------
    moments : Products
        The sums.
    kind : {"shared", "full", "diagonal"}
        Which of the three.
    shrinkage : float, "auto" or None
        How far to shrink.
    ddof : int
        What is taken from the number of rows for each mean.

    Returns
    -------
    ndarray
        NaN where rows weigh no more than ``ddof`` together, and 0 where there are none.
    """
    if kind == "diagonal":
        return _variances(moments, shrinkage, ddof)
    counts = moments.class_count
    sums = scatter(moments, pairs=True)
    if shrinkage == "auto":
        sums = _ledoit_wolf(moments, sums)
    elif shrinkage:
        sums = _shrunk(sums, shrinkage)
    if kind == "shared":
        return sums.sum(axis=0) * _inverse(counts.sum(), ddof * np.count_nonzero(counts))
    return sums * _inverse(counts, ddof)[:, np.newaxis, np.newaxis]


def _variances(moments: Products, shrinkage: Any, ddof: int) -> Any:
    if shrinkage == "auto":
        raise InputError(
            "shrinkage='auto' is not supported with covariance='diagonal'",
            code="unsupported",
            parameter="shrinkage",
            remedy="pass a number, or use covariance='shared' or 'full'",
        )
    observed, share = moments.observed, shrinkage or 0.0
    variances = scatter(moments, pairs=False) * _inverse(observed, ddof)
    # What nobody showed has no variance that could be part of their level.
    n_shown = np.maximum(np.count_nonzero(observed, axis=1, keepdims=True), 1)
    level = variances.sum(axis=1, keepdims=True) / n_shown
    return np.where(observed > 0, (1 - share) * variances + share * level, 0.0)


def _inverse(n: Any, less: Any) -> Any:
    """Return what sums are multiplied by: nothing is 0, and NaN is what cannot be estimated."""
    degrees = np.where(n > less, n - less, np.nan)
    return np.where(n > 0, 1 / degrees, 0.0)


def means(moments: Products) -> Any:
    """Return the mean of each feature in each class, from the shift; 0 where there is none."""
    observed = moments.observed
    return moments.sums / np.where(observed > 0, observed, 1.0)


def scatter(moments: Products, *, pairs: bool) -> Any:
    """Return sums of products about the mean of each class; of squares alone without ``pairs``."""
    centres, squares = means(moments), moments.squares
    spread = squares - centres * moments.sums
    spread = np.where(spread > ROUNDING * squares, spread, 0.0)
    if not pairs:
        return spread
    products = moments.products - centres[:, :, np.newaxis] * moments.sums[:, np.newaxis]
    products = (products + products.swapaxes(1, 2)) / 2
    products[(spread == 0)[:, :, np.newaxis] | (spread == 0)[:, np.newaxis]] = 0.0
    diagonal = np.arange(products.shape[1])
    products[:, diagonal, diagonal] = spread
    return products


def _shrunk(covariance: Any, shrinkage: Any) -> Any:
    """Return covariances moved towards equal variances without correlation.

    Parameters
    ----------
    covariance : ndarray of shape (..., n_features, n_features)
        The covariances.
    shrinkage : float or ndarray of shape (...)
        The share of the way.

    Returns
    -------
    ndarray of shape (..., n_features, n_features)
    """
    n_features = covariance.shape[-1]
    level = np.trace(covariance, axis1=-2, axis2=-1) / n_features
    share = np.asarray(shrinkage)[..., np.newaxis, np.newaxis]
    return (1 - share) * covariance + share * level[..., None, None] * np.eye(n_features)


def _ledoit_wolf(moments: Products, sums: Any) -> Any:
    """Return sums of products about the means, shrunk as Ledoit and Wolf say.

    Features are taken in units of their standard deviations, as scikit-learn's discriminant
    analysis takes them. The formula asks for the sum over the rows of the fourth power of their
    lengths, which follows from the fourth moments.

    Parameters
    ----------
    moments : Products
        The sums about the shifts, with the fourth moments.
    sums : ndarray of shape (n_classes, n_features, n_features)
        The sums of products about the means.

    Returns
    -------
    ndarray of shape (n_classes, n_features, n_features)
    """
    counts = np.where(moments.class_count > 0, moments.class_count, 1.0)
    fourth = moments.moved(-means(moments)).fourth
    deviation = np.sqrt(np.diagonal(sums, axis1=1, axis2=2) / counts[:, np.newaxis])
    deviation = np.where(deviation > 0, deviation, 1.0)
    units = deviation[:, :, np.newaxis] * deviation[:, np.newaxis]
    scaled = sums / units / counts[:, np.newaxis, np.newaxis]
    share = _best_share(scaled, (fourth / units**2).sum(axis=(1, 2)), counts)
    return _shrunk(sums / units, share) * units


def _best_share(covariance: Any, fourth: Any, counts: Any) -> Any:
    """Return how far to shrink: the estimation error over the distance of the target, at most 1."""
    n_features = covariance.shape[-1]
    level = np.trace(covariance, axis1=1, axis2=2) / n_features
    squares = (covariance**2).sum(axis=(1, 2))
    distance = (squares - n_features * level**2) / n_features
    error = (fourth / counts - squares) / (n_features * counts)
    error = np.minimum(error, distance)
    return np.where(error > 0, error / np.where(distance > 0, distance, 1.0), 0.0)
