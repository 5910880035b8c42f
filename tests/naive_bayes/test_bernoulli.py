import numpy as np
import pytest
from tests.errors import refused

from naive_bayes.samples import LABELS, MAILS, counted
from priory import BernoulliNB


@pytest.mark.parametrize("threshold", [0, 0.5, 1, 2.0])
def test_threshold(threshold):
    """What is above the threshold is present, what equals it is not."""
    X, y = counted()
    model = BernoulliNB(binarize=threshold).fit(X, y)
    binary = BernoulliNB(binarize=None).fit((threshold < X).astype(int), y)

    np.testing.assert_array_equal(model.feature_count_, binary.feature_count_)
    np.testing.assert_array_equal(
        model.predict_proba(X), binary.predict_proba((threshold < X).astype(int))
    )


@pytest.mark.parametrize(("value", "shown"), [(2, "2.0"), (0.5, None), (1.5, "1.5")])
def test_no_threshold(value, shown):
    """Without a threshold a number above 1 is refused with its place, a share counts as one."""
    X = MAILS.astype(float)
    X[1, 2] = value
    model = BernoulliNB(binarize=None)

    if shown is None:
        assert model.fit(X, LABELS).feature_count_[1].tolist() == [2, 1, 0.5]
    else:
        with refused("not-binary", parameter="binarize", place="row 1, column 2"):
            model.fit(X, LABELS)


def test_negative_values():
    """Values below the threshold are absent, negative ones, too."""
    X = np.array([[-1.5, 2.0], [0.0, -3.0]])

    assert BernoulliNB().fit(X, [0, 0]).feature_count_.tolist() == [[0, 1]]


def test_repetition_says_nothing():
    """How often a word occurs makes no difference."""
    X, y = counted()
    model = BernoulliNB().fit(X, y)

    np.testing.assert_array_equal(model.predict_proba(X), model.predict_proba(X * 100))


def test_absence_says_something():
    """A word that is missing speaks against the class that always has it."""
    model = BernoulliNB().fit([[1, 1], [1, 0], [0, 1], [0, 0]], ["a", "a", "b", "b"])

    np.testing.assert_allclose(model.predict_proba([[0, 1], [1, 1]])[:, 1], [0.75, 0.25])


def test_presence_and_absence_make_one():
    """Present and absent are all there is, even where one of them is nearly certain."""
    X = np.zeros((10**5, 2))
    X[:, 0] = 1
    model = BernoulliNB(alpha=1e-12).fit(X, np.arange(len(X)) % 2)

    joint = model.predict_joint_log_proba([[0, 0], [0, 1]])

    absent = np.log(1e-12) - np.log(5e4 + 2e-12)
    np.testing.assert_allclose(joint[0] - np.log(0.5), absent, rtol=1e-12)
    np.testing.assert_allclose(joint[1] - np.log(0.5), 2 * absent, rtol=1e-12)


def test_all_present_always():
    """With maximum likelihood a word that a class always has rules it out when it is missing."""
    model = BernoulliNB(estimate="mle").fit([[1, 0], [1, 1], [0, 1], [1, 0]], ["a", "a", "b", "b"])

    assert model.predict_proba([[0, 1]]).tolist() == [[0, 1]]
    np.testing.assert_allclose(model.predict_proba([[1, 1]]), [[2 / 3, 1 / 3]])


def test_bad_threshold():
    """A threshold below 0 is refused, as in scikit-learn."""
    with refused("bad-parameter", parameter="binarize"):
        BernoulliNB(binarize=-1).fit(MAILS, LABELS)
