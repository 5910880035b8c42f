"""The setting that limits how long the journal keeps the words of messages."""

import json
import re
import sqlite3
from contextlib import closing
from time import time

import pytest

from priory.mailfilter import Store, _compact, _schema

OLD = b"From: ann@example.com\nSubject: lunch 1\n\nSee you at noon, at the usual place.\n"


def age(path):
    """Let all messages of a store be old, but for the last ten."""
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("UPDATE journal SET day = 20200101 WHERE id <= 110")


def spent(path):
    """Return how many messages can no longer be forgotten."""
    with Store(path, mode="ro") as store:
        assert store.check() == []
        return store.journal.spent


@pytest.fixture
def configured(configure):
    """Let the journal keep words for 30 days."""
    configure("journal_days = 30")


@pytest.mark.usefixtures("configured")
def test_learn(priory, taught, message):
    """Learning drops what is older, once a day, and says in stats what can be forgotten."""
    age(taught)

    assert priory("learn", "ham", message(b"Subject: new\n\nNews")).code == 0
    assert spent(taught) == 110
    with closing(sqlite3.connect(taught, isolation_level=None)) as db:
        db.execute("UPDATE journal SET day = 20200101")
    priory("learn", "ham", message(b"Subject: newer\n\nNews"))
    assert spent(taught) == 110

    shown = priory("stats").out
    assert "journal: 122 messages; 12 can be forgotten for 30 days (journal_days)" in shown
    assert "110 messages known only by digest" in shown
    assert json.loads(priory("stats", "--json").out)["journal"] == {"messages": 122, "spent": 110}


def test_fewer_days(priory, taught, message, monkeypatch):
    """Fewer days count from the next command that writes on, and more days bring nothing back."""
    age(taught)
    for number, (days, n_spent) in enumerate([("30000", 0), ("30", 110), ("30000", 110)]):
        monkeypatch.setenv("PRIORY_JOURNAL_DAYS", days)
        assert priory("learn", "ham", message(b"Subject: new\n\nNews %d" % number)).code == 0
        assert spent(taught) == n_spent


def test_no_days(priory, taught, message, monkeypatch):
    """With 0 days a message can be forgotten on its day, and no longer on the next."""
    age(taught)
    monkeypatch.setenv("PRIORY_JOURNAL_DAYS", "0")
    new = message(b"Subject: new\n\nNews")

    assert priory("learn", "ham", new).code == 0
    assert spent(taught) == 110
    assert priory("forget", new).out == "1 forgotten\n"
    assert priory("learn", "ham", new).code == 0
    monkeypatch.setattr(_schema, "time", lambda: time() + 86400)
    assert priory("forget", new).out == "1 forgotten\n"  # its bag goes when a command is done
    assert spent(taught) == 120


@pytest.mark.usefixtures("configured")
def test_failure(priory, taught, message, monkeypatch):
    """If old words cannot be dropped, that is a warning: what was learned is kept."""
    age(taught)

    def fail(*_):
        error = sqlite3.OperationalError("database or disk is full")
        error.sqlite_errorcode = sqlite3.SQLITE_FULL
        raise error

    with monkeypatch.context() as patch:
        patch.setattr(_compact, "drop_bags", fail)
        ran = priory("learn", "work", "--new-class", message(b"Subject: new\n\nNews"))

    assert (ran.code, ran.out) == (0, "work: 1 learned\n")
    assert len(re.findall("journal_days", ran.err)) == 1
    with Store(taught, mode="ro") as store:
        assert [one.messages for one in store.classes] == [60, 60, 1]
    assert spent(taught) == 0
    priory("learn", "ham", message(b"Subject: newer\n\nNews"))
    assert spent(taught) == 110


@pytest.mark.usefixtures("configured")
def test_forget(priory, taught, message):
    """What was dropped can no longer be forgotten."""
    age(taught)
    priory("learn", "ham", message(b"Subject: new\n\nNews"))

    assert priory("forget", message(OLD)).out == "0 forgotten, 1 spent\n"


def test_words_leave_the_file(priory, taught, message, monkeypatch):
    """Of dropped words of a message nothing stays in its journal entry, or in free space."""
    with Store(taught) as store:
        store.learn([(b"Subject: secret\n\n" + b"zanzibar" * 3, "ham")])
    age(taught)
    with closing(sqlite3.connect(taught, isolation_level=None)) as db:
        db.execute("UPDATE journal SET day = 20200101")
        (bag,) = db.execute("SELECT bag FROM journal ORDER BY id DESC").fetchone()
    assert bag in taught.read_bytes()
    monkeypatch.setenv("PRIORY_JOURNAL_DAYS", "0")

    priory("learn", "ham", message(b"Subject: new\n\nNews"))

    assert bag not in taught.read_bytes()


def test_keep(priory, taught, message):
    """By default all is kept."""
    age(taught)

    priory("learn", "ham", message(b"Subject: new\n\nNews"))

    assert spent(taught) == 0


@pytest.mark.usefixtures("configured")
def test_compact(priory, taught):
    """Compacting goes by the setting, unless told otherwise."""
    age(taught)

    assert json.loads(priory("store", "compact", "--dry-run", "--json").out)["messages"] == 110
    days = ["--older-than-days", "100000", "--journal-older-than-days", "100000"]
    ran = priory("store", "compact", *days, "--dry-run", "--json")
    assert json.loads(ran.out)["messages"] == 0


@pytest.mark.parametrize("value", ["-1", "0.5", "soon", "true"])
def test_wrong_values(priory, taught, monkeypatch, value):
    """Only whole numbers of days, and keep, are values."""
    monkeypatch.setenv("PRIORY_JOURNAL_DAYS", value)

    ran = priory("stats", "--store", taught)

    assert ran.code == 2
    assert "PRIORY_JOURNAL_DAYS must be a whole number of days, or keep" in ran.err
