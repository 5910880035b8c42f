"""Stores in threads, in forked children, and without their files."""

import os
import threading
import warnings
from concurrent.futures import ThreadPoolExecutor

import pytest
from tests.errors import refused

from mailfilter.written import LUNCH, NEWS, PILLS, contents, message
from priory.mailfilter.store import StoreError


def test_threads(store):
    """Several threads use one store, and nothing is lost."""

    def learn(first):
        for number in range(first, 40, 4):
            store.learn([(message(number), "ham")])
            assert store.counts(["type:text/plain"])

    threads = [threading.Thread(target=learn, args=[first]) for first in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert store.classes[0].messages == 40
    assert store.check() == []


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system cannot fork")
def test_fork(store):
    """A forked child uses the store of its parent, and so does the parent afterwards."""
    store.learn([(LUNCH, "ham")])
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # threads of earlier tests do not matter here
        child = os.fork()
    if child == 0:
        outcome = store.learn([(LUNCH, "ham"), (NEWS, "ham")])
        store.close()
        os._exit(outcome != ["known", "learned"])
    assert os.waitpid(child, 0)[1] == 0

    assert store.learn([(NEWS, "ham"), (PILLS, "spam")]) == ["known", "learned"]
    assert store.check() == []


def test_deleted(store, path):
    """A store whose file was deleted takes nothing that would be lost."""
    path.unlink()

    with refused("store-moved", StoreError):
        store.learn([(LUNCH, "ham")])


@pytest.mark.parametrize("how", [os.unlink, lambda path: path.rename(path.with_name("moved.db"))])
@pytest.mark.parametrize("moment", ["seal", "COMMIT"])
def test_deleted_at_the_end(store, path, moment, how):
    """A store that goes while it learns is told, also when that is the last moment."""

    def go(statement):
        if moment in statement and path.exists():
            how(path)

    store._db.set_trace_callback(go)
    with refused("store-moved", StoreError):
        store.learn([(LUNCH, "ham")])

    assert not path.exists()


def test_replaced(store, open_store, path, tmp_path):
    """A store whose file was replaced takes nothing, and neither does the other file."""
    other = open_store(tmp_path / "other.db")
    other.learn([(LUNCH, "ham")])
    other.close()
    (tmp_path / "other.db").replace(path)

    with refused("store-moved", StoreError):
        store.learn([(PILLS, "spam")])


def test_writing_while_reading(store):
    """Who writes within `reading` is told so, and nothing is changed."""
    store.learn([(LUNCH, "ham")])
    before = contents(store.path)

    with store.reading(), refused("still-reading", StoreError):
        store.forget([LUNCH])

    assert contents(store.path) == before


def test_reading_within_reading(store):
    """To read in two steps is to read in one."""
    with store.reading(), store.reading():
        assert store.classes == ()
    assert store.learn([(LUNCH, "ham")]) == ["learned"]


def test_rows_while_writing(store):
    """Rows can be read on while the store changes."""
    store.learn([(LUNCH, "ham")])
    rows = store.rows()
    first = next(rows)[0]
    store.learn([(PILLS, "spam")])

    assert first < next(rows)[0]


def test_closing_twice(store):
    """Closing a closed store does nothing."""
    store.close()
    store.close()


def test_repr(store, path):
    """A store says which file it is."""
    assert repr(store) == f"Store({str(path)!r}, mode='rw')"


def test_other_threads_of_a_moved_store(path, store):
    """A thread that comes to a store which was moved is refused, and makes no new one there."""
    store.learn([(LUNCH, "ham")])
    path.rename(path.with_name("moved.db"))
    with ThreadPoolExecutor(1) as pool:
        for ask in (lambda: store.learn([(NEWS, "ham")]), lambda: store.n_tokens):
            with refused("store-moved", StoreError):
                pool.submit(ask).result()

    assert not path.exists()
