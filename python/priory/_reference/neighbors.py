"""k-nearest neighbours: stored rows vote.

A row is a dict from column to number; what is not there is zero. Distances are from a query to a
row that was kept.

>>> rows = [{0: 1.0, 1: 1.0}, {2: 2.0}, {0: 3.0}]
>>> nearest({0: 2.0}, rows, euclidean, k=2)
[(1.0, 2), (1.4142135623730951, 0)]
>>> classify({0: 2.0}, rows, ["ham", "spam", "ham"], euclidean, k=2)
'ham'
"""

import math
from collections import Counter
from collections.abc import Callable

Row = dict[int, float]
Distance = Callable[[Row, Row], float]


def columns(x: Row, y: Row) -> list[int]:
    """Return the columns in which either row has something, in order."""
    return sorted(x.keys() | y.keys())


def euclidean(x: Row, y: Row) -> float:
    """Return the length of the difference."""
    return math.sqrt(math.fsum((x.get(j, 0) - y.get(j, 0)) ** 2 for j in columns(x, y)))


def manhattan(x: Row, y: Row) -> float:
    """Return the sum of the differences in each column."""
    return math.fsum(abs(x.get(j, 0) - y.get(j, 0)) for j in columns(x, y))


def cosine(x: Row, y: Row) -> float:
    """Return one less the cosine of the angle between two rows that are not zero."""
    x, y = of_unit_length(x), of_unit_length(y)
    return 1 - math.fsum(x[j] * y[j] for j in x.keys() & y.keys())


def of_unit_length(x: Row) -> Row:
    """Scale a row so that its Euclidean length is one."""
    length = math.hypot(*x.values())
    return {j: number / length for j, number in x.items()}


def jaccard(x: Row, y: Row) -> float:
    """Return the share of columns that one row has and the other has not."""
    one, other = ({j for j in row if row[j] != 0} for row in (x, y))
    return 1 - len(one & other) / len(one | other) if one | other else 0.0


def distribution(x: Row) -> Row:
    """Scale counts so that they sum to one."""
    total = math.fsum(x.values())
    return {j: count / total for j, count in x.items()}


def jensen_shannon(x: Row, y: Row) -> float:
    """Return the square root of the Jensen-Shannon divergence of two rows of counts, in nats."""
    p, q = distribution(x), distribution(y)
    middle = {j: (p.get(j, 0) + q.get(j, 0)) / 2 for j in columns(p, q)}
    return math.sqrt(max(0.0, (divergence(p, middle) + divergence(q, middle)) / 2))


def kullback_leibler(query: Row, row: Row, smoothing: float, n_columns: int) -> float:
    """Return the divergence of a smoothed row of counts from the query, in nats."""
    total = math.fsum(row.values()) + smoothing * n_columns
    smoothed = {j: (row.get(j, 0) + smoothing) / total for j in range(n_columns)}
    return divergence(distribution(query), smoothed)


def divergence(p: Row, q: Row) -> float:
    """Return the Kullback-Leibler divergence of q from p, in nats."""
    return math.fsum(p[j] * math.log(p[j] / q[j]) for j in p if p[j] > 0)


def nearest(query: Row, rows: list[Row], distance: Distance, k: int) -> list[tuple[float, int]]:
    """Return the k smallest distances with the numbers of the rows, the first of equal ones first.

    >>> nearest({}, [{0: 1.0}, {}, {0: 1.0}], euclidean, k=2)
    [(0.0, 1), (1.0, 0)]
    """
    return sorted((distance(query, row), i) for i, row in enumerate(rows))[:k]


def classify(query: Row, rows: list[Row], labels: list[str], distance: Distance, k: int) -> str:
    """Return the label that most of the k nearest rows have, the first label of equal ones.

    This is algorithm 1.2 of Smola and Vishwanathan, "Introduction to Machine Learning".
    """
    votes = Counter(labels[i] for _, i in nearest(query, rows, distance, k))
    return min(votes, key=lambda label: (-votes[label], label))


def estimate(query: Row, rows: list[Row], values: list[float], distance: Distance, k: int) -> float:
    """Return the mean value of the k nearest rows: the same algorithm for regression.

    >>> estimate({0: 0.4}, [{}, {0: 1.0}, {0: 9.0}], [1.0, 2.0, 7.0], euclidean, k=2)
    1.5
    """
    return math.fsum(values[i] for _, i in nearest(query, rows, distance, k)) / k
