"""Subtraction of sums, with detection of negative results and of rounding errors."""

from __future__ import annotations

from typing import Any

import numpy as np

__all__ = ["ROUNDING", "difference", "rest", "rounding", "rows_left"]

# What fractional counts may lose when they are added and subtracted, relative to the largest.
ROUNDING = 1e-9


def rows_left(class_count: Any, taken: Any) -> Any:
    """Return the rows of each class that are left: one rule, so that all parts of a model agree."""
    left = difference(class_count, taken)
    left[left <= rounding(taken, class_count) * taken] = 0.0  # nothing but rounding
    return left


def difference(count: Any, taken: Any) -> Any:
    """Return what is left, NaN where more would be taken than is there."""
    left = count - taken
    left[left < -rounding(taken, count) * np.max(count, initial=0.0)] = np.nan
    left[left < 0] = 0.0
    return left


def rest(total: Any, part: Any) -> Any:
    """Return what a part of a sum leaves; 0 where that is nothing but rounding."""
    left = total - part
    slack = rounding(total, part)
    return np.where(left <= slack * total, 0.0, left)


def rounding(*sums: Any) -> float:
    """Return what rounding may have changed, as a share: whole numbers are exact."""
    return ROUNDING if any(np.any(np.mod(table, 1)) for table in sums) else 0.0
