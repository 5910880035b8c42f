"""Forgetting and merging: the other two ways to change the table."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.errors import refused

from naive_bayes.samples import LABELS, MAILS, assert_same, counted, each_family, state
from priory import BernoulliNB, ComplementNB, MultinomialNB, PoissonNB
from priory.errors import InputTypeError


@each_family
@given(st.integers(0, 2**32 - 1), st.integers(1, 39))
def test_forget(family, seed, n_kept):
    """To learn A and B and to forget B is to learn A, classes that only B had included."""
    X, y = counted(n_classes=5, seed=seed)
    order = np.random.default_rng(seed).permutation(len(X))
    kept, forgotten = order[:n_kept], order[n_kept:]

    model = family().fit(X, y).forget(X[forgotten], y[forgotten])

    assert_same(model, family().fit(X[kept], y[kept]))


@each_family
def test_forget_in_batches(family):
    """Rows may be forgotten in other batches than they were learned in."""
    X, y = counted()
    model = family().fit(X, y)

    for i in (7, 3, 30):
        model.forget(X[i : i + 1], y[i : i + 1])

    assert_same(model, family().fit(np.delete(X, [7, 3, 30], 0), np.delete(y, [7, 3, 30])))


@each_family
def test_declared_classes_stay(family):
    """A declared class stays when its rows are forgotten, one that grew leaves."""
    model = family().partial_fit(MAILS, LABELS, classes=["ham", "spam"])
    model.partial_fit(MAILS[:1], ["news"])

    model.forget(MAILS[[0, 0, 1]], ["news", "spam", "spam"])

    assert model.classes_.tolist() == ["ham", "spam"]
    assert_same(model, family().partial_fit(MAILS[2:], LABELS[2:], classes=["ham", "spam"]))


@each_family
def test_weights_are_forgotten(family):
    """Rows are forgotten with the weight they had."""
    X, y = counted()
    weights = np.arange(len(X)) % 5 + 1

    model = family().fit(X, y, weights).forget(X[10:], y[10:], weights[10:])

    assert_same(model, family().fit(X[:10], y[:10], weights[:10]))


@each_family
@given(st.integers(0, 2**32 - 1))
def test_fractional_weights_are_forgotten(family, seed):
    """With fractional weights, what is left agrees up to rounding, and no class stays behind."""
    X, y = counted(n_classes=5, seed=seed)
    weights = np.random.default_rng(seed).uniform(0.001, 3, len(X))
    order = np.random.default_rng(seed + 1).permutation(len(X))
    kept, forgotten = order[:9], order[9:]

    model = family().fit(X, y, weights).forget(X[forgotten], y[forgotten], weights[forgotten])
    expected = family().fit(X[kept], y[kept], weights[kept])

    assert model.classes_.tolist() == expected.classes_.tolist()
    np.testing.assert_allclose(model.class_count_, expected.class_count_, atol=1e-12)
    np.testing.assert_allclose(model.feature_count_, expected.feature_count_, atol=1e-12)


def test_rounding_leaves_no_class():
    """What rounding leaves of a class in another order of its rows is nothing."""
    X = np.ones((4, 3))
    labels, weights = ["a", "a", "a", "b"], np.array([0.1, 0.2, 0.3, 1.0])
    model = MultinomialNB().partial_fit(X, labels, ["a", "b"], weights)
    grown = MultinomialNB().fit(X, labels, weights)

    for each in (model, grown):
        each.forget(X[[2, 1, 0]], ["a"] * 3, weights[[2, 1, 0]])

    assert model.class_count_.tolist() == [0, 1]
    assert model.feature_count_[0].tolist() == [0, 0, 0]
    assert grown.classes_.tolist() == ["b"]


@each_family
def test_small_counts_beside_large_ones(family):
    """Whole numbers have no rounding: one row is left of a billion."""
    model = family().fit([[1], [1]], ["a", "b"], [10**9, 1])

    model.forget([[1]], ["a"], [10**9 - 1])

    assert model.class_count_.tolist() == [1, 1]
    assert model.feature_count_.tolist() == [[1], [1]]


@each_family
def test_everything_forgotten(family):
    """A model that forgot everything says so, and may learn again."""
    X, y = counted()
    model = family().fit(X, y).forget(X, y)

    assert model.classes_.tolist() == []
    with refused("no-classes"):
        model.predict(X)
    with refused("unknown-label", parameter="y"):
        model.forget(X, y)
    assert_same(model.partial_fit(X, y), family().fit(X, y))


@each_family
def test_unknown_class(family):
    """A class that was never learned cannot be forgotten, and is named."""
    model = family().fit(MAILS, LABELS)
    before = state(model)

    with refused("unknown-label", parameter="y"):
        model.forget(MAILS, ["spam", "news", "ham", "ham"])

    assert state(model) == before


@pytest.mark.parametrize(
    ("X", "y", "expected"),
    [
        (MAILS[:1], ["ham"], refused("below-zero", place="column 0, class 'ham'")),
        (MAILS[[2, 2]], ["ham", "ham"], refused("below-zero", place="column 1, class 'ham'")),
        (np.zeros((3, 3)), ["ham"] * 3, refused("below-zero", place="class 'ham'")),
    ],
)
@each_family
def test_below_zero(family, X, y, expected):
    """Rows that were not learned cannot be forgotten: the first count is named, none changed."""
    model = family().fit(MAILS, LABELS)
    before = state(model)

    with expected:
        model.forget(X, y)

    assert state(model) == before


@each_family
@given(st.integers(1, 39))
def test_merge(family, place):
    """Two models merged are one that learned the rows of both."""
    X, y = counted(n_classes=5)
    one, other = family().fit(X[:place], y[:place]), family().fit(X[place:], y[place:])
    before = state(other)

    merged = one.merge(other)

    assert merged is one
    assert_same(merged, family().fit(X, y))
    assert state(other) == before


@each_family
def test_merge_leaves_the_other_alone(family):
    """Learning after a merge does not reach the model that was merged."""
    other = family().fit(MAILS, LABELS)
    before = state(other)

    family().fit(MAILS, LABELS).merge(other).partial_fit(MAILS, LABELS)

    assert state(other) == before


@each_family
def test_merge_with_itself(family):
    """A model merged with itself has learned everything twice."""
    model = family().fit(MAILS, LABELS)

    model.merge(model)

    assert_same(model, family().fit(MAILS, LABELS, [2, 2, 2, 2]))


@each_family
@pytest.mark.parametrize("order", [1, -1])
def test_merge_declared(family, order):
    """What either model declared stays declared."""
    declared = family().partial_fit(MAILS, LABELS, classes=["ham", "news", "spam"])
    one, other = [declared, family().fit(MAILS, LABELS)][::order]

    one.merge(other).forget(MAILS, LABELS).forget(MAILS, LABELS)

    assert one.classes_.tolist() == ["ham", "news", "spam"]


def test_merge_strangers():
    """Models whose counts mean different things do not merge, and stay as they are."""
    model = BernoulliNB().fit(MAILS, LABELS)
    before = state(model)

    with refused("incompatible-merge", kind=InputTypeError, parameter="other"):
        model.merge(MultinomialNB().fit(MAILS, LABELS))
    with refused("incompatible-merge", parameter="other"):
        model.merge(BernoulliNB().fit(MAILS[:, :2], LABELS))
    with refused("incompatible-merge", parameter="binarize"):
        model.merge(BernoulliNB(binarize=1.0).fit(MAILS, LABELS))
    with pytest.raises(ValueError, match="Mix of label input types"):
        model.merge(BernoulliNB().fit(MAILS, [1, 2, 3, 4]))

    assert state(model) == before


def test_absences_are_not_forgotten_below_zero():
    """A row that lacks what all learned rows have was not learned."""
    model = BernoulliNB().fit([[1], [1]], ["a", "a"])
    before = state(model)
    with refused("below-zero", place="column 0, class 'a'"):
        model.forget([[0]], ["a"])
    assert state(model) == before


def test_counts_of_another_kind_are_not_mixed():
    """A threshold that changed after fit is refused where counts would change."""
    model = BernoulliNB().fit(MAILS, LABELS).set_params(binarize=1.0)
    for call in (model.partial_fit, model.forget):
        with refused("changed-parameter", parameter="binarize"):
            call(MAILS, LABELS)


@each_family
def test_an_empty_model_explains_nothing(family):
    """Where every row was forgotten, explain says so as predict does."""
    model = family().fit(MAILS, LABELS).forget(MAILS, LABELS)
    with refused("no-classes"):
        model.explain(MAILS)


@each_family
def test_whole_and_fractional_weights_meet(family):
    """Rows can be forgotten with the weights they had, though sums of these were rounded."""
    weights = [0.7, 0.1, 1.0, 1.0]
    model = family().partial_fit(MAILS, ["a"] * 4, classes=["a"], sample_weight=weights)
    for row in (0, 1, 2, 3):
        model.forget(MAILS[[row]], ["a"], [weights[row]])
    assert model.class_count_.tolist() == [0]
    assert not model.feature_count_.any()


@pytest.mark.parametrize("family", [MultinomialNB, ComplementNB, PoissonNB])
def test_a_class_without_rows_has_no_counts(family):
    """Rows that are too few for the words of a class were not learned so."""
    model = family().fit([[3, 1], [1, 2]], ["a", "b"])
    before = state(model)
    with refused("inconsistent-counts", place="class 'a'"):
        model.forget([[1, 0]], ["a"])
    assert state(model) == before


@each_family
def test_classes_of_no_weight(family):
    """A class whose rows weigh nothing stays until one of them is forgotten."""
    X = np.array([[1, 0], [0, 1], [1, 1]])
    model = family().fit(X, ["a", "b", "c"], sample_weight=[1, 0, 1])

    assert model.forget(X[:1], ["a"]).classes_.tolist() == ["b", "c"]
    assert model.forget(X[1:], ["b", "c"], sample_weight=[0, 0.5]).classes_.tolist() == ["c"]
