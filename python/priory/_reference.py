"""The method in plain Python: to be read, and to be the oracle of the tests.

Nothing here is fast and nothing here is shared with the compiled core. A document is a string,
its tokens are a list of strings, a bag of words is a dict from column to count. The functions
stand in the order in which data flows through them:

    text -> preprocess -> words -> n-grams -> vocabulary and counts -> weights

>>> mails = [tokenize("Buy cheap"), tokenize("Buy NOW, buy!")]
>>> vocabulary, rows = count(mails)
>>> vocabulary
['buy', 'cheap', 'now']
>>> rows
[{0: 1, 1: 1}, {0: 2, 2: 1}]
"""

import math
import re
import string
import unicodedata
from collections import Counter
from collections.abc import Callable, Collection
from typing import Any

Documents = list[list[str]]  # each document its tokens
Rows = list[dict[int, int]]  # each document its columns and their counts
Counts = tuple[list[str], Rows]  # the vocabulary names the columns

WORD = r"(?u)\b\w\w+\b"
NUMBER = r"(?<!\w)[0-9]++(?:[.,][0-9]++)*+(?!\w)"
PUNCTUATION_RUN = f"[{re.escape(string.punctuation)}]{{2,}}"
MONEY_SYMBOLS = frozenset("$£€¥₹₩₽¢")
UNK = "<unk>"

# What `tokenize` does unless told otherwise.
DEFAULTS: dict[str, Any] = {
    "analyzer": "word",  # or "char", "char_wb"
    "ngram_range": (1, 1),
    "lowercase": True,
    "strip_accents": None,  # or "unicode", "ascii"
    "stop_words": (),
    "stem": None,  # or a function from word to stem
    "domain_features": (),  # any of "numbers", "money", "punctuation", "capitals"
    "phrases": (),
}


def preprocess(text: str, lowercase: bool = True, strip_accents: str | None = None) -> str:
    """Fold case, then accents.

    >>> preprocess("Crème BRÛLÉE", strip_accents="unicode")
    'creme brulee'
    >>> preprocess("Straße", strip_accents="ascii")
    'strae'
    """
    text = text.lower() if lowercase else text
    if strip_accents is None:
        return text
    letters_and_marks = unicodedata.normalize("NFKD", text)
    if strip_accents == "unicode":
        return "".join(c for c in letters_and_marks if not unicodedata.combining(c))
    return "".join(c for c in letters_and_marks if c.isascii())


def words(text: str) -> list[str]:
    """Cut a text into its runs of two or more word characters.

    >>> words("a cat's 42 naïve_toys")
    ['cat', '42', 'naïve_toys']
    """
    return re.findall(WORD, text)


def word_ngrams(tokens: list[str], min_n: int, max_n: int) -> list[str]:
    """Join neighbouring words; stop words have already left, so their neighbours meet.

    >>> word_ngrams(["new", "york", "city"], 1, 2)
    ['new', 'york', 'city', 'new york', 'york city']
    """
    return [
        " ".join(tokens[start : start + n])
        for n in range(min_n, max_n + 1)
        for start in range(len(tokens) - n + 1)
    ]


def char_ngrams(text: str, min_n: int, max_n: int) -> list[str]:
    """Cut a text into every run of n characters; a run of white space counts as one space.

    A single tab or line feed stays what it is: only runs of two or more become a space.

    >>> char_ngrams("so  so", 2, 3)
    ['so', 'o ', ' s', 'so', 'so ', 'o s', ' so']
    """
    text = re.sub(r"\s\s+", " ", text)
    sizes = range(min_n, max_n + 1)
    return [text[start : start + n] for n in sizes for start in range(len(text) - n + 1)]


def char_wb_ngrams(text: str, min_n: int, max_n: int) -> list[str]:
    """Cut each word, with a space put on either side, into runs of n characters.

    A padded word no longer than n is counted whole, once, and not again for a larger n.

    >>> char_wb_ngrams("so", 2, 3)
    [' s', 'so', 'o ', ' so', 'so ']
    >>> char_wb_ngrams("so", 4, 6)
    [' so ']
    """
    grams = []
    for word in text.split():
        padded = f" {word} "
        for n in range(min_n, max_n + 1):
            starts = range(max(1, len(padded) - n + 1))
            grams += [padded[start : start + n] for start in starts]
            if len(padded) <= n:
                break
    return grams


