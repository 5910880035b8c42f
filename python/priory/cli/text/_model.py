"""Load models, and render the errors and warnings of the library for the terminal."""

from __future__ import annotations

import re
import sys
import warnings
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from priory._show import spelled
from priory.cli._errors import CommandError
from priory.errors import InputError, PrioryError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from priory import TextClassifier, TextNeighbors

__all__ = [
    "UNDECIDED",
    "complaints",
    "has_words",
    "is_of_neighbors",
    "label_of",
    "load",
    "load_words",
]

UNDECIDED = "every one has probability 0; fit with --estimate mean and an --alpha above 0"

MOST_LABELS = 20  # named in a message
SKLEARN = re.compile(r"(?s)The (?:'(\w+)' parameter of \w+|parameter '(\w+)') (.*)")


@contextmanager
def complaints(options: Mapping[str, str] | None = None) -> Iterator[None]:
    """Report errors and warnings of the library as one line each.

    Parameters
    ----------
    options : mapping from str to str, optional
        The option that sets each parameter.
    """
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("default")
        try:
            yield
        except ValueError as error:
            raise CommandError(_rendered(error, options or {})) from error
        finally:
            for message in dict.fromkeys(str(warning.message) for warning in caught):
                said = " ".join(_rendered(UserWarning(message), options or {}).split())
                print(f"priory: {said}", file=sys.stderr)


def _rendered(error: Exception, options: Mapping[str, str]) -> str:
    """Return the text of an error, behind the option that sets its parameter."""
    found = error if isinstance(error, PrioryError) else _from_sklearn(str(error))
    option = options.get(found.parameter or "")
    return f"{option}: {found}" if option else str(error)


def _from_sklearn(message: str) -> InputError:
    """Return scikit-learn's message about a parameter, which names it first, with fields."""
    named = SKLEARN.match(message)
    if named is None:
        return InputError(message)
    return InputError(named[3], code="bad-parameter", parameter=named[1] or named[2])


def load(path: str) -> TextClassifier | TextNeighbors:
    """Load the model of a file, of whichever kind it is."""
    from priory.text import load_model  # noqa: PLC0415 (slow)
    from priory.tokens import MailAnalyzer  # noqa: PLC0415 (slow)

    with complaints():
        model = load_model(path)
    if isinstance(model.analyzer_, MailAnalyzer):
        raise CommandError(
            f"{path} was learned from messages, and this command reads texts: use it from Python"
        )
    return model


def load_words(path: str) -> TextClassifier:
    """Load a model that knows how much each word tells."""
    model: Any = load(path)
    if is_of_neighbors(model):
        raise CommandError(
            f"{path} is a model of neighbours, in which words have no weights: "
            "`priory text explain` shows the texts that are near to one"
        )
    return model


def is_of_neighbors(model: Any) -> bool:
    """Tell whether a model judges by the nearest texts."""
    return hasattr(model, "kneighbors")


def has_words(model: Any) -> bool:
    """Tell whether a model looks at words, as all do but neighbours by a metric of strings."""
    return not is_of_neighbors(model) or model.compares_words


def label_of(name: str, labels: Iterable[Any]) -> Any:
    """Return the label that is spelled so."""
    there = {spelled(label): label for label in labels}
    if name not in there:
        some = ", ".join(list(there)[:MOST_LABELS])
        raise CommandError(f"no label is {name!r}: there are {some}")
    return there[name]
