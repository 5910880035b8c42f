"""Posteriors: where they are not known, and where numbers are extreme."""

import warnings
from decimal import Decimal, localcontext
from fractions import Fraction

import numpy as np
import pytest
from scipy import sparse
from tests.errors import refused

from naive_bayes.samples import LABELS, MAILS, counted, each_distribution, each_family
from priory import BernoulliNB, GaussianDiscriminant, MultinomialNB
from priory._naming import named_rows
from priory.naive_bayes.scores.posterior import normalized

UNSEEN = np.array([[1, 1, 0, 0], [1, 0, 1, 0], [0, 1, 0, 0], [0, 0, 1, 0]])  # the last never


@each_family
@pytest.mark.parametrize("parameters", [{"estimate": "mle"}, {"alpha": 0}], ids=str)
def test_zero_by_zero(family, parameters):
    """A row that every class rules out has the posterior NaN, with a warning that names it."""
    model = family(**parameters).fit(UNSEEN, LABELS)
    queries = np.vstack([UNSEEN, [1, 1, 0, 1], UNSEEN, [0, 0, 0, 1]])

    for method in (model.predict_proba, model.predict_log_proba):
        with pytest.warns(RuntimeWarning, match=r"^rows 4, 9: every class has probability 0"):
            answers = method(queries)
        assert np.flatnonzero(np.isnan(answers).any(axis=1)).tolist() == [4, 9]
        assert np.isnan(answers[[4, 9]]).all()


@each_family
def test_no_label_for_zero_by_zero(family):
    """Where the posterior is not known there is no label: predict raises and names the rows."""
    model = family(estimate="mle").fit(UNSEEN, LABELS)

    with refused("no-answer", parameter="X", place="row 1"):
        model.predict([[1, 0, 0, 0], [0, 0, 0, 1]])
    assert (model.predict_joint_log_proba([[0, 0, 0, 1]]) == -np.inf).all()


@each_family
def test_ruled_out(family):
    """A class that is ruled out has probability 0 exactly, the one that is left has 1."""
    model = family(estimate="mle").fit(MAILS, LABELS)

    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert model.predict_proba([[1, 1, 0]]).tolist() == [[0, 1]]
        assert model.predict_log_proba([[1, 1, 0]]).tolist() == [[-np.inf, 0]]
        assert model.predict([[1, 1, 0]]).tolist() == ["spam"]


@each_family
def test_prior_of_zero(family):
    """A class without prior probability is ruled out, whatever the words say."""
    model = family(class_prior=[0, 1]).fit(MAILS, LABELS)

    assert model.predict_proba(MAILS).tolist() == [[0, 1]] * 4


@each_distribution
def test_class_of_which_nothing_is_known(family):
    """Without a row a class's parameters are 0/0: with a prior above 0 nothing can be said."""
    model = family(estimate="mle", fit_prior=False)
    model.partial_fit(MAILS, LABELS, classes=["ham", "news", "spam"])

    with pytest.warns(RuntimeWarning, match="row 0: a class has learned nothing to judge by"):
        assert np.isnan(model.predict_proba(MAILS[:1])).all()
    with refused("no-answer", parameter="X", place="row 0"):
        model.predict(MAILS[:1])


@pytest.mark.filterwarnings("ignore:(overflow|invalid):RuntimeWarning")
def test_too_far():
    """Measurements whose density is 0 in every class are too far away, and need no smoothing."""
    model = GaussianDiscriminant().fit([[1.0], [2.0], [4.0], [8.0]], ["a", "a", "b", "b"])

    with refused("no-answer", parameter="X", place="row 0"):
        model.predict([[1e200]])


def test_log_sum_exp():
    """The sum of e^-120 and e^-121 does not underflow, nor does anything smaller."""
    for shift in (120, 100_000, 10**9):
        posterior = np.exp(normalized(np.array([[-shift, -shift - 1.0]])))
        np.testing.assert_allclose(posterior, [[1 / (1 + np.exp(-1)), 1 / (1 + np.e)]], rtol=1e-15)


def testnamed_rows():
    """A message names ten rows, and says how many there are beyond."""
    assert named_rows([3]) == "row 3"
    assert named_rows([3, 5]) == "rows 3, 5"
    assert named_rows(range(12)) == "rows 0, 1, 2, 3, 4, 5, 6, 7, 8, 9 and 2 more"


def exact_log_odds(model, row):
    """Return log P(second, row) - log P(first, row) from whole numbers, with 60 digits."""
    with localcontext() as context:
        context.prec = 60
        odds = Fraction(*(int(n) for n in model.class_count_[::-1]))
        total = (Decimal(odds.numerator) / Decimal(odds.denominator)).ln()
        for j, n in enumerate(row.tolist()):
            first, second = (exact_probability(model, c, j, n) for c in (0, 1))
            times = n if isinstance(model, MultinomialNB) else 1
            ratio = second / first
            total += times * (Decimal(ratio.numerator) / Decimal(ratio.denominator)).ln()
        return total


