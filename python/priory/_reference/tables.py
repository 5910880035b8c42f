"""MDL discretization (Fayyad and Irani) of a column, by the definition.

An interval is a list of pairs, a number and its class, sorted by the number.
"""

from collections import Counter
from math import log2

Rows = list[tuple[float, str]]


def entropy(rows: Rows) -> float:
    """Return the entropy of the classes, in bits.

    >>> entropy([(1, "ill"), (2, "ill"), (3, "well"), (4, "well")])
    1.0
    """
    shares = [n / len(rows) for n in Counter(label for _, label in rows).values()]
    return -sum(p * log2(p) for p in shares)


def mdl_cuts(rows: Rows) -> list[float]:
    """Return the cuts of a column that pay for their own description.

    Of cuts that are equally good, up to rounding, the lowest is taken.

    >>> mdl_cuts([(1, "well"), (2, "well"), (3, "well"), (7, "ill"), (8, "ill"), (9, "ill")])
    [5.0]
    """
    rows = sorted(rows)
    places = [i for i in range(1, len(rows)) if rows[i - 1][0] < rows[i][0]]
    if not places:
        return []
    divided = {i: _divided(rows[:i], rows[i:]) for i in places}
    least = min(divided.values())
    cut = next(i for i in places if divided[i] <= least + 1e-9)
    left, right = rows[:cut], rows[cut:]
    gain = entropy(rows) - divided[cut]
    if gain <= (log2(len(rows) - 1) + _cost(rows, left, right)) / len(rows) + 1e-9:
        return []
    return [*mdl_cuts(left), (left[-1][0] + right[0][0]) / 2, *mdl_cuts(right)]


def _divided(left: Rows, right: Rows) -> float:
    """Return the entropy that is left when an interval is divided."""
    n = len(left) + len(right)
    return len(left) / n * entropy(left) + len(right) / n * entropy(right)


def _cost(rows: Rows, left: Rows, right: Rows) -> float:
    """Return the cost of describing which classes are on which side, in bits."""
    whole, below, above = (
        len({label for _, label in part}) * entropy(part) for part in (rows, left, right)
    )
    return log2(3 ** len({label for _, label in rows}) - 2) - (whole - below - above)
