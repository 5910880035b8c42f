"""Models on disk: one safetensors file with counts, words, labels and parameters."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

import numpy as np

from priory import _core
from priory.mail import Limits
from priory.text import _file
from priory.text._file import ModelFileError
from priory.text._reader import Reader
from priory.text._table import Table
from priory.tokens import MailAnalyzer

if TYPE_CHECKING:
    from os import PathLike

    from priory.tokens import Analyzer

__all__ = ["load", "save"]

FORMAT = "priory text classifier"
VERSION = 1
EXACT = 2**53  # counts below it are whole numbers in floating point, too
TABLE = {
    "letters": np.uint8,
    "ends": np.int64,
    "indptr": np.int64,
    "classes": np.int32,
    "occurrences": np.int64,
    "documents": np.int64,
}
TUPLES = ("ngram_range", "domain_features", "phrases")
LABELS = {"U": "str", "b": "bool", "i": "int", "u": "int"}


def save(model: Any, path: str | PathLike[str]) -> None:
    """Write a fitted model, whole or not at all."""
    if model.analyzer_ is None:
        raise ValueError(
            f"analyzer={model.analyzer!r} is Python code, which a model file does not hold: use "
            "one of the built-in analyzers, or pickle the model for your own use"
        )
    model._reader()  # refuses if the parameters no longer make the words that were learned
    kind, labels = _label_arrays(model.classes_)
    declared = np.flatnonzero(np.isin(model.classes_, model._declared))
    arrays = {**model._table.arrays(), **labels, "class_count": model.class_count_}
    parameters = {k: v for k, v in model.get_params(deep=False).items() if k != "n_jobs"}
    metadata = {
        "format": FORMAT,
        "version": str(VERSION),
        "labels": kind,
        "parameters": json.dumps(parameters, default=_plain, sort_keys=True),
        "analyzer": _described(model.analyzer_),
    }
    _file.write(path, {**arrays, "declared": declared}, metadata)


def load(cls: Any, path: str | PathLike[str]) -> Any:
    """Map a model from a file, if every bound in it holds."""
    arrays, metadata = _file.read(path)
    try:
        return _rebuilt(cls, arrays, metadata)
    except (LookupError, RecursionError, TypeError, ValueError) as error:
        raise ModelFileError(f"{path} cannot be loaded: {_reason(error)}") from None


def _rebuilt(cls: Any, arrays: dict[str, Any], metadata: dict[str, str]) -> Any:
    _check_format(metadata)
    parameters = json.loads(metadata["parameters"])
    tuples = {name: tuple(parameters[name]) for name in TUPLES}
    if isinstance(parameters.get("analyzer"), dict):
        parameters["analyzer"] = _mail_analyzer(**parameters["analyzer"])
    model = cls(**parameters | tuples)
    model._validate_params()
    reader = Reader.of(model)
    _check_analyzer(reader.spec, metadata["analyzer"])
    classes = _labels(metadata["labels"], arrays)
    class_count = _vector(arrays, "class_count", np.int64)
    counts = {name: _vector(arrays, name, kind) for name, kind in TABLE.items()}
    table = Table(**counts, is_mapped=True)
    is_sound = _core.check_table(table, class_count, reader.threads)
    declared = _vector(arrays, "declared", np.int64)
    is_sound = is_sound and declared.min(initial=0) >= 0 and class_count.max(initial=0) < EXACT
    if len(class_count) != len(classes) or not is_sound:
        raise ModelFileError("its counts are damaged; copy it again or fit again")
    model._check_parameters(len(classes))
    model.analyzer_, model._parameters = reader.spec, ()
    model._declared = classes[declared]
    model._keep(classes, np.array(class_count), table)
    return model


def _check_format(metadata: dict[str, str]) -> None:
    if metadata.get("format") != FORMAT:
        raise ModelFileError("it is a safetensors file, but not a text model of Priory's")
    version = metadata.get("version", "")
    if version != str(VERSION):
        raise ModelFileError(
            f"it has version {version!r} of the format, and this Priory reads {VERSION}: "
            "use a newer Priory, or fit again"
        )


def _mail_analyzer(mail: dict[str, Any]) -> MailAnalyzer:
    return MailAnalyzer(**mail | {"limits": Limits(**mail["limits"])})


def _check_analyzer(spec: Analyzer | MailAnalyzer | None, described: str) -> None:
    """Refuse a model whose words are not those that would be made here."""
    if spec is not None and described == _described(spec):
        return
    made = json.loads(described).get("version")
    here = spec.version if spec is not None else None
    if made != here:
        raise ModelFileError(
            f"it was made with {made!r}, and here is {here!r}: words may differ, so fit again"
        )
    raise ModelFileError("its words are not those that its parameters make: fit again")


def _described(spec: Analyzer | MailAnalyzer) -> str:
    return json.dumps(asdict(spec), default=_plain, sort_keys=True)


def _plain(value: Any) -> Any:
    """Return what JSON has in the place of a value."""
    if isinstance(value, (set, frozenset)):
        return sorted(value)
    if isinstance(value, (np.ndarray, np.generic)):
        return value.tolist()
    if isinstance(value, MailAnalyzer):  # its version stands with the specification
        return {"mail": {name: part for name, part in asdict(value).items() if name != "version"}}
    raise ValueError(f"{value!r} cannot be stored in a model file")


def _label_arrays(classes: Any) -> tuple[str, dict[str, Any]]:
    """Return the kind of the labels, and arrays that hold them."""
    if classes.dtype.kind == "O" and all(isinstance(label, str) for label in classes):
        classes = classes.astype(str)
    kind = LABELS.get(classes.dtype.kind)
    if kind is None or (kind == "int" and len(classes) and int(classes[-1]) >= 2**63):
        raise ValueError(
            f"labels of type {classes.dtype} cannot be stored in a model file: "
            "use strings or whole numbers below 2**63"
        )
    if kind != "str":
        return kind, {"labels": classes.astype(np.int64)}
    encoded = [label.encode() for label in classes.tolist()]
    letters = np.frombuffer(b"".join(encoded), dtype=np.uint8)
    ends = np.cumsum([len(label) for label in encoded], dtype=np.int64)
    return kind, {"label_letters": letters, "label_ends": ends}


def _labels(kind: str, arrays: dict[str, Any]) -> Any:
    """Return the labels, sorted and each once."""
    if kind == "str":
        letters = _vector(arrays, "label_letters", np.uint8).tobytes()
        ends = _vector(arrays, "label_ends", np.int64).tolist()
        starts = [0, *ends][: len(ends)]
        if any(not 0 <= a <= b <= len(letters) for a, b in zip(starts, ends, strict=True)):
            raise ModelFileError("its labels are damaged; copy it again or fit again")
        spans = zip(starts, ends, strict=True)
        labels = np.array([letters[a:b].decode() for a, b in spans], dtype=str)
    else:
        numbers = _vector(arrays, "labels", np.int64)
        labels = np.array(numbers, dtype={"bool": bool, "int": np.int64}[kind])
    if not np.array_equal(labels, np.unique(labels)):
        raise ModelFileError("its labels are damaged; copy it again or fit again")
    return labels


def _vector(arrays: dict[str, Any], name: str, kind: Any) -> Any:
    array = arrays[name]
    if array.dtype != kind or array.ndim != 1:
        raise ModelFileError(f"{name} is of type {array.dtype} with {array.ndim} dimensions")
    return array


def _reason(error: Exception) -> str:
    return f"{error} is missing" if isinstance(error, KeyError) else str(error)
