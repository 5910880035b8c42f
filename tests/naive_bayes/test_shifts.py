"""Shifts: the sums of a class are taken from a number near its own."""

import numpy as np
import pytest

from priory import GaussianDiscriminant, GaussianNB

MODELS = (GaussianNB(var_smoothing=0), GaussianDiscriminant(covariance="diagonal"))
each_model = pytest.mark.parametrize("model", MODELS, ids=lambda model: type(model).__name__)
SMALL = np.arange(1000.0) % 7


def variance(model):
    """Return the variance of the first feature in the first class."""
    table = model.var_ if isinstance(model, GaussianNB) else model.covariance_
    return table[0, 0]


@each_model
def test_late_numbers(model):
    """A feature that the first rows of a class lack has a shift near its later numbers."""
    X = np.column_stack([SMALL + 1e9, SMALL])
    X[:200, 0] = np.nan

    model.fit(X, np.zeros(len(X), dtype=int))

    np.testing.assert_allclose(variance(model), SMALL[200:].var(), rtol=1e-12)


@each_model
def test_rows_of_no_weight(model):
    """A row of weight 0 is none: it says nothing about where the numbers are."""
    X = np.column_stack([SMALL, SMALL])
    X[:200] = 1e12

    model.fit(X, np.zeros(len(X), dtype=int), np.arange(len(X)) >= 200)

    np.testing.assert_allclose(variance(model), SMALL[200:].var(), rtol=1e-12)


@each_model
def test_classes_that_come_late(model):
    """A class that the first rows lack has a shift near its own numbers."""
    y = np.arange(len(SMALL)) < 900

    model.fit(np.where(y, 0, 1e9)[:, np.newaxis] + SMALL[:, np.newaxis], y)

    np.testing.assert_allclose(variance(model), SMALL[900:].var(), rtol=1e-12)