def exact_probability(model, c, j, n):
    """Return the smoothed probability of one feature as a fraction."""
    count = int(model.feature_count_[c, j])
    if isinstance(model, MultinomialNB):
        return Fraction(count + 1, int(model.feature_count_[c].sum()) + model.n_features_in_)
    present = Fraction(count + 1, int(model.class_count_[c]) + 2)
    return present if n else 1 - present


def balanced(model, n_words, seed):
    """Write a document of so many words that the classes find nearly equally probable."""
    random = np.random.default_rng(seed)
    row = random.multinomial(n_words, np.full(model.n_features_in_, 1 / model.n_features_in_))
    weights = model.coef_[0]
    up, down = weights.argmax(), weights.argmin()
    for _ in range(n_words):
        score = row @ weights + model.intercept_[0]
        take, put = (up, down) if score > 0 else (down, up)
        if abs(score) < weights[up] - weights[down] or not row[take]:
            break
        row[take] -= 1
        row[put] += 1
    return row


def test_posterior_of_a_long_document():
    """The posterior of a hundred thousand words is that of exact arithmetic to nine digits."""
    X, y = counted(n_rows=200, n_features=60, n_classes=2)
    model = MultinomialNB().fit(X, y)
    row = balanced(model, 100_000, seed=1)

    exact = 1 / (1 + (-exact_log_odds(model, row)).exp())
    (posterior,) = model.predict_proba(row[np.newaxis])

    assert row.sum() == 100_000
    assert 1e-6 < exact < 1 - 1e-6
    assert abs(Decimal(posterior[1]) - exact) < Decimal("1e-9")
    assert abs(Decimal(posterior[0]) - (1 - exact)) < Decimal("1e-9")


def test_posterior_over_many_features():
    """The posterior over ten thousand coins is that of exact arithmetic to nine digits."""
    random = np.random.default_rng(5)
    X, y = random.integers(0, 2, (50, 10_000)), np.arange(50) % 2
    model = BernoulliNB().fit(X, y)
    shares = model.feature_count_.sum(axis=0) / 50
    rows = random.random((30, 10_000)) < shares
    scores = rows @ model.coef_[0] + model.intercept_[0]
    row = rows[np.abs(scores).argmin()].astype(int)

    exact = exact_log_odds(model, row)
    (joint,) = model.predict_joint_log_proba(row[np.newaxis])

    assert abs(Decimal(joint[1]) - Decimal(joint[0]) - exact) < Decimal("1e-9")


def test_posteriors_sum_to_one():
    """However long the document, its posteriors sum to 1 to the last bits."""
    X, y = counted(n_rows=200, n_features=60, n_classes=2)
    model = MultinomialNB(class_prior=[0.5, 0.5]).fit(X, y)
    rows = np.array([balanced(model, 10**n, seed=n) for n in range(3, 7)])

    np.testing.assert_allclose(model.predict_proba(rows).sum(axis=1), 1, rtol=1e-15)


@each_family
def test_million_features(family):
    """A document of a million distinct words does not underflow, dense or sparse."""
    width = 1_000_000
    X = sparse.vstack([sparse.csr_matrix(np.ones((1, width))), sparse.csr_matrix((1, width))])
    model = family().fit(X.tocsr(), ["full", "empty"])

    joint = model.predict_joint_log_proba(X.tocsr())

    assert np.isfinite(joint).all()
    np.testing.assert_allclose(model.predict_proba(X.tocsr()).sum(axis=1), 1, rtol=1e-15)
    assert joint.tobytes() == model.predict_joint_log_proba(X.toarray()).tobytes()
    if family is BernoulliNB:
        per_feature = np.log([[1 / 3, 2 / 3], [2 / 3, 1 / 3]])
        np.testing.assert_allclose(joint, np.log(0.5) + width * per_feature, rtol=1e-12)


def test_million_words():
    """A count of a million in one place is a million factors."""
    model = MultinomialNB().fit(MAILS, LABELS)

    joint = model.predict_joint_log_proba([[0, 10**6, 0], [10**12, 0, 0]])

    expected = np.log(0.5) + np.array([[1e6], [1e12]]) * model.feature_log_prob_[:, [1, 0]].T
    np.testing.assert_allclose(joint, expected, rtol=1e-15)
    assert model.predict_proba([[10**12, 0, 0]]).tolist() == [[0, 1]]


@each_family
def test_many_classes(family):
    """A thousand classes are learned and told apart."""
    width = 2_000
    X = sparse.csr_matrix(np.tile(np.repeat(np.eye(1_000), 2, axis=1), (2, 1)))
    y = np.tile(np.arange(1_000)[::-1], 2)
    model = family().fit(X, y)

    assert model.predict_proba(X).shape == (2_000, 1_000)
    assert (model.predict(X) == y).all()
    assert model.coef_.shape == (1_000, width)
    np.testing.assert_allclose(model.predict_proba(X).sum(axis=1), 1, rtol=1e-12)
    assert model.forget(X[5:], y[5:]).classes_.tolist() == [995, 996, 997, 998, 999]
