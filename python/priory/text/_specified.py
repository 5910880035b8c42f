"""Check that the analyser has not changed since fit, and set scikit-learn's tags."""

from __future__ import annotations

from typing import Any

from priory.errors import InputError
from priory.text._reader import Reader
from priory.text._specification import Specification

__all__ = ["reader_of", "tagged"]


def reader_of(parameters: Any, learned: Specification) -> Reader:
    """Return the reader of some parameters, if it still makes the words that were learned."""
    reader = Reader.of(parameters)
    if Specification.of(reader) != learned:
        raise InputError(
            "the analyser parameters have changed since fit",
            code="changed-since-fit",
            parameter="analyzer",
            remedy="fit again",
        )
    return reader


def tagged(tags: Any) -> Any:
    """Return scikit-learn's tags of a model that takes texts."""
    tags.input_tags.string = True
    tags.input_tags.two_d_array = False
    return tags
