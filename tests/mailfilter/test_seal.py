"""Checksums of a store: what was changed behind its back is seen."""

import sqlite3
from contextlib import closing

import pytest
from tests.errors import refused

from mailfilter.written import LUNCH, NEWS, PILLS
from priory.mailfilter.store import Store, StoreError

HARM = {
    "bags": "CREATE TEMP TABLE old AS SELECT id, bag FROM journal; UPDATE journal SET bag = "
    "(SELECT bag FROM old WHERE old.id = 3 - journal.id) WHERE id < 3",
    "digest": "UPDATE journal SET digest = x'00112233445566778899aabbccddeeff' WHERE id = 1",
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

    assert store.check() == [
        f"What message {message} of the journal added cannot be read."
        for message in ([1, 2] if harm == "bags" else [1])
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
