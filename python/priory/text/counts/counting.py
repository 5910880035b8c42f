"""Count the words of labelled texts by class."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from priory import _classes, _core
from priory.errors import InputError
from priory.text._specification import Specification
from priory.text.counts.value import TextCounts
from priory.text.counts.word_counts import WordCounts

if TYPE_CHECKING:
    from priory.text._reader import Reader

__all__ = ["count_texts"]


def count_texts(X: Any, y: Any, known: Any, declared: Any, reader: Reader) -> TextCounts:
    """Return the counts of labelled texts.

    Parameters
    ----------
    X : iterable of str or bytes
        The texts.
    y : array-like of shape (n_texts,)
        Their labels.
    known : ndarray or None
        Classes that are known already.
    declared : array-like or None
        Classes that shall stay even without texts.
    reader : Reader
        The way from texts to words.
    """
    if declared is not None:
        declared = np.unique(declared)
        known = declared if known is None else _classes.union(known, declared)
    classes, codes = _classes.encode(y, known, None)
    documents = reader.documents(X)
    _check_length(X, len(codes))
    parts = _core.learn_classes(documents, reader.native(), codes.astype(np.uint32), reader.threads)
    class_count = np.bincount(codes, minlength=len(classes)).astype(np.int64)
    declared = classes[:0] if declared is None else declared
    return TextCounts(classes, class_count, WordCounts(*parts), Specification.of(reader), declared)


def _check_length(X: Any, n_labels: int) -> None:
    """Refuse another number of labels than of texts; the core counts those of a generator."""
    if hasattr(X, "__len__") and len(X) != n_labels:
        raise InputError(
            f"there are {len(X)} texts and {n_labels} labels",
            code="shape-mismatch",
            parameter="y",
        )
