"""Columns are called by their names where they have names, and by their numbers elsewhere."""

import pickle
import warnings

import numpy as np
import pandas as pd
import pytest
from sklearn.base import clone
from tests.errors import refused

from naive_bayes.samples import counted
from priory import (
    BernoulliNB,
    CategoricalNB,
    ComplementNB,
    GaussianDiscriminant,
    GaussianNB,
    KernelNB,
    MixedNB,
    MultinomialNB,
    PoissonNB,
    TruncatedCountNB,
)
from priory._naming import Location

NAMES = ["dog", "cat", "owl"]
MODELS = (
    BernoulliNB(),
    CategoricalNB(),
    ComplementNB(),
    GaussianDiscriminant(),
    GaussianDiscriminant(covariance="diagonal"),
    GaussianNB(),
    KernelNB(),
    MixedNB(),
    MixedNB([("few", PoissonNB(), [2, 1])]),
    MultinomialNB(),
    PoissonNB(),
    TruncatedCountNB(),
)
each_model = pytest.mark.parametrize("model", MODELS, ids=repr)


def whole():
    """Draw counts and labels."""
    X, y = counted(60, 3)
    return X.astype(float), y


@each_model
@pytest.mark.parametrize("value", [np.inf, -np.inf])
def test_numbers_that_are_none(model, value):
    """What is wrong with a number is told with its row and its column."""
    X, y = whole()
    X[4, 1] = value

    with refused("infinite-value", parameter="X", place="row 4, column 1"):
        clone(model).fit(X, y)
    with refused("infinite-value", parameter="X", place="row 4, column 'cat'"):
        clone(model).fit(pd.DataFrame(X, columns=NAMES), y)


@each_model
def test_forgotten_too_often(model):
    """What cannot be forgotten is told with its feature or its column."""
    X, y = whole()
    other = X[:1].copy()
    other[0, 1] += 50

    code, place = "below-zero", "column {}, class 'ham'"
    if isinstance(model, CategoricalNB):
        code, place = "unknown-category", "row 0, column {}"

    with refused(code, place=place.format(1)):
        clone(model).set_params(**finer(model)).fit(X, y).forget(other, y[:1])
    frame, other = (pd.DataFrame(table, columns=NAMES) for table in (X, other))
    with refused(code, place=place.format("'cat'")):
        clone(model).set_params(**finer(model)).fit(frame, y).forget(other, y[:1])


def finer(model):
    """Return parameters with which a model can tell that a row was never learned."""
    return {BernoulliNB: {"binarize": 40}, TruncatedCountNB: {"K": 60}}.get(type(model), {})


@pytest.mark.parametrize(
    ("model", "code", "place"),
    [
        (GaussianNB(var_smoothing=0), "zero-variance", "column {}, class 'ham'"),
        (GaussianDiscriminant(), "singular-covariance", "column {}"),
        (GaussianDiscriminant(covariance="diagonal"), "zero-variance", "column {}, class 'ham'"),
    ],
    ids=repr,
)
def test_no_variance(model, code, place):
    """A feature without a variance is named, too."""
    X, y = whole()
    X[:, 1] = 3

    with refused(code, place=place.format(1)):
        clone(model).fit(X, y).predict(X)
    frame = pd.DataFrame(X, columns=NAMES)
    with refused(code, place=place.format("'cat'")):
        clone(model).fit(frame, y).predict(frame)


def test_not_learned():
    """A number that is missing where none may be is named, too."""
    X, y = whole()
    X[4, 1] = np.nan

    with refused("missing-value", parameter="X", place="row 4, column 'cat'"):
        GaussianDiscriminant().fit(pd.DataFrame(X, columns=NAMES), y)


@pytest.mark.parametrize(
    "model", [MixedNB(), MixedNB([("all", CategoricalNB(), [0, 1]), ("n", GaussianNB(), [2])])]
)
@pytest.mark.parametrize("verb", ["predict", "explain", "partial_fit", "forget"])
def test_names_are_missed_once(model, verb):
    """A list in place of the frame of fit is warned of once, not for each part again."""
    frame = pd.DataFrame({"a": ["x", "y", "x"], "b": ["u", "u", "v"], "n": [1.5, 2.5, 0.5]})
    y = [0, 1, 0]
    model = clone(model).fit(frame, y)
    learns = verb in ("partial_fit", "forget")

    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        getattr(model, verb)(frame.to_numpy().tolist(), *([y] if learns else []))

    assert [str(warning.message)[:40] for warning in caught] == [
        "X does not have valid feature names, but"
    ]


def test_locations_travel():
    """A location keeps its parts between processes, as errors of workers must."""
    place = Location(3, 1, "cat", "ham", "numbers")
    again = pickle.loads(pickle.dumps(place))  # noqa: S301

    assert again == "part 'numbers', row 3, column 'cat', class 'ham'"
    assert again.moved(part=None, label=None) == "row 3, column 'cat'"
    assert (again.row, again.column, again.name) == (3, 1, "cat")
