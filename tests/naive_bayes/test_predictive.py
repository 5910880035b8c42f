"""The posterior predictive: what is expected over all parameters, not for the best ones."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import sparse, stats
from scipy.special import gammaln

from naive_bayes.samples import LABELS, MAILS, counted
from priory import BernoulliNB, MultinomialNB, TruncatedCountNB
from priory.naive_bayes.rows.rows import Rows
from priory.naive_bayes.scores.predictive import log_rising, rising_sums

seeds = st.integers(0, 2**32 - 1)


@pytest.mark.parametrize("base", [0.25, 3, 49.9, 50, 51, 1e3, 1e6, 1e12])
@pytest.mark.parametrize("n", [0, 1, 2, 7, 1000])
def test_log_rising(base, n):
    """The rising factorial has its digits, however large its first factor is."""
    expected = math.fsum(math.log(base + k) for k in range(n))

    np.testing.assert_allclose(log_rising(base, n), expected, rtol=2e-14, atol=1e-13)


def test_nothing_rises_from_nothing():
    """A product that begins with 0 is 0, and an empty one is 1."""
    assert log_rising(0.0, [0.0, 1.0, 5.0]).tolist() == [0, -np.inf, -np.inf]


@given(seeds, st.floats(0.05, 5))
def test_polya(seed, alpha):
    """MultinomialNB is the Dirichlet-multinomial, but for the orders of the words."""
    X, y = counted(seed=seed)
    model = MultinomialNB(alpha=alpha, estimate="predictive").fit(X, y)
    X = X[X.sum(axis=1) > 0]  # old versions of SciPy have no distribution of no words
    n = X.sum(axis=1)
    orders = gammaln(n + 1) - gammaln(X + 1).sum(axis=1)
    expected = [
        stats.dirichlet_multinomial.logpmf(X, counts + alpha, n) - orders + prior
        for counts, prior in zip(model.feature_count_, model.class_log_prior_, strict=True)
    ]

    joint = model.predict_joint_log_proba(X)

    np.testing.assert_allclose(joint, np.transpose(expected), rtol=1e-9, atol=1e-9)
    sparse_joint = model.predict_joint_log_proba(sparse.csr_matrix(X))
    assert joint.tobytes() == sparse_joint.tobytes()


def test_orders_sum_to_one():
    """Over all texts of two words the probabilities sum to the prior."""
    model = MultinomialNB(estimate="predictive").fit(MAILS, LABELS)
    texts = [np.eye(3)[i] + np.eye(3)[j] for i in range(3) for j in range(3)]

    joint = np.exp(model.predict_joint_log_proba(texts))

    np.testing.assert_allclose(joint.sum(axis=0), [0.5, 0.5], rtol=1e-13)


def test_one_word():
    """For a text of one word the predictive is the mean, and for none the prior."""
    X, y = counted()
    model = MultinomialNB(estimate="predictive").fit(X, y)
    queries = np.vstack([np.eye(7), np.zeros(7)])

    joint = model.predict_joint_log_proba(queries)

    mean = MultinomialNB().fit(X, y).predict_joint_log_proba(queries)
    np.testing.assert_allclose(joint, mean, rtol=1e-12)
    assert joint[-1].tolist() == model.class_log_prior_.tolist()


def test_word_burstiness():
    """A word that occurs again surprises less than it does the mean's die."""
    X, y = counted()
    model = MultinomialNB().fit(X, y)
    queries = [[5, 0, 0, 0, 0, 0, 0]]
    mean = model.predict_joint_log_proba(queries)

    assert (model.set_params(estimate="predictive").predict_joint_log_proba(queries) > mean).all()


