"""Weights of classes: each multiplies the rows of its class, as their own weights do."""

from __future__ import annotations

from typing import Any

import numpy as np
from sklearn.utils._param_validation import StrOptions

__all__ = ["CLASS_WEIGHT", "ClassWeight", "refuse_balanced"]

CLASS_WEIGHT = [dict, StrOptions({"balanced"}), None]


class ClassWeight:
    """A model that weighs classes.

    What they weigh is decided by the first rows, and stays, so that rows are forgotten with the
    weights that they were learned with. A class without a weight has 1.
    """

    class_weight: Any
    class_weight_: dict[Any, float]

    def _weighed(self, classes: Any, codes: Any, sample_weight: Any) -> Any:
        """Return the weight of each row, times that of its class; None if all are 1."""
        if "class_weight_" not in self.__dict__:
            weight = _decided(self.class_weight, classes, codes, sample_weight)
            self.__dict__["class_weight_"] = weight
        if not self.class_weight_:
            return sample_weight
        each = np.array([self.class_weight_.get(label, 1.0) for label in classes.tolist()])[codes]
        return each if sample_weight is None else each * sample_weight


def refuse_balanced(class_weight: Any) -> None:
    """Refuse to balance classes by a first batch, which need not be like those to come."""
    if class_weight == "balanced":
        raise ValueError(
            "class_weight='balanced' is not supported for a first partial_fit, whose rows need not "
            "be shared out as all will be: pass the weights, such as those of "
            "compute_class_weight('balanced', classes=classes, y=y) for a large sample y, as a "
            "dict, or begin with fit"
        )


def _decided(class_weight: Any, classes: Any, codes: Any, sample_weight: Any) -> dict[Any, float]:
    """Return the weights of classes by their labels: given, or so that all weigh the same."""
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
        raise ValueError(f"class_weight={class_weight!r}: weights are finite, and 0 or more")
    left = [label for label in labels if label not in class_weight]
    if left and len(labels) - len(left) < len(class_weight):
        raise ValueError(
            f"The classes, {left}, are not in class_weight, but others are that are no classes: "
            f"the classes are {labels}"
        )
    return dict(class_weight)
