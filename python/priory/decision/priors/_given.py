"""Priors that people give: numbers in the order of the classes, or by their names."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

__all__ = ["read_prior"]

SUM = 1e-6  # how far a prior may be from a sum of one


def read_prior(given: Any, classes: Any, name: str = "prior") -> Any:
    """Return a prior, given in the order of the classes or by their names, as an array."""
    given = given.to_dict() if hasattr(given, "to_dict") else given
    if isinstance(given, Mapping):
        given = _by_name(given, list(classes), name)
    prior = np.asarray(given, dtype=np.float64)
    if prior.shape != (len(classes),):
        raise ValueError(
            f"{name} has the shape {prior.shape}: give one number for each of the classes "
            f"{_names(classes)}, in this order or by name"
        )
    if not (np.isfinite(prior) & (prior >= 0)).all():
        raise ValueError(f"{name}={given!r}: its numbers are finite, and 0 or more")
    if abs(prior.sum() - 1) > SUM:
        raise ValueError(
            f"{name} sums to {prior.sum():g}, and not to 1: divide it by its sum, if only the "
            "proportions are meant"
        )
    return prior / prior.sum()


def _by_name(given: Mapping[Any, Any], classes: list[Any], name: str) -> list[Any]:
    """Put the numbers into the order of the classes; none is left out, none is unknown."""
    unknown = [key for key in given if key not in classes]
    if unknown:
        raise ValueError(f"{name} names {unknown!r}; the classes are {_names(classes)}")
    missing = [label for label in classes if label not in given]
    if missing:
        raise ValueError(f"{name} has nothing for {_names(missing)}: give each class its number")
    return [given[label] for label in classes]


def _names(classes: Any) -> list[Any]:
    return np.asarray(classes).tolist()
