"""Confidence measures of a prediction: top probability, margin and log-odds."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy.special import logsumexp

__all__ = ["MEASURES", "confidence_by", "log_odds", "log_odds_of"]

MEASURES = ("level", "margin", "log_odds")


def confidence_by(proba: Any, by: str, log_proba: Any = None) -> Any:
    """Return how sure each row is; only log-odds need the logarithms.

    By level, the probability of the best class; by margin, how far it is above the next one; by
    log-odds, the logarithm of its ratio to all others together.
    """
    if by == "log_odds":
        return log_odds(log_proba)
    if by == "margin" and proba.shape[1] > 1:
        best_two = np.partition(proba, -2, axis=1)[:, -2:]
        return best_two[:, 1] - best_two[:, 0]
    return proba.max(axis=1)


def log_odds(log_proba: Any) -> Any:
    """Return the log-odds of the best class: they differ where its probabilities are all 1."""
    others = np.array(log_proba, dtype=np.float64)
    rows, best = np.arange(len(others)), others.argmax(axis=1)
    most = others[rows, best]
    others[rows, best] = -np.inf
    with np.errstate(divide="ignore"):
        return most - logsumexp(others, axis=1)


def log_odds_of(log_proba: Any, c: int) -> Any:
    """Return the log-odds of a class against all others, which outlive probabilities of 0 and 1."""
    with np.errstate(divide="ignore", invalid="ignore"):
        return log_proba[:, c] - logsumexp(np.delete(log_proba, c, axis=1), axis=1)
