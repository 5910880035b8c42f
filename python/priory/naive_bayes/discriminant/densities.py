"""Class densities from means and covariances, and the errors where there is none."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from priory.errors import InputError
from priory.naive_bayes.discriminant.correlated import Correlated, SingularError
from priory.naive_bayes.scores.densities import Densities, normal, student

if TYPE_CHECKING:
    from priory.naive_bayes.discriminant.estimated import Estimated

__all__ = ["correlated", "independent"]

SHRINK = "pass a shrinkage, such as shrinkage=0.1"


def correlated(estimated: Estimated, prior: Any) -> Correlated:
    """Return the density of all features of each class; one without a prior needs none."""
    wanted = prior > -np.inf
    degrees, scales = _spread(estimated, wanted)
    matrices = estimated.covariance
    if estimated.kind == "shared":
        matrices = matrices[np.newaxis]
    else:
        any_other = np.eye(estimated.counts.n_features)
        matrices = np.where(wanted[:, np.newaxis, np.newaxis], matrices, any_other)
    try:
        return Correlated.of(estimated.means, matrices, scales, degrees)
    except SingularError as error:
        raise _singular(estimated, error.place, error.feature) from None


def independent(estimated: Estimated, prior: Any) -> Densities:
    """Return the density of each feature of each class; a class without a prior needs none."""
    wanted, counts = prior > -np.inf, estimated.counts
    degrees, scales = _spread(estimated, wanted)
    known = wanted[:, np.newaxis] & estimated.observed.any(axis=0)
    variances = np.where(known, estimated.covariance * scales, 1.0)
    for place, feature in np.argwhere(variances <= 0).tolist()[:1]:
        raise InputError(
            "the variance is 0: the feature is constant in the class",
            code="zero-variance",
            place=counts.location(feature, place),
            parameter="shrinkage",
            remedy=f"{SHRINK}, or drop the feature",
        )
    if degrees is None:
        return normal(prior, estimated.means, variances)
    return student(prior, degrees, estimated.means, variances)


def _spread(estimated: Estimated, wanted: Any) -> tuple[Any, Any]:
    """Return the degrees of freedom, and what covariances are multiplied by, in each class."""
    pooled, counts = estimated.pooled, estimated.counts["rows"]
    n, n_features = pooled.class_count, estimated.counts.n_features
    if estimated.kind == "diagonal":
        n, n_features = pooled.observed, 1
        wanted = wanted[:, np.newaxis] & (n > 0)
    total, means = n, np.ones_like(n)
    if estimated.kind == "shared":
        total, means = np.full_like(n, counts.sum()), np.full_like(n, np.count_nonzero(counts))
    if not estimated.predictive:
        _refuse_few(estimated, wanted, total, estimated.ddof * means)
        return None, np.ones_like(n)
    least = means + n_features - 1
    _refuse_few(estimated, wanted, total, least)
    degrees = np.where(wanted, total - least, 1.0)
    return degrees, np.where(wanted, total / degrees * (1 + 1 / np.where(wanted, n, 1)), 1.0)


def _refuse_few(estimated: Estimated, wanted: Any, total: Any, least: Any) -> None:
    """Refuse to divide by nothing, or by less."""
    counts = estimated.counts
    for place, *feature in np.argwhere(wanted & (total <= least)).tolist()[:1]:
        weight, needed = total[place, *feature], least[place, *feature]
        parameter, value, remedy = "ddof", f"ddof={estimated.ddof}", "drop the feature"
        if needed:
            remedy = "pass ddof=0"
        if estimated.predictive:
            parameter, value = "estimate", "estimate='predictive'"
            remedy = "pass estimate='mle' with a shrinkage"
        shared = estimated.kind == "shared"
        size = "this feature" if feature else f"{counts.n_features} features"
        raise InputError(
            f"too few rows for {size} with {value}: the sum of the weights "
            f"of {'all classes' if shared else 'the class'} is {weight:g}, and must be greater "
            f"than {needed:g}",
            code="too-few-rows",
            place=counts.location(feature[0] if feature else None, None if shared else place)
            or None,
            parameter=parameter,
            remedy=f"learn more rows, pass weights that sum to the number of rows, or {remedy}",
        )


def _singular(estimated: Estimated, place: int, feature: int) -> InputError:
    """Make the error for a singular covariance matrix."""
    counts = estimated.counts
    shared = estimated.kind == "shared"
    rows = counts["rows"].sum() if shared else counts["rows"][place]
    whose = f" shared by the classes {counts.classes.tolist()!r}" if shared else ""
    return InputError(
        f"the covariance matrix{whose} is singular: the feature is constant, or a linear "
        f"combination of the features before it ({rows:g} rows, {counts.n_features} features)",
        code="singular-covariance",
        place=counts.location(feature, None if shared else place),
        parameter="shrinkage",
        remedy=f"{SHRINK}, learn more rows, or drop the feature",
    )
