import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy import sparse
from sklearn.base import clone
from sklearn.exceptions import NotFittedError
from sklearn.metrics import accuracy_score
from sklearn.multioutput import MultiOutputClassifier
from sklearn.naive_bayes import MultinomialNB as TheirMultinomialNB
from sklearn.utils import estimator_checks
from tests.errors import refused

from naive_bayes.label_samples import MIXED, NAMES, as_sets, drawn, each_family
from naive_bayes.samples import counted
from priory import BernoulliNB, MultiLabelNB, MultinomialNB, TextClassifier

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
    "check_sample_weights_not_an_array",
    "check_sample_weights_not_overwritten",
    "check_sample_weights_pandas_series",
    "check_sample_weights_shape",
)

# Old versions of scikit-learn number two labels from the first that they meet, here as 1 and 2.
FROM_FIRST = (
    "check_dict_unchanged",
    "check_dont_overwrite_parameters",
    "check_dtype_object",
    "check_estimators_empty_data_messages",
    "check_estimators_fit_returns_self",
    "check_estimators_overwrite_params",
    "check_estimators_partial_fit_n_features",
    "check_estimators_pickle",
    "check_f_contiguous_array_estimator",
    "check_fit2d_predict1d",
    "check_fit_check_is_fitted",
    "check_methods_sample_order_invariance",
    "check_methods_subset_invariance",
    "check_pipeline_consistency",
    "check_readonly_memmap_input",
    "check_sample_weight_equivalence_on_dense_data",
    "check_sample_weight_equivalence_on_sparse_data",
)
IS_OLD = estimator_checks._enforce_estimator_tags_y(MultiLabelNB(), np.array([1, 0])).max() > 1


@estimator_checks.parametrize_with_checks(
    [MultiLabelNB()],
    expected_failed_checks=lambda _: dict.fromkeys(ONE_LABEL, "one label of several a row"),
)
def test_generated(estimator, check):
    """The estimator passes the checks of scikit-learn that do not give one label a row."""
    if IS_OLD and check.func.__name__ in FROM_FIRST:
        pytest.skip("this scikit-learn gives labels 1 and 2 where a matrix of labels has 0 and 1")
    check(estimator)


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


def test_names_of_answers():
    """Answers come by name, too: none, one or several labels a row."""
    X = np.eye(3)
    model = MultiLabelNB(BernoulliNB(alpha=0.1)).fit(X, [{"a", "b"}, {"b"}, set()])

    assert model.predict_labels(X) == [("a", "b"), ("b",), ()]
    assert model.predict(X).tolist() == [[1, 1], [0, 1], [0, 0]]


@given(indicators, st.integers(0, 39))
def test_score(Y, n):
    """The score is scikit-learn's share of rows that are wholly right, whatever kind labels are."""
    X, weights = counted()[0], np.arange(1, 41)
    model = MultiLabelNB().fit(X, Y)

    expected = accuracy_score(Y, model.predict(X), sample_weight=weights)

    assert model.score(X, Y, weights) == pytest.approx(expected)
    sets = as_sets(Y)
    named = MultiLabelNB().partial_fit(X, sets, classes=NAMES)
    assert named.score(X, sets, weights) == pytest.approx(expected)
    sets[n] = {*sets[n], "never learned"}
    right = (named.predict(X)[n] == Y[n]).all()
    assert named.score(X, sets, weights) == pytest.approx(expected - right * weights[n] / 820)


@each_family
def test_logarithms(family):
    """Logarithms are those of the probabilities, and joint ones have them as their shares."""
    X, labels = counted()[0], as_sets(drawn())
    model = MultiLabelNB(family).fit(X, labels)

    probabilities, joint = model.predict_proba(X), model.predict_joint_log_proba(X)

    np.testing.assert_allclose(model.predict_log_proba(X), np.log(probabilities), rtol=1e-9)
    assert joint.shape == (40, 4, 2)
    shares = np.exp(joint - np.logaddexp(joint[..., :1], joint[..., 1:]))
    np.testing.assert_allclose(shares[..., 1], probabilities, rtol=1e-9)


