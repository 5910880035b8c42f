"""Stores made smaller."""

import pytest
from tests.errors import refused

from mailfilter.written import LUNCH, MONEY, NEWS, PILLS, contents, message
from priory.errors import InputError
from priory.mailfilter import _schema
from priory.mailfilter.store import StoreError

NOW = _schema.day_before


@pytest.fixture
def aged(store, monkeypatch):
    """Return a store with two old messages and two new ones."""
    monkeypatch.setattr(_schema, "day_before", lambda: 20200101)
    store.learn([(LUNCH, "ham"), (PILLS, "spam")])
    monkeypatch.setattr(_schema, "day_before", NOW)
    store.learn([(NEWS, "ham"), (MONEY, "spam")])
    return store


def test_what_leaves(aged):
    """Rare old tokens leave, common or new ones stay."""
    gone = aged.compact(min_messages=2, older_than_days=30)

    tokens = {token for token, _, _ in aged.rows()}
    assert gone.messages == 2
    assert gone.tokens > 0
    assert "pills" not in tokens
    assert {"cheap", "noon", "news", "money"} <= tokens
    assert aged.n_tokens == len(tokens)


def test_sums_agree(aged):
    """Classes keep their messages, and their sums are those of the tokens that are left."""
    aged.compact(min_messages=2, older_than_days=30)

    assert [known.messages for known in aged.classes] == [2, 2]
    assert aged.check() == []


def test_what_can_no_longer_be_done(aged):
    """A message whose bag is gone is known, and can be neither forgotten nor corrected."""
    aged.compact(older_than_days=30)
    before = contents(aged.path)

    assert aged.learn([(LUNCH, "ham"), (LUNCH, "spam")]) == ["known", "spent"]
    assert aged.forget([LUNCH, NEWS[:5]]) == ["spent", "unknown"]
    assert contents(aged.path) == before


def test_new_messages_are_still_forgotten(aged):
    """What was learned since is forgotten exactly."""
    aged.compact(older_than_days=30)

    assert aged.learn([(MONEY, "ham")]) == ["corrected"]
    assert aged.forget([NEWS, MONEY]) == ["forgotten", "forgotten"]
    assert aged.check() == []
    assert [known.messages for known in aged.classes] == [1, 1]


def test_only_bags(aged):
    """With min_messages=0 all tokens stay."""
    before = contents(aged.path)["tokens"]

    assert aged.compact(min_messages=0, older_than_days=30) == (0, 2)
    assert contents(aged.path)["tokens"] == before


def test_nothing_old(aged):
    """Where nothing is old enough, nothing changes."""
    before = contents(aged.path)

    assert aged.compact(older_than_days=36500) == (0, 0)
    assert contents(aged.path) == before


def test_undated_tokens(store):
    """Tokens whose day nobody knows stay."""
    store.import_lines([b".MSG_COUNT 1 0\n", b"old 1 0 20200101\n", b"undated 1 0\n"], "bogofilter")

    assert store.compact().tokens == 1
    assert [token for token, _, _ in store.rows()] == ["undated"]
    assert store.check() == []


def test_journal_first(aged):
    """Messages may be spent sooner than tokens leave."""
    before = contents(aged.path)["tokens"]

    assert aged.compact(older_than_days=36500, journal_older_than_days=30) == (0, 2)
    assert contents(aged.path)["tokens"] == before
    assert aged.forget([LUNCH, NEWS]) == ["spent", "forgotten"]
    assert aged.journal == (3, 2)


def test_dry_run(aged, open_store):
    """What would be dropped is counted, also of a store for reading, and nothing changes."""
    before = contents(aged.path)

    foreseen = open_store(mode="ro").compact(older_than_days=30, dry_run=True)

    assert contents(aged.path) == before
    assert aged.compact(older_than_days=30) == foreseen
    assert foreseen.tokens > 0


def test_empty_store(store):
    """A store without classes can be compacted, too."""
    assert store.compact(dry_run=True) == (0, 0)
    assert store.compact() == (0, 0)


def test_file_shrinks(store, path, monkeypatch):
    """The file gives back the room."""
    monkeypatch.setattr(_schema, "day_before", lambda: 20200101)
    store.learn([(message(i) + str(i).encode() * 9, "ham") for i in range(2000)])
    monkeypatch.setattr(_schema, "day_before", NOW)
    before = path.stat().st_size + path.with_name("words.db-wal").stat().st_size

    store.compact()

    assert path.stat().st_size < before / 2
    assert path.with_name("words.db-wal").stat().st_size == 0


def test_negative_days(store):
    """The future is not old."""
    with refused("bad-parameter", InputError, parameter="older_than_days"):
        store.compact(older_than_days=-1)


@pytest.mark.parametrize("days", [-1, 31])
def test_days_of_the_journal(store, days):
    """Messages cannot keep what they added longer than tokens stay."""
    with refused("bad-parameter", InputError, parameter="journal_older_than_days"):
        store.compact(older_than_days=30, journal_older_than_days=days)


def test_no_room_to_rebuild(aged):
    """If the file cannot be rebuilt, the error says that the rest was done."""
    aged._db.execute("PRAGMA max_page_count = 1")
    aged._db.execute("BEGIN")

    with refused("vacuum-failed", StoreError):
        aged._vacuum()
