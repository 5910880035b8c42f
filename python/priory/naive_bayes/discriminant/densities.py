"""Means and covariances of classes become densities, or an error that says why there is none."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from priory.naive_bayes.discriminant.correlated import Correlated, SingularError
from priory.naive_bayes.rows.tables import named
from priory.naive_bayes.scores.densities import Densities, normal, student

if TYPE_CHECKING:
    from priory.naive_bayes.discriminant.model import GaussianDiscriminant

__all__ = ["density_of"]

SHRINK = "pass a shrinkage, such as shrinkage=0.1"


def density_of(model: GaussianDiscriminant) -> Correlated | Densities:
    """Return the densities of all features of a class, or of each if they are independent."""
    wanted = model._wanted()
    degrees, scales = _spread(model, wanted)
    if model.covariance == "diagonal":
        return _independent(model, wanted, degrees, scales)
    matrices = model.covariance_[np.newaxis]
    if model.covariance == "full":
        which, any_other = wanted[:, np.newaxis, np.newaxis], np.eye(model.n_features_in_)
        matrices = np.where(which, model.covariance_, any_other)
    try:
        return Correlated.of(model.means_, matrices, scales, degrees)
    except SingularError as error:
        raise ValueError(_singular(model, error.place, error.feature)) from None


def _independent(model: GaussianDiscriminant, wanted: Any, degrees: Any, scales: Any) -> Densities:
    known = wanted[:, np.newaxis] & model.observed_.any(axis=0)
    variances = np.where(known, model.covariance_ * scales, 1.0)
    for place, feature in np.argwhere(variances <= 0).tolist()[:1]:
        raise ValueError(
            f"the covariance of class {model.classes_.tolist()[place]!r} has a variance of 0: "
            f"{named(model, feature, 'feature')} is constant there; {SHRINK}, or drop the feature"
        )
    if degrees is None:
        return normal(model.class_log_prior_, model.means_, variances)
    return student(model.class_log_prior_, degrees, model.means_, variances)


def _spread(model: GaussianDiscriminant, wanted: Any) -> tuple[Any, Any]:
    """Return the degrees of freedom, and what covariances are multiplied by, in each class."""
    pooled, counts = model._products.pooled(), model.class_count_
    n, n_features = pooled.class_count, model.n_features_in_
    if model.covariance == "diagonal":
        n, n_features = pooled.observed, 1
        wanted = wanted[:, np.newaxis] & (n > 0)
    total, means = n, np.ones_like(n)
    if model.covariance == "shared":
        total, means = np.full_like(n, counts.sum()), np.full_like(n, np.count_nonzero(counts))
    if model.estimate == "mle":
        _refuse_few(model, wanted, total, model.ddof * means)
        return None, np.ones_like(n)
    least = means + n_features - 1
    _refuse_few(model, wanted, total, least)
    degrees = np.where(wanted, total - least, 1.0)
    return degrees, np.where(wanted, total / degrees * (1 + 1 / np.where(wanted, n, 1)), 1.0)


def _refuse_few(model: GaussianDiscriminant, wanted: Any, total: Any, least: Any) -> None:
    """Refuse to divide by nothing, or by less."""
    for place, *feature in np.argwhere(wanted & (total <= least)).tolist()[:1]:
        weight, needed = total[place, *feature], least[place, *feature]
        parameter, remedy = f"ddof={model.ddof}", "pass ddof=0" if needed else "drop the feature"
        if model.estimate == "predictive":
            parameter, remedy = "estimate='predictive'", "pass estimate='mle' with a shrinkage"
        whose = f"class {model.classes_.tolist()[place]!r} has"
        if model.covariance == "shared":
            whose = f"the classes {model.classes_.tolist()!r} have"
        what = f"for {model.n_features_in_} features"
        if feature:
            what = f"with {named(model, feature[0], 'feature')}"
        raise ValueError(
            f"{parameter}: {whose} too few rows {what}: they weigh {weight:g} together, and must "
            f"weigh more than {needed:g}. A weight says how often a row counts: learn more rows, "
            f"pass weights whose sum is the number of rows, or {remedy}"
        )


def _singular(model: GaussianDiscriminant, place: int, feature: int) -> str:
    """Say which covariance is singular, why, and what to do."""
    whose, rows = f"of class {model.classes_.tolist()[place]!r}", model.class_count_[place]
    if model.covariance == "shared":
        whose = f"shared by the classes {model.classes_.tolist()!r}"
        rows = model.class_count_.sum()
    return (
        f"the covariance {whose} is singular: {named(model, feature, 'feature')} is constant "
        f"there, or follows from the features before it ({rows:g} rows, {model.n_features_in_} "
        f"features); {SHRINK}, learn more rows, or drop the feature"
    )
