"""The reference computes what the texts compute by hand."""

import math
from fractions import Fraction

import pytest

from priory import _reference as reference


def test_four_mails():
    """The four mails over buy, cheap and now give the table, seven estimates and the verdict."""
    texts = ["buy cheap", "buy now", "cheap", "now"]
    vocabulary, rows = reference.count([reference.tokenize(text) for text in texts])
    table = reference.tabulate(rows, ["spam", "spam", "ham", "ham"], 3)
    shares = reference.bernoulli(table, estimate="mle")
    _, (query,) = reference.count([reference.tokenize("buy cheap")], vocabulary)

    assert vocabulary == ["buy", "cheap", "now"]
    assert rows == [{0: 1, 1: 1}, {0: 1, 2: 1}, {1: 1}, {2: 1}]
    assert shares["spam"] == [1, 0.5, 0.5]
    assert shares["ham"] == [0, 0.5, 0.5]
    assert table.documents["spam"] / table.documents.total() == 0.5
    joint = reference.log_joint(query, table, shares, absences=True)
    assert reference.posterior(joint) == {"spam": 1, "ham": 0}


@pytest.mark.parametrize("n_spam", [1, 5, 100])
def test_word_never_seen(n_spam):
    """A word never seen makes 0/0 of everything, and Laplace's smoothing makes it 1/(2 + n)."""
    rows, labels = [{0: 1}] * n_spam + [{}] * 3, ["spam"] * n_spam + ["ham"] * 3
    table = reference.tabulate(rows, labels, 2)
    shares = reference.bernoulli(table, estimate="mle")

    with pytest.raises(ZeroDivisionError, match="0/0"):
        reference.posterior(reference.log_joint({1: 1}, table, shares, absences=True))
    assert reference.bernoulli(table)["spam"][1] == Fraction(1, 2 + n_spam)
    assert reference.bernoulli(table)["ham"][1] == Fraction(1, 2 + 3)


def test_bank_loan_bank_posteriors():
    """The two bank messages are one message to the Bernoulli model, and two to the multinomial."""
    rows, labels = [{0: 3, 1: 1}, {0: 1}, {1: 2}], ["spam", "spam", "ham"]
    queries = [{0: 2, 1: 1}, {0: 2, 1: 2}]
    counted = reference.tabulate(rows, labels, 2)
    present = reference.tabulate(reference.truncate(rows, 1), labels, 2)
    shares = reference.bernoulli(present), reference.multinomial(counted)

    coins = [
        reference.log_joint(row, present, shares[0], absences=True)
        for row in reference.truncate(queries, 1)
    ]
    dice = [reference.posterior(reference.log_joint(row, counted, shares[1])) for row in queries]

    assert coins[0] == coins[1]
    assert dice[0]["spam"] > dice[1]["spam"]


def test_log_sum_exp():
    """log(e^-120 + e^-121) is log(1 + e^-1) - 120, and nothing at all is minus infinity."""
    assert reference.log_sum_exp([-120, -121]) == math.log(1 + math.exp(-1)) - 120
    assert reference.log_sum_exp([-math.inf, -math.inf]) == -math.inf


MAILS = [["buy", "cheap", "buy"], ["cheap"], ["see", "you", "now"], ["now"], ["see", "buy"]]
VERDICTS = ["spam", "spam", "ham", "ham", "ham"]


@pytest.mark.parametrize("c", [1, 0.25, 8])
def test_algorithm(c):
    """Algorithm 1.1, step by step: the dictionary, p, the offset b, and the score t of a mail."""
    D, p, b = reference.train(MAILS, VERDICTS, c)

    assert D == ["buy", "cheap", "now", "see", "you"]
    assert p[0] == [Fraction(n, 5 + 4) for n in (1 + 2, 1 + 2, 1, 1, 1)]
    assert p[1] == [Fraction(n, 5 + 6) for n in (1 + 1, 1, 1 + 2, 1 + 2, 1 + 1)]
    assert b == math.log(c) + math.log(3) - math.log(2)

    verdict, t = reference.classify(["buy", "cheap", "buy", "never"], D, p, b)
    ratio = Fraction(2, 3) * Fraction(3 * 11, 2 * 9) ** 2 * Fraction(3 * 11, 9)
    assert t == pytest.approx(math.log(ratio) - math.log(c))
    assert verdict == ("spam" if ratio > c else "ham")


def test_algorithm_is_the_multinomial_model():
    """Without a threshold Algorithm 1.1 compares the two posteriors of the multinomial model."""
    vocabulary, rows = reference.count(MAILS)
    table = reference.tabulate(rows, VERDICTS, len(vocabulary))
    probabilities = reference.multinomial(table)
    D, p, b = reference.train(MAILS, VERDICTS)

    assert p == [probabilities["spam"], probabilities["ham"]]
    for tokens, row in zip(MAILS, rows, strict=True):
        joint = reference.log_joint(row, table, probabilities)
        _, t = reference.classify(tokens, D, p, b)
        assert t == pytest.approx(joint["spam"] - joint["ham"])
