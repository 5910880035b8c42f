import pickle

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from sklearn.base import clone
from tests.errors import refused

from naive_bayes.label_samples import NAMES, as_sets, assert_same, drawn, each_family
from naive_bayes.samples import counted, measured
from priory import (
    BernoulliNB,
    CategoricalNB,
    Discretizer,
    GaussianNB,
    MixedNB,
    MultiLabelNB,
    MultinomialNB,
)
from priory.errors import InputTypeError

indicators = arrays(bool, (40, 4))
weights = arrays(np.float64, 40, elements=st.sampled_from([0.5, 1.0, 2.0, 3.0]))


@each_family
@settings(max_examples=30)
@given(indicators, weights, st.integers(1, 39))
def test_learn_forget_merge(family, Y, weight, n):
    """Batches are the whole, what is forgotten was never there, merging adds: of any labels."""
    X, labels = counted()[0], as_sets(Y)
    first, second = ((X[part], labels[part], weight[part]) for part in (slice(n), slice(n, None)))
    whole = MultiLabelNB(family).fit(X, labels, weight)
    one, other = (MultiLabelNB(family).fit(*batch) for batch in (first, second))

    learned = MultiLabelNB(family).fit(*first)
    assert_same(learned.partial_fit(*second[:2], sample_weight=second[2]), whole)
    assert_same(MultiLabelNB(family).fit(X, labels, weight).forget(*second), one)
    assert_same(one.merge(other), whole)


@given(indicators, st.integers(1, 39))
def test_measurements(Y, n):
    """Models of measurements learn in batches and forget, too, up to rounding."""
    X, labels = measured(missing=0.1)[0], as_sets(Y)

    model = MultiLabelNB(GaussianNB()).fit(X[:n], labels[:n])
    again = clone(model).fit(X, labels).forget(X[n:], labels[n:])

    np.testing.assert_array_equal(again.classes_, model.classes_)
    model.partial_fit(X[n:], labels[n:])
    whole = clone(model).fit(X, labels)
    np.testing.assert_array_equal(model.classes_, whole.classes_)
    for name, one in whole.models_.items():
        np.testing.assert_allclose(model.models_[name].theta_, one.theta_, rtol=1e-9)


def test_new_label():
    """A label that appears later has learned the rows before it as rows without it."""
    X, _ = counted()
    labels = [{"ham"}] * 20 + [{"ham", "spam"}, set()] * 10

    model = MultiLabelNB().fit(X[:20], labels[:20]).partial_fit(X[20:], labels[20:])

    assert_same(model, MultiLabelNB().fit(X, labels))
    assert model.models_["spam"].class_count_.tolist() == [30, 10]


@pytest.mark.parametrize("nothing", [[[], []], [set(), set()], [(), []]])
def test_first_batch_without_labels(nothing):
    """Rows that bear no label are learned, and labels come later."""
    X, _ = counted()

    model = MultiLabelNB().partial_fit(X[:2], nothing).partial_fit(X[2:4], [["a"], []])

    assert_same(model, MultiLabelNB().fit(X[:4], [set(), set(), {"a"}, set()]))


def test_numbers_as_labels():
    """In sets, numbers are labels as others are."""
    X, _ = counted()

    model = MultiLabelNB().fit(X[:3], [{0}, {1, 7}, set()])

    assert model.classes_.tolist() == [0, 1, 7]
    assert model.models_[1].class_count_.tolist() == [2, 1]


def test_columns_of_a_frame():
    """The labels are the columns of a frame, in its order, borne or not, for good."""
    X, Y = counted()[0], drawn()
    Y[:, 3] = False
    labels = pd.DataFrame(Y, columns=NAMES[::-1])

    model = MultiLabelNB().fit(X[:9], labels[:9]).partial_fit(X[9:], labels[9:])

    assert model.classes_.tolist() == NAMES[::-1].tolist()
    assert_same(model, MultiLabelNB().fit(X, labels))
    assert_same(model.forget(X[9:], labels[9:]), MultiLabelNB().fit(X[:9], labels[:9]))


