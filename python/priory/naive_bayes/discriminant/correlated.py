"""Multivariate Gaussian and Student t densities by Cholesky decomposition."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Self

import numpy as np
from scipy.linalg import lapack
from scipy.special import gammaln

from priory.naive_bayes.discriminant.blas import one_blas_thread

if TYPE_CHECKING:
    from collections.abc import Iterator

    from priory.naive_bayes.rows.measurements import Measurements

__all__ = ["Correlated", "SingularError"]

# A feature of whose variance the features before it leave less than this share follows from them.
LEAST_SHARE = 1e-12
# Numbers that are worked on at a time, so that they stay in the cache.
NUMBERS = 2**16
# The squared distance of means below which products of their coordinates cost no digits.
NEAR = 1e4


class SingularError(ValueError):
    """A covariance without a density: which one, and the feature that follows from others."""

    def __init__(self, place: int, feature: int) -> None:
        super().__init__(place, feature)
        self.place = place
        self.feature = feature


@dataclass(frozen=True, slots=True, eq=False)
class Correlated:
    """A density for each class: Gaussian, or multivariate t with ``degrees`` of freedom.

    ``matrices`` holds one covariance (or shape matrix) for all classes or one for each, ``scales``
    what it is multiplied by in each class, and ``whitening`` the inverses of its Cholesky factors.
    ``turned`` is what `_turned` returns for one covariance.
    """

    means: Any
    matrices: Any
    scales: Any
    whitening: Any
    log_dets: Any
    degrees: Any = None
    turned: Any = None

    @classmethod
    def of(cls, means: Any, matrices: Any, scales: Any, degrees: Any = None) -> Self:
        """Factor the covariances; the features are brought to the same scale before."""
        with one_blas_thread(matrices.size, len(matrices[0])):
            factors = [_factor(matrix, place) for place, matrix in enumerate(matrices)]
            whitening, log_dets = (np.array(parts) for parts in zip(*factors, strict=True))
            turned = _turned(means, whitening[0]) if len(whitening) == 1 else None
        return cls(means, matrices, scales, whitening, log_dets, degrees, turned)

    def marginal(self, columns: Any) -> Correlated:
        """Return the densities of some of the features."""
        if len(columns) == self.means.shape[1]:
            return self
        matrices = self.matrices[:, columns][:, :, columns]
        return Correlated.of(self.means[:, columns], matrices, self.scales, self.degrees)

    def score(self, rows: Measurements) -> Any:
        """Return the log-density of each row in each class, of what was observed of it."""
        whole = rows.is_whole()
        with one_blas_thread(rows.data.size, rows.columns):
            if whole:
                return self._score(rows.data)
            scores = np.empty((rows.n_rows, len(self.means)))
            for some, columns in rows.patterns():
                scores[some] = self.marginal(columns)._score(rows.data[some][:, columns])
        return scores

    def _score(self, X: Any) -> Any:
        distances = np.concatenate([self._distances(X[some]) for some in _parts(X)])
        return self._log_density(distances / self.scales)

    def _distances(self, X: Any) -> Any:
        """Return Mahalanobis' distances from the means, squared."""
        if self.turned is not None:  # the rows are turned once, too
            centre, means, squares = self.turned
            z = (X - centre) @ self.whitening[0].T
            return np.maximum(_squares(z)[:, np.newaxis] + squares - 2 * z @ means.T, 0.0)
        distances = np.empty((len(X), len(self.means)))
        for c, whitening in enumerate(_each(self.whitening, self.means)):
            distances[:, c] = _squares((X - self.means[c]) @ whitening.T)
        return distances

    def _log_density(self, distances: Any) -> Any:
        n_features = self.means.shape[1]
        scale = self.log_dets + n_features * np.log(self.scales)
        return _log_density(distances, scale, n_features, self.degrees)

    def linear(self) -> tuple[Any, Any]:
        """Return weights and bias of the linear scores that one covariance leads to.

        For each class, or for the second of two beside the first.
        """
        first, means = 0.0, self.means
        if len(means) == 2:  # noqa: PLR2004
            first, means = means[0], means[1:]  # what both have in common costs no digits then
        turned = (means - first) @ self.whitening[0].T
        weights = turned @ self.whitening[0]
        return weights, -_squares(turned) / 2 - (weights * first).sum(axis=1)

    def split(self, columns: Any, x: Any) -> tuple[Any, Any]:
        """Return what leaving each number of a row out would take, and what is left of the sum.

        A feature's is the log-density of its number given all others. Without feature i the squared
        distance is smaller by (P d)_i^2 / P_ii, with the precision P, and the determinant is P_ii
        times as large.
        """
        density = self.marginal(columns)
        d = x - density.means
        whitening = _each(density.whitening, d)
        turned = np.einsum("cij,cj->ci", whitening, d)
        precise = np.einsum("cij,ci->cj", whitening, turned)
        precision = np.einsum("cij,cij->cj", whitening, whitening)
        distances = _squares(turned) / self.scales
        others = distances - precise.T**2 / precision.T / self.scales
        n_others = max(len(x) - 1, 0)
        scale = density.log_dets + np.log(precision.T) + n_others * np.log(self.scales)
        without = _log_density(np.maximum(others, 0.0), scale, n_others, self.degrees)
        whole = density._log_density(distances)
        return whole - without, whole - (whole - without).sum(axis=0)


