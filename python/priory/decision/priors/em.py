"""Prior estimation on unlabelled rows by EM (Saerens et al.), with standard deviations."""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from typing import Any

import numpy as np
from sklearn.exceptions import ConvergenceWarning

from priory.errors import InputError

__all__ = ["PriorEstimate", "estimate_prior"]

GAP = 1e-8  # the log-likelihood is at most so far from its maximum at the end
MAX_ITERATIONS = 1000
NEAR_ZERO = 1e-10  # a share below it that should be smaller still is 0
UNKNOWN = 1 / np.sqrt(12)  # the deviation of a share that could be anything from 0 to 1
HALVINGS = 10
ROUNDING = 1e-13  # of a log-likelihood, relative to it


@dataclass(frozen=True, eq=False)
class PriorEstimate:
    """The prior that makes rows without labels most probable.

    Attributes
    ----------
    prior : ndarray of shape (n_classes,)
        The share of each class.
    std : ndarray of shape (n_classes,)
        Its standard deviation: of the inverse observed information on the simplex. A share of 0
        has that of the exponential distribution which the likelihood is there, or that of the
        information, if it is less.
    n_iter : int
        How many steps of EM it took, each with a step of Newton's method.
    """

    prior: Any
    std: Any
    n_iter: int


def estimate_prior(log_posterior: Any, train_prior: Any, *, classes: Any = None) -> PriorEstimate:
    """Estimate the prior of rows from what a classifier with another prior says about them.

    The likelihood of the rows, P(x|c) up to a factor for each row, is their posterior divided by
    the prior that is in it. The prior that makes all rows most probable is found by EM (Saerens,
    Latinne and Decaestecker, 2002). EM takes many steps where the classes overlap, so each is
    followed by one of Newton's method if that does better; the log-likelihood is concave, and the
    end is where it is proven to be within 1e-8 of its maximum.

    Parameters
    ----------
    log_posterior : array-like of shape (n_samples, n_classes)
        The logarithms of calibrated posteriors: those that are too sure of themselves give an
        estimate that is too extreme, and a deviation that is too small.
    train_prior : array-like of shape (n_classes,)
        The prior in these posteriors.
    classes : array-like of shape (n_classes,), default=None
        Names of the classes for messages.

    Returns
    -------
    PriorEstimate
        If the rows say nothing about the share of a class, as where two classes look alike, that
        is an error that names it.

    Examples
    --------
    >>> import numpy as np
    >>> from priory import estimate_prior
    >>> sure = np.log([[0.999, 0.001]] * 3 + [[0.001, 0.999]] * 9)
    >>> estimate = estimate_prior(sure, [0.5, 0.5])
    >>> estimate.prior.round(2), estimate.std.round(2)
    (array([0.25, 0.75]), array([0.13, 0.13]))
    """
    ratios = _ratios(np.asarray(log_posterior, dtype=np.float64), np.asarray(train_prior, float))
    names = list(range(ratios.shape[1])) if classes is None else np.asarray(classes).tolist()
    prior, n_iter = _maximum(ratios)
    std = _deviations(ratios, prior)
    if (std > UNKNOWN).any():
        worst = ", ".join(repr(names[place]) for place in np.flatnonzero(std > UNKNOWN))
        rows = "this row does" if len(ratios) == 1 else f"these {len(ratios)} rows do"
        raise InputError(
            f"{rows} not identify the prior of {worst} (standard deviation "
            f"{min(std.max(), 1e6):.2g})",
            code="unidentified-prior",
            remedy=(
                "add rows, add features that separate these classes, merge the classes, "
                "or pass the prior"
            ),
        )
    return PriorEstimate(prior, std, n_iter)


def _ratios(log_posterior: Any, train_prior: Any) -> Any:
    """Return P(x|c) of each row in units of its largest."""
    if log_posterior.ndim != 2 or not log_posterior.size:  # noqa: PLR2004
        raise InputError(
            f"log_posterior has shape {log_posterior.shape}",
            code="shape-mismatch",
            parameter="log_posterior",
            remedy="pass at least one row, with a column per class",
        )
    if train_prior.shape != log_posterior.shape[1:] or not (train_prior > 0).all():
        raise InputError(
            f"train_prior={train_prior.tolist()} is not a positive number for each of the "
            f"{log_posterior.shape[1]} classes",
            code="bad-parameter",
            parameter="train_prior",
            remedy="fit rows of each class, or drop classes without rows",
        )
    scores = log_posterior - np.log(train_prior)
    unknown = np.flatnonzero(~np.isfinite(scores.max(axis=1)))
    if len(unknown):
        raise InputError(
            "log_posterior has no finite maximum",
            code="unknown-posterior",
            place=f"row {unknown[0]}",
            parameter="log_posterior",
            remedy="drop the row",
        )
    return np.exp(scores - scores.max(axis=1, keepdims=True))


