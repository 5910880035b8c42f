"""What all files of text models hold: labels, parameters, and the words they were made with."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from priory.text._reader import Reader
from priory.text._specification import Specification, described, mail_analyzer, plain
from priory.text.files import file
from priory.text.files.arrays import label_arrays, labels
from priory.text.files.layout import ModelFileError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from os import PathLike

    from priory.tokens import Analyzer, MailAnalyzer

__all__ = [
    "CLASSIFIER",
    "COUNTS",
    "NEIGHBORS",
    "check_format",
    "format_of",
    "load",
    "reason",
    "save",
    "storable",
]

CLASSIFIER = "priory text classifier"
NEIGHBORS = "priory text neighbors"
COUNTS = "priory text counts"
FORMATS = {
    CLASSIFIER: "a model of TextClassifier: use TextClassifier.load",
    NEIGHBORS: "a model of TextNeighbors: use TextNeighbors.load",
    COUNTS: "counts without a model: use TextCounts.from_bytes",
}
VERSION = 1  # of each
TUPLES = ("ngram_range", "domain_features", "phrases")


def save(
    model: Any,
    path: str | PathLike[str],
    arrays: Mapping[str, Any],
    metadata: dict[str, str],
    *,
    private: bool = False,
) -> None:
    """Write a fitted model with its arrays and its parameters, whole or not at all.

    One that is private is new for the eyes of its owner only.
    """
    parameters = {k: v for k, v in model.get_params(deep=False).items() if k != "n_jobs"}
    text = json.dumps(parameters, default=plain, sort_keys=True)
    file.write(path, arrays, metadata | {"parameters": text}, private=private)


def storable(
    name: str, words: Specification, classes: Any, declared: Any
) -> tuple[dict[str, Any], dict[str, str]]:
    """Return the arrays and the texts that each format has."""
    if words.analyzer is None:
        raise ValueError(
            f"analyzer={words.parameters[0]!r} is Python code, which a model file does not hold: "
            "use one of the built-in analyzers, or pickle the model for your own use"
        )
    kind, arrays = label_arrays(classes, declared)
    metadata = {"format": name, "version": str(VERSION), "labels": kind}
    return arrays, metadata | {"analyzer": described(words.analyzer)}


def load(cls: Any, path: str | PathLike[str], name: str, fill: Callable[..., None]) -> Any:
    """Map a model from a file; ``fill`` gives it what it has learned."""
    arrays, metadata = file.read(path)
    try:
        check_format(metadata, name)
        model = _unfitted(cls, metadata)
        reader = Reader.of(model)
        _check_analyzer(reader.spec, metadata["analyzer"])
        classes, declared = labels(metadata["labels"], arrays)
        fill(model, arrays, classes, declared, reader)
    except (LookupError, RecursionError, TypeError, ValueError) as error:
        raise ModelFileError(f"{path} cannot be loaded: {reason(error)}") from None
    return model


def format_of(path: str | PathLike[str]) -> str | None:
    """Return which of the formats a file says it has, if any."""
    return file.read(path)[1].get("format")


def _unfitted(cls: Any, metadata: dict[str, str]) -> Any:
    parameters = json.loads(metadata["parameters"])
    tuples = {name: tuple(parameters[name]) for name in TUPLES}
    if isinstance(parameters.get("analyzer"), dict):
        parameters["analyzer"] = mail_analyzer(**parameters["analyzer"])
    model = cls(**parameters | tuples)
    model._validate_params()
    return model


def check_format(metadata: dict[str, str], name: str) -> None:
    """Refuse what is not of a format, or of a version that is not known here."""
    found = metadata.get("format")
    if found != name and found in FORMATS:
        raise ModelFileError(f"it is {FORMATS[found]}")
    if found != name:
        raise ModelFileError("it is a safetensors file, but not a text model of Priory's")
    version = metadata.get("version", "")
    if version != str(VERSION):
        raise ModelFileError(
            f"it has version {version!r} of the format, and this Priory reads {VERSION}: "
            "use a newer Priory, or fit again"
        )


def _check_analyzer(spec: Analyzer | MailAnalyzer | None, text: str) -> None:
    """Refuse a model whose words are not those that would be made here."""
    if spec is not None and text == described(spec):
        return
    made = dict(json.loads(text)).get("version")
    here = spec.version if spec is not None else None
    if made != here:
        raise ModelFileError(
            f"it was made with {made!r}, and here is {here!r}: words may differ, so fit again"
        )
    raise ModelFileError("its words are not those that its parameters make: fit again")


def reason(error: Exception) -> str:
    """Say what is wrong with a file."""
    return f"{error} is missing" if isinstance(error, KeyError) else str(error)