def _parts(X: Any) -> Iterator[slice]:
    """Cut rows into parts."""
    size = max(1, NUMBERS // max(1, X.shape[1]))
    for first in range(0, len(X), size):
        yield slice(first, first + size)


def _turned(means: Any, whitening: Any) -> Any:
    """Return the centre of the means, and each from there in units of a covariance, with squares.

    None if they are so far apart that differences of products would lose digits.
    """
    centre = means.mean(axis=0)
    turned = (means - centre) @ whitening.T
    squares = _squares(turned)
    return (centre, turned, squares) if squares.max(initial=0.0) < NEAR else None


def _squares(rows: Any) -> Any:
    """Return the squared length of each row."""
    return np.einsum("ij,ij->i", rows, rows)


def _each(matrices: Any, d: Any) -> Any:
    """Return a matrix for each class."""
    return np.broadcast_to(matrices, (len(d), *matrices.shape[1:]))


def _log_density(distance: Any, log_det: Any, n_features: int, degrees: Any) -> Any:
    """Return the logarithm of the Gaussian or t density at squared distances from its centre."""
    if degrees is None:
        return -(distance + log_det + n_features * np.log(2 * np.pi)) / 2
    whole = (degrees + n_features) / 2
    constant = gammaln(whole) - gammaln(degrees / 2) - n_features / 2 * np.log(degrees * np.pi)
    return constant - log_det / 2 - whole * np.log1p(distance / degrees)


def _factor(matrix: Any, place: int) -> tuple[Any, float]:
    """Return the inverse of the Cholesky factor, and the logarithm of the determinant."""
    variances = np.diagonal(matrix)
    if not (variances > 0).all():
        raise SingularError(place, int(np.argmin(variances > 0)))
    if not len(matrix):
        return matrix, 0.0
    deviations = np.sqrt(variances)
    factor, fault = lapack.dpotrf(matrix / deviations / deviations[:, np.newaxis], lower=1)
    shares = np.diagonal(factor)[: fault - 1 if fault else None] ** 2
    if fault or shares.min() < LEAST_SHARE:
        few = np.flatnonzero(shares < LEAST_SHARE)
        raise SingularError(place, int(few[0]) if len(few) else fault - 1)
    inverse, _ = lapack.dtrtri(factor, lower=1)
    log_det = 2 * np.log(deviations).sum() + np.log(shares).sum()
    return np.tril(inverse) / deviations, float(log_det)
