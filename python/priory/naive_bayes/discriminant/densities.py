"""Means and covariances of classes become densities, or an error that says why there is none."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

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
        raise ValueError(_singular(estimated, error.place, error.feature)) from None


def independent(estimated: Estimated, prior: Any) -> Densities:
    """Return the density of each feature of each class; a class without a prior needs none."""
    wanted, counts = prior > -np.inf, estimated.counts
    degrees, scales = _spread(estimated, wanted)
    known = wanted[:, np.newaxis] & estimated.observed.any(axis=0)
    variances = np.where(known, estimated.covariance * scales, 1.0)
    for place, feature in np.argwhere(variances <= 0).tolist()[:1]:
        raise ValueError(
            f"the covariance of class {counts.classes.tolist()[place]!r} has a variance of 0: "
            f"{counts.named(feature)} is constant there; {SHRINK}, or drop the feature"
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
        parameter = f"ddof={estimated.ddof}"
        remedy = "pass ddof=0" if needed else "drop the feature"
        if estimated.predictive:
            parameter, remedy = "estimate='predictive'", "pass estimate='mle' with a shrinkage"
        whose = f"class {counts.classes.tolist()[place]!r} has"
        if estimated.kind == "shared":
            whose = f"the classes {counts.classes.tolist()!r} have"
        what = (
            f"with {counts.named(feature[0])}" if feature else f"for {counts.n_features} features"
        )
        raise ValueError(
            f"{parameter}: {whose} too few rows {what}: they weigh {weight:g} together, and must "
            f"weigh more than {needed:g}. A weight says how often a row counts: learn more rows, "
            f"pass weights whose sum is the number of rows, or {remedy}"
        )


def _singular(estimated: Estimated, place: int, feature: int) -> str:
    """Say which covariance is singular, why, and what to do."""
    counts = estimated.counts
    whose, rows = f"of class {counts.classes.tolist()[place]!r}", counts["rows"][place]
    if estimated.kind == "shared":
        whose = f"shared by the classes {counts.classes.tolist()!r}"
        rows = counts["rows"].sum()
    return (
        f"the covariance {whose} is singular: {counts.named(feature)} is constant "
        f"there, or follows from the features before it ({rows:g} rows, {counts.n_features} "
        f"features); {SHRINK}, learn more rows, or drop the feature"
    )
