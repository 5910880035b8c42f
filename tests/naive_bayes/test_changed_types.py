"""Columns that come back with another type than they had in fit."""

import numpy as np
import pandas as pd
import polars as pl
import pytest
from tests.errors import refused

from priory import (
    BernoulliNB,
    CategoricalNB,
    ComplementNB,
    Discretizer,
    GaussianDiscriminant,
    GaussianNB,
    KernelNB,
    MixedNB,
    MultinomialNB,
    PoissonNB,
    TruncatedCountNB,
)
from priory.errors import InputTypeError

NUMERIC = [
    GaussianNB(),
    GaussianDiscriminant(),
    KernelNB(),
    BernoulliNB(),
    MultinomialNB(),
    ComplementNB(),
    PoissonNB(),
    TruncatedCountNB(),
    Discretizer(n_bins=2),
]
SIZES = pd.DataFrame({"size": pd.Categorical([1, 1, 3, 3] * 5)})
Y = [0, 0, 1, 1] * 5


@pytest.mark.parametrize("family", [CategoricalNB, MixedNB])
@pytest.mark.parametrize(
    ("learned", "given"),
    [
        (SIZES, SIZES.astype(str)),
        (SIZES.astype(str), SIZES),
        (SIZES, (SIZES == 5).astype("category")),
    ],
)
@pytest.mark.parametrize("verb", ["predict", "partial_fit", "forget"])
def test_categories_of_another_kind(family, learned, given, verb):
    """Numbers are not unseen because they came back as strings: the column is named."""
    model = family().fit(learned, Y)
    arguments = () if verb == "predict" else (Y,)

    with refused("column-type", parameter="X", place="column 'size'"):
        getattr(model, verb)(given, *arguments)


def test_merge_of_categories_of_another_kind():
    """Models of numbers and of strings are not merged."""
    model = CategoricalNB().fit(SIZES, Y)

    with refused("column-type", parameter="X", place="column 'size'"):
        model.merge(CategoricalNB().fit(SIZES.astype(str), Y))


def test_new_categories_of_the_same_kind():
    """Numbers that were never seen are new categories, beside strings as well."""
    model = CategoricalNB().fit(pd.DataFrame({"size": [1, 1, "l", "l"]}), Y[:4])

    model.partial_fit(pd.DataFrame({"size": ["m"]}), [0]).partial_fit(SIZES[2:3], [0])

    assert model.categories_[0].tolist() == [1, 3, "l", "m"]


@pytest.mark.parametrize("nothing", [pd.NA, pd.NaT, None])
@pytest.mark.parametrize("as_table", [pd.DataFrame, np.array, np.ndarray.tolist])
@pytest.mark.parametrize(
    "model",
    [
        GaussianNB(),
        KernelNB(),
        BernoulliNB(),
        PoissonNB(),
        TruncatedCountNB(),
        MixedNB(),
        MixedNB(discretize=Discretizer(n_bins=2)),
    ],
)
def test_missing_objects(model, as_table, nothing):
    """NA, NaT and None among objects are NaN, which was not observed."""
    X = np.array([[nothing, 2], [1, 0], [2, 1], [0, nothing]], dtype=object)
    numbers = np.array([[np.nan, 2], [1, 0], [2, 1], [0, np.nan]])

    found = model.fit(as_table(X), [0, 0, 1, 1]).predict_proba(as_table(X))

    np.testing.assert_array_equal(found, model.fit(numbers, [0, 0, 1, 1]).predict_proba(numbers))


def test_missing_objects_stay_missing_in_bins():
    """What was not measured is in no bin, whatever stands for it."""
    X = pd.DataFrame({"a": [pd.NA, 1, 2, 3]}, dtype=object)

    bins = Discretizer(n_bins=3).fit(X).transform(X)

    np.testing.assert_array_equal(bins, [[np.nan], [0], [1], [2]])


def test_missing_objects_are_checked_as_others():
    """Names and numbers of columns are those of fit, NA among them or not."""
    X = pd.DataFrame({"a": [pd.NA, 1, 2, 3], "b": [0, 1, 0, 1]})
    model = GaussianNB().fit(X, [0, 0, 1, 1])

    assert model.feature_names_in_.tolist() == ["a", "b"]
    with pytest.raises(ValueError, match="feature names should match"):
        model.predict(X.rename(columns={"b": "c"}))


@pytest.mark.parametrize("model", NUMERIC)
@pytest.mark.parametrize("frame", [pd.DataFrame, pl.DataFrame])
def test_strings_for_numbers(model, frame):
    """A string where a number belongs is named by its place, with a remedy."""
    X = frame({"age": [1.0, 2.0], "height": ["1", "tall"]})

    with refused("not-a-number", parameter="X", place="row 1, column 'height'"):
        model.fit(X, [0, 1])


@pytest.mark.parametrize("columns", [["born"], ["age", "born"]])
@pytest.mark.parametrize("model", NUMERIC)
@pytest.mark.parametrize("frame", [pd.DataFrame, pl.DataFrame])
def test_dates_for_numbers(model, columns, frame):
    """A column of dates is named, and is no number even if it is alone."""
    table = {"age": [1.0, 2.0], "born": np.array(["1999-01-01", "2001-05-05"], "datetime64[ns]")}
    X = frame({name: table[name] for name in columns})

    with refused("column-type", kind=InputTypeError, parameter="X", place="column 'born'"):
        model.fit(X, [0, 1])


def test_strings_in_arrays():
    """Without names, columns are counted."""
    with refused("not-a-number", parameter="X", place="row 1, column 0"):
        GaussianNB().fit([[1.0, 2.0], ["tall", 3.0]], [0, 1])


@pytest.mark.parametrize("model", [*NUMERIC, CategoricalNB()])
def test_columns_in_another_order(model):
    """Columns that changed their places are named, with what puts them in order."""
    X = pd.DataFrame({"a": [0, 1, 2, 1], "b": [1, 0, 1, 1], "c": [2, 2, 0, 1]})
    model = model.fit(X, [0, 0, 1, 1])
    call = model.transform if isinstance(model, Discretizer) else model.predict

    with refused("feature-names", parameter="X"):
        call(X[["a", "c", "b"]])


@pytest.mark.parametrize("model", [*NUMERIC, CategoricalNB(), MixedNB()])
def test_lazy_frames(model):
    """A lazy frame is to be collected."""
    with refused("wrong-type", kind=InputTypeError, parameter="X"):
        model.fit(pl.LazyFrame({"a": [1.0, 2.0]}), [0, 1])


@pytest.mark.parametrize("kind", ["datetime64[D]", "timedelta64[s]"])
@pytest.mark.parametrize("model", [*NUMERIC, Discretizer()], ids=repr)
def test_matrices_of_dates(model, kind):
    """A matrix of dates, or of times between them, does not become numbers in NumPy's units."""
    X = np.array([[1, 3], [2, 5]]).astype(kind)
    with refused("column-type", kind=InputTypeError, parameter="X", place="column 0"):
        model.fit(X, ["a", "b"])
