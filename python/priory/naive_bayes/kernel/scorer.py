"""Log-likelihoods of kernel densities, interpolated linearly between grid points."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from priory._memo import frozen
from priory.naive_bayes.kernel.densities import KernelDensities, log_mixture
from priory.naive_bayes.scores.scorer import Scorer

if TYPE_CHECKING:
    from priory.naive_bayes.kernel.counts import GridCounts
    from priory.naive_bayes.rows.measurements import Measurements
    from priory.naive_bayes.scores.explanation import Explanation

__all__ = ["KernelScorer"]

# The kernel is no narrower than this many steps: the grid would not show it.
NARROWEST = 1.0
# Numbers that are worked on at a time.
NUMBERS = 2**18


class KernelScorer(Scorer):
    """Each feature of each class has a kernel density.

    Parameters
    ----------
    counts : GridCounts
        What was learned.
    prior : ndarray of shape (n_classes,)
        The logarithms of the class priors.
    bandwidth : {"silverman", "scott"} or ndarray
        The rule, or the standard deviations of the kernels.
    known : KernelDensities, default=None
        Densities of other counts: to learn a row changes one class, and those of the others stay.
    """

    def __init__(
        self, counts: GridCounts, prior: Any, bandwidth: Any, known: KernelDensities | None = None
    ) -> None:
        super().__init__(counts, prior)
        self.bandwidth, self.known = bandwidth, known
        self.settled = counts.settled()

    @cached_property
    def points(self) -> Any:
        """The points of the grid of each feature."""
        grid = self.settled.grid
        return frozen(grid.low[:, np.newaxis] + np.arange(grid.size) * grid.step[:, np.newaxis])

    @cached_property
    def widths(self) -> Any:
        """The standard deviation of each kernel, in steps of the grid."""
        observed, grid = self.counts["observed"], self.settled.grid
        if isinstance(self.bandwidth, str):
            n = np.maximum(observed, 2.0) * (0.75 if self.bandwidth == "silverman" else 1.0)
            spread = grid.deviations(self.settled["points"], self.settled["within"], observed)
            return np.maximum(spread * n**-0.2, NARROWEST)
        steps = np.maximum(self.bandwidth / grid.step, NARROWEST)
        return np.broadcast_to(steps, observed.shape)

    @cached_property
    def bandwidths(self) -> Any:
        """The standard deviation of each kernel."""
        return frozen(self.widths * self.settled.grid.step)

    @cached_property
    def log_densities(self) -> Any:
        """The logarithms of the densities at the points."""
        observed, within = self.counts["observed"], self.settled["within"]
        # Sharing out has widened the values already, so the kernel is narrower by as much.
        spread = within / np.where(observed > 0, observed, 1.0)
        widths = np.sqrt(self.widths**2 - spread)
        self.known = KernelDensities.of(
            self.settled.grid, self.settled["points"], widths, self.known
        )
        return log_mixture(self.known.logs.copy(), observed)

    def score(self, rows: Measurements) -> Any:
        """Return the joint log-probability of each row and each class."""
        X, logs = rows.shown(self.counts["observed"]).data, self.log_densities
        scores = np.empty((len(X), len(self.prior)))
        size = max(1, NUMBERS // logs[:, :, 0].size)
        for first in range(0, len(X), size):
            some = slice(first, first + size)
            scores[some] = self._terms(X[some]).sum(axis=2).T
        return scores + self.prior

    def _terms(self, X: Any, columns: Any = slice(None)) -> Any:
        """Return what each number adds to each class: on a line between two points."""
        grid, logs = self.settled.grid, self.log_densities
        below, share = grid.places(X, columns)
        missing, share = np.isnan(share), np.fmax(share, 0.0)
        points = np.arange(self.counts.n_features)[columns] * grid.size + below
        logs = logs.reshape(len(logs), -1)
        low = logs.take(points, axis=1)
        terms = low + share * (logs.take(points + 1, axis=1) - low)
        terms[:, missing] = 0.0
        return terms

    def explain(self, rows: Measurements) -> list[Explanation]:
        """Return the terms of each row's joint log-probabilities."""
        return super().explain(rows.shown(self.counts["observed"]))

    def explain_row(self, columns: Any, values: Any) -> Explanation:
        """Return what the numbers of one row add to each class."""
        terms = self._terms(values[np.newaxis], columns)
        return self._explanation(columns, values, terms[:, 0].T)
