"""Multinomial and Bernoulli Naive Bayes, and Algorithm 1.1 of the book.

A model is a table of counts. Probabilities are fractions, so they are exact; logarithms begin
where they are multiplied.
"""

import math
from collections import Counter
from dataclasses import dataclass, field
from fractions import Fraction

from priory._reference.counts import Rows, count
from priory._reference.tokens import Documents

Alpha = float | list[float]  # one for all words, or one a word
Probabilities = dict[str, list[Fraction]]  # of each class, for each word

# For the examples: the lecture notes' four mails over the words "buy", "cheap" and "now".
MAILS: Rows = [{0: 1, 1: 1}, {0: 1, 2: 1}, {1: 1}, {2: 1}]
LABELS = ["spam", "spam", "ham", "ham"]


@dataclass
class Table:
    """The documents of each class, and how often each word occurs in them."""

    n_words: int
    documents: Counter[str] = field(default_factory=Counter)
    counts: dict[str, Counter[int]] = field(default_factory=dict)


def tabulate(rows: Rows, labels: list[str], n_words: int) -> Table:
    """Make a table of labelled documents; for the Bernoulli model, of rows truncated at one.

    >>> table = tabulate(MAILS, LABELS, n_words=3)
    >>> table.documents, table.counts["spam"]
    (Counter({'spam': 2, 'ham': 2}), Counter({0: 2, 1: 1, 2: 1}))
    """
    table = Table(n_words)
    learn(table, rows, labels)
    return table


def learn(table: Table, rows: Rows, labels: list[str], times: int = 1) -> None:
    """Add documents to a table; minus one times forgets them.

    >>> table = tabulate(MAILS, LABELS, n_words=3)
    >>> learn(table, [{0: 5}], ["news"])
    >>> sorted(table.documents)
    ['ham', 'news', 'spam']
    >>> learn(table, [{0: 5}], ["news"], times=-1)
    >>> sorted(table.documents)
    ['ham', 'spam']
    """
    for row, label in zip(rows, labels, strict=True):
        table.documents[label] += times
        words = table.counts.setdefault(label, Counter())
        for j, n in row.items():
            words[j] += times * n
        if not table.documents[label]:
            del table.documents[label], table.counts[label]


def pseudo_counts(n_words: int, alpha: Alpha, estimate: str) -> list[Fraction]:
    """Return what the prior adds to each count.

    The mean of a Dirichlet posterior adds alpha, its mode alpha - 1, maximum likelihood nothing.

    >>> pseudo_counts(2, [2, 3], "map")
    [Fraction(1, 1), Fraction(2, 1)]
    """
    alphas = alpha if isinstance(alpha, list) else [alpha] * n_words
    less = {"mean": 0, "map": 1}
    return [Fraction(a) - less[estimate] if estimate in less else Fraction(0) for a in alphas]


def bernoulli(table: Table, alpha: Alpha = 1, estimate: str = "mean") -> Probabilities:
    """Return the share of each class's documents that have each word: (n + a) / (N + 2a).

    >>> table = tabulate(MAILS, LABELS, n_words=3)
    >>> [str(p) for p in bernoulli(table, estimate="mle")["spam"]]
    ['1', '1/2', '1/2']
    >>> [str(p) for p in bernoulli(table)["ham"]]
    ['1/4', '1/2', '1/2']
    """
    added = pseudo_counts(table.n_words, alpha, estimate)
    return {
        label: [(words[j] + a) / (table.documents[label] + 2 * a) for j, a in enumerate(added)]
        for label, words in table.counts.items()
    }


def multinomial(table: Table, alpha: Alpha = 1, estimate: str = "mean") -> Probabilities:
    """Return the share of each word in all words of a class: (n + a) / (sum of all n + a).

    >>> table = tabulate(MAILS, LABELS, n_words=3)
    >>> [str(p) for p in multinomial(table)["spam"]]
    ['3/7', '2/7', '2/7']
    """
    added = pseudo_counts(table.n_words, alpha, estimate)
    return {
        label: [(words[j] + a) / (words.total() + sum(added)) for j, a in enumerate(added)]
        for label, words in table.counts.items()
    }


def urn(row: dict[int, int], table: Table, alpha: Alpha = 1) -> dict[str, Fraction]:
    """Return P(words in their order | class) over all dice that the posterior leaves open.

    Each word is drawn from an urn with its count and alpha, and put back with another one.

    >>> table = tabulate(MAILS, LABELS, n_words=3)
    >>> str(urn({0: 2}, table)["spam"]), str(multinomial(table)["spam"][0] ** 2)
    ('3/14', '9/49')
    """
    added = pseudo_counts(table.n_words, alpha, "mean")
    chances = {}
    for label, words in table.counts.items():
        inside = [words[j] + a for j, a in enumerate(added)]
        chance = Fraction(1)
        for j, n in row.items():
            for _ in range(n):
                chance *= Fraction(inside[j], sum(inside))
                inside[j] += 1
        chances[label] = chance
    return chances


def rates(table: Table, alpha: Alpha = 1, beta: float = 1, estimate: str = "mean") -> Probabilities:
    """Return how many of each word to expect in a document of each class: (n + a) / (N + b).

    >>> table = tabulate(MAILS, LABELS, n_words=3)
    >>> [str(rate) for rate in rates(table)["spam"]]
    ['1', '2/3', '2/3']
    """
    added = pseudo_counts(table.n_words, alpha, estimate)
    below = 0 if estimate == "mle" else Fraction(beta)
    return {
        label: [(words[j] + a) / (table.documents[label] + below) for j, a in enumerate(added)]
        for label, words in table.counts.items()
    }


