"""Bin counts and bin names passed from a discretizer to the categorical family behind it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from priory.naive_bayes.categorical.model import CategoricalNB

if TYPE_CHECKING:
    from priory.naive_bayes.scores.explanation import Explanation

__all__ = ["count_from_zero", "declare", "name"]


def _discretizer(steps: list[Any], family: Any) -> Any:
    """Return the step whose bins are the categories of the family, if there is one."""
    last = steps[-1] if steps else None
    bins = hasattr(last, "n_bins") and getattr(last, "encode", "ordinal") == "ordinal"
    return last if bins and isinstance(family, CategoricalNB) else None


def count_from_zero(steps: list[Any], family: Any) -> None:
    """Let bins be numbered as categories are, wherever somebody wanted them to start."""
    if hasattr(bins := _discretizer(steps, family), "start"):
        bins.start = 0


def declare(steps: list[Any], family: Any) -> None:
    """Tell the family how many bins there are, empty ones included, if nobody else did."""
    bins = _discretizer(steps, family)
    if bins is not None and family.min_categories is None:
        family.min_categories = np.asarray(bins.n_bins_, dtype=np.int64)


def name(steps: list[Any], family: Any, explained: list[Explanation]) -> list[Explanation]:
    """Write the bins in explanations as people do."""
    names = getattr(_discretizer(steps, family), "bin_names_", None)
    return explained if names is None else [_with_names(one, names) for one in explained]


def _with_names(one: Explanation, names: list[list[str]]) -> Explanation:
    values = np.empty(len(one.values), dtype=object)
    for i, (column, code) in enumerate(zip(one.features, one.values, strict=True)):
        values[i] = None if code is None else names[column][code]
    return replace(one, values=values)
