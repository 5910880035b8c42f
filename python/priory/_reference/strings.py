"""String distances, by their definitions."""

from collections.abc import Callable


def levenshtein(x: str, y: str, weights: tuple[int, int, int] = (1, 1, 1)) -> int:
    """Count the insertions, deletions and substitutions that make y of x, each at its weight.

    >>> levenshtein("kitten", "sitting"), levenshtein("kitten", "sitting", (1, 1, 2))
    (3, 5)
    """
    insert, delete, substitute = weights
    d = {(i, 0): i * delete for i in range(len(x) + 1)}
    d |= {(0, j): j * insert for j in range(len(y) + 1)}
    for i, a in enumerate(x):
        for j, b in enumerate(y):
            changed = d[i, j] + (a != b) * substitute
            d[i + 1, j + 1] = min(d[i, j + 1] + delete, d[i + 1, j] + insert, changed)
    return d[len(x), len(y)]


def osa(x: str, y: str) -> int:
    """Count as `levenshtein`, with swaps of neighbours that nothing else touches.

    >>> osa("ab", "ba"), osa("ca", "abc")
    (1, 3)
    """
    d = {(i, 0): i for i in range(len(x) + 1)} | {(0, j): j for j in range(len(y) + 1)}
    for i in range(1, len(x) + 1):
        for j in range(1, len(y) + 1):
            changed = d[i - 1, j - 1] + (x[i - 1] != y[j - 1])
            d[i, j] = min(d[i - 1, j] + 1, d[i, j - 1] + 1, changed)
            if min(i, j) > 1 and x[i - 2 : i] == y[j - 2 : j][::-1]:
                d[i, j] = min(d[i, j], d[i - 2, j - 2] + 1)
    return d[len(x), len(y)]


def damerau_levenshtein(x: str, y: str) -> int:
    """Count as `osa`, with swaps of characters between which others were, or will be.

    >>> damerau_levenshtein("ab", "ba"), damerau_levenshtein("ca", "abc")
    (1, 2)
    """
    d = {(i, 0): i for i in range(len(x) + 1)} | {(0, j): j for j in range(len(y) + 1)}
    for i in range(1, len(x) + 1):
        for j in range(1, len(y) + 1):
            changed = d[i - 1, j - 1] + (x[i - 1] != y[j - 1])
            d[i, j] = min(d[i - 1, j] + 1, d[i, j - 1] + 1, changed)
            earlier = x.rfind(y[j - 1], 0, i - 1) + 1, y.rfind(x[i - 1], 0, j - 1) + 1
            if min(earlier) > 0:
                between = (i - earlier[0] - 1) + (j - earlier[1] - 1)
                d[i, j] = min(d[i, j], d[earlier[0] - 1, earlier[1] - 1] + between + 1)
    return d[len(x), len(y)]


def indel(x: str, y: str) -> int:
    """Count the insertions and deletions that make y of x.

    >>> indel("kitten", "sitting")
    5
    """
    return levenshtein(x, y, (1, 1, 2))


def lcsseq(x: str, y: str) -> int:
    """Count the characters of the longer string outside the longest common subsequence.

    >>> lcsseq("kitten", "sitting")
    3
    """
    common = (len(x) + len(y) - indel(x, y)) // 2
    return max(len(x), len(y)) - common


def hamming(x: str, y: str) -> int:
    """Count the places that differ, those behind the end of the shorter string included.

    >>> hamming("10110", "100")
    3
    """
    return sum(a != b for a, b in zip(x, y, strict=False)) + abs(len(x) - len(y))


def common_prefix(x: str, y: str) -> int:
    """Count the characters with which both strings begin.

    >>> common_prefix("prefix", "prepare")
    3
    """
    differ = (i for i, (a, b) in enumerate(zip(x, y, strict=False)) if a != b)
    return next(differ, min(len(x), len(y)))


def prefix(x: str, y: str) -> int:
    """Count the characters of the longer string behind the common beginning.

    >>> prefix("prefix", "prepare")
    4
    """
    return max(len(x), len(y)) - common_prefix(x, y)


def postfix(x: str, y: str) -> int:
    """Count the characters of the longer string before the common end.

    >>> postfix("suffix", "prefix")
    3
    """
    return prefix(x[::-1], y[::-1])


def jaro(x: str, y: str) -> float:
    """Return 1 - Jaro's similarity.

    Characters match if they are equal and about as far from the beginning; each matches once.

    >>> round(jaro("MARTHA", "MARHTA"), 4)
    0.0556
    """
    if not x or not y:
        return float(x != y)
    near = max(max(len(x), len(y)) // 2 - 1, 0)
    free = dict(enumerate(y))
    matches = []
    for i, a in enumerate(x):
        places = (j for j in range(max(i - near, 0), i + near + 1) if free.get(j) == a)
        if (place := next(places, None)) is not None:
            matches.append((a, place))
            del free[place]
    if not matches:
        return 1.0
    m = len(matches)
    in_y = (y[place] for place in sorted(place for _, place in matches))
    swapped = sum(a != b for (a, _), b in zip(matches, in_y, strict=True)) // 2
    return 1 - (m / len(x) + m / len(y) + (m - swapped) / m) / 3


def jaro_winkler(x: str, y: str, prefix_weight: float = 0.1) -> float:
    """Bring strings nearer that are near by `jaro`, for each of the first four that agree.

    >>> round(jaro_winkler("MARTHA", "MARHTA"), 4)
    0.0389
    """
    distance = jaro(x, y)
    common = common_prefix(x[:4], y[:4])
    return distance * (1 - common * prefix_weight) if distance < NEAR else distance


NEAR = 0.3  # where Jaro's similarity is above 0.7


def normalized(count: int, x: str, y: str, most: Callable[[int, int], int] = max) -> float:
    """Return a count as a share of the most that it could be; that of two empty strings is 0.

    >>> normalized(3, "kitten", "sitting"), normalized(5, "kitten", "sitting", int.__add__)
    (0.42857142857142855, 0.38461538461538464)
    """
    return count / most(len(x), len(y)) if x or y else 0.0


def compression(x: bytes, y: bytes, size: Callable[[bytes], int]) -> float:
    """Return how much of the larger of two is left to say once the other was said.

    >>> compression(b"abc", b"bcd", lambda text: len(set(text)))
    0.3333333333333333
    """
    sizes = size(x), size(y)
    return (size(x + y) - min(sizes)) / max(sizes)
