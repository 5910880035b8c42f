import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from tests.errors import refused

from naive_bayes.samples import counted
from priory import BernoulliNB, ComplementNB, GaussianNB, MultinomialNB, PoissonNB
from priory.errors import InputTypeError
from priory.naive_bayes import Counts

FAMILIES = (BernoulliNB, ComplementNB, MultinomialNB, PoissonNB)
each_family = pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.__name__)


def holed(X, family):
    """Return counts of which some were not observed, where a family takes such."""
    return np.where(X == 2, np.nan, X) if family in (BernoulliNB, PoissonNB) else X


def summed(*tables):
    """Add tables up as any engine does, which keeps no metadata."""
    table = pa.concat_tables(table.replace_schema_metadata() for table in tables)
    keys = ["feature", "class"]
    names = [name for name in table.column_names if name not in keys]
    grouped = table.group_by(keys).aggregate([(name, "sum") for name in names])
    return grouped.rename_columns([*keys, *names])


@each_family
@pytest.mark.parametrize("named", [False, True])
def test_round_trip(family, named):
    """Counts come back from Arrow as they went, with their features' names."""
    X, y = counted()
    X = holed(X, family)
    if named:
        X = pd.DataFrame(X, columns=list("abcdefg"))
    counts = family().fit(X, y).counts_

    assert Counts.from_arrow(counts.to_arrow(), like=counts) == counts


@each_family
def test_group_by_sum_is_merge(family):
    """To group by feature and class and to sum, in another engine, is to merge."""
    X, y = counted()
    X = holed(X, family)
    one, other = (family().fit(X[rows], y[rows]).counts_ for rows in (slice(25), slice(25, None)))

    table = summed(one.to_arrow(), other.to_arrow())

    assert Counts.from_arrow(table, like=one) == family().fit(X, y).counts_


def test_counts_of_another_engine():
    """Counts that another engine made are a model, without anything else being known."""
    table = pa.table(
        {
            "class": ["spam", "ham", "spam", "ham", "spam"],
            "feature": [None, None, "buy", "lunch", "buy"],
            "count": [2, 1, 3, 2, 1],
        }
    )

    model = MultinomialNB.from_counts(Counts.from_arrow(table))

    assert model.feature_names_in_.tolist() == ["buy", "lunch"]
    assert model.feature_count_.tolist() == [[0, 2], [4, 0]]
    assert model.class_count_.tolist() == [1, 2]


def test_features_that_do_not_occur():
    """A table that still says who made it knows features that never occur."""
    counts = MultinomialNB().fit([[1, 0, 0]], ["a"]).counts_

    assert Counts.from_arrow(counts.to_arrow()) == counts
    assert Counts.from_arrow(counts.to_arrow().replace_schema_metadata()).n_features == 1


def test_other_sums():
    """Sums that other engines cannot add up have no Arrow form."""
    with refused("unsupported", kind=InputTypeError):
        GaussianNB().fit([[1.0], [2.0]], ["a", "b"]).counts_.to_arrow()


def test_weighted_classes():
    """A table of counts whose classes were weighed needs counts like it, which tell the weights."""
    counts = MultinomialNB(class_weight={"a": 2.0}).fit([[1], [2]], ["a", "b"]).counts_

    with refused("missing-parameter", parameter="like"):
        Counts.from_arrow(counts.to_arrow())
    assert Counts.from_arrow(counts.to_arrow(), like=counts) == counts


def test_unknown_kind():
    """A table of another kind needs counts like it."""
    table = BernoulliNB().fit([[1], [0]], ["a", "b"]).counts_.to_arrow()

    with refused("missing-parameter", parameter="like"):
        Counts.from_arrow(table)


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({"class": ["a", None, "a"]}, refused("missing-value", parameter="table", place="row 1")),
        ({"feature": [None, 0, 7]}, refused("unknown-feature", parameter="table", place="row 2")),
        ({"count": [2.0, -1.0, 1.0]}, refused("negative-value", parameter="table", place="row 1")),
        (
            {"count": [2.0, float("nan"), 1.0]},
            refused("not-finite", parameter="table", place="row 1"),
        ),
        ({"feature": [1, 0, 1]}, refused("inconsistent-counts", place="class 'a'")),
    ],
)
def test_bad_tables(change, expected):
    """What cannot be counts is refused with its row."""
    like = MultinomialNB().fit([[1, 0]], ["a"]).counts_
    good = {"class": ["a", "a", "a"], "feature": [None, 0, 1], "count": [2.0, 1.0, 1.0]}

    with expected:
        Counts.from_arrow(pa.table(good | change), like=like)


def test_missing_column():
    """A table without a column that counts have is refused by its name."""
    with refused("missing-column", parameter="table"):
        Counts.from_arrow(pa.table({"class": ["a"], "feature": ["x"]}))


def test_more_presences_than_rows():
    """A feature that is in more rows than there are is refused."""
    like = BernoulliNB().fit([[1], [0]], ["a", "b"]).counts_
    table = {"class": ["a", "a"], "feature": [None, 0], "count": [1.0, 2.0], "missing": [0.0, 0.0]}

    with refused("inconsistent-counts", place="column 0, class 'a'"):
        Counts.from_arrow(pa.table(table), like=like)


def test_table_of_polars():
    """A frame of polars is read as the Arrow table that it is, nulls and all."""
    frame = pl.DataFrame(
        {"feature": [None, "buy", "now"], "class": ["a", "a", "a"], "count": [2, 3, 1]}
    )

    assert Counts.from_arrow(frame).features.tolist() == ["buy", "now"]
    assert Counts.from_arrow(frame) == Counts.from_arrow(frame.to_arrow())


def test_numbers_of_pandas():
    """Numbers of features that pandas made floating, for there is a null, are numbers still."""
    counts = MultinomialNB().fit([[1, 0], [0, 2]], ["a", "b"]).counts_
    frame = counts.to_arrow().to_pandas()

    assert Counts.from_arrow(frame) == counts


def test_huge_numbers_of_features():
    """A number of a feature that no table can have is refused with its row."""
    table = pa.table({"feature": [None, 0, 2**45], "class": ["a"] * 3, "count": [2.0, 1.0, 1.0]})

    with refused("unknown-feature", parameter="table", place="row 2"):
        Counts.from_arrow(table)


@pytest.mark.parametrize("told", [b"[]", b"nope", b"\xff", b'{"features": null, "kind": 1}'])
def test_foreign_metadata(told):
    """Metadata that nobody can read tells nothing."""
    table = MultinomialNB().fit([[1]], ["a"]).counts_.to_arrow()

    found = Counts.from_arrow(table.replace_schema_metadata({b"priory.counts": told}))

    assert found.n_features == 1


def test_like_a_model():
    """A model tells what its counts are like; anything else is refused."""
    model = MultinomialNB().fit([[1, 0]], ["a"])

    assert Counts.from_arrow(model.counts_.to_arrow(), like=model) == model.counts_
    with refused("wrong-type", kind=InputTypeError, parameter="like"):
        Counts.from_arrow(model.counts_.to_arrow(), like="x")
