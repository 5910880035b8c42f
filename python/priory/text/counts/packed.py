"""Serialize TextCounts to safetensors bytes, and parse them with validation."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from priory import _core
from priory._threads import n_threads
from priory.text._specification import Specification, parsed
from priory.text.counts.word_counts import WordCounts
from priory.text.files.arrays import labels, vector
from priory.text.files.errors import ModelFileError
from priory.text.files.layout import aligned, layers, unpack
from priory.text.files.stored import COUNTS, check_format, storable

if TYPE_CHECKING:
    from collections.abc import Callable

    from priory.text.counts.value import TextCounts

__all__ = ["from_bytes", "stored_arrays", "stored_counts", "to_bytes"]

EXACT = 2**53  # counts below it are whole numbers in floating point, too
ARRAYS = {
    "letters": np.uint8,
    "ends": np.int64,
    "indptr": np.int64,
    "classes": np.int32,
    "occurrences": np.int64,
    "documents": np.int64,
}


def to_bytes(counts: TextCounts) -> bytes:
    """Return counts as bytes."""
    arrays, metadata = storable(COUNTS, counts.specification, counts.classes, counts.declared)
    return b"".join(layers({**stored_arrays(counts), **arrays}, metadata))


def stored_arrays(counts: TextCounts) -> dict[str, Any]:
    """Return the arrays of words and counts that a file has."""
    return {**counts.table.arrays(), "class_count": counts.class_count}


def from_bytes(cls: Callable[..., TextCounts], buffer: Any) -> TextCounts:
    """Return the counts that lie in some bytes."""
    whole = aligned(buffer)
    try:
        arrays, metadata = unpack(whole)
        check_format(metadata, COUNTS)
        words = Specification(parsed(metadata["analyzer"]))
        classes, declared = labels(metadata["labels"], arrays)
        return cls(classes, *stored_counts(arrays, len(classes)), words, declared)
    except (ArithmeticError, LookupError, RecursionError, TypeError, ValueError) as error:
        raise ModelFileError.caused_by(error, "TextCounts bytes") from None


def stored_counts(
    arrays: dict[str, Any], n_classes: int, *, is_mapped: bool = False
) -> tuple[Any, WordCounts]:
    """Return the number of texts of each class and the table, if they are sound."""
    class_count = vector(arrays, "class_count", np.int64)
    counts = {name: vector(arrays, name, kind) for name, kind in ARRAYS.items()}
    table = WordCounts(**counts, is_mapped=is_mapped)
    # On all cores whatever `n_jobs` is, which is about texts: it takes milliseconds.
    is_sound = _core.check_table(table, class_count, n_threads(-1))
    if len(class_count) != n_classes or not is_sound or class_count.max(initial=0) >= EXACT:
        raise ModelFileError.damaged("the counts are inconsistent")
    return np.array(class_count), table
