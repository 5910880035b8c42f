"""The tokens of a store, in blocks."""

import sqlite3
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.errors import refused

from mailfilter.written import LUNCH, PILLS
from priory import _core
from priory.mailfilter import StoreError, _schema, _tokens

WORDS = st.text("abäö", min_size=1, max_size=3) | st.integers(0, 3000).map("filler{:05}".format)
CHANGES = st.lists(st.dictionaries(WORDS, st.integers(1, 300), max_size=800), max_size=5)


def ledger(counts, sign=1):
    """Return changes of class 1."""
    rows = sorted(counts.items())
    return _core.Ledger((token, 20260131, [(1, sign, sign * n)]) for token, n in rows)


def memory():
    """Return an empty store in memory."""
    db = sqlite3.connect(":memory:", isolation_level=None)
    _schema.migrate(db)
    db.execute("INSERT INTO classes (id, name) VALUES (1, 'ham')")
    return db


@given(CHANGES)
def test_changes_add_up(many):
    """Whatever changes are made, the blocks hold their sum; taken away, nothing is left."""
    db, messages, occurrences = memory(), Counter(), Counter()
    for counts in many:
        _tokens.change(db, ledger(counts))
        messages.update(counts.keys())
        occurrences.update(counts)

    held = {token: counts for token, _, (counts,) in _tokens.rows(db)}
    assert held == {token: (messages[token], n) for token, n in occurrences.items()}
    assert list(held) == sorted(held)
    assert _tokens.number(db) == len(held)
    assert _tokens.counts(db, ["never", *held]) == {t: (c,) for t, c in held.items()}

    for counts in many:
        _tokens.change(db, ledger(counts, -1))
    assert db.execute("SELECT count(*) FROM blocks").fetchone() == (0,)
    assert _tokens.number(db) == 0


def test_blocks_are_split():
    """Many tokens stand in many blocks, none of which is much larger than it need be."""
    db = memory()
    for start in range(5):
        _tokens.change(db, ledger({f"filler{i:05}": 1 for i in range(start, 10_000, 5)}))

    sizes = [size for (size,) in db.execute("SELECT length(block) FROM blocks")]
    assert 80 < len(sizes) < 400
    assert max(sizes) < 1100
    assert len(list(_tokens.rows(db))) == 10_000


def test_blocks_stay_large():
    """Tokens that come one by one do not leave blocks of one token each, and packing helps."""
    db = memory()
    for i in range(2000):
        _tokens.change(db, ledger({f"filler{i * 7919 % 9973:05}": 1}))

    (before,) = db.execute("SELECT count(*) FROM blocks").fetchone()
    _tokens.repack(db)
    (after,) = db.execute("SELECT count(*) FROM blocks").fetchone()
    assert after <= before <= 3 * after  # a block that is cut leaves two half full ones
    assert len(list(_tokens.rows(db))) == 2000


def test_too_little_is_refused(store):
    """Counts do not fall below zero, and nothing is changed."""
    store.learn([(LUNCH, "ham")])
    before = list(store.rows())

    with store._writing() as db, pytest.raises(sqlite3.IntegrityError, match='"noon" was not'):
        _tokens.change(db, ledger({"noon": 2}, -1))
    assert list(store.rows()) == before


def test_rows_must_be_sorted():
    """Rows in another order are refused by name."""
    with pytest.raises(ValueError, match=r'the token "a" is out of order'):
        _core.Ledger([("b", 1, [(1, 1, 1)]), ("a", 1, [(1, 1, 1)])])


def test_half_characters(store):
    """What no token can be is not found, and nothing is wrong with asking."""
    store.learn([(LUNCH, "ham")])

    assert list(store.counts(["noon", "\udcff"])) == ["noon"]


@pytest.mark.parametrize("harm", ["block = 'text'", "block = x'0102'"])
def test_damaged_blocks(store, harm):
    """A block that is not what was written is damage, whoever reads it."""
    store.learn([(LUNCH, "ham")])
    store._db.execute(f"UPDATE blocks SET {harm}")  # noqa: S608

    for read in (lambda: store.counts(["noon"]), lambda: store.learn([(PILLS, "spam")])):
        with refused("store-damaged", StoreError):
            read()
