"""Encode strings and labels as arrays of a model file, and decode them with validation."""

from __future__ import annotations

from typing import Any

import numpy as np

from priory.errors import InputError
from priory.text.files.errors import ModelFileError

__all__ = ["joined", "label_arrays", "label_kind", "labels", "pieces", "vector"]

KINDS = {"U": "str", "b": "bool", "i": "int", "u": "int"}
DAMAGED_LABELS = "the labels are inconsistent"


def label_kind(classes: Any) -> tuple[str, Any]:
    """Return the kind of the labels, and the labels as an array of it."""
    if classes.dtype.kind == "O" and all(isinstance(label, str) for label in classes):
        classes = classes.astype(str)
    kind = KINDS.get(classes.dtype.kind)
    if kind is None or (kind == "int" and len(classes) and int(classes[-1]) >= 2**63):
        raise InputError(
            f"labels of dtype {classes.dtype} cannot be stored",
            code="not-stored",
            parameter="y",
            remedy="use strings, booleans, or integers below 2**63",
        )
    return kind, classes if kind == "str" else classes.astype(np.int64)


def label_arrays(classes: Any, declared: Any) -> tuple[str, dict[str, Any]]:
    """Return the kind of the labels, and arrays that hold them and which are declared."""
    kind, labels = label_kind(classes)
    arrays = {"declared": np.flatnonzero(np.isin(classes, declared))}
    if kind != "str":
        return kind, {"labels": labels, **arrays}
    return kind, joined("label", [label.encode() for label in labels.tolist()]) | arrays


def labels(kind: str, arrays: dict[str, Any]) -> tuple[Any, Any]:
    """Return the labels, sorted and each once, and those that are declared."""
    if kind == "str":
        strings = [label.decode() for label in pieces(arrays, "label")]
        classes = np.array(strings, dtype=str)
        if classes.tolist() != strings:
            raise ModelFileError.damaged(DAMAGED_LABELS)
    else:
        numbers = vector(arrays, "labels", np.int64)
        classes = np.array(numbers, dtype={"bool": bool, "int": np.int64}[kind])
    declared = vector(arrays, "declared", np.int64)
    if not np.array_equal(classes, np.unique(classes)) or declared.min(initial=0) < 0:
        raise ModelFileError.damaged(DAMAGED_LABELS)
    return classes, classes[declared]


def joined(name: str, strings: list[bytes]) -> dict[str, Any]:
    """Return arrays of a name: the bytes of all strings, and where each of them ends."""
    letters = np.frombuffer(b"".join(strings), dtype=np.uint8)
    ends = np.cumsum([len(each) for each in strings], dtype=np.int64)
    return {f"{name}_letters": letters, f"{name}_ends": ends}


def pieces(arrays: dict[str, Any], name: str) -> list[bytes]:
    """Return the strings that `joined` packed, after validation."""
    letters = vector(arrays, f"{name}_letters", np.uint8).tobytes()
    ends = vector(arrays, f"{name}_ends", np.int64)
    starts = np.concatenate([[0], ends[:-1]]) if len(ends) else ends
    is_whole = (ends[-1] if len(ends) else 0) == len(letters)
    if not is_whole or (starts > ends).any():
        raise ModelFileError.damaged(f"the {name}s are inconsistent")
    return [letters[a:b] for a, b in zip(starts.tolist(), ends.tolist(), strict=True)]


def vector(arrays: dict[str, Any], name: str, kind: Any) -> Any:
    """Return an array that must be of one dimension and of this type."""
    array = arrays[name]
    if array.dtype != kind or array.ndim != 1:
        raise ModelFileError.damaged(f"{name} has dtype {array.dtype} and {array.ndim} dimensions")
    return array
