"""Save and load a TextNeighbors model: texts, labels, weights and parameters."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from priory.neighbors._examples import Examples
from priory.neighbors._targets import Labels
from priory.text._specification import Specification
from priory.text.files import stored
from priory.text.files.arrays import joined, pieces, vector
from priory.text.files.errors import ModelFileError
from priory.text.files.stored import NEIGHBORS, storable
from priory.text.near.examples import kept_texts

if TYPE_CHECKING:
    from os import PathLike

    from priory.text._reader import Reader

__all__ = ["load", "save"]


def save(model: Any, path: str | PathLike[str]) -> None:
    """Write a fitted model with its texts atomically."""
    examples, batch = model._counts, model._counts.kept.all()
    (classes,), (declared,) = examples.targets.classes, examples.targets.declared
    labels, metadata = storable(NEIGHBORS, examples.frame, classes, declared)
    _ = model._derived().reader  # refuses parameters that no longer make the words learned
    texts = [text if isinstance(text, bytes) else text.encode() for text in batch.rows]
    codes = batch.targets[:, 0].astype(np.int64)
    arrays = {**joined("text", texts), "codes": codes, "weights": batch.weights, **labels}
    stored.save(model, path, arrays, metadata, private=True)


def load(cls: Any, path: str | PathLike[str]) -> Any:
    """Read a model from a file after validation."""
    return stored.load(cls, path, NEIGHBORS, _fill)


def _fill(model: Any, arrays: dict[str, Any], classes: Any, declared: Any, reader: Reader) -> None:
    texts: list[Any] = pieces(arrays, "text")
    if not reader.is_of_mail:
        texts = [text.decode() for text in texts]
    codes, weights = vector(arrays, "codes", np.int64), vector(arrays, "weights", np.float64)
    are_as_many = len(texts) == len(codes) == len(weights)
    are_places = codes.min(initial=0) >= 0 and codes.max(initial=-1) < len(classes)
    if not are_as_many or not are_places or not (np.isfinite(weights) & (weights >= 0)).all():
        raise ModelFileError.damaged("the texts are inconsistent")
    has_texts = np.isin(np.arange(len(classes)), codes)
    if not (has_texts | np.isin(classes, declared)).all():
        raise ModelFileError.damaged("the labels are inconsistent")
    kept = kept_texts(texts, np.array(codes), np.array(weights))
    labels = Labels((classes,), (declared,))
    model._become(Examples(kept, labels, Specification.of(reader)))
