"""Models, and what commands say of them in one place."""

from __future__ import annotations

import sys
import warnings
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from priory._show import spelled
from priory.cli._errors import CommandError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from priory import TextClassifier

__all__ = ["UNDECIDED", "complaints", "label_of", "load"]

UNDECIDED = "every one has probability 0; fit with --estimate mean and an --alpha above 0"

MOST_LABELS = 20  # named in a message


@contextmanager
def complaints() -> Iterator[None]:
    """Turn what the library says of parameters, texts and files into lines for the terminal."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("default")
        try:
            yield
        except ValueError as error:
            raise CommandError(str(error)) from error
        finally:
            for message in dict.fromkeys(str(warning.message) for warning in caught):
                print(f"priory: {' '.join(message.split())}", file=sys.stderr)


def load(path: str) -> TextClassifier:
    """Load the model of a file."""
    from priory import TextClassifier  # noqa: PLC0415 (slow)
    from priory.tokens import MailAnalyzer  # noqa: PLC0415 (slow)

    with complaints():
        model = TextClassifier.load(path)
    if isinstance(model.analyzer_, MailAnalyzer):
        raise CommandError(
            f"{path} was learned from messages, and this command reads texts: use it from Python"
        )
    return model


def label_of(name: str, labels: Iterable[Any]) -> Any:
    """Return the label that is spelled so."""
    there = {spelled(label): label for label in labels}
    if name not in there:
        some = ", ".join(list(there)[:MOST_LABELS])
        raise CommandError(f"no label is {name!r}: there are {some}")
    return there[name]
