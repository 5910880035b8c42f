"""Batches that are counted ahead are learned as any others."""

import sqlite3

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mailfilter.written import LUNCH, MONEY, NEWS, PILLS, contents, message
from priory.mailfilter import StoreError
from priory.mailfilter._bulk import Learner, with_next
from priory.mailfilter.store import Store

labelled = st.tuples(
    st.sampled_from([LUNCH, NEWS, PILLS, MONEY, message(1)]), st.sampled_from(["ham", "spam"])
)


def test_each_batch_has_its_next():
    """Each batch comes with the one behind it, which is read before, and no other."""
    batches = iter([[1], [2], [3], [4]])
    pairs = with_next(batches)

    assert next(pairs) == ([1], [2])
    assert next(batches) == [3]
    assert list(pairs) == [([2], [4]), ([4], [])]
    assert list(with_next([])) == []


def test_batches_before_an_error():
    """What was read before reading failed is given before the error is."""

    def broken():
        yield from ([1], [2])
        raise ValueError("of the third")

    pairs = with_next(broken())

    assert [next(pairs), next(pairs)] == [([1], [2]), ([2], [])]
    with pytest.raises(ValueError, match="of the third"):
        next(pairs)


@settings(max_examples=40)  # each of them writes to the disk
@given(batches=st.lists(st.lists(labelled, min_size=1, max_size=4), max_size=4))
def test_counted_ahead(batches, tmp_path_factory):
    """Batches that share messages, some under other classes, are learned as one by one."""
    paths = [tmp_path_factory.mktemp("store") / name for name in ("ahead", "alone")]
    with Store(paths[0]) as store, Learner(store) as learner:
        ahead = [learner.learn(*some) for some in with_next(batches)]
    with Store(paths[1]) as store:
        alone = [store.learn(batch) for batch in batches]

    assert ahead == alone
    assert contents(paths[0]) == contents(paths[1])


@pytest.mark.parametrize("mode", ["wal", "delete"])
def test_what_others_change_meanwhile(open_store, mode):
    """What was forgotten or learned after it was counted ahead is learned as it is then."""
    store = open_store()
    store._db.execute(f"PRAGMA journal_mode = {mode}")
    other = open_store()
    store.learn([(NEWS, "ham"), (PILLS, "spam")])
    with Learner(store) as learner:
        learner.learn([(LUNCH, "ham")], [(PILLS, "spam"), (MONEY, "spam"), (NEWS, "ham")])
        learner._counted()
        other.forget([PILLS])
        other.learn([(MONEY, "ham")])
        outcomes = learner.learn([])  # those that were given before

    assert store.journal_mode == mode
    assert outcomes == ["learned", "corrected", "known"]
    assert {one.name: one.messages for one in store.classes} == {"ham": 2, "spam": 2}
    assert store.check() == []


def test_mistakes_come_in_their_turn(store):
    """What is wrong with the next batch is told when it comes, and the one before is kept."""
    with Learner(store) as learner:
        learner.learn([(LUNCH, "ham")], [("text", "ham")])
        with pytest.raises(TypeError, match="message 0 must be bytes, not str"):
            learner.learn([("text", "ham")])

    assert store.labels([LUNCH]) == ["ham"]


def test_errors_of_the_store_are_translated(store, monkeypatch):
    """What SQLite says while a batch is counted ahead is told as an error of the store."""

    def find(*_):
        raise sqlite3.OperationalError("disk I/O error")

    with Learner(store) as learner:
        learner.learn([(LUNCH, "ham")])
        monkeypatch.setattr("priory.mailfilter._journal.find", find)
        with pytest.raises(StoreError, match="disk I/O error"):
            store.read_given([(NEWS, "ham")], ahead=True)
