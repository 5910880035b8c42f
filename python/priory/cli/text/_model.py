"""Load models, and find labels by their names."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from priory._show import spelled
from priory.cli._errors import CommandError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from priory import TextClassifier, TextNeighbors

__all__ = [
    "UNDECIDED",
    "check_against",
    "has_words",
    "is_of_neighbors",
    "label_of",
    "load",
    "load_words",
]

UNDECIDED = "every one has probability 0; fit with --estimate mean and an --alpha above 0"

MOST_LABELS = 20  # named in a message


def load(path: str) -> TextClassifier | TextNeighbors:
    """Load the model of a file, of whichever kind it is."""
    from priory.text import load_model  # noqa: PLC0415 (slow)
    from priory.tokens import MailAnalyzer  # noqa: PLC0415 (slow)

    model = load_model(path)
    if isinstance(model.analyzer_, MailAnalyzer):
        raise CommandError(
            f"{path} is a model of messages, and this command reads texts: use it from Python"
        )
    return model


def load_words(path: str) -> TextClassifier:
    """Load a model that knows how much each word tells."""
    model: Any = load(path)
    if is_of_neighbors(model):
        raise CommandError(
            f"{path} is a k-NN model: words have no weights; `priory text explain` shows the "
            "nearest texts"
        )
    return model


def is_of_neighbors(model: Any) -> bool:
    """Tell whether a model judges by the nearest texts."""
    return hasattr(model, "kneighbors")


def has_words(model: Any) -> bool:
    """Tell whether a model looks at words, as all do but neighbours by a metric of strings."""
    return not is_of_neighbors(model) or model.compares_words


def check_against(label: Any, explanation: Any) -> None:
    """Refuse to compare the predicted label with itself."""
    if label is not None and label == explanation.label:
        raise CommandError(
            f"--against: {spelled(label)!r} is the predicted label: name another, or remove it"
        )


def label_of(name: str, labels: Iterable[Any]) -> Any:
    """Return the label that is spelled so."""
    there = {spelled(label): label for label in labels}
    if name not in there:
        some = ", ".join(list(there)[:MOST_LABELS])
        raise CommandError(f"unknown label {name!r}: choose from {some}")
    return there[name]
