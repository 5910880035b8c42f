"""Forked children and threads."""

import gc
import multiprocessing
import os
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from priory import CountVectorizer, TfidfVectorizer, sample

TEXTS = sample.messages()[0] * 300

can_fork = pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork here")
forks = pytest.mark.filterwarnings("ignore:.*multi-threaded.*fork:DeprecationWarning")


def count(texts):
    """Learn and count, on two threads."""
    return CountVectorizer(ngram_range=(1, 2), n_jobs=2).fit_transform(texts).sum()


@can_fork
@forks
def test_fork():
    """A child of a process that used threads may use them, too."""
    expected = count(TEXTS)
    child = os.fork()
    if child == 0:
        code = 1
        try:
            code = int(count(TEXTS) != expected)
        finally:
            os._exit(code)
    _, status = os.waitpid(child, 0)

    assert os.waitstatus_to_exitcode(status) == 0


@can_fork
@forks
def test_pool_of_forked_processes():
    """A pool of forked processes counts, with a vectorizer fitted before the fork."""
    vectorizer = CountVectorizer(n_jobs=2).fit(TEXTS)
    expected = vectorizer.transform(TEXTS).sum()
    with multiprocessing.get_context("fork").Pool(2) as pool:
        sums = [counts.sum() for counts in pool.map(vectorizer.transform, [TEXTS] * 4)]

    assert sums == [expected] * 4


def test_threads_that_learn():
    """Several Python threads may learn at once, each with its vectorizer."""
    expected = count(TEXTS)
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(count, [TEXTS] * 8)) == [expected] * 8


@pytest.mark.parametrize("make", [CountVectorizer, TfidfVectorizer])
def test_threads_that_share(make):
    """Several Python threads may count at once with one vectorizer."""
    vectorizer = make(n_jobs=2).fit(TEXTS)
    expected = vectorizer.transform(TEXTS).data.tolist()
    with ThreadPoolExecutor(4) as pool:
        counted = list(pool.map(vectorizer.transform, [TEXTS] * 8))

    assert all(counts.data.tolist() == expected for counts in counted)


def test_other_threads_run():
    """Other Python threads run while documents are read."""
    ticks, done = [], threading.Event()
    ticker = threading.Thread(target=lambda: [ticks.append(1) for _ in iter(done.is_set, True)])
    ticker.start()
    started = len(ticks)
    CountVectorizer(n_jobs=1).fit(TEXTS * 20)
    reached = len(ticks)
    done.set()
    ticker.join()

    assert reached > started


def test_list_changed_by_another_thread():
    """A list that another thread changes is read without harm."""
    documents, done = list(TEXTS), threading.Event()

    def change():
        while not done.is_set():
            documents[:] = TEXTS[: len(documents) // 2 + 1]
            documents.extend(f"new document {i}" for i in range(1000))
            gc.collect(0)

    changer = threading.Thread(target=change)
    changer.start()
    try:
        for _ in range(20):
            counts = CountVectorizer(n_jobs=2).fit_transform(documents)
            assert counts.shape[0] == len(counts.indptr) - 1
    finally:
        done.set()
        changer.join()


def test_vectorizer_within_itself():
    """Documents may be made with the vectorizer that reads them."""
    vectorizer = CountVectorizer().fit(["buy now"])
    documents = (str(vectorizer.transform([text]).sum()) + " buys" for text in ("buy now", "buy"))

    assert vectorizer.fit_transform(documents).toarray().tolist() == [[1], [1]]
