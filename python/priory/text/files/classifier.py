"""Save and load a TextClassifier: counts, vocabulary, labels and parameters."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from priory.text._specification import Specification
from priory.text.counts.packed import stored_arrays, stored_counts
from priory.text.counts.value import TextCounts
from priory.text.files import stored
from priory.text.files.stored import CLASSIFIER, storable

if TYPE_CHECKING:
    from os import PathLike

    from priory.text._reader import Reader

__all__ = ["load", "save"]


def save(model: Any, path: str | PathLike[str]) -> None:
    """Write a fitted model atomically."""
    counts = model.counts_
    arrays, metadata = storable(CLASSIFIER, counts.specification, counts.classes, counts.declared)
    _ = model._derived().reader  # refuses parameters that no longer make the words learned
    stored.save(model, path, {**stored_arrays(counts), **arrays}, metadata)


def load(cls: Any, path: str | PathLike[str]) -> Any:
    """Memory-map a model from a file after validation."""
    return stored.load(cls, path, CLASSIFIER, _fill)


def _fill(model: Any, arrays: dict[str, Any], classes: Any, declared: Any, reader: Reader) -> None:
    class_count, table = stored_counts(arrays, len(classes), is_mapped=True)
    model._become(TextCounts(classes, class_count, table, Specification.of(reader), declared))
