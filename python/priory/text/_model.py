"""Models on disk: one safetensors file with counts, words, labels and parameters."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from priory import _core
from priory._threads import n_threads
from priory.text import _stored
from priory.text._file import ModelFileError
from priory.text._stored import CLASSIFIER, vector
from priory.text._table import Table

if TYPE_CHECKING:
    from os import PathLike

    from priory.text._reader import Reader

__all__ = ["load", "save"]

EXACT = 2**53  # counts below it are whole numbers in floating point, too
TABLE = {
    "letters": np.uint8,
    "ends": np.int64,
    "indptr": np.int64,
    "classes": np.int32,
    "occurrences": np.int64,
    "documents": np.int64,
}


def save(model: Any, path: str | PathLike[str]) -> None:
    """Write a fitted model, whole or not at all."""
    arrays = {**model._table.arrays(), "class_count": model.class_count_}
    _stored.save(model, path, CLASSIFIER, arrays)


def load(cls: Any, path: str | PathLike[str]) -> Any:
    """Map a model from a file, if every bound in it holds."""
    return _stored.load(cls, path, CLASSIFIER, _fill)


def _fill(model: Any, arrays: dict[str, Any], classes: Any, _reader: Reader) -> None:
    class_count = vector(arrays, "class_count", np.int64)
    counts = {name: vector(arrays, name, kind) for name, kind in TABLE.items()}
    table = Table(**counts, is_mapped=True)
    # On all cores whatever `n_jobs` is, which is about texts: it takes milliseconds.
    is_sound = _core.check_table(table, class_count, n_threads(-1))
    if len(class_count) != len(classes) or not is_sound or class_count.max(initial=0) >= EXACT:
        raise ModelFileError("its counts are damaged; copy it again or fit again")
    model._check_parameters(len(classes))
    model._keep(classes, np.array(class_count), table)
