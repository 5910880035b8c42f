"""Count the words of labelled texts by class."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from priory import _classes, _core
from priory._show import counted
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
    _check_length(X, len(codes))
    documents = reader.documents(_paired(X, len(codes)) if isinstance(X, Iterator) else X)
    parts = _core.learn_classes(documents, reader.native(), codes.astype(np.uint32), reader.threads)
    class_count = np.bincount(codes, minlength=len(classes)).astype(np.int64)
    declared = classes[:0] if declared is None else declared
    return TextCounts(classes, class_count, WordCounts(*parts), Specification.of(reader), declared)


def _check_length(X: Any, n_labels: int) -> None:
    """Refuse another number of labels than of texts, where these can be counted."""
    if hasattr(X, "__len__") and not isinstance(X, str | bytes) and len(X) != n_labels:
        raise _mismatch(str(len(X)), n_labels)


def _paired(X: Iterator[Any], n_labels: int) -> Iterator[Any]:
    """Pass the texts of a generator on, and refuse another number of labels."""
    n_texts = 0
    for n_texts, text in enumerate(X, start=1):
        if n_texts > n_labels:
            raise _mismatch(f"more than {n_labels}", n_labels)
        yield text
    if n_texts < n_labels:
        raise _mismatch(str(n_texts), n_labels)


def _mismatch(n_texts: str, n_labels: int) -> InputError:
    return InputError(
        f"{n_texts} texts, but {counted(n_labels, 'label')}", code="shape-mismatch", parameter="y"
    )
