"""Cross-validation folds, each held out from the model that predicts it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
from scipy.sparse import issparse
from sklearn.base import clone
from sklearn.utils import indexable

from priory._sklearn import _check_method_params, _safe_indexing
from priory.decision._labels import label_indices

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["by_source", "indexable_rows", "models_of_folds", "take_rows"]

OF_FOLD = {
    "source": "the model of this fold",
    "remedy": "each training fold must contain every class: use stratified folds",
}


def by_source(X: Any) -> bool:
    """Tell whether there are rows for each source; some sparse matrices are dicts, too."""
    return isinstance(X, Mapping) and not issparse(X)


def indexable_rows(X: Any, y: Any) -> tuple[Any, Any]:
    """Return rows and labels that can be indexed, after checking that their lengths match."""
    if not by_source(X):
        return tuple(indexable(X, y))
    *parts, y = indexable(*X.values(), y)
    return dict(zip(X, parts, strict=True)), y


def take_rows(X: Any, places: Any) -> Any:
    """Return the rows at some indices."""
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
        model = getattr(clone(estimator), verb)(
            take_rows(X, learned), take_rows(y, learned), **given
        )
        label_indices(classes, model.classes_, place=f"fold {number}", **OF_FOLD)
        yield model, held_out
