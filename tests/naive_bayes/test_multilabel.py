import pickle

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy import sparse
from sklearn.exceptions import NotFittedError
from sklearn.multioutput import MultiOutputClassifier
from sklearn.naive_bayes import MultinomialNB as TheirMultinomialNB
from sklearn.utils.estimator_checks import parametrize_with_checks

from naive_bayes.samples import counted
from priory import BernoulliNB, MixedNB, MultiLabelNB, MultinomialNB

MIXED = MixedNB([("coins", BernoulliNB(), [0, 1, 2]), ("dice", MultinomialNB(), [3, 4, 5, 6])])
FAMILIES = (BernoulliNB(), MultinomialNB(alpha=0.5), MIXED)
each_family = pytest.mark.parametrize("family", FAMILIES, ids=lambda f: type(f).__name__)
NAMES = np.array(["ham", "news", "spam", "work"])
indicators = arrays(bool, (40, 4))

# These checks give each row one label of several: that is another question.
ONE_LABEL = (
    "check_classifier_data_not_an_array",
    "check_classifier_not_supporting_multiclass",
    "check_classifiers_classes",
    "check_classifiers_one_label",
    "check_classifiers_one_label_sample_weights",
    "check_classifiers_train",
    "check_complex_data",
    "check_estimator_sparse_array",
    "check_estimator_sparse_matrix",
    "check_estimators_dtypes",
    "check_fit2d_1feature",
    "check_n_features_in_after_fitting",
    "check_sample_weights_not_an_array",
    "check_sample_weights_not_overwritten",
    "check_sample_weights_pandas_series",
    "check_sample_weights_shape",
)


@parametrize_with_checks(
    [MultiLabelNB()],
    expected_failed_checks=lambda _: dict.fromkeys(ONE_LABEL, "one label of several a row"),
)
def test_generated(estimator, check):
    """The estimator passes the checks of scikit-learn that do not give one label a row."""
    check(estimator)


def as_sets(Y):
    """Return the rows of a matrix as sets of names."""
    return [set(NAMES[row].tolist()) for row in Y]


def drawn(seed=0):
    """Draw labels of forty rows; each label is borne by some."""
    return np.random.default_rng(seed).random((40, 4)) < [0.5, 0.3, 0.2, 0.4]


def assert_same(one, other):
    """Assert that two models have the same labels and, of each, the same counts."""
    assert one.classes_.tolist() == other.classes_.tolist()
    assert list(one.models_) == list(other.models_)
    pairs = [(one.models_[name], other.models_[name]) for name in one.models_]
    for mine, theirs in [*pairs, (one.base_, other.base_)]:
        assert mine.classes_.tolist() == theirs.classes_.tolist()
        np.testing.assert_array_equal(mine.class_count_, theirs.class_count_)
        X = counted()[0]
        np.testing.assert_array_equal(
            mine.predict_joint_log_proba(X), theirs.predict_joint_log_proba(X)
        )


@given(indicators.filter(lambda Y: (Y.any(axis=0) & ~Y.all(axis=0)).all()))
def test_as_in_scikit_learn(Y):
    """Each label has the probability that scikit-learn's model of that label gives."""
    X, _ = counted()

    ours = MultiLabelNB(MultinomialNB()).fit(X, Y)

    theirs = MultiOutputClassifier(TheirMultinomialNB()).fit(X, Y)
    expected = np.column_stack([proba[:, 1] for proba in theirs.predict_proba(X)])
    np.testing.assert_allclose(ours.predict_proba(X), expected, rtol=1e-9)
    assert ours.classes_.tolist() == [0, 1, 2, 3]


@each_family
def test_kinds_of_labels(family):
    """Sets, lists, tuples, matrices and frames of labels are the same labels."""
    X, Y = counted()[0], drawn()
    expected = MultiLabelNB(family).fit(X, as_sets(Y)).predict(X)

    ways = [
        [sorted(labels) * 2 for labels in as_sets(Y)],
        [tuple(labels) for labels in as_sets(Y)],
        Y,
        Y.astype(float).tolist(),
        sparse.csr_array(Y.astype(int)),
        pd.DataFrame(Y, columns=NAMES),
    ]

    for way in ways:
        np.testing.assert_array_equal(MultiLabelNB(family).fit(X, way).predict(X), expected)
    assert MultiLabelNB(family).fit(X, ways[-1]).classes_.tolist() == NAMES.tolist()


