"""Labelled texts become examples, as models of neighbours learn them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from priory import _classes
from priory.naive_bayes.rows.weights import checked_weights
from priory.neighbors._batch import Batch
from priory.text._compared import as_objects

if TYPE_CHECKING:
    from priory.text._specification import Specification

__all__ = ["Words", "batch_of", "labelled"]


@dataclass(frozen=True)
class Words:
    """What all kept texts have in common: their words are made in the same way."""

    specification: Specification

    def refuse_other(self, other: Self) -> None:
        """Refuse texts that are cut into other words."""
        if other != self:
            raise ValueError(
                "merge: the two models do not take the same things for words; fit them with the "
                "same analyzer, and with the same versions of Python and Priory"
            )


def labelled(texts: list[Any], y: Any, known: Any, sample_weight: Any) -> tuple[Any, Batch]:
    """Return the classes with those that are new, and labelled texts with their weights."""
    classes, codes = _classes.encode(y, known, len(texts))
    are_given = sample_weight is not None and (len(texts) or len(sample_weight))
    weights = checked_weights(sample_weight, len(texts)) if are_given else np.ones(len(texts))
    return classes, batch_of(texts, codes, weights)


def batch_of(texts: list[Any], codes: Any, weights: Any) -> Batch:
    """Return texts with the places of their labels and their weights."""
    return Batch(as_objects(texts), codes.reshape(-1, 1), weights)
