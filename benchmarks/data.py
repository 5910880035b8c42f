"""What the cases work on: rows to learn from, and rows to predict."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

LEARNING = ("fit", "partial_fit", "learn")
NEW = ("predict", "classify", "classify_one", "filter_one", "learn_one", "learn_next")


@dataclass(frozen=True, eq=False)
class Data:
    """Rows and their labels; a row is a text or a message, or stands in a matrix.

    Parameters
    ----------
    X : list of str or bytes, or matrix
        The rows to learn from, or the only ones.
    y : list of str or None
        Their labels.
    new : list of str or bytes, matrix or None
        The rows to predict.
    new_y : list of str or None
        Their labels.
    """

    X: Any
    y: Any = None
    new: Any = None
    new_y: Any = None

    def arguments(self, step: str) -> tuple[Any, ...]:
        """Return what one method of an estimator gets."""
        if step == "load":
            return ()
        if step in NEW:
            return (self.new,)
        if step == "explain":
            return (self.new[0],)
        return (self.X, self.y) if step in LEARNING and self.y is not None else (self.X,)

    def rows(self, method: str) -> list[Any]:
        """Return all rows that the steps of a method read."""
        found = [rows for step in method.split("+") for rows in self.arguments(step)[:1]]
        return [[rows] if isinstance(rows, str) else rows for rows in found]

    def n_bytes(self, method: str) -> int:
        """Count the bytes that a method reads."""
        return sum(size(rows) for rows in self.rows(method))

    def n_rows(self, method: str) -> int:
        """Count the rows that a method reads."""
        return sum(n_rows(rows) for rows in self.rows(method))

    def copies(self, times: int) -> Data:
        """Take the texts to learn from this many times."""
        return Data(copies(self.X, times), None if self.y is None else self.y * times)

    def accuracy(self, result: Any) -> float | None:
        """Return the share of the predicted labels that are right, if labels were predicted."""
        labels = result.labels() if hasattr(result, "labels") else result
        if self.new_y is None or not isinstance(labels, np.ndarray):
            return None
        return float(np.mean(labels == np.asarray(self.new_y)))


def size(rows: Any) -> int:
    """Count the bytes of messages, of texts in UTF-8, or of the arrays of a matrix or a frame."""
    if isinstance(rows, list):
        return sum(len(encoded(row)) for row in rows)
    if isinstance(rows, np.ndarray):
        return rows.nbytes
    if hasattr(rows, "memory_usage"):  # pandas
        return int(rows.memory_usage().sum())
    return int(rows.data.nbytes + rows.indices.nbytes + rows.indptr.nbytes)


def n_rows(rows: Any) -> int:
    """Count texts, or the rows of a matrix."""
    return len(rows) if isinstance(rows, list) else int(rows.shape[0])


def encoded(row: str | bytes) -> bytes:
    """Return the bytes of a text or of a message."""
    return row if isinstance(row, bytes) else row.encode()


def copies(rows: list[Any], times: int) -> list[Any]:
    """Copy texts or messages this many times, each an object of its own, as a new one would be."""
    return [copied(row) for _ in range(times) for row in rows]


def copied(row: str | bytes) -> str | bytes:
    """Make an equal text or message."""
    return bytes(bytearray(row)) if isinstance(row, bytes) else row.encode().decode()
