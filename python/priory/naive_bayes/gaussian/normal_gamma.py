"""Normal-inverse-gamma prior over means and variances, and its posterior predictive."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from priory.errors import InputError

__all__ = ["NormalGamma", "checked"]


@dataclass(frozen=True, slots=True, eq=False)
class NormalGamma:
    """A prior that counts as so many rows with this mean and variance, for each feature."""

    count: float
    mean: Any
    variance: Any

    def predictive(self, observed: Any, mean: Any, variance: Any) -> tuple[Any, Any, Any]:
        """Return the posterior predictive: Student's distribution of each class and feature.

        Parameters
        ----------
        observed : ndarray of shape (n_classes, n_features)
            How many rows were observed; where there are none, the prior predicts.
        mean, variance : ndarray of shape (n_classes, n_features)
            Their means and variances.

        Returns
        -------
        freedom, location, squared_scale : ndarray of shape (n_classes, n_features)
        """
        mean, variance = (np.where(observed > 0, table, 0.0) for table in (mean, variance))
        total = self.count + observed
        spread = self.count * self.variance + observed * variance
        spread += self.count * observed / total * (mean - self.mean) ** 2
        location = (self.count * self.mean + observed * mean) / total
        return total, location, spread / total * (1.0 + 1.0 / total)


def checked(name: str, given: Any, n_features: int) -> Any:
    """Return the prior's mean or variance of each feature, if it can be one.

    Parameters
    ----------
    name : {"prior_mean", "prior_var"}
        What it is.
    given : float or array-like of shape (n_features,)
        What the user gave.
    n_features : int
        How many there must be.

    Returns
    -------
    ndarray
    """
    prior = np.asarray(given, dtype=np.float64)
    if prior.shape not in ((), (n_features,)):
        raise InputError(
            f"{name} has the shape {prior.shape}",
            code="shape-mismatch",
            parameter=name,
            remedy=f"pass one number, or one for each of the {n_features} features",
        )
    if not np.isfinite(prior).all() or (name == "prior_var" and prior.min() <= 0):
        above = " above 0" if name == "prior_var" else ""
        raise InputError(
            f"{name}={given!r}",
            code="bad-parameter",
            parameter=name,
            remedy=f"pass finite numbers{above}",
        )
    return prior
