"""What makes log posteriors as sure as they are right: a temperature, and a bias for each class."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from scipy.special import logsumexp

from priory.decision._explained import shifted
from priory.decision._posterior import finite
from priory.decision.calibration._explained import divided

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
        return shifted(divided(explanation, self.temperature), biases)

    def log_prior(self, inside: Any) -> Any:
        """Return the logarithms of the prior that a temperature makes of the one inside."""
        tempered = inside / self.temperature
        return tempered - logsumexp(tempered)

    def _biases(self, n_classes: int) -> Any:
        """Return the biases, 0 for classes that nothing was added for."""
        if self.is_unbiased:
            return 0.0
        if len(self.bias) != n_classes:
            raise ValueError("a class is new since the biases were found: fit again")
        return self.bias
