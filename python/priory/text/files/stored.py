"""The part of the format that all text models share: labels, parameters and analyser."""

from __future__ import annotations

import json
import os
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from priory.errors import InputError
from priory.text._reader import Reader
from priory.text._specification import (
    Specification,
    check_version,
    described,
    mail_analyzer,
    plain,
)
from priory.text.files import file
from priory.text.files.arrays import label_arrays, labels
from priory.text.files.errors import COPY_OR_FIT, SAVED, ModelFileError

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
    "save",
    "storable",
]

CLASSIFIER = "priory text classifier"
NEIGHBORS = "priory text neighbors"
COUNTS = "priory text counts"
FORMATS = {  # what each holds, and what reads it
    CLASSIFIER: ("a TextClassifier model", "TextClassifier.load"),
    NEIGHBORS: ("a TextNeighbors model", "TextNeighbors.load"),
    COUNTS: ("TextCounts without a model", "TextCounts.from_bytes"),
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
    """Write a fitted model with its arrays and parameters atomically.

    A new file that is private is readable by its owner only.
    """
    parameters = {k: v for k, v in model.get_params(deep=False).items() if k != "n_jobs"}
    text = json.dumps(parameters, default=plain, sort_keys=True)
    file.write(path, arrays, metadata | {"parameters": text}, private=private)


def storable(
    name: str, words: Specification, classes: Any, declared: Any
) -> tuple[dict[str, Any], dict[str, str]]:
    """Return the arrays and the texts that each format has."""
    if words.analyzer is None:
        raise InputError(
            f"analyzer={words.parameters[0]!r} is Python code, which a model file cannot hold",
            code="not-stored",
            parameter="analyzer",
            remedy="use a built-in analyzer, or pickle the model",
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
        raise ModelFileError.caused_by(error, os.fspath(path)) from None
    return model


def format_of(path: str | PathLike[str]) -> str | None:
    """Return which of the formats a file says it has, if any."""
    return file.read(path, is_checked=False)[1].get("format")


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
        what, reader = FORMATS[found]
        raise ModelFileError(f"contains {what}", code="wrong-format", remedy=f"use {reader}")
    if found != name:
        raise ModelFileError(
            "a safetensors file, but not a Priory text model", code="foreign-file", remedy=SAVED
        )
    version = metadata.get("version", "")
    if version != str(VERSION):
        raise ModelFileError(
            f"format version {version!r} is not supported, only {str(VERSION)!r}",
            code="unsupported-version",
            remedy="upgrade Priory, or fit again",
        )


def _check_analyzer(spec: Analyzer | MailAnalyzer | None, text: str) -> None:
    """Refuse a model whose words are not those that would be made here."""
    made = str(dict(json.loads(text)).get("version"))
    if spec is not None:
        check_version(spec, made)
        if text == described(replace(spec, version=made)):
            return
    raise ModelFileError(
        "the analyser does not match the parameters",
        code="analyzer-mismatch",
        remedy=COPY_OR_FIT,
    )
