"""Convert labelled texts to Examples, which can be added and subtracted."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from priory import _classes
from priory.naive_bayes.rows.weights import checked_weights
from priory.neighbors._examples import Examples
from priory.neighbors._kept import Kept
from priory.neighbors._targets import Labels
from priory.neighbors._training_rows import TrainingRows
from priory.text._specification import Specification

if TYPE_CHECKING:
    from priory.text._reader import Reader

__all__ = ["as_objects", "examples_of", "kept_texts"]


def examples_of(
    reader: Reader, X: Any, y: Any, sample_weight: Any, *, known: Any, declared: Any
) -> Examples:
    """Return labelled texts with their weights, among classes that are known, declared or new."""
    texts = reader.texts(X)
    classes, codes = _classes.encode(y, known, len(texts))
    are_given = sample_weight is not None and (len(texts) or len(sample_weight))
    weights = checked_weights(sample_weight, len(texts)) if are_given else np.ones(len(texts))
    labels = Labels((classes,), (classes[:0] if declared is None else declared,))
    return Examples(kept_texts(texts, codes, weights), labels, Specification.of(reader))


def kept_texts(texts: list[Any], codes: Any, weights: Any) -> Kept:
    """Return texts with the places of their labels and their weights."""
    return Kept(TrainingRows(as_objects(texts), codes.reshape(-1, 1), weights))


def as_objects(texts: list[Any]) -> Any:
    """Return texts in an array that holds them as they are."""
    objects = np.empty(len(texts), dtype=object)
    objects[:] = texts
    return objects
