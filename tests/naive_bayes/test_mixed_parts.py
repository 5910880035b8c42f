"""How the parts of MixedNB are described: masks, names, and families by type."""

import numpy as np
import pandas as pd
import pytest
from sklearn.base import clone
from sklearn.model_selection import GridSearchCV
from sklearn.preprocessing import KBinsDiscretizer
from tests.errors import refused

from priory import (
    BernoulliNB,
    CategoricalNB,
    Discretizer,
    GaussianNB,
    KernelNB,
    MixedNB,
)

MIXED = pd.DataFrame(
    {"ill": [True, False, True, False], "pain": ["a", "b", "b", None], "age": [3.0, 4.0, 9.0, 7.0]}
)
X = np.arange(20.0).reshape(4, 5) ** 2
Y = [0, 0, 1, 1]


@pytest.mark.parametrize("mask", [[False, True], np.array([False, True]), np.ones(6, dtype=bool)])
def test_mask_of_another_length(mask):
    """A mask has one boolean a column, and is not taken for places."""
    model = MixedNB([("some", GaussianNB(), mask)])

    with refused("shape-mismatch", parameter="families", place="part 'some'"):
        model.fit(X, Y)


def test_mask():
    """A mask of booleans marks columns, as a list or as an array."""
    for mask in ([False, True, False, True, False], np.array([False, True, False, True, False])):
        assert MixedNB([("some", GaussianNB(), mask)]).fit(X, Y).parts_[0].columns == [1, 3]


@pytest.mark.parametrize("name", ["class_prior", "the__numbers"])
def test_name_of_a_part(name):
    """A name by which set_params would not find the part is refused."""
    with refused("bad-parameter", parameter="families", place=f"part {name!r}"):
        MixedNB([(name, GaussianNB(), [0])]).fit(X, Y)


def test_families_by_type():
    """A dict has families for some types of columns; the others are chosen as ever."""
    model = MixedNB({"numbers": KernelNB(), "booleans": BernoulliNB(alpha=2)}).fit(MIXED, Y)

    families = [
        ("booleans", BernoulliNB(alpha=2), ["ill"]),
        ("categories", CategoricalNB(), ["pain"]),
        ("numbers", KernelNB(), ["age"]),
    ]
    expected = MixedNB(families).fit(MIXED, Y).predict_proba(MIXED)
    np.testing.assert_array_equal(model.predict_proba(MIXED), expected)


def test_parameters_by_type():
    """The parameters of families by type are set by name, before and after fit."""
    model = MixedNB({"numbers": GaussianNB()}).fit(MIXED, Y)

    model.set_params(numbers__var_smoothing=1.0)

    expected = MixedNB({"numbers": GaussianNB(var_smoothing=1.0)}).fit(MIXED, Y)
    for one in (model, clone(model).fit(MIXED, Y)):
        np.testing.assert_array_equal(one.predict_proba(MIXED), expected.predict_proba(MIXED))
    assert model.get_params()["numbers__var_smoothing"] == 1.0


def test_search_of_parameters_by_type():
    """A grid search finds the parameters of families by type."""
    many, y = pd.concat([MIXED] * 5), Y * 5
    model = MixedNB({"numbers": GaussianNB(), "categories": CategoricalNB()})
    grid = {"numbers__var_smoothing": [1e-9, 0.1], "categories__alpha": [0.1, 1]}

    found = GridSearchCV(model, grid, cv=2, scoring="neg_log_loss").fit(many, y)

    losses = found.cv_results_["mean_test_score"]
    assert len(set(losses)) == 4


def test_another_family_by_type_needs_fit():
    """A family of another kind counts other things."""
    model = MixedNB({"numbers": GaussianNB()}).fit(MIXED, Y).set_params(numbers=KernelNB())

    with refused("changed-parameter", parameter="numbers"):
        model.predict(MIXED)


def test_bins_before_a_family_by_type():
    """Numbers that become bins go to the family that is given for numbers."""
    bins = Discretizer(n_bins=2)
    model = MixedNB({"numbers": CategoricalNB(alpha=3)}, discretize=bins).fit(MIXED[["age"]], Y)

    given = MixedNB([("numbers", (bins, CategoricalNB(alpha=3)), ["age"])]).fit(MIXED[["age"]], Y)
    np.testing.assert_array_equal(
        model.predict_proba(MIXED[["age"]]), given.predict_proba(MIXED[["age"]])
    )


@pytest.mark.parametrize(
    ("model", "expected"),
    [
        (MixedNB({"words": CategoricalNB()}), refused("bad-parameter", parameter="families")),
        (
            MixedNB({"numbers": GaussianNB(priors=[0.5, 0.5])}),
            refused("unsupported", parameter="priors", place="part 'numbers'"),
        ),
        (
            MixedNB({"categories": CategoricalNB()}, missing="category"),
            refused("unsupported", parameter="missing", place="part 'categories'"),
        ),
    ],
)
def test_families_by_type_that_are_refused(model, expected):
    """What is no type, or says two things at once, is refused."""
    with expected:
        model.fit(MIXED, Y)


def test_part_whose_parameter_is_to_be_set():
    """Advice to set a parameter says of which part, which is where set_params finds it."""
    constant = MIXED.assign(age=1.0)
    model = MixedNB().fit(constant, Y)

    with refused(
        "zero-variance", parameter="var_smoothing", place="part 'numbers', column 'age', class 0"
    ):
        model.predict(constant)


def test_a_part_is_named_where_no_column_is():
    """An error of a part that names no column names the part, with the parameter to set."""
    model = MixedNB([("ill", BernoulliNB(), ["ill"]), ("age", GaussianNB(), ["age"])])
    model.fit(MIXED, Y).set_params(ill__binarize=0.5)

    with refused("changed-parameter", parameter="binarize", place="part 'ill'"):
        model.predict(MIXED)


def test_a_transformer_that_fails():
    """What a transformer of somebody else refuses is passed on in its words, with the part."""
    model = MixedNB([("bins", (KBinsDiscretizer(), BernoulliNB()), ["age"])])

    with refused("failed-step", place="part 'bins'") as error:
        model.fit(MIXED.assign(age=[1.0, np.nan, 2.0, 3.0]), Y)
    assert error.value.what == str(error.value.__cause__)
