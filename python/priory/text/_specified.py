"""What a text was cut into when it was learned, it is cut into when it is judged."""

from __future__ import annotations

from typing import Any

from priory.text._reader import Reader
from priory.text._specification import Specification

__all__ = ["reader_of", "tagged"]


def reader_of(parameters: Any, learned: Specification) -> Reader:
    """Return the reader of some parameters, if it still makes the words that were learned."""
    reader = Reader.of(parameters)
    if Specification.of(reader) != learned:
        raise ValueError("the parameters that make words have changed since fit: fit again")
    return reader


def tagged(tags: Any) -> Any:
    """Return scikit-learn's tags of a model that takes texts."""
    tags.input_tags.string = True
    tags.input_tags.two_d_array = False
    return tags
