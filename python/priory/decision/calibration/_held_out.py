"""Rows that were held out: what a model says of them that did not learn them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from sklearn.frozen import FrozenEstimator
from sklearn.model_selection import StratifiedKFold

from priory.decision._folds import dealt
from priory.decision._labels import OF_FROZEN, places_of
from priory.decision._posterior import log_posterior

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["HeldOut", "check_rows"]


@dataclass(frozen=True, eq=False)
class HeldOut:
    """The log posteriors of rows, where their own classes stand among all, and their weights."""

    classes: Any
    log_proba: Any
    own: Any
    weights: Any

    @classmethod
    def of_frozen(cls, model: Any, X: Any, y: Any, weights: Any) -> HeldOut:
        """Ask a frozen classifier, which learned none of the rows."""
        own = places_of(y, model.classes_, OF_FROZEN)
        return cls(model.classes_, log_posterior(model, X), own, weights)

    @classmethod
    def of_folds(cls, models: Iterable[tuple[Any, Any]], X: Any, y: Any, weights: Any) -> HeldOut:
        """Ask of each fold the model of the others, which comes with the places of its rows."""
        classes, own = np.unique(y, return_inverse=True)
        parts = []
        for model, rows in models:
            places = places_of(classes, model.classes_)
            log_proba = log_posterior(model, dealt(X, rows))[:, places]
            parts.append((log_proba, own[rows], weights[rows]))
        if not parts:
            raise ValueError("cv has no folds; a generator of them is used up after one fit")
        return cls(classes, *map(np.concatenate, zip(*parts, strict=True)))


def check_rows(estimator: Any, y: Any, folds: Any) -> None:
    """Raise an error if the labels do not allow for rows that are held out."""
    if isinstance(estimator, FrozenEstimator):
        places_of(y, estimator.classes_, OF_FROZEN)
        return
    n_folds = folds.n_splits if isinstance(folds, StratifiedKFold) else 2
    labels, counts = np.unique(y, return_counts=True)
    if counts.min() < n_folds:
        raise ValueError(
            f"class {labels.tolist()[counts.argmin()]!r} has {counts.min()} of the n_samples="
            f"{len(y)} rows, and each of the {n_folds} folds needs one: give more rows, or "
            "fewer folds by cv"
        )
