import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.preprocessing import KBinsDiscretizer
from tests.errors import refused
from variants import parametrize_with_checks

from priory import BernoulliNB, CategoricalNB, Discretizer, GaussianNB, MixedNB

libraries = {"pandas": pd.DataFrame, "polars": pl.from_pandas, "arrow": pa.Table.from_pandas}
each_library = pytest.mark.parametrize("library", libraries.values(), ids=libraries)


def patients(n=40, seed=0):
    """Draw a table of all kinds of columns, with holes, and who is ill."""
    random = np.random.default_rng(seed)
    ill = random.random(n) < 0.5
    ill[:4] = [True, True, False, False]
    temperature = np.where(ill, 38.5, 36.8) + random.normal(0, 0.4, n)
    temperature[5::7] = np.nan
    pain = np.array(["none", "some", "strong"], dtype=object)[random.integers(0, 3, n)]
    pain[6::9] = None
    frame = pd.DataFrame(
        {
            "age": random.integers(1, 90, n),
            "cough": random.random(n) < np.where(ill, 0.8, 0.2),
            "pain": pain,
            "temperature": temperature,
            "ward": pd.Categorical(random.choice(["a", "b"], n)),
        }
    )
    return frame, np.where(ill, "ill", "well")


def assert_alike(one, other, X):
    """Assert that two models give the same answers up to rounding."""
    assert one.classes_.tolist() == other.classes_.tolist()
    np.testing.assert_allclose(one.class_count_, other.class_count_)
    np.testing.assert_allclose(
        one.predict_joint_log_proba(X), other.predict_joint_log_proba(X), rtol=1e-9
    )


@parametrize_with_checks(
    [
        MixedNB(),
        MixedNB(fit_prior=False),
        MixedNB(discretize=Discretizer(strategy="uniform")),
        MixedNB(discretize=Discretizer(start=1), missing="category"),
    ]
)
def test_generated(estimator, check):
    """The model passes the check that scikit-learn generates for it, without exception."""
    check(estimator)


@each_library
def test_by_type(library):
    """Booleans, strings with categoricals, and numbers each have their family."""
    X, y = patients()

    model = MixedNB().fit(library(X), y)

    assert [(part.name, type(part.family).__name__, part.columns) for part in model.parts_] == [
        ("booleans", "BernoulliNB", [1]),
        ("categories", "CategoricalNB", [2, 4]),
        ("numbers", "GaussianNB", [0, 3]),
    ]
    assert_alike(model, MixedNB().fit(X, y), library(X))
    assert model.score(library(X), y) > 0.9


def test_sum_of_the_parts():
    """The joint log-probability is the prior and what each family adds to its own."""
    X, y = patients()
    parts = [
        (BernoulliNB(), X[["cough"]].to_numpy()),
        (CategoricalNB(), X[["pain", "ward"]]),
        (GaussianNB(), X[["age", "temperature"]].to_numpy()),
    ]
    fitted = [family.fit(columns, y) for family, columns in parts]
    model = MixedNB().fit(X, y)

    terms = [
        family.predict_joint_log_proba(columns) - family.class_log_prior_
        for family, (_, columns) in zip(fitted, parts, strict=True)
    ]

    expected = model.class_log_prior_ + sum(terms)
    np.testing.assert_allclose(model.predict_joint_log_proba(X), expected, rtol=1e-12)


def test_numbers_alone():
    """A matrix of numbers is one part, and the model is GaussianNB."""
    X, y = patients()
    numbers = X[["age", "temperature"]].to_numpy()

    assert_alike(MixedNB().fit(numbers, y), GaussianNB().fit(numbers, y), numbers)


def test_strings_alone():
    """A table of strings, of whatever library, is one part, and the model is CategoricalNB."""
    X, y = patients()
    strings = X[["pain", "ward"]].astype(object)
    expected = CategoricalNB().fit(strings, y)

    for table in (strings, strings.to_numpy(), strings.to_numpy().tolist()):
        np.testing.assert_allclose(
            MixedNB().fit(table, y).predict_proba(table),
            expected.predict_proba(strings),
            rtol=1e-12,
        )


def test_nothing_observed():
    """A row of which nothing is known has the prior for its answer."""
    X, y = patients()
    columns = ["age", "pain", "temperature", "ward"]
    model = MixedNB().fit(X[columns], y)

    unknown = pd.DataFrame([dict.fromkeys(columns)])

    np.testing.assert_allclose(model.predict_log_proba(unknown)[0], model.class_log_prior_)


@given(st.integers(4, 36))
def test_learn_forget_merge(n):
    """With holes and all kinds of columns, batches are the whole, and forgetting undoes."""
    X, y = patients()
    whole, first, second = (
        MixedNB().fit(X[part], y[part]) for part in (slice(None), slice(n), slice(n, None))
    )

    assert_alike(MixedNB().fit(X[:n], y[:n]).partial_fit(X[n:], y[n:]), whole, X)
    assert_alike(MixedNB().fit(X, y).forget(X[n:], y[n:]), first, X)
    assert_alike(first.merge(second), whole, X)


def test_weights():
    """Weight 2 is the row twice, and weight 0 is no row."""
    X, y = patients()
    weights = np.arange(len(X)) % 3
    repeated = np.repeat(np.arange(len(X)), weights)

    weighted = MixedNB().fit(X, y, sample_weight=weights)

    assert_alike(weighted, MixedNB().fit(X.iloc[repeated], y[repeated]), X)


def test_explain():
    """The terms of all columns, by name, add up to the answer."""
    X, y = patients()
    model = MixedNB().fit(X, y)

    explained = model.explain(X)

    np.testing.assert_allclose(
        [one.joint_log_proba for one in explained], model.predict_joint_log_proba(X), rtol=1e-9
    )
    names = set(explained[0].features.tolist())
    assert {"pain", "ward", "age", "temperature"} <= names


