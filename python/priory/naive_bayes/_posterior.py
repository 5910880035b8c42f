"""Joint log-probabilities become posteriors and labels; 0/0 stays what it is: not known."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
from scipy.special import logsumexp

__all__ = ["most_probable", "normalized"]

SHOWN = 10


def normalized(scores: Any) -> Any:
    """Divide by the sum over the classes, in log space; 0/0 is NaN, with a warning."""
    with np.errstate(invalid="ignore"):
        # From the largest: what long documents have in common would cost digits of the difference.
        scores = scores - scores.max(axis=1, keepdims=True)
        log_proba = scores - logsumexp(scores, axis=1, keepdims=True)
    if np.isnan(log_proba).any():
        undecided = np.flatnonzero(np.isnan(log_proba).any(axis=1))
        warnings.warn(
            f"{_named(undecided)}: every class has probability 0, and 0/0 is not known: NaN",
            RuntimeWarning,
            stacklevel=3,
        )
    return log_proba


def most_probable(scores: Any) -> Any:
    """Return the place of the largest score of each row; there must be one."""
    undecided = np.flatnonzero(~np.isfinite(scores.max(axis=1)))
    if len(undecided):
        raise ValueError(
            f"{_named(undecided)}: every class has probability 0, and 0/0 is no answer; "
            "smooth the counts with estimate='mean' and alpha > 0"
        )
    return scores.argmax(axis=1)


def _named(rows: Any) -> str:
    shown = ", ".join(map(str, rows[:SHOWN]))
    more = f" and {len(rows) - SHOWN} more" if len(rows) > SHOWN else ""
    return f"row{'s' if len(rows) > 1 else ''} {shown}{more}"
