"""The posterior alone, under the names of what decides by it."""

from __future__ import annotations

from typing import Any

import numpy as np

from priory import GaussianNB

CLASSES = 10
COSTS = np.random.default_rng(1).uniform(1, 10, (CLASSES, CLASSES)) * (1 - np.eye(CLASSES))


class CostClassifier(GaussianNB):
    """GaussianNB, which answers the posterior."""

    def predict(self, X: Any) -> Any:
        """Return the logarithms of the posterior."""
        return self.predict_log_proba(X)


Decision = CostClassifier