@pytest.mark.parametrize("family", [BernoulliNB, TruncatedCountNB])
@given(seeds, st.floats(0.05, 5))
def test_one_throw(family, seed, alpha):
    """Where a die is thrown once, the predictive is the mean of the posterior."""
    X, y = counted(seed=seed)
    mean = family(alpha=alpha).fit(X, y)
    predictive = family(alpha=alpha, estimate="predictive").fit(X, y)
    K = getattr(mean, "K", 2)
    log_prob = expected_over_posterior(X, y, alpha, K)
    joint = mean.class_log_prior_ + [
        log_prob[:, range(7), row].sum(axis=1) for row in np.minimum(X, K - 1)
    ]

    ours = predictive.predict_joint_log_proba(X)

    assert ours.tobytes() == mean.predict_joint_log_proba(X).tobytes()
    np.testing.assert_allclose(ours, joint, rtol=1e-10)


def expected_over_posterior(X, y, alpha, K):
    """Return the log-probability of each count of each feature under the Dirichlet-multinomial."""
    tables = [
        [np.bincount(np.minimum(column, K - 1), minlength=K) for column in X[y == label].T]
        for label in np.unique(y)
    ]
    return np.array(
        [
            [stats.dirichlet_multinomial.logpmf(np.eye(K, dtype=int), n + alpha, 1) for n in table]
            for table in tables
        ]
    )


def test_explained_urn():
    """What a word says, alone, is its probability, and with the remainder all words add up."""
    X, y = counted()
    model = MultinomialNB(estimate="predictive").fit(X, y)
    queries = np.vstack([X, np.zeros(7, int)])

    explained = model.explain(queries)

    np.testing.assert_allclose(
        [each.joint_log_proba for each in explained],
        model.predict_joint_log_proba(queries),
        rtol=1e-12,
    )
    (word,) = model.explain([[0, 1, 0, 0, 0, 0, 0]])
    np.testing.assert_allclose(word.contributions[0], model.feature_log_prob_[:, 1], rtol=1e-12)


@pytest.mark.parametrize("scale", [1.0, 1e50])
def test_sizes_of_counts(scale):
    """Small, large and fractional numbers, over small and huge counts, are summed alike."""
    random = np.random.default_rng(3)
    matrix = sparse.csr_matrix(random.choice([0, 1, 2, 7, 8, 9, 30, 0.5, 2.5], (50, 6)))
    bases = scale * random.gamma(1.0, size=(3, 6))
    expected = [[log_rising(base, row).sum() for base in bases] for row in matrix.toarray()]

    np.testing.assert_allclose(
        rising_sums(Rows._taken(matrix, None), bases), expected, rtol=1e-12, atol=1e-12
    )


def test_no_weights():
    """The urn is not linear in the counts, and the attributes of weights are missing."""
    model = MultinomialNB(estimate="predictive").fit(MAILS, LABELS)

    assert not hasattr(model, "coef_")
    with pytest.raises(AttributeError, match="not linear"):
        _ = model.intercept_
    assert hasattr(model.set_params(estimate="mean"), "coef_")


def test_unsmoothed_urn():
    """Without a prior a word that a class never had rules it out, and others do not."""
    model = MultinomialNB(alpha=0, estimate="predictive").fit(MAILS, LABELS)

    assert model.predict_proba([[1, 1, 0]]).tolist() == [[0, 1]]
    assert np.isfinite(model.predict_joint_log_proba([[0, 1, 1]])).all()


def test_class_without_rows():
    """A declared class without a row has prior 0, and is ruled out."""
    model = MultinomialNB(alpha=0, estimate="predictive")
    model.partial_fit(MAILS, LABELS, classes=["ham", "news", "spam"])

    assert model.predict_joint_log_proba(MAILS)[:, 1].tolist() == [-np.inf] * 4


def test_duplicates():
    """Entries of one place are one number: once and once again is twice."""
    model = MultinomialNB(estimate="predictive").fit(MAILS, LABELS)
    twice = sparse.csr_matrix(([1.0, 1.0], [0, 0], [0, 2]), shape=(1, 3))

    assert (
        model.predict_joint_log_proba(twice).tobytes()
        == model.predict_joint_log_proba([[2, 0, 0]]).tobytes()
    )
