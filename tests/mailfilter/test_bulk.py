"""Batches that are counted ahead are learned as any others."""

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.errors import refused

from mailfilter.written import LUNCH, MONEY, NEWS, PILLS, contents, message
from priory import _core
from priory.errors import InputTypeError
from priory.mailfilter import StoreError, _bulk
from priory.mailfilter._bulk import BatchLearner, with_lookahead
from priory.mailfilter.store import Store

labelled = st.tuples(
    st.sampled_from([LUNCH, NEWS, PILLS, MONEY, message(1)]), st.sampled_from(["ham", "spam"])
)


def test_each_batch_has_its_next():
    """Each batch comes with the one behind it, which is read before, and no other."""
    batches = iter([[1], [2], [3], [4]])
    pairs = with_lookahead(batches)

    assert next(pairs) == ([1], [2])
    assert next(batches) == [3]
    assert list(pairs) == [([2], [4]), ([4], [])]
    assert list(with_lookahead([])) == []


@pytest.mark.parametrize("error", [ValueError, KeyboardInterrupt])
def test_batches_before_an_error(error):
    """What was read before reading failed, or Ctrl-C came, is given before that is told."""

    def broken():
        yield from ([1], [2])
        raise error

    pairs = with_lookahead(broken())

    assert [next(pairs), next(pairs)] == [([1], [2]), ([2], [])]
    with pytest.raises(error):
        next(pairs)


@settings(max_examples=40)  # each of them writes to the disk
@given(batches=st.lists(st.lists(labelled, min_size=1, max_size=4), max_size=4))
def test_counted_ahead(batches, tmp_path_factory):
    """Batches that share messages, some under other classes, are learned as one by one."""
    paths = [tmp_path_factory.mktemp("store") / name for name in ("ahead", "alone")]
    with Store(paths[0]) as store, BatchLearner(store) as learner:
        ahead = [learner.learn(*some) for some in with_lookahead(batches)]
    with Store(paths[1]) as store:
        alone = [store.learn(batch) for batch in batches]

    assert ahead == alone
    assert contents(paths[0]) == contents(paths[1])


@pytest.fixture
def counting(monkeypatch):
    """Return the names of the threads that count messages, and how many messages each time."""
    calls, count = [], _core.count_mail

    def noted(messages, *rest):
        calls.append((threading.current_thread() is threading.main_thread(), len(messages)))
        return count(messages, *rest)

    monkeypatch.setattr(_core, "count_mail", noted)
    monkeypatch.setattr(_bulk, "n_threads", lambda _: 2)  # on machines with one core, too
    return calls


def test_the_next_is_counted_in_a_thread(store, counting):
    """The first batch is counted when it is learned, the next in a thread, and each only once."""
    store.learn([(PILLS, "spam")])
    with BatchLearner(store) as learner:
        learner.learn([(LUNCH, "ham")], [(NEWS, "ham"), (PILLS, "spam"), (MONEY, "spam")])
        learner.learn([(NEWS, "ham"), (PILLS, "spam"), (MONEY, "spam")])

    assert sorted(counting) == [(False, 2), (True, 1), (True, 1)]


def test_one_core(store, counting, monkeypatch):
    """Where there is one core, nothing is counted ahead."""
    monkeypatch.setattr(_bulk, "n_threads", lambda _: 1)
    with BatchLearner(store) as learner:
        learner.learn([(LUNCH, "ham")], [(NEWS, "ham")])
        learner.learn([(NEWS, "ham")])

    assert counting == [(True, 1), (True, 1)]


def test_what_was_counted_is_for_its_batch(store, counting):
    """A batch that is not the one that was announced is learned as it is."""
    with BatchLearner(store) as learner:
        learner.learn([(LUNCH, "ham")], [(NEWS, "ham")])
        learner.learn([(PILLS, "spam")])

    assert (False, 1) in counting
    assert store.labels([NEWS, PILLS]) == [None, "spam"]


def test_no_thread(store, counting, monkeypatch):
    """Where no thread can be had, all is learned without."""

    def submit(*_):
        raise RuntimeError("cannot schedule new futures after interpreter shutdown")

    monkeypatch.setattr(ThreadPoolExecutor, "submit", submit)
    with BatchLearner(store) as learner:
        learner.learn([(LUNCH, "ham")], [(NEWS, "ham")])
        learner.learn([(NEWS, "ham")])

    assert counting == [(True, 1), (True, 1)]
    assert store.labels([LUNCH, NEWS]) == ["ham", "ham"]


@pytest.mark.usefixtures("counting")
def test_a_store_that_was_moved_stays_whole(path, store):
    """Where a store was moved meanwhile, none is made in its place by what counts ahead."""
    store.learn([(LUNCH, "ham")])
    path.rename(path.with_name("moved.db"))
    with BatchLearner(store) as learner, refused("store-moved", StoreError):
        learner.learn([(NEWS, "ham")], [(PILLS, "spam")])

    assert not path.exists()


@pytest.mark.usefixtures("counting")
@pytest.mark.parametrize("mode", ["wal", "delete"])
def test_what_others_change_meanwhile(open_store, mode):
    """What was forgotten or learned after it was counted ahead is learned as it is then."""
    store = open_store()
    store._db.execute(f"PRAGMA journal_mode = {mode}")
    other = open_store()
    store.learn([(NEWS, "ham"), (PILLS, "spam")])
    with BatchLearner(store) as learner:
        learner.learn([(LUNCH, "ham")], [(PILLS, "spam"), (MONEY, "spam"), (NEWS, "ham")])
        learner._pool.submit(int).result()  # when all is counted
        other.forget([PILLS])
        other.learn([(MONEY, "ham")])
        outcomes = learner.learn([(PILLS, "spam"), (MONEY, "spam"), (NEWS, "ham")])

    assert store.journal_mode == mode
    assert outcomes == ["learned", "corrected", "known"]
    assert {one.name: one.messages for one in store.classes} == {"ham": 2, "spam": 2}
    assert store.check() == []


def test_mistakes_come_in_their_turn(store):
    """What is wrong with the next batch is told when it comes, and the one before is kept."""
    with BatchLearner(store) as learner:
        learner.learn([(LUNCH, "ham")], [("text", "ham")])
        with refused("bad-parameter", InputTypeError, parameter="batch", place="message 0"):
            learner.learn([("text", "ham")])

    assert store.labels([LUNCH]) == ["ham"]
