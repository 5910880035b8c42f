"""Tokenizers for text and mail, imported lazily."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Any

    from priory.tokens.analyzer import Analyzer
    from priory.tokens.mail import MailAnalyzer

__all__ = ["Analyzer", "MailAnalyzer"]

_FILES = {"Analyzer": "analyzer", "MailAnalyzer": "mail"}


def __getattr__(name: str) -> Any:
    if name not in _FILES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_FILES[name]}"), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
