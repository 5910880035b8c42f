"""Texts made from nothing: the last resort when no real corpus can be had."""

import random
from collections.abc import Iterator
from functools import cache
from itertools import accumulate, islice

LETTERS = "etaoinshrdlcumwfgypbvkjxqzé"
LETTER_WEIGHTS = [120 // rank + 1 for rank in range(1, len(LETTERS))] + [0.2]
VOCABULARY_SIZE = 200_000
ZIPF_EXPONENT = 1.15
ZIPF_SHIFT = 3
LONG_WORDS = 300
SHORT_WORDS = 15
ENDINGS = ["", ",", ".", "!", "?", ":", " --", '"', "\n", ".\n", ".\n\n> "]
ENDING_WEIGHTS = [820, 50, 40, 4, 6, 5, 4, 6, 50, 10, 5]
SENTENCE_ENDS = (".", "!", "?")
BATCH = 10_000
TOPICAL = 4  # one word in so many is of the topic
TOPIC_SHIFT = 1000


def labelled(n_bytes: int, mean_words: int, n_classes: int) -> Iterator[tuple[str, str]]:
    """Make documents in classes, each of which likes other words; a label, and a document."""
    for topic in range(n_classes):
        for text in documents(n_bytes // n_classes, mean_words, topic):
            yield f"topic {topic}", text


def documents(n_bytes: int, mean_words: int, seed: int = 0) -> list[str]:
    """Make Zipfian documents of about this many bytes in all, the same at every call.

    Parameters
    ----------
    n_bytes : int
        The size at which to stop.
    mean_words : int
        The mean length of a document in words; the lengths are exponential.
    seed : int, default=0
        The seed of the documents, and their topic: some words are drawn as if others were the
        frequent ones. The vocabulary is always the same.

    Returns
    -------
    list of str
        The documents.
    """
    words = word_stream(random.Random(seed), seed * TOPIC_SHIFT)  # noqa: S311 - no secrets
    lengths = random.Random(seed + 1)  # noqa: S311 - no secrets
    texts: list[str] = []
    size = 0
    while size < n_bytes:
        n_words = 1 + round(lengths.expovariate(1 / mean_words))
        texts.append(" ".join(islice(words, n_words)))
        size += len(texts[-1].encode())
    return texts


def word_stream(rng: random.Random, shift: int) -> Iterator[str]:
    """Draw words by Zipf's law without end, with some capitals and punctuation."""
    vocabulary = make_vocabulary(VOCABULARY_SIZE)
    topical = vocabulary[shift:] + vocabulary[:shift]
    ranks = range(1 + ZIPF_SHIFT, VOCABULARY_SIZE + 1 + ZIPF_SHIFT)
    weights = list(accumulate(rank**-ZIPF_EXPONENT for rank in ranks))
    endings = list(accumulate(ENDING_WEIGHTS))
    capital = False
    while True:
        drawn = rng.choices(vocabulary, cum_weights=weights, k=BATCH)
        drawn[::TOPICAL] = rng.choices(topical, cum_weights=weights, k=BATCH // TOPICAL)
        followers = rng.choices(ENDINGS, cum_weights=endings, k=BATCH)
        for word, ending in zip(drawn, followers, strict=True):
            yield (word.capitalize() if capital else word) + ending
            capital = ending.startswith(SENTENCE_ENDS)


@cache
def make_vocabulary(size: int) -> list[str]:
    """Make up distinct words, the frequent ones short: a word grows slowly with its rank."""
    rng = random.Random(2)  # noqa: S311 - no secrets
    vocabulary: dict[str, None] = {}
    while len(vocabulary) < size:
        mean = 1.5 + len(vocabulary).bit_length() / 3
        length = max(1, round(rng.gauss(mean, 1.2)))
        vocabulary["".join(rng.choices(LETTERS, LETTER_WEIGHTS, k=length))] = None
    return list(vocabulary)
