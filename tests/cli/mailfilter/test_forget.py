import json
import sqlite3
from contextlib import closing

import pytest

from priory.mailfilter import Store

SPAM = b"Subject: pills %d\n\nBuy cheap pills now!\n"


@pytest.fixture
def inbox(priory, mbox):
    """Learn two messages of an mbox, and return its path."""
    path = mbox([SPAM % 1, SPAM % 2])
    assert priory("learn", "spam", path).code == 0
    return path


def test_forget(priory, inbox, message, store):
    """Messages that were learned are forgotten, and a line says how many."""
    another = message(SPAM % 3)

    assert priory("forget", inbox, another) == (0, "2 forgotten, 1 not learned\n", "")
    assert priory("forget", inbox) == (0, "0 forgotten, 2 not learned\n", "")
    with Store(store, mode="ro") as found:
        assert (found.classes, found.n_tokens) == ((), 0)


@pytest.mark.usefixtures("inbox")
def test_gained_headers(priory, standard_input):
    """A copy that gained headers on the way is the same message."""
    standard_input(b"X-Priory: spam\nReceived: from b.example\n" + SPAM % 1)

    assert priory("forget") == (0, "1 forgotten\n", "")


def test_json(priory, inbox):
    """For programs there is an object a message."""
    ran = priory("forget", inbox, "--json")

    first, _ = map(json.loads, ran.out.splitlines())
    assert first == {"file": str(inbox), "number": 1, "offset": 0, "outcome": "forgotten"}


WHY = "its journal entry was compacted: it cannot be forgotten or corrected"


@pytest.mark.parametrize(
    ("words", "summary"),
    [
        (["forget"], "1 forgotten, 1 spent\n"),
        (["learn", "ham"], "ham: 0 learned, 1 corrected, 1 spent\n"),
    ],
)
def test_spent(priory, inbox, store, words, summary):
    """What can no longer be forgotten or corrected is counted, and told with its place."""
    with closing(sqlite3.connect(store)) as db, db:
        db.execute("UPDATE journal SET bag = NULL WHERE id = 2")

    ran = priory(*words, inbox)

    assert ran == (2, summary, f"priory: {inbox}#2: {WHY}\n")


def test_spent_is_still_known(priory, inbox, store):
    """To learn a spent message again as what it was is no mistake."""
    with closing(sqlite3.connect(store)) as db, db:
        db.execute("UPDATE journal SET bag = NULL")

    assert priory("learn", "spam", inbox) == (0, "spam: 0 learned, 2 already learned\n", "")


@pytest.mark.parametrize(("words", "which"), [([], "; --json tells which"), (["--json"], "")])
def test_many_spent(priory, mbox, store, words, which):
    """One line says why, however many messages are spent, and JSON which they are."""
    inbox = mbox([SPAM % n for n in range(4)])
    priory("learn", "spam", inbox)
    with closing(sqlite3.connect(store)) as db, db:
        db.execute("UPDATE journal SET bag = NULL WHERE id > 1")

    ran = priory("forget", inbox, *words)

    assert ran.code == 2
    place = f"{inbox}#2 (and 2 other messages{which})"
    assert ran.err == f"priory: {place}: {WHY}\n"
    assert ran.out.count('"spent"') == (3 if words else 0)


def test_no_store(priory, store, message):
    """Without a store there is nothing to forget, and none is made."""
    complaint = (
        f"priory: {store}: the store does not exist: learn some mail first, with `priory learn`\n"
    )

    assert priory("forget", message(SPAM % 1)) == (2, "", complaint)
    assert not store.exists()
