import copy
import pickle

import numpy as np
import pytest
from tests.errors import refused

from naive_bayes.samples import counted
from priory import (
    BernoulliNB,
    ComplementNB,
    GaussianDiscriminant,
    GaussianNB,
    KernelNB,
    MixedNB,
    MultinomialNB,
    PoissonNB,
    TruncatedCountNB,
)
from priory.errors import InputTypeError

FAMILIES = (BernoulliNB, ComplementNB, GaussianNB, MultinomialNB, PoissonNB, TruncatedCountNB)
each_family = pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.__name__)


@pytest.mark.parametrize("family", [*FAMILIES, GaussianDiscriminant, KernelNB])
def test_sum_is_merge(family):
    """The sum of two counts is what a model of all rows has counted, and - is the way back."""
    X, y = counted()
    grid = {"grid": np.linspace(-9, 9, 19)} if family is KernelNB else {}
    parts = (slice(25), slice(25, None), slice(None))
    one, other, whole = (family(**grid).fit(X[rows], y[rows]).counts_ for rows in parts)

    assert one + other == other + one == whole
    assert whole - other == one
    assert one != whole


@each_family
def test_from_counts(family):
    """A model that is made of counts answers as the one that counted, and goes on learning."""
    X, y = counted()
    model = family().fit(X[:30], y[:30])

    made = family.from_counts(model.counts_)
    answers = made.predict_joint_log_proba(X)

    assert answers.tobytes() == model.predict_joint_log_proba(X).tobytes()
    assert made.partial_fit(X[30:], y[30:]).counts_ == family().fit(X, y).counts_


@each_family
@pytest.mark.parametrize("rows", [1, 7])
def test_what_was_handed_out_never_changes(family, rows):
    """Counts, their arrays and copies of a model stay what they were while it learns."""
    X, y = counted()
    model = family().fit(X, y)
    held = {"counts": model.counts_, "rows": model.class_count_, "copy": copy.copy(model)}
    before = pickle.dumps(model.counts_.sums)

    model.partial_fit(X[:rows], y[:rows]).partial_fit(X[:rows], y[:rows])

    assert pickle.dumps(held["counts"].sums) == before
    assert held["rows"].sum() == 40
    assert held["copy"].counts_ == held["counts"]
    assert model.class_count_.sum() == 40 + 2 * rows


def test_rows_are_added_in_place():
    """One row is added to arrays that nobody else holds without a copy of them."""
    X, y = counted()
    model = MultinomialNB().fit(X, y)
    table = model._counts["feature"]

    model.partial_fit(X[:1], y[:1])
    assert model._counts["feature"] is table

    assert model.feature_count_ is table  # from here on somebody else holds it
    model.partial_fit(X[:1], y[:1])
    assert model._counts["feature"] is not table


@each_family
def test_counts_are_read_only(family):
    """Nobody can write to counts that were handed out."""
    X, y = counted()

    for array in family().fit(X, y).counts_.sums.values():
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 1


def test_other_kinds():
    """Counts that mean different things do not add up, and are never equal."""
    X, y = counted()
    one = MultinomialNB().fit(X, y).counts_

    with refused("incompatible-merge", kind=InputTypeError, parameter="other"):
        one + BernoulliNB().fit(X, y).counts_
    with pytest.raises(TypeError):
        one + 1
    assert one != 1
    assert one != BernoulliNB().fit(X, y).counts_


def test_other_frames():
    """Counts of other features or other parameters do not add up."""
    X, y = counted()
    counts = BernoulliNB().fit(X, y).counts_

    with refused("incompatible-merge", parameter="other"):
        counts + BernoulliNB().fit(X[:, 1:], y).counts_
    with refused("incompatible-merge", parameter="binarize"):
        counts - BernoulliNB(binarize=1.0).fit(X, y).counts_


def test_more_than_is_there():
    """To take away what is not there is refused, with its place."""
    X, y = counted()
    counts = MultinomialNB().fit(X, y).counts_

    with refused("below-zero", place="column 0, class 'ham'"):
        counts - MultinomialNB().fit(10 * X[:1] + 99, y[:1]).counts_
    with refused("unknown-label", parameter="y"):
        counts - MultinomialNB().fit(X[:1], ["zoo"]).counts_


def test_other_parameters_after():
    """A model of counts whose parameters would count otherwise is refused."""
    X, y = counted()

    with refused("changed-parameter", parameter="binarize"):
        BernoulliNB.from_counts(BernoulliNB().fit(X, y).counts_, binarize=1.0)


def test_equal_counts_of_other_classes():
    """Counts differ if their classes do, and what is declared does not matter."""
    X, y = counted()
    fitted = MultinomialNB().fit(X, y).counts_

    declared = MultinomialNB().partial_fit(X, y, classes=np.unique(y)).counts_
    assert fitted == declared
    assert fitted != MultinomialNB().partial_fit(X, y, classes=[*np.unique(y), "zoo"]).counts_


@pytest.mark.parametrize("family", [BernoulliNB, GaussianNB, TruncatedCountNB])
def test_counts_of_another_family(family):
    """A model cannot be made of counts that mean something else."""
    counts = MultinomialNB().fit([[1, 0]], ["a"]).counts_

    with refused("wrong-type", kind=InputTypeError, parameter="counts"):
        family.from_counts(counts)


def test_words_of_another_event_model():
    """Families that count the same can be made of each other's counts."""
    X, y = counted()

    made = ComplementNB.from_counts(MultinomialNB().fit(X, y).counts_)

    assert made.predict(X).tolist() == ComplementNB().fit(X, y).predict(X).tolist()


def test_mixed_counts_alone():
    """A mixed model is not made of the counts of its parts, which do not tell their columns."""
    model = MixedNB().fit([[1.0], [2.0]], ["a", "b"])

    with refused("unsupported", kind=InputTypeError, parameter="counts"):
        MixedNB.from_counts(model.counts_)


def test_copies_remember_by_themselves():
    """A copy of a model with other parameters does not make the model forget its scores."""
    X, y = counted()
    model = MultinomialNB().fit(X, y)
    scorer = model._derived()

    other = copy.copy(model).set_params(alpha=2.0)

    assert other.predict(X).shape == y.shape
    assert model._derived() is scorer


def test_predictions_while_a_row_is_learned(monkeypatch):
    """What a thread derives while a row is added in place is not kept for the model."""
    X, y = counted()
    model = MultinomialNB().fit(X, y)
    count = MultinomialNB._count

    def asked_meanwhile(self, batch, counts, *, can_stop):
        self.predict(X)
        count(self, batch, counts, can_stop=can_stop)

    monkeypatch.setattr(MultinomialNB, "_count", asked_meanwhile)
    model.partial_fit(X[:1], y[:1])

    expected = MultinomialNB.from_counts(model.counts_).predict_joint_log_proba(X)
    assert model.predict_joint_log_proba(X).tobytes() == expected.tobytes()
