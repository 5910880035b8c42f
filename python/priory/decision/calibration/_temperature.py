"""Temperature and bias fitting by minimum log loss."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
from scipy.optimize import brentq, minimize
from scipy.special import logsumexp, softmax

from priory.decision._posterior import finite
from priory.errors import InputError

__all__ = ["biases_of", "temperature_of"]

LOG_POWERS = (-10.0, 10.0)  # between which the power is looked for
RIDGE = 1e-3  # keeps the bias of a class finite that is never mistaken


def _all_right(logs: Any, own: Any, weights: Any) -> bool:
    """Tell whether each row that counts is given to its class, as is any if there is but one."""
    of_own = logs[np.arange(len(own)), own]
    return bool((of_own >= logs.max(axis=1))[weights > 0].all())


def temperature_of(logs: Any, own: Any, weights: Any) -> float:
    """Return what the log posteriors are divided by for the least log loss.

    The loss is convex in the power that posteriors are raised to: its slope has one zero.
    """
    if np.isnan(logs).any():
        row = np.flatnonzero(np.isnan(logs).any(axis=1))[0]
        raise InputError(
            "no class has a known probability",
            code="unknown-posterior",
            place=f"held-out row {row}",
            remedy="smooth the classifier inside",
        )
    logs = finite(logs)
    of_own = logs[np.arange(len(own)), own]
    if logs.shape[1] == 1:
        return 1.0
    if _all_right(logs, own, weights):
        warnings.warn(
            f"all {len(own)} held-out rows are classified correctly, so overconfidence cannot be "
            "measured and the probabilities are left uncalibrated: add rows",
            stacklevel=5,
        )
        return 1.0

    def slope(log_power: float) -> float:
        expected = (softmax(np.exp(log_power) * logs, axis=1) * logs).sum(axis=1)
        return float(weights @ (expected - of_own))

    low, high = LOG_POWERS
    if slope(low) >= 0:  # worse than answers by chance
        return float(np.exp(-low))
    if slope(high) <= 0:
        return float(np.exp(-high))
    return float(np.exp(-brentq(slope, low, high, xtol=1e-12)))


def biases_of(logs: Any, own: Any, weights: Any, temperature: float) -> tuple[float, Any]:
    """Return a temperature and what is then added for each class, for the least log loss.

    The loss is convex in the power and the biases; the search begins at the temperature alone.
    Where no row is wrong, it would never end, and the temperature stays alone.
    """
    if _all_right(finite(logs), own, weights):
        return temperature, np.zeros(logs.shape[1])
    scores = finite(logs) / temperature
    truth = np.zeros(scores.shape)
    truth[np.arange(len(own)), own] = 1

    def loss(parameters: Any) -> tuple[float, Any]:
        power, biases = parameters[0], parameters[1:]
        total = power * scores + biases
        of_own = total[np.arange(len(own)), own]
        wrong = weights[:, np.newaxis] * (softmax(total, axis=1) - truth)
        slope = np.concatenate([[(wrong * scores).sum()], wrong.sum(axis=0) + RIDGE * biases])
        value = weights @ (logsumexp(total, axis=1) - of_own) + RIDGE / 2 * biases @ biases
        return float(value), slope

    start = np.concatenate([[1.0], np.zeros(scores.shape[1])])
    bounds = [(np.exp(LOG_POWERS[0]), None), *[(None, None)] * scores.shape[1]]
    options = {"maxiter": 1000, "ftol": 1e-14, "gtol": 1e-8}
    found = minimize(loss, start, jac=True, method="L-BFGS-B", bounds=bounds, options=options).x
    return temperature / float(found[0]), found[1:]
