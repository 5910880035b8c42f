"""Validate X, y and sample_weight, and turn them into training examples."""

from __future__ import annotations

from typing import Any

import numpy as np

from priory._naming import a
from priory._sklearn import _check_sample_weight
from priory.errors import InputTypeError
from priory.neighbors._examples import Examples, Features
from priory.neighbors._fitted_projection import FittedProjection
from priory.neighbors._kept import Kept
from priory.neighbors._reading import read_first, read_more, refuse_precomputed
from priory.neighbors._rows import n_rows
from priory.neighbors._search_parameters import SearchParameters
from priory.neighbors._training_rows import TrainingRows

__all__ = ["first_examples", "fitting_examples", "more_examples"]


def first_examples(model: Any, X: Any, y: Any, declared: Any, sample_weight: Any) -> Examples:
    """Return the first examples of a model, with the projection that is made for them."""
    rows = read_first(model, X)
    targets, codes = model._targets.first(y, n_rows(rows), declared)
    how = SearchParameters.of(model)
    drawn = FittedProjection.drawn(how)
    kept = Kept(TrainingRows(rows, codes, _row_weights(sample_weight, n_rows(rows))))
    return Examples(kept, targets, Features.of(model), drawn.made_for(kept, how))


def more_examples(model: Any, X: Any, y: Any, sample_weight: Any, verb: str) -> Examples:
    """Return examples that are to be learned or forgotten; their classes may be new."""
    known = model._counts
    refuse_precomputed(model.metric, known.frame, verb)
    rows = read_more(model, X, known, copy=verb == "partial_fit")
    targets, codes = known.targets.more(y, n_rows(rows))
    kept = Kept(TrainingRows(rows, codes, _row_weights(sample_weight, n_rows(rows))))
    return Examples(kept, targets, known.frame)


def fitting_examples(model: Any, other: Any) -> Examples:
    """Return the examples of another model, if they mean what those of a model do."""
    refuse_precomputed(model.metric, model._counts.frame, "merge")
    if type(other) is not type(model):
        raise InputTypeError(
            f"{a(type(model).__name__)} cannot merge {a(type(other).__name__)}",
            code="incompatible-merge",
            parameter="other",
            remedy="merge models of the same class",
        )
    other._check_is_fitted()
    refuse_precomputed(other.metric, other._counts.frame, "merge")
    model._counts.targets_with(other._counts)
    return other._counts


def _row_weights(sample_weight: Any, n: int) -> Any:
    shape_only = np.empty((n, 0))
    return _check_sample_weight(
        sample_weight, shape_only, dtype=np.float64, ensure_non_negative=True, copy=True
    )
