"""Parameter estimates from counts: Dirichlet pseudo-counts and class priors."""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from numbers import Real
from typing import Any

import numpy as np

from priory.errors import InputError

__all__ = [
    "by_class",
    "checked_parameter",
    "checked_priors",
    "class_log_prior",
    "log_ratio",
    "prior_counts",
    "pseudo_counts",
]

LEAST_ALPHA = 1e-10


def pseudo_counts(
    alpha: Any, estimate: str, n_classes: int, n_features: int, *, force_alpha: bool = True
) -> Any:
    """Return what the prior adds to each count, as a number or in a shape that fits the table.

    Parameters
    ----------
    alpha : float or array-like of shape (n_features,) or (n_classes, n_features)
        The parameters of the Dirichlet prior.
    estimate : {"mean", "map", "mle", "predictive"}
        The mean of the posterior adds alpha, its mode adds alpha - 1, maximum likelihood nothing.
        The predictive has the posterior's parameters, which are those of the mean.
    n_classes, n_features : int
        The shape of the table.
    force_alpha : bool, default=True
        Whether an alpha near 0 is used as it is.

    Returns
    -------
    float or ndarray
    """
    if estimate == "mle":
        return 0.0
    prior: Any = checked_parameter(alpha, n_classes, n_features)
    least = np.min(prior)
    if estimate == "map":
        if least < 1:
            raise InputError(
                f"the posterior has no interior mode for {least:g}, which is below 1",
                code="no-mode",
                place="alpha",
                parameter="alpha",
                remedy="use estimate='mean', or an alpha of at least 1",
            )
        return prior - 1.0
    if least < LEAST_ALPHA and not force_alpha:
        warnings.warn(
            "alpha too small will result in numeric errors, setting alpha ="
            f" {LEAST_ALPHA:.1e}. Use `force_alpha=True` to keep alpha unchanged.",
            stacklevel=2,
        )
        return np.maximum(prior, LEAST_ALPHA)
    return prior


def checked_parameter(alpha: Any, n_classes: int, n_features: int, *, name: str = "alpha") -> Any:
    """Return a number, or an array of prior parameters that fits the table."""
    if isinstance(alpha, Real):
        return alpha
    prior = np.asarray(alpha, dtype=np.float64)
    if prior.ndim == 0:
        prior = prior.reshape(1)
    if prior.shape[-1] != n_features:
        raise InputError(
            f"When {name} is an array, it should contains `n_features`. "
            f"Got {prior.shape[-1]} elements instead of {n_features}.",
            code="shape-mismatch",
            parameter=name,
        )
    if prior.ndim > 1 and prior.shape != (n_classes, n_features):
        raise InputError(
            f"{name} has the shape {prior.shape}",
            code="shape-mismatch",
            parameter=name,
            remedy="a matrix must have a row for each class and a column for each feature: "
            f"{(n_classes, n_features)}",
        )
    if not np.isfinite(prior).all() or prior.min() < 0:
        raise InputError(
            f"All values in {name} must be greater than 0.", code="bad-parameter", parameter=name
        )
    return prior


def class_log_prior(
    class_count: Any,
    class_prior: Any,
    *,
    fit_prior: bool,
    prior_alpha: Any = None,
    estimate: str = "mean",
    classes: Any = None,
) -> Any:
    """Return the logarithms of the class priors: given, uniform, or estimated from the counts.

    Without ``prior_alpha`` the estimate is the shares of the counts. With it the counts have a
    Dirichlet prior of their own, of one parameter or one a class. Where ``classes`` are told, a
    prior may be given by class.
    """
    n_classes = len(class_count)
    if class_prior is not None:
        return log_ratio(_checked_prior(by_class(class_prior, classes), n_classes), 1.0)
    if not fit_prior:
        return np.full(n_classes, -np.log(n_classes))
    smoothed = class_count + prior_counts(prior_alpha, estimate, n_classes)
    return log_ratio(smoothed, smoothed.sum())


def prior_counts(prior_alpha: Any, estimate: str, n_classes: int) -> Any:
    """Return what the prior of the class priors adds to the number of rows of each class."""
    if prior_alpha is None or estimate == "mle":
        return 0.0
    prior = np.asarray(prior_alpha, dtype=np.float64)
    if prior.shape not in ((), (n_classes,)):
        raise InputError(
            f"prior_alpha has the shape {prior.shape}",
            code="shape-mismatch",
            parameter="prior_alpha",
            remedy=f"pass one number, or one for each of the {n_classes} classes",
        )
    if not (np.isfinite(prior) & (prior >= 0)).all():
        raise InputError(
            f"prior_alpha={prior_alpha!r}",
            code="bad-parameter",
            parameter="prior_alpha",
            remedy="pass finite, non-negative numbers",
        )
    if estimate == "map" and prior.min(initial=1.0) < 1:
        raise InputError(
            f"the posterior has no interior mode for {prior.min():g}, which is below 1",
            code="no-mode",
            place="prior_alpha",
            parameter="prior_alpha",
            remedy="use estimate='mean', or a prior_alpha of at least 1",
        )
    return prior - 1.0 if estimate == "map" else prior


def by_class(prior: Any, classes: Any, *, name: str = "class_prior") -> Any:
    """Return a prior that is given by class in the order of the classes; any other as it is."""
    if not isinstance(prior, Mapping):
        return prior
    if classes is None:
        raise InputError(
            f"{name} is a dict",
            code="unsupported",
            parameter=name,
            remedy="pass the numbers alone, in the order of classes_",
        )
    labels = classes.tolist()
    if prior.keys() != set(labels):
        raise InputError(
            f"{name} has the keys {list(prior)}, but the classes are {labels}",
            code="unknown-label",
            parameter=name,
            remedy="give each class once",
        )
    return [prior[label] for label in labels]


def _checked_prior(class_prior: Any, n_classes: int) -> Any:
    """Return the class priors as an array, if there is one for each class and none is negative."""
    prior = np.asarray(class_prior, dtype=np.float64)
    if prior.shape != (n_classes,):
        raise InputError(
            "Number of priors must match number of classes. "
            f"Got the shape {prior.shape} for {n_classes} classes",
            code="shape-mismatch",
            parameter="class_prior",
            remedy="set class_prior anew",
        )
    if not (np.isfinite(prior) & (prior >= 0)).all():
        raise InputError(
            f"class_prior={class_prior!r}",
            code="bad-parameter",
            parameter="class_prior",
            remedy="probabilities are finite, and 0 or more",
        )
    return prior


def checked_priors(priors: Any, n_classes: int) -> Any:
    """Return class priors as an array, if they are those of so many classes and sum to 1."""
    checked = np.array(priors, dtype=np.float64)
    if checked.shape != (n_classes,):
        raise InputError(
            "Number of priors must match number of classes. "
            f"Got the shape {checked.shape} for {n_classes} classes",
            code="shape-mismatch",
            parameter="priors",
            remedy="set priors anew",
        )
    if not np.isclose(checked.sum(), 1.0):
        raise InputError(
            f"The sum of the priors should be 1. It is {checked.sum():g}.",
            code="bad-parameter",
            parameter="priors",
        )
    if (checked < 0).any():
        raise InputError(
            f"Priors must be non-negative. The least is {checked.min():g}.",
            code="bad-parameter",
            parameter="priors",
        )
    return checked


def log_ratio(count: Any, total: Any, out: Any = None) -> Any:
    """Return log(count / total): -inf for 0 / n, and NaN for 0 / 0, of which nothing is known.

    A large table may be its own ``out``: new memory costs more than logarithms.
    """
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.subtract(np.log(count, out=out), np.log(total), out=out)