@each_family
@given(st.integers(1, 39))
def test_learn_forget_merge(family, n):
    """Batches are the whole, what is forgotten was never there, and merging adds."""
    X, labels = counted()[0], as_sets(drawn())
    whole = MultiLabelNB(family).fit(X, labels)
    first, second = (
        MultiLabelNB(family).fit(X[part], labels[part]) for part in (slice(n), slice(n, None))
    )

    assert_same(MultiLabelNB(family).fit(X[:n], labels[:n]).partial_fit(X[n:], labels[n:]), whole)
    assert_same(MultiLabelNB(family).fit(X, labels).forget(X[n:], labels[n:]), first)
    assert_same(first.merge(second), whole)


def test_new_label():
    """A label that appears later has learned the rows before it as rows without it."""
    X, _ = counted()
    labels = [{"ham"}] * 20 + [{"ham", "spam"}, set()] * 10

    model = MultiLabelNB().fit(X[:20], labels[:20]).partial_fit(X[20:], labels[20:])

    assert_same(model, MultiLabelNB().fit(X, labels))
    assert model.models_["spam"].class_count_.tolist() == [30, 10]


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


def test_names_of_answers():
    """Answers come by name, too: none, one or several labels a row."""
    X = np.eye(3)
    model = MultiLabelNB(BernoulliNB(alpha=0.1)).fit(X, [{"a", "b"}, {"b"}, set()])

    assert model.predict_labels(X) == [("a", "b"), ("b",), ()]
    assert model.predict(X).tolist() == [[1, 1], [0, 1], [0, 0]]
    assert model.score(X, model.predict(X)) == 1


def test_forget_is_whole():
    """If the model of one label cannot forget a row, none does."""
    X = np.array([[1, 0], [0, 1], [1, 1]])
    model = MultiLabelNB(MultinomialNB()).fit(X, [{"a"}, {"b"}, {"a", "b"}])
    before = pickle.dumps(model)

    with pytest.raises(ValueError, match="would fall below zero"):
        model.forget([[0, 2]], [{"a", "b"}])  # b has that many, a has not
    with pytest.raises(ValueError, match="the label 'c' was never learned; nothing is changed"):
        model.forget(X[:1], [{"c"}])

    assert pickle.dumps(model) == before


@pytest.mark.parametrize(
    ("labels", "message"),
    [
        ([{"a"}, "b"], r"the labels of row 1 are 'b', which is no collection: write \['b'\]"),
        ([0, 1], "the labels of row 0 are 0, which is no collection"),
        ([[0, 1], [1, 2]], "row 1, column 1 of y is .*2.*: a matrix of labels holds 0 and 1"),
        ([{"a"}], "inconsistent numbers of samples"),
        (None, "requires y to be passed"),
    ],
)
def test_bad_labels(labels, message):
    """Labels that are none are refused, with their place and what to do."""
    with pytest.raises(ValueError, match=message):
        MultiLabelNB().fit([[1], [0]], labels)


def test_other_kind_of_labels():
    """Labels must be of the kind that was learned."""
    X = [[1], [0]]
    sets, matrix = MultiLabelNB().fit(X, [{"a"}, {"b"}]), MultiLabelNB().fit(X, [[1, 0], [0, 1]])

    with pytest.raises(ValueError, match="held collections of labels in fit"):
        sets.partial_fit(X, [[1, 0], [0, 1]])
    with pytest.raises(ValueError, match=r"the columns of y are \[0\], and were \[0, 1\] in fit"):
        matrix.partial_fit(X, [[1], [0]])
    with pytest.raises(ValueError, match="do not have the same columns of labels"):
        matrix.merge(MultiLabelNB().fit(X, [[1], [0]]))
    with pytest.raises(TypeError, match="cannot merge a BernoulliNB"):
        matrix.merge(BernoulliNB())


def test_labels_of_several_types():
    """Labels may be of any types that can be in a set."""
    model = MultiLabelNB().fit(np.eye(2), [{1, "a"}, {("b", 2)}])

    assert model.classes_.tolist() == [1, "a", ("b", 2)]


def test_nothing_to_predict():
    """Without labels, or without fit, there is no answer."""
    with pytest.raises(ValueError, match="no row that was learned bears one"):
        MultiLabelNB().fit(np.eye(2), [set(), set()]).predict(np.eye(2))
    with pytest.raises(NotFittedError):
        MultiLabelNB().predict(np.eye(2))
