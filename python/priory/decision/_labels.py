"""Where labels stand among the classes; those that are none of them are named in an error."""

from __future__ import annotations

from typing import Any

import numpy as np

__all__ = ["OF_FROZEN", "counted", "places_of"]

OF_FROZEN = " of the frozen classifier: leave these rows out, or freeze one that has learned them"


def places_of(labels: Any, classes: Any, whose: str = "") -> Any:
    """Return where labels stand among the classes; ``whose`` ends the message if they do not."""
    classes, labels = np.asarray(classes).tolist(), np.asarray(labels).tolist()
    known = {label: place for place, label in enumerate(classes)}
    unknown = sorted({str(label) for label in labels if label not in known})
    if unknown:
        raise ValueError(f"y holds {unknown}, which are none of the classes {classes}{whose}")
    return np.array([known[label] for label in labels], dtype=np.intp)


def counted(n: int, what: str, plural: str = "s") -> str:
    """Name a number of things, in the plural unless it is 1."""
    return f"{n} {what}{'' if n == 1 else plural}"
