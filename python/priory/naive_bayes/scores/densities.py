"""Log-likelihoods that are sums of normal or Student t log densities."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from scipy.special import gammaln

from priory import _core
from priory._threads import threads_for

if TYPE_CHECKING:
    from priory.naive_bayes.rows.rows import Rows

__all__ = ["Densities", "normal", "student"]

WORK = 4  # sums that one density is worth
LARGE = 50.0  # from here on the series has all digits


@dataclass(slots=True, eq=False)
class Densities:
    """A log density for each class and feature: height - z², or height - power * log(1 + z²).

    z is (x - location) * scale. All arrays are flat; all but the prior have a row a class.
    """

    prior: Any
    location: Any
    scale: Any
    height: Any
    power: Any

    @classmethod
    def of(cls, prior: Any, location: Any, scale: Any, height: Any, power: Any = None) -> Densities:
        """Make the densities from matrices; a class of prior probability 0 needs none.

        A feature of which nothing is known adds 0.

        Parameters
        ----------
        prior : ndarray of shape (n_classes,)
            The logarithms of the class priors.
        location, scale, height, power : ndarray of shape (n_classes, n_features)
            The parameters, NaN where nothing is known.

        Returns
        -------
        Densities
        """
        known = ~np.isneginf(prior)[:, np.newaxis]
        tables = (
            None if table is None else np.where(known & ~np.isnan(height), table, 0.0).reshape(-1)
            for table in (location, scale, height, power)
        )
        return cls(np.ascontiguousarray(prior), *tables)

    def of_zeros(self) -> Any:
        """Return what the features of a row of zeros add to each class, for sparse rows."""
        return _core.density_of_zeros(self, len(self.location) // len(self.prior))

    def score(self, rows: Rows, zeros: Any) -> Any:
        """Return the joint log-probability of each row and each class.

        Parameters
        ----------
        rows : Rows
            The rows. What is NaN was not observed, and adds nothing.
        zeros : ndarray or None
            What `of_zeros` returned, if the rows are sparse.

        Returns
        -------
        ndarray of shape (n_samples, n_classes)
        """
        threads = threads_for(rows.n_jobs, WORK * rows.data.size * len(self.prior))
        scores = _core.score_densities(rows, self, zeros, threads)
        return scores.reshape(rows.n_rows, len(self.prior))

    def terms(self, columns: Any, values: Any) -> Any:
        """Return what single features add, with a row a feature and a column a class."""
        shape = (len(self.prior), -1)
        location, scale, height = (
            table.reshape(shape)[:, columns] for table in (self.location, self.scale, self.height)
        )
        squared = ((values - location) * scale) ** 2
        if self.power is None:
            return (height - squared).T
        return (height - self.power.reshape(shape)[:, columns] * np.log1p(squared)).T


def normal(prior: Any, mean: Any, variance: Any) -> Densities:
    """Return the densities of normal distributions."""
    height = -0.5 * np.log(2.0 * np.pi * variance)
    return Densities.of(prior, mean, np.sqrt(0.5 / variance), height)


def student(prior: Any, freedom: Any, location: Any, squared_scale: Any) -> Densities:
    """Return the densities of Student's distributions with so many degrees of freedom."""
    height = _log_gamma_ratio(freedom / 2.0) - 0.5 * np.log(np.pi * freedom * squared_scale)
    scale = np.sqrt(1.0 / (freedom * squared_scale))
    return Densities.of(prior, location, scale, height, (freedom + 1.0) / 2.0)


def _log_gamma_ratio(x: Any) -> Any:
    """Return log(Γ(x + 1/2) / Γ(x)); for large x the logarithms would cancel."""
    large = np.maximum(x, LARGE)
    inverse = 1.0 / large
    series = 0.5 * np.log(large) - inverse * (
        1 / 8 - inverse**2 * (1 / 192 - inverse**2 * (1 / 640))
    )
    return np.where(x < LARGE, gammaln(x + 0.5) - gammaln(x), series)