@each_family
def test_explanations_add_up(family):
    """Of each row and label, the terms add up to what is said of it."""
    X, labels = counted()[0], as_sets(drawn())
    model = MultiLabelNB(family).fit(X, labels)

    explained = model.explain(X)

    assert [list(row) for row in explained] == [NAMES.tolist()] * 40
    sums = [[one.joint_log_proba for one in row.values()] for row in explained]
    np.testing.assert_allclose(sums, model.predict_joint_log_proba(X), rtol=1e-9)
    assert explained[0]["spam"].classes.tolist() == [False, True]


@pytest.mark.parametrize(
    ("family", "parameters", "other"),
    [
        (None, {"alpha": 9}, BernoulliNB(alpha=9)),
        (MultinomialNB(), {"estimate": "predictive"}, MultinomialNB(estimate="predictive")),
        (MIXED, {"dice__alpha": 9}, clone(MIXED).set_params(dice__alpha=9)),
    ],
    ids=lambda value: type(value).__name__,
)
def test_parameters_after_fit(family, parameters, other):
    """Parameters of the family take effect without fitting again, for labels to come, too."""
    X, labels = counted()[0], as_sets(drawn())
    expected = MultiLabelNB(other).fit(X, labels)
    model = MultiLabelNB(clone(family or BernoulliNB())).fit(X[:20], labels[:20])

    named = {f"estimator__{name}": value for name, value in parameters.items()}
    model.set_params(**named).partial_fit(X[20:], labels[20:]).partial_fit(X[:1], [{"new"}])
    model.forget(X[:1], [{"new"}])

    np.testing.assert_array_equal(model.predict_proba(X), expected.predict_proba(X))
    again = MultiLabelNB(family).fit(X, labels)
    assert (again.predict_proba(X) != expected.predict_proba(X)).any()
    again.set_params(estimator=other)
    np.testing.assert_array_equal(again.predict_proba(X), expected.predict_proba(X))


def test_parameters_that_count():
    """A parameter that decides what is counted, or another family, needs another fit."""
    X, labels = counted()[0], as_sets(drawn())
    model = MultiLabelNB(BernoulliNB()).fit(X, labels)

    with refused("changed-parameter", parameter="binarize"):
        model.set_params(estimator__binarize=2).partial_fit(X, labels)
    model.set_params(estimator=MultinomialNB())
    with refused("changed-parameter", parameter="estimator"):
        model.predict(X)
    with refused("changed-parameter", parameter="estimator"):
        model.partial_fit(X, labels)

    assert model.fit(X, labels).predict(X).shape == (40, 4)


@pytest.mark.parametrize("estimator", [TheirMultinomialNB(), TextClassifier(), "multinomial"])
def test_bad_family(estimator):
    """What is no family of rows is refused."""
    with refused("bad-parameter", parameter="estimator"):
        MultiLabelNB(estimator).fit(np.eye(2), [{"a"}, {"b"}])


@pytest.mark.parametrize(
    ("labels", "expected"),
    [
        ([{"a"}, "b"], refused("label-type", parameter="y", place="row 1")),
        ([0, 1], refused("label-type", parameter="y", place="row 0")),
        ([[0, 1], [1, 2]], refused("label-type", parameter="y", place="row 1, column 1")),
        (np.array([["a"], ["b"]]), refused("label-type", parameter="y", place="row 0, column 0")),
        ([[0], [1]], refused("label-type", parameter="y", place="row 0")),
        ([[], (2, 3)], refused("label-type", parameter="y", place="row 1")),
        ([{2}, [True, False]], refused("label-type", parameter="y", place="row 1")),
        ([{"a"}], pytest.raises(ValueError, match="inconsistent numbers of samples")),
        ([{"a"}, (label for label in "ab")], refused("label-type", parameter="y", place="row 1")),
        (None, refused("missing-target", parameter="y")),
    ],
)
def test_bad_labels(labels, expected):
    """Labels that are none are refused, with their place and what to do."""
    with expected:
        MultiLabelNB().fit([[1], [0]], labels)


def test_labels_of_several_types():
    """Labels may be of any types that can be in a set."""
    model = MultiLabelNB().fit(np.eye(2), [{1, "a"}, {("b", 2)}])

    assert model.classes_.tolist() == [1, "a", ("b", 2)]


def test_nothing_to_predict():
    """Without labels, or without fit, there is no answer."""
    with refused("no-classes"):
        MultiLabelNB().fit(np.eye(2), [set(), set()]).predict(np.eye(2))
    with pytest.raises(NotFittedError):
        MultiLabelNB().predict(np.eye(2))
