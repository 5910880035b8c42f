"""Texts and options for hypothesis: as odd as Unicode and scikit-learn allow."""

from itertools import pairwise

import numpy as np
from hypothesis import strategies as st

SPACES = " \t\n\r\x0b\x0c\x1c\x1d\x1e\x1f\x85\xa0\u1680\u2003\u2028\u2029\u202f\u205f\u3000"
NEARLY_SPACES = "\x00\u180e\u200b\u200d\u2060\ufeff"
GREEK = "ΑΣσςΩάΐ'·.- \u2019\u0345\u0301\u037a"
TURKISH = "İIiŞşĞğ\u0131\u0307 x"
COMBINING = "eEnAo\u0301\u0308\u0303\u030a\u0327\u20d0éÑÅ가\u1100\u1161"
CASES = "ßẞŉǰΐﬁﬀDZDždžⅣⓐⒶ\u017f\u212a\u212bAaZz09_²½٣"
ASTRAL = "𐐀𐐨𝒜𝟘🎉𠀀\U0001e900\U0001e922\U000e0101\U0010ffff a"
WORDS = ("the", "of", "and", "buy", "Buy", "BUY", "now", "NOW", "cheap", "money", "free", "a")
WORDS += ("I", "42", "x1", "été", "ÉTÉ", "über", "ὈΔΥΣΣΕΎΣ", "Σ", "İstanbul", "中文")

words = st.lists(st.sampled_from(WORDS), max_size=12).map(" ".join)
pieces = st.one_of(
    words,
    st.text(st.characters(codec="ascii"), max_size=30),
    st.text(st.characters(exclude_categories=["Cs"]), max_size=20),
    *(
        st.text(alphabet, max_size=12)
        for alphabet in (SPACES + "ab", NEARLY_SPACES + "ab ", GREEK, TURKISH, COMBINING)
    ),
    st.text(CASES, max_size=12),
    st.text(ASTRAL, max_size=12),
)
texts = st.one_of(words, pieces, st.lists(pieces, max_size=4).map("".join))
documents = st.lists(texts, min_size=1, max_size=6)
alike_documents = st.lists(words, min_size=3, max_size=9)


def long_documents(seed):
    """Write documents of 300 kB in all, enough for three threads, with many words equally often."""
    random = np.random.default_rng(seed)
    letters = list("abcdeABC" + "éΣßİ中" + "'. ")
    lexicon = ["".join(random.choice(letters, size)) for size in random.integers(1, 9, 3000)]
    written = [lexicon[rank % len(lexicon)] for rank in random.zipf(1.3, 60_000)]
    cuts = sorted(random.integers(0, len(written), 120))
    return [" ".join(written[start:end]) for start, end in pairwise(cuts)]


ngram_ranges = st.tuples(st.integers(1, 4), st.integers(0, 3)).map(lambda r: (r[0], sum(r)))
SIGNED_NUMBERS = (np.int64, np.int32, np.float64, np.float32)
NUMBERS = (*SIGNED_NUMBERS, np.uint8)

normalization = {
    "lowercase": st.booleans(),
    "strip_accents": st.sampled_from([None, None, "unicode", "ascii"]),
}
compiled = normalization | {
    "analyzer": st.sampled_from(["word", "word", "char", "char_wb"]),
    "ngram_range": ngram_ranges,
    "stop_words": st.sampled_from([None, None, "english", ["the", "été"], ["don't"], []]),
}
in_python = compiled | {
    "analyzer": st.sampled_from(["word", "word", "char", "char_wb", str.split]),
    "strip_accents": st.sampled_from([None, "unicode", "ascii", str.swapcase]),
    "preprocessor": st.sampled_from([None, str.title]),
    "tokenizer": st.sampled_from([None, None, str.split, list]),
    "token_pattern": st.sampled_from(
        [r"(?u)\b\w\w+\b", r"\b\w+\b", "[a-z]+", r"(\w)\w*", r"(\w)(\w)", "", None]
    ),
}
pruning = {
    "min_df": st.one_of(st.integers(1, 4), st.floats(0, 0.6), st.sampled_from([1 / 3, 2 / 3])),
    "max_df": st.one_of(st.integers(1, 9), st.floats(0.3, 1), st.sampled_from([1 / 3, 2 / 3])),
    "max_features": st.one_of(st.none(), st.integers(1, 12)),
}
mistaken_pruning = {
    "min_df": st.sampled_from([0, 0.0, 1.0, 99, -1, 1.5, "1", None]),
    "max_df": st.sampled_from([0, 0.0, 99, -1, 1.5, "1", None]),
    "max_features": st.sampled_from([0, -1, 2.5, "1"]),
}
vocabularies = st.one_of(
    st.lists(st.sampled_from(WORDS), max_size=8),
    st.lists(st.sampled_from(WORDS), max_size=8, unique=True).map(tuple),
    st.sets(st.sampled_from(WORDS), max_size=8),
    st.dictionaries(st.sampled_from(WORDS), st.integers(0, 3), max_size=4),
    st.permutations(WORDS).map(lambda order: {word: j for j, word in enumerate(order)}),
)
counting = {
    "binary": st.booleans(),
    "dtype": st.sampled_from(NUMBERS),
}
weighing = {
    "norm": st.sampled_from(["l1", "l2", None]),
    "use_idf": st.booleans(),
    "smooth_idf": st.booleans(),
    "sublinear_tf": st.booleans(),
}
hashing = {
    "n_features": st.one_of(st.integers(1, 20), st.just(2**20), st.just(2**31 - 1)),
    "alternate_sign": st.booleans(),
    "norm": st.sampled_from(["l1", "l2", None]),
    "binary": st.booleans(),
    "dtype": st.sampled_from(SIGNED_NUMBERS),
}


def options(*groups):
    """Draw some options of the groups and leave the others at their defaults."""
    every = {name: strategy for group in groups for name, strategy in group.items()}
    return st.fixed_dictionaries({}, optional=every)
