"""Export TextCounts as an Arrow table, one row for each word and class."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import numpy as np

from priory.text._specification import Specification, described, parsed
from priory.text.files.arrays import label_kind
from priory.text.files.errors import ModelFileError
from priory.text.files.stored import COUNTS, VERSION, check_format

if TYPE_CHECKING:
    from priory.text.counts.value import TextCounts

__all__ = ["COLUMNS", "metadata_of", "pyarrow", "to_arrow"]

COLUMNS = ("word", "class", "documents", "occurrences")


def pyarrow() -> Any:
    """Return the library, or say how to get it."""
    try:
        import pyarrow as pa  # noqa: PLC0415 (optional)
        import pyarrow.compute  # noqa: PLC0415 (known as pa.compute)
    except ImportError:
        raise ImportError(
            "Arrow tables require pyarrow: install it with `pip install pyarrow`"
        ) from None
    return pa


def to_arrow(counts: TextCounts) -> Any:
    """Return the table of a row for each word in each class, and one without a word a class."""
    pa = pyarrow()
    table, n_classes = counts.table, len(counts.classes)
    offsets = np.concatenate([np.zeros(1, np.int64), table.ends])
    buffers = [None, pa.py_buffer(offsets), pa.py_buffer(table.letters)]
    words = pa.LargeStringArray.from_buffers(len(table), *buffers[1:])
    none = pa.nulls(n_classes, pa.large_string())
    classes = np.concatenate([np.arange(n_classes), table.classes])
    documents = np.concatenate([counts.class_count, table.documents])
    occurrences = np.concatenate([np.zeros(n_classes, np.int64), table.occurrences])
    columns = [
        pa.concat_arrays([none, words.take(pa.array(table.rows))]),
        _labels(counts.classes).take(pa.array(classes)),
        pa.array(documents),
        pa.array(occurrences),
    ]
    return pa.table(columns, COLUMNS).replace_schema_metadata(_metadata(counts))


def _labels(classes: Any) -> Any:
    pa = pyarrow()
    kind, labels = label_kind(classes)
    types = {"str": pa.large_string(), "int": pa.int64(), "bool": pa.bool_()}
    return pa.array(labels.astype(bool) if kind == "bool" else labels).cast(types[kind])


def _metadata(counts: TextCounts) -> dict[str, str]:
    """Return what the rows do not say; words that Python code makes cannot be described."""
    analyzer, declared = counts.specification.analyzer, counts.declared.tolist()
    metadata = {"format": COUNTS, "version": str(VERSION), "declared": json.dumps(declared)}
    return metadata if analyzer is None else metadata | {"analyzer": described(analyzer)}


def metadata_of(table: Any) -> tuple[Specification | None, list[Any]]:
    """Return the specification of words and the declared classes, as far as a table says them."""
    metadata = {key.decode(): text.decode() for key, text in (table.schema.metadata or {}).items()}
    if metadata.get("format") != COUNTS:
        return None, []
    try:
        check_format(metadata, COUNTS)
        text, declared = metadata.get("analyzer"), json.loads(metadata.get("declared", "[]"))
        if not isinstance(declared, list):
            raise TypeError("the declared classes are not a list")  # noqa: TRY301
        return None if text is None else Specification(parsed(text)), declared
    except (ArithmeticError, LookupError, RecursionError, TypeError, ValueError) as error:
        raise ModelFileError.caused_by(error, "table metadata") from None
