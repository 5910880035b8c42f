"""Whether all parts of a store agree."""

import sqlite3
from contextlib import closing

import pytest
from tests.errors import refused

from mailfilter.written import LUNCH, NEWS, PILLS, message
from priory import _core
from priory.mailfilter import _tokens
from priory.mailfilter.store import Store, StoreError

HARM = {
    "UPDATE classes SET tokens = tokens + 1 WHERE name = 'ham'": "'ham': recorded",
    "UPDATE classes SET messages = 7 WHERE name = 'spam'": "recorded 7 messages, found 1",
    "UPDATE meta SET value = 1 WHERE key = 'tokens'": "recorded 1 tokens, found ",
    "DELETE FROM classes WHERE name = 'spam'": "The journal has 1 messages of unknown classes",
    "UPDATE journal SET bag = x'0102' WHERE id = 2": "message 2 of the journal added cannot be",
    "UPDATE journal SET bag = 'text' WHERE id = 2": "message 2 of the journal added cannot be",
    "UPDATE blocks SET block = x'0102'": "Block 1 of the tokens is damaged.",
    "UPDATE blocks SET tokens = 3": "Block 1 of the tokens is damaged.",
    "UPDATE blocks SET first = 'zebra'": "Block 1 of the tokens is damaged.",
    "INSERT INTO blocks SELECT 2, 'a', tokens, block FROM blocks": "Block 2 of the tokens is",
    "PRAGMA ignore_check_constraints = ON; UPDATE classes SET messages = -1": (
        "The file is damaged: CHECK constraint failed in classes."
    ),
}


@pytest.fixture
def learned(path):
    """Return a store that learned three messages and is closed again."""
    with Store(path) as store:
        store.learn([(LUNCH, "ham"), (NEWS, "ham"), (PILLS, "spam")])
    return path


@pytest.mark.parametrize("harm", HARM)
def test_harm_is_seen(learned, open_store, harm):
    """Whatever does not agree is told in a sentence."""
    with closing(sqlite3.connect(learned, isolation_level=None)) as db:
        db.executescript(harm)

    problems = open_store().check()

    assert [problem for problem in problems if HARM[harm] in problem]
    assert all(problem.endswith(".") for problem in problems)


@pytest.mark.parametrize(
    "harm", ["DELETE FROM journal WHERE id = 2", "UPDATE classes SET untold = 1"]
)
def test_lost_journal(learned, open_store, harm):
    """The number of messages in the journal is told only if it is that of those learned."""
    with closing(sqlite3.connect(learned, isolation_level=None)) as db:
        db.execute(harm)

    with refused("store-damaged", StoreError):
        _ = open_store().journal


CHANGES = {
    ("noon", 1, 1, 1): (
        "The token 'noon' has 3 messages and 3 occurrences in 'ham', and by the journal 2 and 2."
    ),
    ("cheap", 2, 0, -3): "'cheap' has fewer occurrences than",
    ("cheap", 2, -1, -3): "The token 'cheap' of the journal is missing.",
    ("noon", 7, 1, 1): "There are tokens with counts of unknown classes.",
}


@pytest.mark.parametrize("change", CHANGES)
def test_wrong_counts_are_seen(learned, open_store, change):
    """Counts that are not those of the journal are told."""
    token, *cell = change
    store = open_store(learned)
    with store._writing() as db:
        _tokens.change(db, _core.Ledger([(token, 20260131, [tuple(cell)])]))

    assert [problem for problem in store.check() if CHANGES[change] in problem]


def test_nothing_is_wrong(learned, open_store):
    """A store that nobody harmed has no problems, and one without mail has none, either."""
    assert open_store().check() == []
    assert open_store(learned.with_name("empty.db")).check() == []


def test_each_is_read_once(learned, open_store):
    """To compare all with all, tokens are read once, bags once, and once more with lessons."""
    store = open_store(learned)
    asked = []
    store._db.set_trace_callback(asked.append)

    store.check()

    selected = [query for query in asked if "SELECT" in query]
    assert sum(" block FROM main.blocks" in query for query in selected) == 1
    assert sum(" block FROM lessons" in query for query in selected) == 1
    assert sum(" bag, digest FROM" in query for query in selected) == 1
    assert sum(" bag, digest, class, errors FROM" in query for query in selected) == 1


def test_many_problems(store):
    """Of many problems of a kind the first are told."""
    store.learn([(message(i), "ham") for i in range(40)])
    with store._writing() as db:
        more = [(token, day, [(1, 1, 1)]) for token, day, _ in store.rows()]
        _tokens.change(db, _core.Ledger(more))

    problems = store.check()

    assert sum("by the journal" in problem for problem in problems) == 10
    assert any(problem.startswith("There are ") for problem in problems)


def test_damaged_pages(learned, open_store):
    """A file with garbage in its middle is told to be damaged."""
    raw = bytearray(learned.read_bytes())
    raw[8192 * 3 : 8192 * 4] = b"\xaa" * 8192
    learned.write_bytes(raw)

    problems = open_store().check()

    assert problems
    assert all(problem.startswith("The file is damaged: ") for problem in problems)


def test_file_in_use(learned, open_store):
    """A file that another program keeps to itself is not told to be damaged."""
    with closing(sqlite3.connect(learned, isolation_level=None)) as db:
        db.execute("PRAGMA journal_mode = DELETE")  # as where WAL cannot work
        store = open_store(mode="ro", timeout=0)
        db.execute("BEGIN EXCLUSIVE")

        with refused("store-busy", StoreError):
            store.check()


@pytest.mark.parametrize(
    "harm",
    [
        "UPDATE blocks SET first = CAST(first AS BLOB) WHERE id = 2",
        "UPDATE meta SET value = CAST(x'7bff' AS TEXT) WHERE key = 'analyzer'",
        "UPDATE classes SET name = CAST(x'ff' AS TEXT) WHERE id = 1",
        "UPDATE classes SET name = x'ff' WHERE id = 1; DELETE FROM meta WHERE key = 'seal'",
        "UPDATE classes SET untold = 'many'",
        "UPDATE journal SET bag = 7 WHERE id = 5",
        "UPDATE journal SET digest = 'text' WHERE id = 5",
    ],
)
def test_values_of_other_types(path, harm):
    """Values that are not what they should be are damage, not a mistake of the program."""
    with Store(path) as store:
        store.learn([(message(i), "ham") for i in range(200)])
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.executescript(harm)

    with refused("store-damaged", StoreError), Store(path, mode="ro") as store:
        store.counts([f"word{i}" for i in range(9)])
        assert store.classes
        list(store.export_lines())


def test_damaged_schema(path):
    """What SQLite says of a schema that is not UTF-8 cannot be read itself, and is damage."""
    with Store(path) as store:
        store.learn([(LUNCH, "ham")])
    raw = path.read_bytes()
    path.write_bytes(raw.replace(b"tableclassesclasses", b"tablecla\xb2sesclasses"))

    with refused("store-damaged", StoreError):
        Store(path, mode="ro")
