"""Models, and what commands say of them in one place."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from priory.cli._errors import CommandError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from priory import TextClassifier

__all__ = ["complaints", "load", "plain", "spelled"]


@contextmanager
def complaints() -> Iterator[None]:
    """Turn what the library says of parameters, texts and files into a line for the terminal."""
    try:
        yield
    except ValueError as error:
        raise CommandError(str(error)) from error


def load(path: str) -> TextClassifier:
    """Load the model of a file."""
    from priory import TextClassifier  # noqa: PLC0415 (slow)

    with complaints():
        return TextClassifier.load(path)


def plain(label: Any) -> Any:
    """Return a label as a plain object of Python, which JSON can hold."""
    return label.item() if hasattr(label, "item") else label


def spelled(label: Any) -> str:
    """Return a label as it is shown."""
    return str(plain(label))