def test_declared_label():
    """A declared label has a column before its first row, and keeps it after its last."""
    X, _ = counted()
    model = MultiLabelNB().partial_fit(X[:2], [{"ham"}, set()], classes=["spam", "ham"])

    assert model.predict_proba(X)[:, 1].tolist() == [0] * 40
    model.partial_fit(X[2:3], [{"spam", "work"}]).forget(X[2:3], [{"spam", "work"}])

    assert model.classes_.tolist() == ["ham", "spam"]


def test_weights():
    """Weight 2 is the row twice, and weight 0 is no row."""
    X, Y = counted()[0], drawn()
    weights = np.arange(40) % 3
    repeated = np.repeat(np.arange(40), weights)

    weighted = MultiLabelNB().fit(X, Y, sample_weight=weights)

    assert_same(weighted, MultiLabelNB().fit(X[repeated], Y[repeated]))


def test_forget_is_whole():
    """If the model of one label cannot forget a row, none does."""
    X = np.array([[1, 0], [0, 1], [1, 1]])
    model = MultiLabelNB(MultinomialNB()).fit(X, [{"a"}, {"b"}, {"a", "b"}])
    before = pickle.dumps(model)

    with refused("below-zero", place="column 1, class True"):
        model.forget([[0, 2]], [{"a", "b"}])  # b has that many, a has not
    with refused("unknown-label", parameter="y"):
        model.forget(X[:1], [{"c"}])

    assert pickle.dumps(model) == before


def test_other_kind_of_labels():
    """Labels must be of the kind that was learned."""
    X = [[1], [0]]
    sets, matrix = MultiLabelNB().fit(X, [{"a"}, {"b"}]), MultiLabelNB().fit(X, [[1, 0], [0, 1]])

    with refused("label-type", parameter="y"):
        sets.partial_fit(X, [[1, 0], [0, 1]])
    with refused("label-type", parameter="y"):
        matrix.forget(X, [{0}, {1}])
    with refused("label-names", parameter="y"):
        matrix.partial_fit(X, np.array([[1], [0]]))
    with refused("bad-parameter", parameter="classes"):
        matrix.partial_fit(X, [[1, 0], [0, 1]], classes=["a", "b"])


def test_merge_strangers():
    """Only models of the same kind of labels, and of the same family, merge."""
    X = [[1], [0]]
    sets, matrix = MultiLabelNB().fit(X, [{0}, {1}]), MultiLabelNB().fit(X, [[1, 0], [0, 1]])

    with refused("incompatible-merge", parameter="other"):
        matrix.merge(MultiLabelNB().fit(X, np.array([[1], [0]])))
    with refused("incompatible-merge", parameter="other"):
        matrix.merge(sets)
    with refused("incompatible-merge", kind=InputTypeError, parameter="other"):
        matrix.merge(BernoulliNB())
    with refused("incompatible-merge", kind=InputTypeError, parameter="other"):
        sets.merge(MultiLabelNB(MultinomialNB()).fit(X, [{0}, {1}]))


def test_parameters_of_a_mixed_family_with_transformers():
    """They change after fit, those of the whole, of a part and a part itself."""
    (X, _), Y = measured(), drawn()
    family = MixedNB([("all", (Discretizer(edges=[-1, 0, 1]), CategoricalNB()), [0, 1])])
    model = MultiLabelNB(family).fit(X, Y)
    model.set_params(**model.get_params())

    changes = (
        {"estimator__fit_prior": False},
        {"estimator__all__alpha": 3.0},
        {"estimator__all": CategoricalNB(alpha=9.0)},
    )
    for change in changes:
        model.set_params(**change)
        fresh = MultiLabelNB(clone(model.estimator)).fit(X, Y)
        np.testing.assert_array_equal(model.predict_proba(X), fresh.predict_proba(X))


def test_balanced_classes():
    """Rows with a label weigh as much as those without it, for each label by itself."""
    (X, _), Y = measured(), drawn()
    model = MultiLabelNB(GaussianNB(class_weight="balanced")).fit(X, Y)

    for place, name in enumerate(model.classes_):
        alone = GaussianNB(class_weight="balanced").fit(X, Y[:, place] > 0)
        np.testing.assert_array_equal(model.models_[name].theta_, alone.theta_)
        np.testing.assert_array_equal(model.models_[name].class_prior_, alone.class_prior_)
    with refused("unsupported", parameter="class_weight"):
        MultiLabelNB(GaussianNB(class_weight="balanced")).partial_fit(X, Y)
