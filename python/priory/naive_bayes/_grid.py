"""Grids: numbers become weights of two neighbouring points, and these become densities."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Self

import numpy as np
from scipy.special import logsumexp

__all__ = ["Grid"]

# Shares of a step are multiples of this: so sums of shares and of their squares are exact.
PARTS = 2**12
# By how much of the range of the first rows the grid goes beyond it, on either side.
MARGIN = 0.5
# How uneven the steps of a given grid may be.
UNEVEN = 1e-6
# Below it numbers are too small to be right: logarithms are summed instead.
TINY = 1e-280


@dataclass(frozen=True, slots=True, eq=False)
class Grid:
    """Evenly spaced points for each feature: the lowest, the step between two, and how many."""

    low: Any
    step: Any
    size: int

    @classmethod
    def over(cls, X: Any, size: int) -> Self:
        """Make a grid over the range of each column and a margin; NaN is passed over."""
        low, high = np.fmin.reduce(X, axis=0), np.fmax.reduce(X, axis=0)
        low, high = np.nan_to_num(low), np.nan_to_num(high)
        with np.errstate(over="ignore"):
            width = np.where(high > low, high - low, np.maximum(np.abs(low), 1.0))
        if not np.isfinite(width).all():
            raise ValueError("X spans more than a float holds: rescale the columns")
        return cls(low - MARGIN * width, (high - low + 2 * MARGIN * width) / (size - 1), size)

    @classmethod
    def given(cls, points: Any, n_features: int) -> Self:
        """Take the points of a user, for all features or for each."""
        points = np.asarray(points, dtype=np.float64)
        if points.ndim not in (1, 2) or points.shape[-1] < 2:  # noqa: PLR2004
            raise ValueError(
                f"grid has the shape {points.shape}: pass a number of points, or points of shape "
                "(n_points,) or (n_features, n_points)"
            )
        if points.ndim > 1 and len(points) != n_features:
            raise ValueError(f"grid has {len(points)} rows for {n_features} features: one for each")
        points = np.broadcast_to(points, (n_features, points.shape[-1]))
        steps = np.diff(points, axis=1)
        step = steps.mean(axis=1)
        if not ((step > 0) & (np.abs(steps - step[:, None]).max(axis=1) < UNEVEN * step)).all():
            raise ValueError("grid: the points must rise in even steps, as np.linspace makes them")
        return cls(points[:, 0].copy(), step, points.shape[1])

    def places(self, X: Any, columns: Any = slice(None)) -> tuple[Any, Any]:
        """Return the point below each number, and the share of the step above it.

        Numbers beyond the grid stand at its ends; NaN stands anywhere, with the share NaN.
        """
        last = self.size - 1
        distance = np.clip((X - self.low[columns]) / self.step[columns], 0, last)
        distance = np.round(distance * PARTS) / PARTS
        below = np.minimum(np.nan_to_num(distance), last - 1).astype(np.int64)
        return below, distance - below

    def deviations(self, counts: Any, within: Any, observed: Any) -> Any:
        """Return the standard deviations of what was counted, with n - 1 below, in steps.

        To share a number out between two points adds to the variance, which ``within`` undoes.
        """
        points = np.arange(self.size)
        n = np.where(observed > 0, observed, 1.0)
        mean = counts @ points / n
        squares = ((points - mean[..., np.newaxis]) ** 2 * counts).sum(axis=-1) - within
        return np.sqrt(np.maximum(squares, 0.0) / np.where(n > 1, n - 1, 1.0))

    def log_densities(self, counts: Any, bandwidths: Any) -> Any:
        """Return the logarithms of the kernel densities at the points.

        Parameters
        ----------
        counts : ndarray of shape (n_classes, n_features, n_points)
            The weight at each point.
        bandwidths : ndarray of shape (n_classes, n_features)
            The standard deviation of the kernel, in steps.

        Returns
        -------
        ndarray of shape (n_classes, n_features, n_points)
            NaN where nothing was counted.
        """
        logs = np.full(counts.shape, np.nan)
        for place in np.argwhere(counts.any(axis=2)).tolist():
            c, j = place
            logs[c, j] = _convolved(counts[c, j], bandwidths[c, j])
            logs[c, j] -= np.log(counts[c, j].sum() * bandwidths[c, j] * self.step[j])
        return logs - np.log(2 * np.pi) / 2


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
