"""How sure a classifier is of its best class, by several measures."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy.special import logsumexp

from priory.decision._wrapper import check_known

__all__ = ["MEASURES", "checked_proba", "confidence", "log_odds", "places_of"]

MEASURES = ("level", "margin", "log_odds")


def checked_proba(proba: Any) -> Any:
    """Return probabilities, which must be known for every row."""
    proba = np.asarray(proba, dtype=np.float64)
    if proba.ndim != 2 or not proba.size:  # noqa: PLR2004 (rows and classes)
        raise ValueError(
            f"proba of shape {proba.shape} must have a row for each case and a column for each "
            "class, as predict_proba gives them"
        )
    check_known(~np.isnan(proba).any(axis=1))
    return proba


def confidence(proba: Any, by: str) -> Any:
    """Return how sure each row is.

    By level, the probability of the best class; by margin, how far it is above the next one; by
    log-odds, the logarithm of its ratio to all others together.
    """
    if by == "log_odds":
        with np.errstate(divide="ignore"):
            return log_odds(np.log(proba))
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


def places_of(labels: Any, classes: Any, whose: str) -> Any:
    """Return where labels stand among the classes of a model."""
    known = {label: place for place, label in enumerate(np.asarray(classes).tolist())}
    unknown = [label for label in np.asarray(labels).tolist() if label not in known]
    if unknown:
        raise ValueError(
            f"{whose} does not know class {unknown[0]!r}: its rows must hold every class, as "
            "those of stratified folds do"
        )
    return np.array([known[label] for label in np.asarray(labels).tolist()], dtype=np.intp)
