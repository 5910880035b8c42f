"""Rows dealt into folds, each of which is held out from the model that judges it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
from scipy.sparse import issparse
from sklearn.base import clone
from sklearn.utils import _safe_indexing, indexable
from sklearn.utils.validation import _check_method_params

from priory.decision._labels import places_of

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["by_source", "dealt", "models_of_folds", "to_deal"]

OF_FOLD = (
    " of the model of fold {}: its rows must hold every class, as those of stratified folds do"
)


def by_source(X: Any) -> bool:
    """Tell whether there are rows for each source; some sparse matrices are dicts, too."""
    return isinstance(X, Mapping) and not issparse(X)


def to_deal(X: Any, y: Any) -> tuple[Any, Any]:
    """Return rows and labels in a form that can be dealt; there are as many of both."""
    if not by_source(X):
        return tuple(indexable(X, y))
    *parts, y = indexable(*X.values(), y)
    return dict(zip(X, parts, strict=True)), y


def dealt(X: Any, places: Any) -> Any:
    """Return the rows at some places."""
    if isinstance(X, np.ndarray):
        return X[places]  # finding out what else it may be takes longer than this
    if not by_source(X):
        return _safe_indexing(X, places)
    return {name: _safe_indexing(part, places) for name, part in X.items()}


def models_of_folds(
    estimator: Any, X: Any, y: Any, folds: Any, *, verb: str = "fit", params: dict[str, Any]
) -> Iterator[tuple[Any, Any]]:
    """Yield for each fold a model of all other rows, and the places of the rows held out."""
    classes = np.unique(y)
    splits = folds.split(y if by_source(X) else X, y)
    for number, (learned, held_out) in enumerate(splits):
        given = _check_method_params(y, params, indices=learned)
        model = getattr(clone(estimator), verb)(dealt(X, learned), dealt(y, learned), **given)
        places_of(classes, model.classes_, OF_FOLD.format(number))
        yield model, held_out
