"""The numbers that the texts work out, from the classes themselves."""

import math

import numpy as np
import pytest
from scipy.special import expit
from tests.errors import refused

from naive_bayes.samples import LABELS, MAILS
from priory import BernoulliNB, CountVectorizer, MultinomialNB
from priory import _reference as reference
from priory.naive_bayes.scores.posterior import normalized

WORDS = ["buy", "cheap", "now"]
BANK = ["bank bank bank loan", "bank", "loan loan"]
QUERIES = ["bank loan bank", "bank loan loan bank"]
CORPUS = ["buy cheap buy", "cheap", "see you now", "now", "see buy"]
VERDICTS = ["spam", "spam", "ham", "ham", "ham"]


def test_four_mails_are_the_table():
    """The four mails, counted, are the table of the notes."""
    texts = ["buy cheap", "buy now", "cheap", "now"]
    vectorizer = CountVectorizer(binary=True)

    assert vectorizer.fit_transform(texts).toarray().tolist() == MAILS.tolist()
    assert vectorizer.get_feature_names_out().tolist() == WORDS


def test_seven_estimates():
    """The four mails have the seven estimates of the notes, to the bit."""
    model = BernoulliNB(estimate="mle").fit(MAILS, LABELS)
    ham, spam = np.exp(model.feature_log_prob_)

    assert spam.tolist() == [1, 0.5, 0.5]
    assert ham.tolist() == [0, 0.5, 0.5]
    assert np.exp(model.class_log_prior_)[1] == 0.5


def test_verdict():
    """The mail "buy cheap" is spam: certainly, as no ham says "buy", or smoothed, 3 to 1."""
    for estimate, expected in (("mle", [0, 1]), ("mean", [0.25, 0.75])):
        model = BernoulliNB(estimate=estimate).fit(MAILS, LABELS)
        assert model.predict([[1, 1, 0]]).tolist() == ["spam"]
        np.testing.assert_allclose(model.predict_proba([[1, 1, 0]]), [expected], rtol=1e-15)


@pytest.mark.parametrize("n_spam", [1, 5, 100])
def test_word_never_seen(n_spam):
    """A word never seen makes 0/0, which is reported; with Laplace's smoothing it has 1/(2 + n)."""
    X = np.zeros((n_spam + 3, 2))
    X[:n_spam, 0] = 1
    model = BernoulliNB(estimate="mle").fit(X, ["spam"] * n_spam + ["ham"] * 3)

    with pytest.warns(RuntimeWarning, match=r"row 0: every class has probability 0, so .* 0/0"):
        assert np.isnan(model.predict_proba([[1, 1]])).all()
    with refused("no-answer", parameter="X", place="row 0"):
        model.predict([[1, 1]])
    smoothed = np.exp(model.set_params(estimate="mean").feature_log_prob_[:, 1])
    np.testing.assert_allclose(smoothed, [1 / 5, 1 / (2 + n_spam)], rtol=1e-15)


def test_log_sum_exp():
    """log(e^-120 + e^-121) is log(1 + e^-1) - 120."""
    scores = np.array([[-120.0, -121.0]])

    total = scores - normalized(scores)

    np.testing.assert_allclose(total, math.log(1 + math.exp(-1)) - 120, rtol=1e-15)


def test_bank_loan_bank():
    """The two bank messages are one message to the Bernoulli model, and two to the multinomial."""
    vectorizer = CountVectorizer()
    X, queries = vectorizer.fit_transform(BANK), vectorizer.transform(QUERIES)
    y = ["spam", "spam", "ham"]

    coins = BernoulliNB().fit(X, y).predict_proba(queries)
    dice = MultinomialNB().fit(X, y).predict_proba(queries)

    assert coins[0].tolist() == coins[1].tolist()
    assert dice[0, 1] > dice[1, 1] + 0.1


@pytest.mark.parametrize("c", [1, 0.25, 8])
def test_algorithm(c):
    """MultinomialNB has the p of Algorithm 1.1, and its log odds are t, the threshold put back."""
    vectorizer = CountVectorizer()
    X = vectorizer.fit_transform(CORPUS)
    model = MultinomialNB().fit(X, VERDICTS)
    documents = [text.split() for text in CORPUS]
    D, p, b = reference.train(documents, VERDICTS, c)

    assert vectorizer.get_feature_names_out().tolist() == D
    np.testing.assert_allclose(
        np.exp(model.feature_log_prob_[::-1]), np.array(p, float), rtol=1e-15
    )
    prior = model.class_log_prior_
    assert prior[0] - prior[1] + math.log(c) == pytest.approx(b)
    t = [reference.classify(tokens, D, p, b)[1] for tokens in documents]
    np.testing.assert_allclose(X @ model.coef_[0] + model.intercept_ - math.log(c), t, rtol=1e-12)


def test_sign_of_the_logistic_form():
    """With w = beta_1 - beta_2 the posterior is 1 / (1 + exp(-w'x)); the printed sign is a slip."""
    model = BernoulliNB().fit(MAILS, LABELS)
    present, absent = model.feature_log_prob_, np.log(1 - np.exp(model.feature_log_prob_))
    x = np.array([1, 1, 0])

    beta = model.class_log_prior_ + present @ x + absent @ (1 - x)
    w = beta[1] - beta[0]

    assert expit(w) == pytest.approx(0.75)
    assert model.coef_[0] @ x + model.intercept_[0] == pytest.approx(w)
