"""Kernel density estimates: Gaussian kernels summed over weighted grid points."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Self

import numpy as np
from scipy.special import logsumexp

if TYPE_CHECKING:
    from priory.naive_bayes.kernel.grid import Grid

__all__ = ["KernelDensities", "log_mixture"]

# Below it numbers are too small to be right: logarithms are summed instead.
TINY = 1e-280


@dataclass(frozen=True, slots=True, eq=False)
class KernelDensities:
    """The logarithms of densities at the points of a grid, and what they were computed from.

    Attributes
    ----------
    grid : Grid
        The points, evenly spaced.
    counts : ndarray of shape (n_classes, n_features, n_points)
        The weight at each point.
    widths : ndarray of shape (n_classes, n_features)
        The standard deviation of the kernel, in steps.
    logs : ndarray of shape (n_classes, n_features, n_points)
        The logarithms of the densities; NaN where nothing was counted.
    """

    grid: Grid
    counts: Any
    widths: Any
    logs: Any

    @classmethod
    def of(cls, grid: Grid, counts: Any, widths: Any, known: KernelDensities | None) -> Self:
        """Compute densities, but for those that are known: of the same counts and widths."""
        logs = np.full(counts.shape, np.nan)
        wanted = counts.any(axis=2)
        if known is not None and known.counts.shape == counts.shape:
            same = known._same(grid, counts, widths)
            logs[same], wanted = known.logs[same], wanted & ~same
        for c, j in np.argwhere(wanted).tolist():
            logs[c, j] = _convolved(counts[c, j], widths[c, j])
            width = counts[c, j].sum() * widths[c, j] * grid.step[j]
            logs[c, j] -= np.log(width) + np.log(2 * np.pi) / 2
        return cls(grid, counts, widths, logs)

    def _same(self, grid: Grid, counts: Any, widths: Any) -> Any:
        """Say of which classes and features the densities would be the same."""
        same = (self.counts == counts).all(axis=2) & (self.widths == widths)
        return same & (self.grid.low == grid.low) & (self.grid.step == grid.step)


def log_mixture(logs: Any, observed: Any) -> Any:
    """Return densities, where a class that never showed a feature has that of all classes.

    Parameters
    ----------
    logs : ndarray of shape (n_classes, n_features, n_points)
        The logarithms of the densities.
    observed : ndarray of shape (n_classes, n_features)
        From how many numbers they were learned.

    Returns
    -------
    ndarray of shape (n_classes, n_features, n_points)
        0 where no class showed a feature.
    """
    unseen = observed == 0
    for j in np.flatnonzero(unseen.any(axis=0)).tolist():
        weights = observed[~unseen[:, j], j, np.newaxis]
        logs[unseen[:, j], j] = 0.0
        if len(weights):
            of_all = logsumexp(logs[~unseen[:, j], j], b=weights / weights.sum(), axis=0)
            logs[unseen[:, j], j] = of_all
    return logs


def _convolved(counts: Any, bandwidth: float) -> Any:
    """Return the logarithm of the sum of bells over the points, exact in the far tails, too."""
    distances = np.arange(1 - len(counts), len(counts)) / bandwidth
    bells = -(distances**2) / 2
    density = np.convolve(counts, np.exp(bells), mode="valid")
    logs = np.log(np.maximum(density, TINY))
    few = np.flatnonzero(density <= TINY * 1e10)
    if len(few):
        held = np.flatnonzero(counts)
        far = -(((few[:, np.newaxis] - held) / bandwidth) ** 2) / 2
        logs[few] = logsumexp(far, b=counts[held], axis=1)
    return logs
