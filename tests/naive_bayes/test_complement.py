import numpy as np
import pytest
from sklearn import naive_bayes as sklearn_naive_bayes
from tests.errors import refused

from naive_bayes.samples import LABELS, MAILS, counted
from priory import ComplementNB

FOUR = np.array([0.1, 0.2, 0.3, 0.4])


def test_weights_are_of_the_others():
    """A word weighs the more, the rarer it is in all other classes together."""
    X, y = counted()
    model = ComplementNB(alpha=0.5).fit(X, y)

    for label, weights in zip(model.classes_, model.feature_log_prob_, strict=True):
        others = X[y != label].sum(axis=0) + 0.5
        np.testing.assert_allclose(np.exp(-weights), others / others.sum(), rtol=1e-13)
    assert model.feature_all_.tolist() == X.sum(axis=0).tolist()


def test_norm_takes_effect_after_fit():
    """With norm the weights of a class sum to 1, and norm may change after fit."""
    X, y = counted()
    model = ComplementNB().fit(X, y)
    plain = model.feature_log_prob_

    model.set_params(norm=True)

    np.testing.assert_allclose(model.feature_log_prob_.sum(axis=1), 1, rtol=1e-13)
    np.testing.assert_allclose(
        model.feature_log_prob_, plain / plain.sum(axis=1, keepdims=True), rtol=1e-13
    )


@pytest.mark.parametrize("norm", [False, True])
def test_a_given_prior_is_added(norm):
    """A prior that was asked for counts, where scikit-learn ignores it; no other one does."""
    X, y = counted(n_classes=4)
    options = {"norm": norm, "class_prior": FOUR}
    theirs = sklearn_naive_bayes.ComplementNB(**options).fit(X, y)
    ours = ComplementNB(**options).fit(X, y)

    np.testing.assert_allclose(
        ours.predict_joint_log_proba(X), theirs.predict_joint_log_proba(X) + np.log(FOUR)
    )
    ours.set_params(class_prior=None)
    np.testing.assert_allclose(ours.predict_joint_log_proba(X), theirs.predict_joint_log_proba(X))


def test_one_class():
    """With a single class there is nothing else to be, and the prior counts as in scikit-learn."""
    X = counted()[0]
    y = np.zeros(len(X), int)
    for prior in (None, [0.25]):
        theirs, ours = (
            family(class_prior=prior).fit(X, y)
            for family in (sklearn_naive_bayes.ComplementNB, ComplementNB)
        )

        np.testing.assert_allclose(
            ours.predict_joint_log_proba(X), theirs.predict_joint_log_proba(X)
        )


def test_no_predictive():
    """There is no predictive distribution, and the error says so, in fit and after it."""
    with refused("unsupported", parameter="estimate"):
        ComplementNB(estimate="predictive").fit(MAILS, LABELS)
    model = ComplementNB().fit(MAILS, LABELS).set_params(estimate="predictive")
    with refused("unsupported", parameter="estimate"):
        model.predict(MAILS)


def test_a_word_of_one_class_alone():
    """Without smoothing, a word that no other class ever had rules the others out."""
    model = ComplementNB(estimate="mle").fit([[1, 1, 0], [0, 2, 1], [0, 1, 3]], ["a", "b", "c"])

    assert np.isposinf(model.feature_log_prob_[0, 0])
    assert model.predict_proba([[1, 1, 0]]).tolist() == [[1, 0, 0]]
    assert model.explain([[1, 1, 0]])[0].joint_log_proba.tolist() == (
        model.predict_joint_log_proba([[1, 1, 0]])[0].tolist()
    )


def test_words_that_rule_out_each_other():
    """If each class is ruled out by a word of another one, nothing is known."""
    model = ComplementNB(alpha=0).fit([[1, 0, 0], [0, 1, 0]], ["a", "b"])

    with pytest.warns(RuntimeWarning, match="0/0"):
        assert np.isnan(model.predict_proba([[1, 1, 0]])).all()
    with refused("no-answer", parameter="X", place="row 1"):
        model.predict([[1, 0, 0], [0, 0, 1]])


def test_nan_is_refused():
    """Counts that are missing have no meaning here; the place and the remedy are named."""
    with refused("missing-value", parameter="X", place="row 1, column 0"):
        ComplementNB().fit([[1, 0], [np.nan, 1]], ["a", "b"])
