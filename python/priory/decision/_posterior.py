"""Log-posteriors of a fitted classifier, and detection of rows that have none."""

from __future__ import annotations

from typing import Any

import numpy as np
from sklearn.exceptions import NotFittedError
from sklearn.utils.validation import check_is_fitted

from priory._naming import named_rows
from priory.errors import InputError

__all__ = ["check_known", "finite", "is_fitted", "known_proba", "log_posterior"]

LEAST = np.log(np.finfo(np.float64).eps)  # what a probability of 0 counts as, at most


def is_fitted(model: Any) -> bool:
    """Tell whether a classifier is fitted."""
    try:
        check_is_fitted(model)
    except NotFittedError:
        return False
    return True


def log_posterior(model: Any, X: Any) -> Any:
    """Return log P(c|x) of each row and each class, in the model's own logarithms if it has some.

    The logarithms of Naive Bayes still differ where its probabilities have all become 0 and 1.
    """
    with np.errstate(divide="ignore"):  # a probability of 0 is fine
        if hasattr(model, "predict_log_proba"):
            return np.asarray(model.predict_log_proba(X), dtype=np.float64)
        return np.log(model.predict_proba(X), dtype=np.float64)


def finite(logs: Any) -> Any:
    """Replace zeros of probability, one of which would outweigh all else."""
    zero = np.isneginf(logs)
    if not zero.any():
        return logs
    least = np.minimum(LEAST, np.where(zero, 0.0, logs).min(axis=1, keepdims=True))
    return np.where(zero, least, logs)


def known_proba(model: Any, X: Any) -> Any:
    """Return P(c|x) of each row and each class, which must be known for every row."""
    proba = np.asarray(model.predict_proba(X), dtype=np.float64)
    check_known(~np.isnan(proba).any(axis=1))
    return proba


def check_known(is_known: Any) -> None:
    """Raise an error that names the rows whose probabilities are not known."""
    unknown = np.flatnonzero(~np.asarray(is_known))
    if len(unknown):
        raise InputError(
            "no class has a known probability (NaN, or 0 for every class)",
            code="unknown-posterior",
            place=named_rows(unknown),
            remedy="check predict_proba, and smooth the model or drop these rows",
        )