def test_new_category_and_class():
    """Categories and classes that appear later are learned as if they had always been known."""
    X, y = patients()
    late = X[-6:].assign(pain="terrible", ward="c")
    labels = ["dying"] * 6

    model = MixedNB().fit(X, y).partial_fit(late, labels)

    both_ways = pd.concat([X.astype({"ward": str}), late.astype({"ward": str})])
    assert_alike(model, MixedNB().fit(both_ways, [*y, *labels]), both_ways)


def test_discretize():
    """Numbers become bins and go to CategoricalNB."""
    X, y = patients()
    bins = Discretizer(strategy="mdl")
    numbers = X[["age", "temperature"]]
    codes = bins.fit_transform(numbers.to_numpy(), y)

    model = MixedNB(discretize=Discretizer(strategy="mdl")).fit(X, y)

    part = model.parts_[-1]
    assert [type(step).__name__ for step in part.steps] == ["Discretizer"]
    expected = CategoricalNB(min_categories=bins.n_bins_).fit(codes, y)
    for mine, theirs in zip(part.family.category_count_, expected.category_count_, strict=True):
        np.testing.assert_array_equal(mine, theirs)
    assert model.score(X, y) > 0.9


@pytest.mark.parametrize("start", [0, 1, 5])
def test_empty_bins(start):
    """A bin that is empty in fit is one of the bins, whatever number the first one has."""
    X = pd.DataFrame({"area": [100.0, 500.0, 500.0, 900.0]})
    bins = Discretizer(edges=[0, 400, 800, 1200, 1600, np.inf], start=start)

    model = MixedNB(discretize=bins).fit(X, [0, 0, 0, 0])
    given = MixedNB([("area", (bins, CategoricalNB()), ["area"])]).fit(X, [0, 0, 0, 0])

    for mixed in (model, given):
        np.testing.assert_allclose(
            np.exp(mixed.predict_joint_log_proba(pd.DataFrame({"area": [500.0, 900.0, 9e9]}))),
            [[3 / 9], [2 / 9], [1 / 9]],
        )
    given.set_params(area__alpha=2.0)
    np.testing.assert_allclose(np.exp(given.predict_joint_log_proba(X[:1])), [[3 / 14]])
    assert bins.start == start


def test_bins_of_scikit_learn():
    """The bins of scikit-learn's discretizer are counted, too, if it numbers them."""
    X = np.array([[0.0], [1.0], [9.0]])
    bins = KBinsDiscretizer(3, encode="ordinal", strategy="uniform")
    one_hot = KBinsDiscretizer(3, encode="onehot-dense", strategy="uniform")

    model = MixedNB(discretize=bins).fit(X, [0, 0, 0])

    np.testing.assert_allclose(np.exp(model.predict_joint_log_proba([[4.0]])), [[1 / 6]])
    assert MixedNB(discretize=one_hot).fit(X, [0, 0, 0]).parts_[0].family.min_categories is None


def test_bins_in_explanations():
    """Explanations name the bins as people write them."""
    X = pd.DataFrame({"area": [100.0, 500.0, None]})
    bins = Discretizer(edges=[0, 400, np.inf], start=1)
    model = MixedNB(discretize=bins, missing="category").fit(X, ["a", "b", "b"])

    explained = model.explain(X)

    assert [(one.features.tolist(), one.values.tolist()) for one in explained] == [  # noqa: PD011
        (["area"], ["[0, 400)"]),
        (["area"], ["[400, inf)"]),
        (["area"], [None]),
    ]


@each_library
@pytest.mark.parametrize("discretize", [None, Discretizer({"temperature": [0, 37.5, 99]})])
def test_missing_as_a_category(library, discretize):
    """What is missing is a category wherever there are categories, booleans and bins included."""
    X, y = patients()
    X["cough"] = X["cough"].astype(object).where(np.arange(len(X)) % 5 > 0, None)
    words = X[["pain", "ward", "cough"]].astype(object)
    words = words.where(words.notna(), "~").astype(str)
    if discretize is not None:
        bins = pd.cut(X["temperature"], [0, 37.5, 99], right=False).astype(object)
        words["temperature"] = bins.where(bins.notna(), "~").astype(str)
    X = X.drop(columns="age")

    model = MixedNB(missing="category", discretize=discretize)
    model.fit(library(X), y)

    assert {type(part.family).__name__ for part in model.parts_} == (
        {"CategoricalNB"} if discretize else {"CategoricalNB", "GaussianNB"}
    )
    expected = CategoricalNB().fit(words, y).predict_joint_log_proba(words)
    if discretize is None:
        numbers = X[["temperature"]].to_numpy()
        gaussian = GaussianNB().fit(numbers, y)
        expected = expected + gaussian.predict_joint_log_proba(numbers) - gaussian.class_log_prior_
    np.testing.assert_allclose(model.predict_joint_log_proba(library(X)), expected, rtol=1e-9)


def test_no_family_for_a_type():
    """A column for which no family is known is refused by name, with the remedy."""
    X = pd.DataFrame({"day": pd.to_datetime(["2024-02-29", "2024-03-01"]), "n": [1.0, 2.0]})

    with refused("column-type", parameter="families", place="column 'day'"):
        MixedNB().fit(X, [0, 1])


@each_library
def test_infinity(library):
    """What a family cannot count is refused with the row and the name of the column."""
    X = library(pd.DataFrame({"flag": [True, False], "a": [1.0, 2.0], "b": [1.0, np.inf]}))

    with refused("infinite-value", parameter="X", place="row 1, column 'b'"):
        MixedNB().fit(X, [0, 1])
