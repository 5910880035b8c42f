"""Rows that are dealt into folds: a table, a list, or a dict of such rows by source."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scipy.sparse import issparse
from sklearn.utils import _safe_indexing, indexable

__all__ = ["by_source", "dealt", "splits", "to_deal"]


def by_source(X: Any) -> bool:
    """Tell whether there are rows for each source; some sparse matrices are dicts, too."""
    return isinstance(X, Mapping) and not issparse(X)


def to_deal(X: Any, y: Any) -> tuple[Any, Any]:
    """Return rows and labels in a form that can be dealt; there are as many of both."""
    if not by_source(X):
        return tuple(indexable(X, y))
    *parts, y = indexable(*X.values(), y)
    return dict(zip(X, parts, strict=True)), y


def splits(folds: Any, X: Any, y: Any) -> Any:
    """Return the places of the rows that are learned and of those that are held out, by fold."""
    return folds.split(y if by_source(X) else X, y)


def dealt(X: Any, places: Any) -> Any:
    """Return the rows at some places."""
    if not by_source(X):
        return _safe_indexing(X, places)
    return {name: _safe_indexing(part, places) for name, part in X.items()}
