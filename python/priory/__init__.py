"""Naive Bayes for Python with a compiled core.

Names are loaded when first used: importing the package costs next to nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from priory import sample
    from priory.counts import (
        CountVectorizer,
        HashingVectorizer,
        TfidfTransformer,
        TfidfVectorizer,
    )
    from priory.tokens import Analyzer

__all__ = [
    "Analyzer",
    "CountVectorizer",
    "HashingVectorizer",
    "TfidfTransformer",
    "TfidfVectorizer",
    "sample",
]
__version__ = "0.1.0"


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    if name == "sample":
        return import_module("priory.sample")
    stage = "tokens" if name == "Analyzer" else "counts"
    return getattr(import_module(f"priory.{stage}"), name)


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
