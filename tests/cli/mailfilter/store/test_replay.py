"""``priory store replay``: what was forgotten in a large store leaves no trace."""

import json

import pytest
from tests.cli.mailfilter.conftest import HAM, SPAM

from priory import MailFilter
from priory.mailfilter import Store, _lessons


def lessons(path):
    """Return what was taught about each token."""
    with Store(path, mode="ro") as store:
        return list(store.lessons().rows())


@pytest.fixture
def stale(taught, monkeypatch):
    """Let a store that is too large to teach all at once forget and correct messages."""
    with monkeypatch.context() as large, Store(taught) as store:
        large.setattr(_lessons, "MOST", 100)
        store.forget([SPAM % n for n in range(10)])
        store.learn([(SPAM % 10, "ham")])
    return taught


def test_no_trace(priory, stale, tmp_path):
    """After a replay lessons are those of a store that never learned what was forgotten."""
    with MailFilter(tmp_path / "other.db") as other:
        other.learn_many((SPAM % n, "spam") for n in range(11, 60))
        other.learn_many((HAM % n, "ham") for n in range(60))
        other.learn(SPAM % 10, "ham")
        other.store.replay()
    before = lessons(stale)

    ran = priory("store", "replay")

    assert ran == (0, f"{stale}: 110 messages taught anew\n", "")
    assert before != lessons(stale) == lessons(tmp_path / "other.db")
    assert "replay" not in priory("stats").out


def test_json(priory, stale):
    """For programs there is one object."""
    assert json.loads(priory("store", "replay", "--json").out) == {
        "store": str(stale),
        "taught": 110,
        "frozen": 0,
        "pending": 0,
        "stale": 0,
    }


def test_frozen(priory, taught):
    """What messages taught of which only the digest is known stays, and is told."""
    with Store(taught) as store, store._writing() as db:
        db.execute("UPDATE journal SET bag = NULL WHERE id < 11")

    ran = priory("store", "replay")

    assert ran.out == (
        f"{taught}: 110 messages taught anew\n"
        "What 10 messages known only by digest taught stays as it was.\n"
    )


def test_one_class(priory, taught):
    """With one class there is nothing to teach."""
    with Store(taught) as store:
        store.forget([HAM % n for n in range(60)])

    ran = priory("store", "replay")

    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith(f"{taught}: nothing is taught")


def test_no_store(priory, store):
    """Where there is no store, that is said, and none is made."""
    assert priory("store", "replay").code == 2
    assert not store.exists()
