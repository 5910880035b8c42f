"""Temperature and bias scaling of log-posteriors."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from scipy.special import logsumexp

from priory.decision._posterior import finite
from priory.decision._rescored import shifted
from priory.errors import InputError

__all__ = ["Scaling"]


@dataclass(frozen=True, eq=False)
class Scaling:
    """What log posteriors are divided by, and what is then added for each class."""

    temperature: float
    bias: Any

    @property
    def is_unbiased(self) -> bool:
        """Whether there is only a temperature, which leaves the prior inside."""
        return not self.bias.any()

    def scores(self, log_proba: Any) -> Any:
        """Return the log scores that log posteriors become."""
        return finite(log_proba) / self.temperature + self._biases(log_proba.shape[1])

    def explained(self, explanation: Any) -> Any:
        """Return an explanation whose terms add up to such scores."""
        biases = self._biases(len(explanation.prior))
        return shifted(_divided(explanation, self.temperature), biases)

    def log_prior(self, inside: Any) -> Any:
        """Return the logarithms of the prior that a temperature makes of the one inside."""
        tempered = inside / self.temperature
        return tempered - logsumexp(tempered)

    def _biases(self, n_classes: int) -> Any:
        """Return the biases, 0 for classes that nothing was added for."""
        if self.is_unbiased:
            return 0.0
        if len(self.bias) != n_classes:
            raise InputError(
                "the classifier has learned a new class since calibration",
                code="changed-since-fit",
                remedy="fit again",
            )
        return self.bias


def _divided(explanation: Any, temperature: float) -> Any:
    """Divide all terms; those that rule a class out are finite, as in the scores."""
    rows = np.vstack(_terms(explanation))
    joint = explanation.joint_log_proba
    if np.isneginf(joint).any() and np.isfinite(joint).any():
        rows = _finite(rows, joint)
    prior, absent, *rest = rows / temperature
    n_before = len(rest) - len(explanation.contributions)
    return replace(
        explanation,
        prior=prior,
        absent=absent,
        remainder=rest[0] if n_before else None,
        contributions=rows[2 + n_before :] / temperature,
    )


def _terms(explanation: Any) -> list[Any]:
    rest = () if explanation.remainder is None else (explanation.remainder,)
    return [explanation.prior, explanation.absent, *rest, explanation.contributions]


def _finite(rows: Any, joint: Any) -> Any:
    """Share among the zeros of a class what is left of the score that it counts as."""
    total = logsumexp(joint)
    goal = finite((joint - total)[np.newaxis])[0] + total
    zero = np.isneginf(rows)
    known = np.where(zero | (zero.any(axis=0) & np.isnan(rows)), 0.0, rows)
    return np.where(zero, (goal - known.sum(axis=0)) / np.maximum(zero.sum(axis=0), 1), known)
