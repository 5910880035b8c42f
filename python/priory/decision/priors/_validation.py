"""Validation of user-given class priors, as arrays or dicts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from priory.errors import InputError

__all__ = ["read_prior"]

SUM = 1e-6  # how far a prior may be from a sum of one


def read_prior(given: Any, classes: Any, name: str = "prior") -> Any:
    """Return a prior, given in the order of the classes or by their names, as an array."""
    given = given.to_dict() if hasattr(given, "to_dict") else given
    if isinstance(given, Mapping):
        given = _by_name(given, list(classes), name)
    prior = np.asarray(given, dtype=np.float64)
    if prior.shape != (len(classes),):
        raise InputError(
            f"{name} has shape {prior.shape}",
            code="shape-mismatch",
            parameter=name,
            remedy=(
                f"pass one number for each of the classes {_names(classes)}, in this order "
                "or as a dict"
            ),
        )
    if not (np.isfinite(prior) & (prior >= 0)).all():
        raise InputError(
            f"{name}={given!r} has values that are not finite or are negative",
            code="bad-parameter",
            parameter=name,
            remedy="pass finite numbers >= 0",
        )
    if abs(prior.sum() - 1) > SUM:
        raise InputError(
            f"{name} sums to {prior.sum():g}, not 1",
            code="not-normalized",
            parameter=name,
            remedy="divide it by its sum if only the proportions are meant",
        )
    return prior / prior.sum()


def _by_name(given: Mapping[Any, Any], classes: list[Any], name: str) -> list[Any]:
    """Put the numbers into the order of the classes; none is left out, none is unknown."""
    unknown = [key for key in given if key not in classes]
    if unknown:
        raise InputError(
            f"{name} has unknown labels {unknown!r}; the classes are {_names(classes)}",
            code="unknown-label",
            parameter=name,
        )
    missing = [label for label in classes if label not in given]
    if missing:
        raise InputError(
            f"{name} has no entry for {_names(missing)}",
            code="missing-label",
            parameter=name,
            remedy="pass a number for each class",
        )
    return [given[label] for label in classes]


def _names(classes: Any) -> list[Any]:
    return np.asarray(classes).tolist()
