"""Label encoding: the index of each label in the classes, or an error for unknown ones."""

from __future__ import annotations

from typing import Any

import numpy as np

from priory.errors import InputError

__all__ = ["OF_FROZEN", "counted", "label_indices"]

OF_FROZEN = {
    "source": "the frozen classifier",
    "remedy": "drop these rows, or freeze a classifier that has learned these classes",
}


def label_indices(
    labels: Any,
    classes: Any,
    *,
    source: str = "",
    place: str | None = None,
    remedy: str | None = None,
) -> Any:
    """Return the index of each label in the classes; the rest describes the error otherwise.

    ``source`` is what has these classes, such as "the frozen classifier".
    """
    classes, labels = np.asarray(classes).tolist(), np.asarray(labels).tolist()
    known = {label: place for place, label in enumerate(classes)}
    unknown = sorted({str(label) for label in labels if label not in known})
    if unknown:
        raise InputError(
            f"y contains unknown labels {unknown}; the classes{source and f' of {source}'} "
            f"are {classes}",
            code="unknown-label",
            parameter="y",
            place=place,
            remedy=remedy,
        )
    return np.array([known[label] for label in labels], dtype=np.intp)


def counted(n: int, what: str, plural: str = "s") -> str:
    """Name a number of things, in the plural unless it is 1."""
    return f"{n} {what}{'' if n == 1 else plural}"
