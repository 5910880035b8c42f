"""Checksums of a store: what was changed behind its back is seen."""

import sqlite3
from contextlib import closing

import pytest
from tests.errors import refused

from mailfilter.written import LUNCH, MONEY, NEWS, PILLS
from priory.mailfilter.store import Store, StoreError

HARM = {
    "bags": "CREATE TEMP TABLE old AS SELECT id, bag FROM journal; UPDATE journal SET bag = "
    "(SELECT bag FROM old WHERE old.id = 3 - journal.id) WHERE id < 3",
    "digest": "UPDATE journal SET digest = x'00112233445566778899aabbccddeeff' WHERE id = 1",
    "class": "UPDATE journal SET class = 2 WHERE id < 3",
}
ANALYZER = (
    "UPDATE meta SET value = replace(value, '\"min_length\": 3', '\"min_length\": 2') "
    "WHERE key = 'analyzer'"
)


@pytest.fixture
def learned(path):
    """Return a store that learned three messages and is closed again."""
    with Store(path) as store:
        store.learn([(LUNCH, "ham"), (NEWS, "ham"), (PILLS, "spam")])
    return path


def change(path, statements):
    """Change something in a store behind its back."""
    with closing(sqlite3.connect(path)) as db:
        before = db.total_changes
        db.executescript(statements)
        assert db.total_changes > before


@pytest.mark.parametrize("harm", HARM)
def test_bag_of_another_message(learned, open_store, harm):
    """What one message added is not taken for what another did: check and export say so."""
    change(learned, HARM[harm])
    store = open_store()

    assert [one for one in store.check() if one.startswith("What message ")] == [
        f"What message {message} of the journal added cannot be read."
        for message in ([1] if harm == "digest" else [1, 2])
    ]
    with refused("store-damaged", StoreError):
        list(store.export_lines())


def test_forgetting_by_the_bag_of_another(learned, open_store):
    """With the bag of another message, none is forgotten or corrected, and nothing changes."""
    change(learned, HARM["bags"])
    store = open_store()
    before = list(store.rows())

    with refused("store-disagrees", StoreError):
        store.forget([LUNCH])
    with refused("store-disagrees", StoreError):
        store.learn([(NEWS, "spam")])

    assert list(store.rows()) == before


def test_merging_the_bag_of_another(learned, open_store, tmp_path):
    """With the bag of another message, what both stores know is not merged."""
    other = open_store(tmp_path / "other.db")
    other.learn([(LUNCH, "spam")])
    change(learned, HARM["bags"])

    with pytest.raises(StoreError):
        other.merge(learned)

    assert [known.messages for known in other.classes] == [1]


def test_repairing_swapped_bags(learned, tmp_path):
    """A bag of another message is not salvaged; the message is still known."""
    change(learned, HARM["bags"])

    report = Store.repair(learned, tmp_path / "new.db")

    assert (report.messages, report.lost_bags) == (3, 2)


def test_repairing_the_analyzer(learned, tmp_path):
    """An analyser that was changed is lost, and nothing else is."""
    change(learned, ANALYZER)

    report = Store.repair(learned, tmp_path / "new.db")

    assert report.is_analyzer_lost
    assert (report.messages, report.lost_messages, report.lost_bags) == (3, 0, 0)


def test_analyzer_changed_meanwhile(learned, open_store):
    """An analyser that is damaged while a store is open is not sealed by what is learned then."""
    store = open_store()
    change(learned, ANALYZER)

    with refused("store-damaged", StoreError):
        store.learn([(LUNCH, "spam")])


def test_class_of_another(learned, open_store):
    """A class that damage changed is neither told, nor are counts taken from it."""
    change(learned, HARM["class"])
    store = open_store()
    before = list(store.rows())

    for act in (
        lambda: store.labels([LUNCH]),
        lambda: store.forget([LUNCH]),
        lambda: store.learn([(LUNCH, "spam")]),
        lambda: store.learn([(LUNCH, "ham")]),
    ):
        with refused("store-damaged", StoreError):
            act()

    assert list(store.rows()) == before


def test_class_that_is_not_there(learned, open_store):
    """A message of a class that is not there is damage, not an unknown message."""
    change(learned, "UPDATE journal SET class = 7 WHERE id = 1")
    store = open_store()

    with refused("store-damaged", StoreError):
        store.labels([LUNCH])
    with refused("store-damaged", StoreError):
        store.learn([(LUNCH, "ham")])


def test_repairing_the_class(learned, tmp_path):
    """A repair finds the class of a message again by the checksum of its bag."""
    change(learned, HARM["class"])

    report = Store.repair(learned, tmp_path / "new.db")

    assert (report.messages, report.lost_messages, report.lost_bags) == (3, 0, 0)
    with Store(tmp_path / "new.db") as store:
        assert store.labels([LUNCH, NEWS, PILLS]) == ["ham", "ham", "spam"]


def test_corrected_and_merged_bags(open_store, tmp_path):
    """Bags go with their messages: to another class, to another store, and through lines."""
    store, other, copy = (open_store(tmp_path / f"{name}.db") for name in "abc")
    store.learn([(LUNCH, "ham"), (NEWS, "ham"), (PILLS, "spam")])
    store.learn([(NEWS, "work"), (PILLS, "work")])
    other.learn([(MONEY, "spam"), (NEWS, "ham")])  # whose numbers are others

    other.merge(store.path)
    copy.learn([(MONEY, "later")])
    copy.import_lines(list(other.export_lines()))

    for one in (store, other, copy):
        assert one.check() == []
    assert copy.labels([LUNCH, NEWS, PILLS, MONEY]) == ["ham", "work", "work", "spam"]
    assert copy.forget([LUNCH, NEWS, PILLS, MONEY]) == ["forgotten"] * 4
    assert copy.classes == ()
    assert copy.check() == []


WRITES = {
    "learn": lambda store, _: store.learn([(MONEY, "spam")]),
    "forget": lambda store, _: store.forget([LUNCH]),
    "merge": lambda store, other: store.merge(other.path),
    "import": lambda store, other: store.import_lines(list(other.export_lines())),
    "compact": lambda store, _: store.compact(older_than_days=0),
    "expire": lambda store, _: store.expire(0),
}


@pytest.mark.parametrize("total", ["messages", "tokens", "occurrences", "untold"])
@pytest.mark.parametrize("write", WRITES)
def test_totals(learned, open_store, tmp_path, write, total):
    """Totals that are damaged are not sealed by what is written then, whichever way."""
    store, other = open_store(), open_store(tmp_path / "other.db")
    other.learn([(MONEY, "spam")])
    change(learned, f"UPDATE classes SET {total} = {total} + 1 WHERE id = 1")  # noqa: S608

    with refused("store-damaged", StoreError) as caught:
        WRITES[write](store, other)

    assert caught.value.where == store.path
    with refused("store-damaged", StoreError):
        assert store.classes
