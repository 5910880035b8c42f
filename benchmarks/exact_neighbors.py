"""Priory's neighbours, without the projection that they are asked for."""

from typing import Any

import priory


def KNeighborsClassifier(projection: Any, **options: Any) -> Any:  # noqa: ARG001 (left out)
    """Return the classifier that searches rows as they are."""
    return priory.KNeighborsClassifier(**options)
