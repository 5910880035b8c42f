"""One store added to another."""

import sqlite3
from contextlib import closing

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.errors import refused

from mailfilter.written import LUNCH, MONEY, NEWS, PILLS, contents, damage, empty, message
from priory.errors import InputError
from priory.mailfilter import _schema
from priory.mailfilter.store import Store, StoreError
from priory.tokens import MailAnalyzer

batches = st.lists(
    st.tuples(st.integers(0, 12).map(message), st.sampled_from(["ham", "spam", "work"])),
    max_size=12,
)


@settings(max_examples=40)  # each of them writes to the disk
@given(here=batches, there=batches)
def test_merging_is_learning_both(here, there, tmp_path_factory):
    """Merging two stores equals learning the mail of both, one after the other."""
    folder = tmp_path_factory.mktemp("stores")
    with (
        Store(folder / "here.db") as one,
        Store(folder / "there.db") as other,
        Store(folder / "both.db") as both,
    ):
        one.learn(here)
        other.learn(there)
        both.learn(here)
        both.learn(there)
        merged = one.merge(other.path)

        assert one.check() == []

    assert contents(folder / "here.db") == contents(folder / "both.db")
    assert merged.doubled == 0


def test_class_that_is_none(store, open_store, tmp_path):
    """A store of old with a class called unsure is refused, and nothing is merged."""
    other = open_store(tmp_path / "other.db")
    other.learn([(LUNCH, "ham"), (PILLS, "spam")])
    other._db.execute("UPDATE classes SET name = 'unsure' WHERE name = 'spam'")

    with refused("class-name", InputError):
        store.merge(other.path)

    assert store.classes == ()


@pytest.mark.parametrize("which", ["words", "other"])
def test_damaged_store(open_store, path, tmp_path, which):
    """Of two stores the one is named that is damaged."""
    for file in (path, tmp_path / "other.db"):
        with Store(file) as store:
            store.learn([(message(n), "ham") for n in range(100)])
    damage(tmp_path / f"{which}.db")

    with refused("store-damaged", StoreError, where=str(tmp_path / f"{which}.db")):
        open_store().merge(tmp_path / "other.db")


@pytest.mark.parametrize("name", ["journal", "sqlite_autoindex_journal_1"])
@pytest.mark.parametrize("known", [0, 20])
def test_half_a_page_missing(store, tmp_path, known, name):
    """A store that lost half a page is refused by its name, and the one here stays as it was."""
    mail = [(message(n), "ham") for n in range(20)]
    store.learn(mail[:known])
    with Store(tmp_path / "other.db") as other:
        other.learn(mail)
    empty(other.path, name)
    before = contents(store.path)

    with refused("store-damaged", StoreError, where=str(tmp_path / "other.db")):
        store.merge(other.path)

    assert contents(store.path) == before
    assert store.check() == []


def test_what_became_of_the_messages(store, open_store, tmp_path):
    """The answer says how many were new, known and corrected."""
    other = open_store(tmp_path / "other.db")
    store.learn([(LUNCH, "ham"), (PILLS, "spam")])
    other.learn([(LUNCH, "spam"), (PILLS, "spam"), (NEWS, "ham"), (MONEY, "spam")])

    merged = store.merge(other.path)

    assert (merged.learned, merged.known, merged.corrected, merged.doubled) == (2, 1, 1, 0)


@pytest.mark.parametrize("here", ["ham", "spam"])
@pytest.mark.parametrize("old", ["here", "there", "both"])
def test_with_compacted_stores(open_store, tmp_path, monkeypatch, old, here):
    """Stores that dropped what messages added merge into one whose parts agree."""
    paths = {"here": tmp_path / "here.db", "there": tmp_path / "there.db"}
    with monkeypatch.context() as patch:
        patch.setattr(_schema, "day_before", lambda: 20200101)
        stores = {name: open_store(path) for name, path in paths.items()}
        stores["here"].learn([(LUNCH, here), (NEWS, "ham")])
        stores["there"].learn([(LUNCH, "ham"), (PILLS, "spam")])
    for name in stores if old == "both" else [old]:
        stores[name].compact(min_messages=0, older_than_days=30)

    merged = stores["here"].merge(paths["there"])

    assert stores["here"].check() == []
    assert merged.doubled == (old == "both")
    assert sum(known.messages for known in stores["here"].classes) == 3 + merged.doubled


def test_other_stays(store, open_store, tmp_path):
    """The other store is only read, and may be in use."""
    other = open_store(tmp_path / "other.db")
    other.learn([(LUNCH, "ham")])
    before = contents(other.path)

    with other._writing():
        store.merge(other.path)

    assert contents(other.path) == before
    assert [known.messages for known in store.classes] == [1]


def test_other_analyzer(store, open_store, tmp_path):
    """A store with another analyser is refused."""
    other = open_store(tmp_path / "other.db", analyzer=MailAnalyzer(case="keep"))

    with refused("analyzer-differs", StoreError):
        store.merge(other.path)


def test_itself(store):
    """A store is not merged with itself."""
    with refused("same-store", StoreError):
        store.merge(store.path)


def test_nothing_there(store, tmp_path):
    """A store that is not there is named."""
    with refused("store-missing", StoreError):
        store.merge(tmp_path / "nowhere.db")


def test_into_a_store_for_reading(open_store, tmp_path):
    """A store opened for reading takes nothing in."""
    open_store()
    open_store(tmp_path / "other.db")

    with refused("opened-readonly", StoreError, parameter="mode"):
        open_store(mode="ro").merge(tmp_path / "other.db")


def test_odd_path(store, open_store, tmp_path):
    """The name of the other store may have characters that mean something to SQLite."""
    other = open_store(tmp_path / "a?mode=rw#100% b.db")
    other.learn([(LUNCH, "ham")])

    assert store.merge(other.path).learned == 1


@pytest.mark.parametrize("table", ["journal", "classes", "blocks"])
def test_other_without_a_table(tmp_path, table):
    """Of two stores the one is damaged that lacks a table, and not the one that takes it in."""
    other = tmp_path / "other.db"
    Store(other).close()
    with closing(sqlite3.connect(other)) as db:
        db.execute(f"DROP TABLE {table}")

    with Store(tmp_path / "here.db") as store, refused("store-damaged", place=str(other)):
        store.merge(other)
