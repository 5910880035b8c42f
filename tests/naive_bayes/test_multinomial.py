import numpy as np

from naive_bayes.samples import counted
from priory import MultinomialNB


def test_absence_says_nothing():
    """A column that is 0 adds nothing, however many classes have its word."""
    X, y = counted()
    model = MultinomialNB().fit(X, y)
    row = np.array([[2, 0, 0, 1, 0, 0, 0]])

    expected = model.class_log_prior_ + row @ model.feature_log_prob_.T

    np.testing.assert_allclose(model.predict_joint_log_proba(row), expected, rtol=1e-14)


def test_repetition_says_something():
    """A word said twice counts twice."""
    X, y = counted()
    model = MultinomialNB(fit_prior=False).fit(X, y)
    once, twice = (model.predict_joint_log_proba(X[:1] * n) + np.log(3) for n in (1, 2))

    np.testing.assert_allclose(twice, 2 * once, rtol=1e-13)


def test_fractional_counts():
    """Tf-idf weights and other fractions are counted as they are."""
    X, y = counted()
    weights = np.random.default_rng(3).random(X.shape[1])
    model = MultinomialNB().fit(X * weights, y)

    sums = [(X[y == label] * weights).sum(axis=0) for label in model.classes_]
    np.testing.assert_allclose(model.feature_count_, sums, rtol=1e-13)


def test_words_of_a_class_sum_to_one():
    """The smoothed probabilities of a class are a distribution over the vocabulary."""
    X, y = counted()
    model = MultinomialNB(alpha=0.01).fit(X, y)

    np.testing.assert_allclose(np.exp(model.feature_log_prob_).sum(axis=1), 1, rtol=1e-13)


def test_counts_are_positive():
    """The tags say that negative numbers are not welcome."""
    assert MultinomialNB().__sklearn_tags__().input_tags.positive_only
