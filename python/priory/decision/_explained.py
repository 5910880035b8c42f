"""Explanations of the classifier inside become those of the one around it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

__all__ = ["each", "shifted"]


def each(change: Any, explained: Any) -> Any:
    """Change the explanation of a text, or those of all rows."""
    return [change(one) for one in explained] if isinstance(explained, list) else change(explained)


def shifted(explanation: Any, shift: Any) -> Any:
    """Add to the prior of each class; words stay in the order of what they say for the best."""
    moved = replace(explanation, prior=explanation.prior + shift)
    if not hasattr(explanation, "text"):  # whose features are in the order of the columns
        return moved
    best, *others = np.argsort(-moved.joint_log_proba, kind="stable")
    against = moved.contributions[:, others[0]] if others else 0.0
    with np.errstate(invalid="ignore"):
        margins = np.nan_to_num(against - moved.contributions[:, best], nan=0.0)
    order = np.argsort(margins, kind="stable")
    names = ("features", "values", "contributions")
    return replace(moved, **{name: getattr(moved, name)[order] for name in names})
