"""The prior that is inside the posteriors of a fitted model."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy.special import logsumexp
from sklearn.naive_bayes import ComplementNB as TheirComplementNB

from priory.decision.priors._holder import with_prior
from priory.naive_bayes import ComplementNB

__all__ = ["log_prior_of"]

LOGS = ("class_log_prior_",)
PROBABILITIES = ("class_prior_", "priors_")


def log_prior_of(model: Any) -> Any:
    """Return the logarithms of the prior inside a fitted model's posteriors; None if unknown."""
    model = with_prior(model)
    if _has_none(model):
        return np.full(len(model.classes_), -np.log(len(model.classes_)))
    for names, logs in ((LOGS, True), (PROBABILITIES, False)):
        for name in names:
            prior = getattr(model, name, None)
            if prior is not None:
                with np.errstate(divide="ignore"):
                    found = np.asarray(prior, dtype=float) if logs else np.log(prior)
                return found - logsumexp(found)
    return None


def _has_none(model: Any) -> bool:
    """Tell of ComplementNB that no prior is in its scores, whatever its attribute says."""
    if not isinstance(model, ComplementNB | TheirComplementNB):
        return False
    asked_for = isinstance(model, ComplementNB) and model.class_prior is not None
    return not asked_for
