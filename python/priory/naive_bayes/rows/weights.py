"""Sample weights and class weights."""

from __future__ import annotations

from typing import Any

import numpy as np

from priory._naming import Location
from priory._sklearn import StrOptions, _check_sample_weight
from priory.errors import InputError

__all__ = [
    "CLASS_WEIGHT",
    "LARGEST",
    "checked_weights",
    "class_weights",
    "refuse_balanced",
    "refuse_huge_weights",
    "weighed",
]

# Measurements, counts and weights are not above it: sums of weighted squares stay finite.
LARGEST = 1e100

CLASS_WEIGHT = [dict, StrOptions({"balanced"}), None]


def refuse_balanced(class_weight: Any) -> None:
    """Refuse to balance classes by a first batch, which need not be like those to come."""
    if class_weight == "balanced":
        raise InputError(
            "class_weight='balanced' is not supported for a first partial_fit, whose rows may not "
            "be representative",
            code="unsupported",
            parameter="class_weight",
            remedy="pass the weights as a dict, such as those of compute_class_weight('balanced', "
            "classes=classes, y=y) for a large sample y, or begin with fit",
        )


def checked_weights(sample_weight: Any, n_rows: int) -> Any:
    """Return the weights of rows as an array, if they are as many and none is negative."""
    if sample_weight is None:
        return None
    shape_only = np.empty((n_rows, 0))
    return _check_sample_weight(
        sample_weight, shape_only, dtype=np.float64, ensure_non_negative=True, copy=True
    )


def weighed(class_weight: dict[Any, float], classes: Any, codes: Any, sample_weight: Any) -> Any:
    """Return the weight of each row, times that of its class; None if all are 1."""
    if not class_weight:
        return sample_weight
    each = np.array([class_weight.get(label, 1.0) for label in classes.tolist()])[codes]
    return each if sample_weight is None else each * sample_weight


def refuse_huge_weights(weights: Any, classes: Any, codes: Any) -> None:
    """Refuse weights that are finite, but whose sums may not be."""
    if weights is None or weights.max() <= LARGEST:
        return
    row = int(np.argmax(weights))
    label = classes.tolist()[codes[row]]
    raise InputError(
        f"the weight {weights[row]} is too large to be summed",
        code="too-large",
        place=Location(row=row, label=label),
        parameter="sample_weight",
        remedy="scale the weights",
    )


def class_weights(
    class_weight: Any, classes: Any, codes: Any, sample_weight: Any
) -> dict[Any, float]:
    """Return the weights of classes by their labels: given, or so that all weigh the same.

    They are decided by the first rows, and stay, so that rows are forgotten with the weights that
    they were learned with. A class without a weight has 1.
    """
    labels = classes.tolist()
    if class_weight is None:
        return {}
    if class_weight == "balanced":
        counts = np.bincount(codes, sample_weight, minlength=len(labels))
        present = counts > 0
        shares = counts.sum() / (np.count_nonzero(present) * np.where(present, counts, 1.0))
        return dict(zip(labels, np.where(present, shares, 1.0).tolist(), strict=True))
    weights = np.array(list(class_weight.values()), dtype=np.float64)
    if not (np.isfinite(weights) & (weights >= 0)).all():
        raise InputError(
            f"class_weight={class_weight!r}",
            code="bad-parameter",
            parameter="class_weight",
            remedy="weights are finite and non-negative",
        )
    left = [label for label in labels if label not in class_weight]
    if left and len(labels) - len(left) < len(class_weight):
        raise InputError(
            f"The classes, {left}, are not in class_weight, which has keys that are not classes",
            code="unknown-label",
            parameter="class_weight",
            remedy=f"the classes are {labels}",
        )
    return dict(class_weight)