def domain_features(text: str, which: Collection[str]) -> list[str]:
    """Name what a spam filter wants to know and lower-cased words do not say.

    The text is the raw one. The tokens come kind by kind, each kind in the order of the text.

    >>> domain_features("WIN 1,000 $!!! Only £5", ["numbers", "money"])
    ['number:4', 'number:1', 'money:$', 'money:£']
    >>> domain_features("WIN 1,000 $!!! Only £5", ["punctuation", "capitals"])
    ['punct:$!!!', 'caps:WIN']
    """
    tokens = []
    numbers = list(re.finditer(NUMBER, text))
    if "numbers" in which:
        tokens += [f"number:{sum(c.isdigit() for c in number[0])}" for number in numbers]
    if "money" in which:
        symbols = [money_symbol(text, *number.span()) for number in numbers]
        tokens += [f"money:{symbol}" for symbol in symbols if symbol]
    if "punctuation" in which:
        tokens += [f"punct:{run[:4]}" for run in re.findall(PUNCTUATION_RUN, text)]
    if "capitals" in which:
        tokens += [f"caps:{word}" for word in words(text) if is_capitals(word)]
    return tokens


def money_symbol(text: str, start: int, end: int) -> str | None:
    """Find the currency symbol of the number text[start:end]: before it, else after it."""
    before = text[max(0, start - 2) : start].removesuffix(" ")[-1:]
    after = text[end : end + 2].removeprefix(" ")[:1]
    return next((symbol for symbol in (before, after) if symbol in MONEY_SYMBOLS), None)


def is_capitals(word: str) -> bool:
    """Tell whether a word is two or more capitals and otherwise only digits and underscores.

    >>> [is_capitals(word) for word in ("FREE", "B2B", "A4", "iPhone")]
    [True, True, False, False]
    """
    others = [c for c in word if c.lower() == c]
    return len(word) - len(others) > 1 and all(c in string.digits + "_" for c in others)


def phrases(tokens: list[str], wanted: Documents) -> list[str]:
    """Name each place where the words of a wanted phrase follow each other.

    Places may overlap. Phrases that come down to the same words are one phrase, and a phrase
    without words is none.

    >>> phrases(["no", "no", "no"], [["no", "no"]])
    ['phrase:no_no', 'phrase:no_no']
    """
    return [
        "phrase:" + "_".join(phrase)
        for phrase in dict.fromkeys(map(tuple, wanted))
        for start in range(len(tokens) - len(phrase) + 1)
        if phrase and tuple(tokens[start : start + len(phrase)]) == phrase
    ]


def tokenize(text: str, **spec: Any) -> list[str]:
    """Turn a document into tokens, as the specification (see `DEFAULTS`) says.

    >>> tokenize("The price of FREE money", stop_words={"the", "of"}, ngram_range=(2, 2))
    ['price free', 'free money']
    >>> tokenize("Free money!!", domain_features=["punctuation"], phrases=["FREE MONEY"])
    ['free', 'money', 'punct:!!', 'phrase:free_money']
    """
    if unknown := spec.keys() - DEFAULTS.keys():
        raise TypeError(f"unknown options: {', '.join(sorted(unknown))}")
    spec = DEFAULTS | spec
    if spec["analyzer"] != "word":
        text = preprocess(text, spec["lowercase"], spec["strip_accents"])
        grams = {"char": char_ngrams, "char_wb": char_wb_ngrams}[spec["analyzer"]]
        return grams(text, *spec["ngram_range"])
    tokens = analysed_words(text, spec)
    wanted = [analysed_words(phrase, spec) for phrase in spec["phrases"]]
    return [
        *word_ngrams(tokens, *spec["ngram_range"]),
        *domain_features(text, spec["domain_features"]),
        *phrases(tokens, wanted),
    ]


def analysed_words(text: str, spec: dict[str, Any]) -> list[str]:
    """Preprocess, cut into words, leave stop words out, stem: in this order."""
    stem: Callable[[str], str] = spec["stem"] or str
    found = words(preprocess(text, spec["lowercase"], spec["strip_accents"]))
    return [stem(word) for word in found if word not in spec["stop_words"]]


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
