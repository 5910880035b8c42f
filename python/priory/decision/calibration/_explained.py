"""A temperature in explanations: all terms divided, so that they add up to the cooler score."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
from scipy.special import logsumexp

from priory.decision._posterior import finite

__all__ = ["divided"]


def divided(explanation: Any, temperature: float) -> Any:
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
