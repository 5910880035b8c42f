"""What all files of text models hold: labels, parameters, and the words they were made with."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

import numpy as np

from priory.mail import Limits
from priory.text import _file
from priory.text._file import ModelFileError
from priory.text._reader import Reader
from priory.tokens import MailAnalyzer

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from os import PathLike

    from priory.tokens import Analyzer

__all__ = [
    "CLASSIFIER",
    "FORMATS",
    "NEIGHBORS",
    "format_of",
    "joined",
    "load",
    "pieces",
    "save",
    "vector",
]

CLASSIFIER = "priory text classifier"
NEIGHBORS = "priory text neighbors"
FORMATS = {CLASSIFIER: "TextClassifier", NEIGHBORS: "TextNeighbors"}
VERSION = 1  # of either
TUPLES = ("ngram_range", "domain_features", "phrases")
LABELS = {"U": "str", "b": "bool", "i": "int", "u": "int"}


def save(model: Any, path: str | PathLike[str], name: str, arrays: Mapping[str, Any]) -> None:
    """Write a fitted model with the arrays of its kind, whole or not at all.

    One that holds texts is new for the eyes of its owner only.
    """
    if model.analyzer_ is None:
        raise ValueError(
            f"analyzer={model.analyzer!r} is Python code, which a model file does not hold: use "
            "one of the built-in analyzers, or pickle the model for your own use"
        )
    model._reader()  # refuses if the parameters no longer make the words that were learned
    kind, labels = _label_arrays(model.classes_)
    declared = np.flatnonzero(np.isin(model.classes_, model._declared))
    parameters = {k: v for k, v in model.get_params(deep=False).items() if k != "n_jobs"}
    metadata = {
        "format": name,
        "version": str(VERSION),
        "labels": kind,
        "parameters": json.dumps(parameters, default=_plain, sort_keys=True),
        "analyzer": _described(model.analyzer_),
    }
    everything = {**arrays, **labels, "declared": declared}
    _file.write(path, everything, metadata, private=name == NEIGHBORS)


def load(cls: Any, path: str | PathLike[str], name: str, fill: Callable[..., None]) -> Any:
    """Map a model from a file; ``fill`` gets it with its arrays, classes and reader."""
    arrays, metadata = _file.read(path)
    try:
        _check_format(metadata, name)
        model = _unfitted(cls, metadata)
        reader = Reader.of(model)
        _check_analyzer(reader.spec, metadata["analyzer"])
        classes = _labels(metadata["labels"], arrays)
        declared = vector(arrays, "declared", np.int64)
        if declared.min(initial=0) < 0:
            raise ModelFileError("its labels are damaged; copy it again or fit again")
        model.analyzer_, model._parameters = reader.spec, ()
        model._declared = classes[declared]
        fill(model, arrays, classes, reader)
    except (LookupError, RecursionError, TypeError, ValueError) as error:
        raise ModelFileError(f"{path} cannot be loaded: {_reason(error)}") from None
    return model


def format_of(path: str | PathLike[str]) -> str | None:
    """Return which of the formats a file says it has, if any."""
    return _file.read(path)[1].get("format")


def _unfitted(cls: Any, metadata: dict[str, str]) -> Any:
    parameters = json.loads(metadata["parameters"])
    tuples = {name: tuple(parameters[name]) for name in TUPLES}
    if isinstance(parameters.get("analyzer"), dict):
        parameters["analyzer"] = _mail_analyzer(**parameters["analyzer"])
    model = cls(**parameters | tuples)
    model._validate_params()
    return model


def _check_format(metadata: dict[str, str], name: str) -> None:
    found = metadata.get("format")
    if found != name and found in FORMATS:
        raise ModelFileError(f"it is a model of {FORMATS[found]}: use {FORMATS[found]}.load")
    if found != name:
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
    return kind, joined("label", [label.encode() for label in classes.tolist()])


def _labels(kind: str, arrays: dict[str, Any]) -> Any:
    """Return the labels, sorted and each once."""
    if kind == "str":
        labels = np.array([label.decode() for label in pieces(arrays, "label")], dtype=str)
    else:
        numbers = vector(arrays, "labels", np.int64)
        labels = np.array(numbers, dtype={"bool": bool, "int": np.int64}[kind])
    if not np.array_equal(labels, np.unique(labels)):
        raise ModelFileError("its labels are damaged; copy it again or fit again")
    return labels


def joined(name: str, strings: list[bytes]) -> dict[str, Any]:
    """Return arrays of a name: the bytes of all strings, and where each of them ends."""
    letters = np.frombuffer(b"".join(strings), dtype=np.uint8)
    ends = np.cumsum([len(each) for each in strings], dtype=np.int64)
    return {f"{name}_letters": letters, f"{name}_ends": ends}


def pieces(arrays: dict[str, Any], name: str) -> list[bytes]:
    """Return the strings that `joined` put into arrays of a name, if every bound holds."""
    letters = vector(arrays, f"{name}_letters", np.uint8).tobytes()
    ends = vector(arrays, f"{name}_ends", np.int64)
    starts = np.concatenate([[0], ends[:-1]]) if len(ends) else ends
    is_whole = (ends[-1] if len(ends) else 0) == len(letters)
    if not is_whole or (starts > ends).any():
        raise ModelFileError(f"its {name}s are damaged; copy it again or fit again")
    return [letters[a:b] for a, b in zip(starts.tolist(), ends.tolist(), strict=True)]


def vector(arrays: dict[str, Any], name: str, kind: Any) -> Any:
    """Return an array that must be of one dimension and of this type."""
    array = arrays[name]
    if array.dtype != kind or array.ndim != 1:
        raise ModelFileError(f"{name} is of type {array.dtype} with {array.ndim} dimensions")
    return array


def _reason(error: Exception) -> str:
    return f"{error} is missing" if isinstance(error, KeyError) else str(error)
