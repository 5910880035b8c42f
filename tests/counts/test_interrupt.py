"""Ctrl-C in the middle: the calls tested here would never end, or not for long."""

import os
import pickle
import signal
import subprocess
import sys
import threading
import time
from contextlib import contextmanager
from itertools import cycle, repeat

import pytest
from variants import slow

from priory import CountVectorizer, HashingVectorizer, TfidfVectorizer
from priory.tokens import MailAnalyzer

pytestmark = [
    pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork here"),
    pytest.mark.filterwarnings("ignore:.*multi-threaded.*fork:DeprecationWarning"),
]

TEXTS = ["Buy cheap now, naïve café " * 50, "see you there " * 9]
CHARS = {"analyzer": "char", "ngram_range": (1, 5)}
CHARS_OF_WORDS = {"analyzer": "char_wb", "ngram_range": (3, 5)}
MAIL = {"analyzer": MailAnalyzer()}
OWN = {"stem": "english", "phrases": ["buy cheap"], "domain_features": ["capitals"]}
CASES = {
    "words": (CountVectorizer(), "fit", cycle(TEXTS)),
    "more words": (CountVectorizer(), "partial_fit", cycle(TEXTS)),
    "bigrams": (CountVectorizer(ngram_range=(1, 2)), "fit", cycle(TEXTS)),
    "characters": (CountVectorizer(**CHARS), "fit", cycle(TEXTS)),
    "characters of words": (CountVectorizer(**CHARS_OF_WORDS), "fit", cycle(TEXTS)),
    "stems, phrases, features": (CountVectorizer(**OWN), "fit", cycle(TEXTS)),
    "a Python analyser": (CountVectorizer(analyzer=str.split), "fit", cycle(TEXTS)),
    "a Python preprocessor": (CountVectorizer(preprocessor=str.lower), "fit", cycle(TEXTS)),
    "known words": (CountVectorizer(), "transform", cycle(TEXTS)),
    "known bigrams": (CountVectorizer(ngram_range=(1, 2)), "transform", cycle(TEXTS)),
    "known characters": (CountVectorizer(**CHARS_OF_WORDS), "transform", cycle(TEXTS)),
    "hashes": (HashingVectorizer(), "transform", cycle(TEXTS)),
    "weights": (TfidfVectorizer(), "fit_transform", cycle(TEXTS)),
    "empty documents": (CountVectorizer(), "fit", repeat("")),
    "short documents": (CountVectorizer(), "fit", repeat("word")),
    "bytes": (CountVectorizer(), "fit", repeat(b"buy cheap" * 9)),
    "messages": (CountVectorizer(**MAIL), "fit", repeat(b"Subject: free\n\nfree money")),
    "known messages": (CountVectorizer(**MAIL), "transform", repeat(b"free money " * 999)),
    "hashes of messages": (HashingVectorizer(**MAIL), "transform", repeat(b"\n\n<b>free")),
    "empty messages": (CountVectorizer(**MAIL), "fit", repeat(b"")),
    "a long document": (CountVectorizer(ngram_range=(1, 3)), "fit", [TEXTS[0] * 200_000]),
    "a long document of characters": (HashingVectorizer(**CHARS), "transform", [TEXTS[0] * 50_000]),
}

# One of each way to read documents and to count them; the others are variants.
WAYS = (
    *("words", "characters", "a Python analyser", "known words", "hashes", "messages"),
    *("empty documents", "a long document"),
)


def outcome(vectorizer, method, documents):
    """Make a call that is to be interrupted, and say how it ended."""
    before = pickle.dumps(vectorizer)
    try:
        getattr(vectorizer, method)(documents)
    except KeyboardInterrupt:
        return b"as before" if before == pickle.dumps(vectorizer) else b"changed"
    return b"not interrupted"


@contextmanager
def in_child(case):
    """Fork a process that tells, through a pipe, when it begins a call and how the call ended."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.write(writer, b"b")
            os.write(writer, outcome(*case))
        finally:
            os._exit(0)
    os.close(writer)
    try:
        yield child, reader
    finally:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        os.close(reader)


@pytest.mark.timeout(30)
@pytest.mark.parametrize("name", [*WAYS, *slow(*(name for name in CASES if name not in WAYS))])
def test_interrupt(name):
    """A long call ends with KeyboardInterrupt, and the vectorizer is what it was."""
    vectorizer, method, documents = CASES[name]
    known = [text.encode() for text in TEXTS] if vectorizer.analyzer == MailAnalyzer() else TEXTS
    with in_child((vectorizer.fit(known), method, documents)) as (child, pipe):
        os.read(pipe, 1)
        time.sleep(0.15)
        os.kill(child, signal.SIGINT)

        assert os.read(pipe, 99) == b"as before"


def test_other_signals():
    """A signal whose handler raises something else ends the call with that."""

    def stop(*_):
        raise TimeoutError

    before = signal.signal(signal.SIGUSR1, stop)
    threading.Timer(0.15, os.kill, [os.getpid(), signal.SIGUSR1]).start()
    try:
        with pytest.raises(TimeoutError):
            CountVectorizer().fit(cycle(TEXTS))
    finally:
        signal.signal(signal.SIGUSR1, before)


def test_at_the_end_of_the_first_call():
    """A signal that comes when the first matrix of a process is about to be made is heard."""
    code = """
import ctypes, signal
from itertools import chain
from priory import CountVectorizer
stop = filter(None, map(getattr(ctypes.CDLL(None), "raise"), [signal.SIGINT]))
try:
    CountVectorizer().fit(chain(["buy now"], stop))
except KeyboardInterrupt:
    print("interrupted")
"""
    ran = subprocess.run([sys.executable, "-c", code], check=False, capture_output=True)  # noqa: S603

    assert ran.stdout == b"interrupted\n", ran.stderr
