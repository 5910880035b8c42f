"""As many different messages as one likes, made of a corpus, with more and more words.

Round after round the corpus is taken anew, and in each some of its words are replaced by words
that were never there: so many that the vocabulary grows by Heaps' law, as that of real mail does.
"""

from __future__ import annotations

import re
from dataclasses import replace
from hashlib import sha1
from itertools import count
from typing import TYPE_CHECKING
from zlib import crc32

if TYPE_CHECKING:
    from collections.abc import Iterator

    from benchmarks.messages import Mail

HEAPS = 0.8  # of words; of tokens it is about 0.65, as within the SpamAssassin corpus
# A word with what stands around it, a URL or an address; but no tag, and no name of a header.
WORD = re.compile(rb"<?[^<>=:]*[A-Za-z]{3}(?:[^<>=]*[^<>=:])?>?")
RUN = re.compile(rb"[A-Za-z]{3,}(?!.*[A-Za-z]{3})")
KEPT = re.compile(rb"content-|mime-|boundary", re.IGNORECASE)
HASHES = 2**32
ENCODED = re.compile(rb"^content-transfer-encoding:\s*base64", re.MULTILINE | re.IGNORECASE)


def varied(corpus: list[Mail]) -> Iterator[Mail]:
    """Make different messages without end, the same at every call; first come those there are."""
    mixed = sorted(corpus, key=lambda mail: sha1(mail.place.encode()).digest())  # noqa: S324 - no secrets
    yield from mixed
    vocabulary = {word for mail in mixed for word in mail.raw.split() if WORD.fullmatch(word)}
    for number in count(2):
        new = renewed(vocabulary, number)
        for mail in mixed:
            yield replace(mail, place=f"{mail.place}.{number}", raw=rewritten(mail, new, number))


def renewed(vocabulary: set[bytes], number: int) -> dict[bytes, bytes]:
    """Choose the words that a round replaces, each with its new form."""
    share = number**HEAPS - (number - 1) ** HEAPS
    ending = letters(number)
    return {
        word: RUN.sub(lambda run: run[0] + ending, word, count=1)
        for word in vocabulary
        if crc32(b"%d %b" % (number, word)) < share * HASHES
    }


def letters(number: int) -> bytes:
    """Write a number in letters that seldom stand together."""
    return b"q" + bytes(b"bcdfghjkxz"[int(digit)] for digit in str(number))


def rewritten(mail: Mail, new: dict[bytes, bytes], number: int) -> bytes:
    """Replace words, but not where they say how to read others, and give another name."""
    raw = mail.raw
    if not ENCODED.search(raw):
        raw = b"\n".join(
            line if KEPT.search(line) else other(line, new) for line in raw.split(b"\n")
        )
    # A message is known by its first Message-ID, so another before it makes another message.
    name = sha1(mail.place.encode()).hexdigest()  # noqa: S324 - no secrets
    return b"Message-ID: <%d.%b@example.org>\n%b" % (number, name.encode(), raw)


def other(line: bytes, new: dict[bytes, bytes]) -> bytes:
    """Replace the words of a line."""
    return b" ".join([new.get(word, word) for word in line.split(b" ")])
