"""Prior replacement in posteriors: divide by the training prior, multiply by the new one."""

from __future__ import annotations

from typing import Any

import numpy as np

from priory.decision.priors._validation import read_prior
from priory.errors import InputError
from priory.naive_bayes.scores.posterior import normalized

__all__ = ["log_shift", "shift_prior"]


def shift_prior(log_posterior: Any, train_prior: Any, prior: Any) -> Any:
    """Return the log posteriors that a classifier had if its prior were another.

    A posterior divided by its prior is the likelihood, up to a factor; times another prior it is
    that one's posterior.

    Parameters
    ----------
    log_posterior : array-like of shape (n_samples, n_classes)
        The logarithms of posteriors. They need not be normalised.
    train_prior : array-like of shape (n_classes,)
        The prior in these posteriors, which sums to one.
    prior : array-like of shape (n_classes,)
        The prior that is true, which sums to one. A class of prior 0 is impossible.

    Returns
    -------
    ndarray of shape (n_samples, n_classes)

    Examples
    --------
    A test that was trained on as many ill as healthy people is sure of an illness with
    probability 0.95, but one in a thousand is ill:

    >>> import numpy as np
    >>> from priory import shift_prior
    >>> np.exp(shift_prior(np.log([[0.05, 0.95]]), [0.5, 0.5], [0.999, 0.001])).round(3)
    array([[0.981, 0.019]])
    """
    scores = np.asarray(log_posterior, dtype=np.float64)
    places = range(scores.shape[-1])
    before, after = (
        read_prior(given, places, name)
        for given, name in ((train_prior, "train_prior"), (prior, "prior"))
    )
    return normalized(scores + log_shift(before, after, places))


def log_shift(train_prior: Any, prior: Any, classes: Any) -> Any:
    """Return what is added to the log posteriors."""
    unseen = np.flatnonzero((train_prior == 0) & (prior > 0))
    if len(unseen):
        raise InputError(
            f"class {np.asarray(classes).tolist()[unseen[0]]!r} has training prior 0, so "
            "its likelihood is unknown",
            code="zero-prior",
            parameter="train_prior",
            remedy="train on rows of it, or set its prior to 0",
        )
    possible = prior > 0
    shift = np.full(len(prior), -np.inf)
    shift[possible] = np.log(prior[possible]) - np.log(train_prior[possible])
    return shift