def sides(rows: Rows, K: int) -> Rows:
    """Return a word for each word and count from 1 to K - 1, where K - 1 is that many or more.

    >>> sides([{0: 1, 2: 9}], K=3)
    [{0: 1, 5: 1}]
    """
    return [{j * (K - 1) + min(n, K - 1) - 1: 1 for j, n in row.items() if n} for row in rows]


def log(probability: Fraction) -> float:
    """Return the logarithm, minus infinity for 0."""
    return math.log(probability) if probability else -math.inf


def log_joint(
    row: dict[int, int], table: Table, probabilities: Probabilities, *, absences: bool = False
) -> dict[str, float]:
    """Return log P(document, class) for each class.

    A word adds its logarithm for each time it occurs. In the Bernoulli model occurrences are
    presences, and the words that are absent count, too.

    >>> table = tabulate(MAILS, LABELS, n_words=3)
    >>> joint = log_joint({0: 1, 1: 1}, table, bernoulli(table), absences=True)
    >>> joint["spam"] == math.fsum(map(math.log, [0.5, 0.75, 0.5, 0.5]))
    True
    """
    everyone = table.documents.total()
    joint = {}
    for label, p in probabilities.items():
        terms = [log(Fraction(table.documents[label], everyone))]
        terms += [n * log(p[j]) for j, n in row.items()]
        if absences:
            terms += [log(1 - p[j]) for j in range(table.n_words) if j not in row]
        joint[label] = math.fsum(terms)
    return joint


def log_sum_exp(terms: list[float]) -> float:
    """Return the logarithm of a sum, whose terms are given by their logarithms, without underflow.

    >>> log_sum_exp([-120, -121]) == math.log(1 + math.exp(-1)) - 120
    True
    >>> log_sum_exp([-1e6, -1e6]) == math.log(2) - 1e6
    True
    """
    largest = max(terms)
    if largest == -math.inf:
        return largest
    return math.log(math.fsum(math.exp(term - largest) for term in terms)) + largest


def posterior(joint: dict[str, float]) -> dict[str, float]:
    """Return P(class | document): the joint probability over its sum over the classes.

    >>> table = tabulate(MAILS, LABELS, n_words=3)
    >>> p = bernoulli(table, estimate="mle")
    >>> posterior(log_joint({0: 1, 1: 1}, table, p, absences=True))
    {'spam': 1.0, 'ham': 0.0}
    >>> posterior({"spam": -math.inf, "ham": -math.inf})
    Traceback (most recent call last):
    ...
    ZeroDivisionError: 0/0: no class gives the document a probability above 0
    """
    total = log_sum_exp(list(joint.values()))
    if total == -math.inf:
        raise ZeroDivisionError("0/0: no class gives the document a probability above 0")
    return {label: math.exp(term - total) for label, term in joint.items()}


def train(
    X: Documents, Y: list[str], c: float = 1
) -> tuple[list[str], list[list[Fraction]], float]:
    """Train as Algorithm 1.1 does: return the dictionary D, the word probabilities p, the offset b.

    p[0] is spam's and p[1] is ham's. A likelihood ratio above c will be spam.

    >>> D, p, b = train([["buy", "buy"], ["see", "you"], ["see"]], ["spam", "ham", "ham"])
    >>> D, [[str(q) for q in row] for row in p]
    (['buy', 'see', 'you'], [['3/5', '1/5', '1/5'], ['1/6', '1/2', '1/3']])
    >>> b == math.log(1) + math.log(2) - math.log(1)
    True
    """
    D, x = count(X)
    n, m = len(D), len(X)
    m_ham, m_spam = Y.count("ham"), Y.count("spam")
    b = math.log(c) + math.log(m_ham) - math.log(m_spam)
    p = [[Fraction(1)] * n, [Fraction(1)] * n]
    w_spam = w_ham = n
    for i in range(m):
        if Y[i] == "spam":
            for j in range(n):
                p[0][j] += x[i].get(j, 0)
                w_spam += x[i].get(j, 0)
        else:
            for j in range(n):
                p[1][j] += x[i].get(j, 0)
                w_ham += x[i].get(j, 0)
    for j in range(n):
        p[0][j] /= w_spam
        p[1][j] /= w_ham
    return D, p, b


def classify(x: list[str], D: list[str], p: list[list[Fraction]], b: float) -> tuple[str, float]:
    """Classify as Algorithm 1.1 does: return the label, and the score t that made it.

    Words outside the dictionary are skipped.

    >>> D, p, b = train([["buy", "buy"], ["see", "you"], ["see"]], ["spam", "ham", "ham"])
    >>> label, t = classify(["buy", "never"], D, p, b)
    >>> label, round(math.exp(t), 9)  # (3/5) / (1/6) / 2
    ('spam', 1.8)
    """
    (counts,) = count([x], D)[1]
    t = -b
    for j in range(len(D)):
        t += counts.get(j, 0) * (math.log(p[0][j]) - math.log(p[1][j]))
    return "spam" if t > 0 else "ham", t
