"""load_model: load a text model file of any kind."""

from __future__ import annotations

from typing import TYPE_CHECKING

from priory.text.classifier import TextClassifier
from priory.text.files.stored import NEIGHBORS, format_of
from priory.text.neighbors import TextNeighbors

if TYPE_CHECKING:
    from os import PathLike

__all__ = ["load_model"]


def load_model(path: str | PathLike[str]) -> TextClassifier | TextNeighbors:
    """Read a model from a file, of whichever kind it is.

    Parameters
    ----------
    path : path-like
        A file that `TextClassifier.save` or `TextNeighbors.save` wrote.

    Returns
    -------
    TextClassifier or TextNeighbors
    """
    kind = TextNeighbors if format_of(path) == NEIGHBORS else TextClassifier
    return kind.load(path)
