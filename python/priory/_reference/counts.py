"""Bag-of-words counts and TF-IDF weights."""

import math
from collections import Counter

from priory._reference.tokens import Documents

Rows = list[dict[int, int]]  # each document its columns and their counts
Counts = tuple[list[str], Rows]  # the vocabulary names the columns

UNK = "<unk>"


def grow(vocabulary: list[str], documents: Documents) -> list[str]:
    """Add the words never seen before, sorted, behind those already known.

    >>> grow(["buy", "now"], [["now", "cheap"], ["bank"]])
    ['buy', 'now', 'bank', 'cheap']
    """
    seen = {token for tokens in documents for token in tokens}
    return vocabulary + sorted(seen.difference(vocabulary))


def count(documents: Documents, vocabulary: list[str] | None = None) -> Counts:
    """Count how often each word of the vocabulary occurs in each document.

    The vocabulary is that of the documents, sorted by code point, unless one is given; then the
    words outside it are not counted.

    >>> count([["bank", "loan", "bank"], ["bank", "loan", "loan", "bank"]])
    (['bank', 'loan'], [{0: 2, 1: 1}, {0: 2, 1: 2}])
    """
    vocabulary = grow([], documents) if vocabulary is None else vocabulary
    column = {word: j for j, word in enumerate(vocabulary)}
    histograms = [Counter(column[t] for t in tokens if t in column) for tokens in documents]
    return vocabulary, [dict(sorted(histogram.items())) for histogram in histograms]


def truncate(rows: Rows, max_count: int) -> Rows:
    """Treat a word that occurs more often as if it occurred max_count times; 1 is presence.

    >>> truncate([{0: 2, 1: 1}], 1)
    [{0: 1, 1: 1}]
    """
    return [{j: min(n, max_count) for j, n in row.items()} for row in rows]


def document_frequency(rows: Rows) -> Counter[int]:
    """Count the documents that contain each word."""
    return Counter(j for row in rows for j in row)


def prune(
    vocabulary: list[str],
    rows: Rows,
    min_df: float = 1,
    max_df: float = 1.0,
    max_features: int | None = None,
) -> Counts:
    """Keep the words of min_df to max_df documents, and of these the max_features most frequent.

    An integer is a number of documents, a float a share of them. Of equally frequent words the
    one that comes first stays.

    >>> prune(["bank", "loan", "the"], [{0: 1, 2: 1}, {1: 2, 2: 1}], max_df=1, max_features=1)
    (['loan'], [{}, {0: 2}])
    """
    low, high = (df if isinstance(df, int) else df * len(rows) for df in (min_df, max_df))
    df, total = document_frequency(rows), sum(map(Counter, rows), Counter[int]())
    kept = [j for j in range(len(vocabulary)) if low <= df[j] <= high]
    kept = sorted(sorted(kept, key=lambda j: -total[j])[:max_features])
    column = {old: new for new, old in enumerate(kept)}
    kept_rows = [{column[j]: n for j, n in row.items() if j in column} for row in rows]
    return [vocabulary[j] for j in kept], kept_rows


def unk(vocabulary: list[str], rows: Rows, documents: Documents) -> Counts:
    """Add one last column that counts each document's tokens outside the vocabulary.

    >>> unk(["loan"], [{0: 1}, {}], [["bank", "loan", "bank"], []])
    (['loan', '<unk>'], [{0: 1, 1: 2}, {}])
    """
    outside = [sum(token not in vocabulary for token in tokens) for tokens in documents]
    last = len(vocabulary)
    extended = [row | ({last: n} if n else {}) for row, n in zip(rows, outside, strict=True)]
    return [*vocabulary, UNK], extended


def murmurhash3_32(data: bytes, seed: int = 0) -> int:
    """Hash bytes to a signed 32-bit number: MurmurHash3 by Austin Appleby, variant x86_32.

    >>> murmurhash3_32(b"buy"), murmurhash3_32(b"cheap")
    (1318954659, -916246459)
    """
    mask, h, tail = 0xFFFFFFFF, seed, len(data) // 4 * 4

    def scramble(block: bytes) -> int:
        k = int.from_bytes(block, "little") * 0xCC9E2D51 & mask
        return (k << 15 | k >> 17) * 0x1B873593 & mask

    for start in range(0, tail, 4):
        h ^= scramble(data[start : start + 4])
        h = (h << 13 | h >> 19) * 5 + 0xE6546B64 & mask
    h ^= scramble(data[tail:]) ^ len(data)
    for shift, factor in ((16, 0x85EBCA6B), (13, 0xC2B2AE35), (16, 1)):
        h = (h ^ h >> shift) * factor & mask
    return h - (h >> 31 << 32)


def hashed(
    tokens: list[str], n_features: int = 2**20, alternate_sign: bool = True
) -> dict[int, int]:
    """Count without a vocabulary: a word's hash is its column, and the hash's sign its sign.

    Two words in one column may cancel; the zero stays in the row.

    >>> hashed(["buy", "cheap", "buy"], n_features=16)
    {3: 2, 11: -1}
    >>> hashed(["buy", "cheap"], n_features=8)
    {3: 0}
    """
    row = Counter[int]()
    for token in tokens:
        h = murmurhash3_32(token.encode())
        row[abs(h) % n_features] += -1 if alternate_sign and h < 0 else 1
    return dict(sorted(row.items()))


def tfidf(
    rows: Rows,
    smooth_idf: bool = True,
    sublinear_tf: bool = False,
    norm: str | None = "l2",
    learned_from: Rows | None = None,
) -> list[dict[int, float]]:
    """Weigh each count by how few of the documents (of `learned_from`) have the word.

    The weight of a word in df of n documents is log(n / df) + 1; smoothing adds one document
    that contains every word.

    >>> tfidf([{0: 3, 1: 1}, {0: 1}], smooth_idf=False, norm=None)
    [{0: 3.0, 1: 1.6931471805599454}, {0: 1.0}]
    """
    known = rows if learned_from is None else learned_from
    n, df = len(known) + smooth_idf, document_frequency(known)

    def weight(j: int, tf: int) -> float:
        idf = math.log(n / (df[j] + smooth_idf)) + 1
        return (math.log(tf) + 1 if sublinear_tf else tf) * idf

    return [normalize({j: weight(j, tf) for j, tf in row.items()}, norm) for row in rows]


def normalize(row: dict[int, float], norm: str | None) -> dict[int, float]:
    """Divide a row by its length: Euclidean ("l2") or the sum of its sizes ("l1")."""
    if norm is None or not any(row.values()):
        return row
    length = math.hypot(*row.values()) if norm == "l2" else sum(map(abs, row.values()))
    return {j: value / length for j, value in row.items()}