def _log_likelihood(ratios: Any, prior: Any) -> float:
    return float(np.log(ratios @ prior).sum())


def _maximum(ratios: Any) -> tuple[Any, int]:
    """Return the prior with the largest likelihood, and after how many steps."""
    n, n_classes = ratios.shape
    prior = np.full(n_classes, 1 / n_classes)
    step = 0
    while True:
        step += 1
        gradient = _gradient(ratios, prior)
        # By concavity no prior is better by more than the largest slope towards a single class.
        gap = n * (gradient.max() - 1)
        if gap < GAP or step == MAX_ITERATIONS:
            break
        prior = _newton(ratios, prior * gradient)
    if gap >= GAP:
        warnings.warn(
            f"EM did not converge in {step} steps: the log-likelihood may still rise by {gap:.1g}",
            ConvergenceWarning,
            stacklevel=4,
        )
    prior = np.where((prior < NEAR_ZERO) & (gradient < 1), 0.0, prior)
    return prior / prior.sum(), step


def _gradient(ratios: Any, prior: Any) -> Any:
    """Return the slope of the mean log-likelihood: below 1 where a share should be smaller."""
    return (ratios / (ratios @ prior)[:, np.newaxis]).mean(axis=0)


def _newton(ratios: Any, prior: Any) -> Any:
    """Take a step of Newton's method within the simplex, as far as it makes things better."""
    gradient = _gradient(ratios, prior)
    free = (prior > NEAR_ZERO) | (gradient > 1)
    basis = _basis(int(free.sum()))
    information = basis.T @ _information(ratios, prior, free) @ basis
    rise = basis.T @ (len(ratios) * gradient[free])
    direction = np.zeros(len(prior))
    direction[free] = basis @ np.linalg.lstsq(information, rise, rcond=None)[0]
    falling = direction < 0
    # Never quite to the edge, as EM never leaves it again.
    length = min(1.0, 0.99 * np.min(prior[falling] / -direction[falling], initial=np.inf))
    before = _log_likelihood(ratios, prior)
    least = before - ROUNDING * abs(before)
    for _ in range(HALVINGS):
        there = prior + length * direction
        if _log_likelihood(ratios, there) >= least:
            return there / there.sum()
        length /= 2
    return prior


def _information(ratios: Any, prior: Any, free: Any) -> Any:
    """Return the negative Hessian of the log-likelihood in some of the shares."""
    scaled = ratios[:, free] / (ratios @ prior)[:, np.newaxis]
    return scaled.T @ scaled


def _basis(n: int) -> Any:
    """Return orthonormal directions in which the sum of n shares stays."""
    return np.linalg.svd(np.ones((1, n)))[2][1:].T


def _deviations(ratios: Any, prior: Any) -> Any:
    """Return the standard deviation of each share."""
    inside = prior > 0
    information = _information(ratios, prior, slice(None))
    basis = _basis(int(inside.sum()))
    values, vectors = np.linalg.eigh(basis.T @ information[np.ix_(inside, inside)] @ basis)
    least = len(ratios) * np.finfo(float).eps
    directions = basis @ vectors
    inverse = directions / np.maximum(values, least) @ directions.T
    # What a class at 0 may have after all, those lack that look like it.
    lack = prior[inside, np.newaxis] + inverse @ information[np.ix_(inside, ~inside)]
    moved = np.eye(len(prior))[:, ~inside]
    moved[inside] = -lack
    curvature = (moved * (information @ moved)).sum(axis=0)
    slope = len(ratios) * (1 - _gradient(ratios, prior)[~inside])
    std = np.empty(len(prior))
    # The likelihood of such a class falls at least as fast as each of the two alone lets it.
    std[~inside] = 1 / np.maximum(np.maximum(slope, np.sqrt(np.maximum(curvature, 0))), least)
    std[inside] = np.sqrt(np.diag(inverse) + lack**2 @ std[~inside] ** 2)
    return std
