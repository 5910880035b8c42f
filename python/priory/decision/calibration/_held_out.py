"""Held-out predictions by cross-validation or from a frozen classifier."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from sklearn.frozen import FrozenEstimator
from sklearn.model_selection import StratifiedKFold

from priory.decision._folds import take_rows
from priory.decision._labels import OF_FROZEN, label_indices
from priory.decision._posterior import log_posterior
from priory.errors import InputError

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
        own = label_indices(y, model.classes_, **OF_FROZEN)
        return cls(model.classes_, log_posterior(model, X), own, weights)

    @classmethod
    def of_folds(cls, models: Iterable[tuple[Any, Any]], X: Any, y: Any, weights: Any) -> HeldOut:
        """Ask of each fold the model of the others, which comes with the places of its rows."""
        classes, own = np.unique(y, return_inverse=True)
        parts = []
        for model, rows in models:
            places = label_indices(classes, model.classes_)
            log_proba = log_posterior(model, take_rows(X, rows))[:, places]
            parts.append((log_proba, own[rows], weights[rows]))
        if not parts:
            raise InputError(
                "cv yields no folds",
                code="bad-parameter",
                parameter="cv",
                remedy=(
                    "pass a splitter or a list of folds: a generator is exhausted after one fit"
                ),
            )
        return cls(classes, *map(np.concatenate, zip(*parts, strict=True)))


def check_rows(estimator: Any, y: Any, folds: Any) -> None:
    """Raise an error if the labels do not allow for rows that are held out."""
    if isinstance(estimator, FrozenEstimator):
        label_indices(y, estimator.classes_, **OF_FROZEN)
        return
    n_folds = folds.n_splits if isinstance(folds, StratifiedKFold) else 2
    labels, counts = np.unique(y, return_counts=True)
    if counts.min() < n_folds:
        raise InputError(
            f"class {labels.tolist()[counts.argmin()]!r} has {counts.min()} of the "
            f"n_samples={len(y)} rows, but each of the {n_folds} folds needs one",
            code="too-few-rows",
            parameter="cv",
            remedy="pass more rows, or reduce cv",
        )
