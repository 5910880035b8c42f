"""Messages that an earlier version remembered by another digest."""

from contextlib import ExitStack
from itertools import count

import pytest
from mailfilter.sorting.maildirs import HAM, make
from mailfilter.sorting.maildirs import SPAM as SPAMS

from priory import MailFilter
from priory.mailfilter import _journal
from priory.mailfilter._journal import EARLIER, identify
from priory.mailfilter.sorting.maildir import File, Maildir
from priory.mailfilter.sorting.places import Act, Place, Places
from priory.mailfilter.sorting.remembered import Remembered
from priory.mailfilter.sorting.sorter import Sorter
from priory.mailfilter.sorting.steps import FILE, Choices

BODY = b"--a\n\nLunch at noon?\n--a--\n--b\n\nCheap, cheap pills!\n--b--\n"
HEAD = b"From: ann@example.com\nSubject: lunch\nContent-Type: multipart/mixed; boundary="
MESSAGE, SHOWN_OTHERWISE = HEAD + b"a\n\n" + BODY, HEAD + b"b\n\n" + BODY
(DIGEST,) = identify([MESSAGE])
(OTHER,) = identify([SHOWN_OTHERWISE])
SPAM = SPAMS % 99
MAIL = [(SPAMS, "spam"), (HAM, "ham")]
NUMBERS = count()


@pytest.fixture
def remembered(tmp_path):
    """Return a function that makes a Maildir in which a version of old saw the message."""
    open_files = ExitStack()

    def made(files, seen=("", "1")):
        root = tmp_path / f"{next(NUMBERS)}"
        make(root, files)
        with Places(f"{root}.places", str(root)) as places:
            places.settle([Act(DIGEST[:EARLIER], FILE)], [])
            places.see({Place(*seen): DIGEST[:EARLIER]} if seen else {})
        places = open_files.enter_context(Places(f"{root}.places", str(root)))
        return Remembered(places, Maildir(str(root)))

    with open_files:
        yield made


def test_place_that_was_seen(remembered):
    """A message where it was is known by the digest by which it is remembered."""
    known = remembered({("", "cur/1:2,"): MESSAGE})

    assert known.known_by(File("", "cur", "1:2,"), DIGEST) == DIGEST[:EARLIER]


@pytest.mark.parametrize("name", ["1:2,S", "9:2,S"])
def test_moved(remembered, name):
    """A message that is no longer where it was is known elsewhere, whatever it is called there."""
    known = remembered({(".Work", f"cur/{name}"): MESSAGE})

    assert known.known_by(File(".Work", "cur", name), DIGEST) == DIGEST[:EARLIER]


def test_copy_beside_it(remembered):
    """A copy that shows something else is another message, as long as the first is in its place."""
    known = remembered({("", "cur/1:2,"): MESSAGE, ("", "new/2"): SHOWN_OTHERWISE})

    assert OTHER[:EARLIER] == DIGEST[:EARLIER]
    assert known.known_by(File("", "new", "2"), OTHER) == OTHER
    assert known.known_by(File("", "cur", "1:2,"), DIGEST) == DIGEST[:EARLIER]


def test_seen_nowhere(remembered):
    """What was done to a message that is nowhere any more says nothing of its copies."""
    known = remembered({("", "new/2"): SHOWN_OTHERWISE}, seen=None)

    assert known.known_by(File("", "new", "2"), OTHER) == OTHER


@pytest.mark.parametrize(("is_spent", "to"), [(False, ""), (True, ".Junk")])
def test_learned_by_an_earlier_version(tmp_path, is_spent, to):
    """Ham is left in the inbox if it was learned, but not on the word of an entry that is spent."""
    (old,) = identify([SPAM])
    make(tmp_path / "Maildir", {("", "new/1"): SPAM})
    with MailFilter(tmp_path / "mail.db") as mail:
        mail.learn_many((text % n, label) for text, label in MAIL for n in range(60))
        mail.learn(SPAM, "ham")
        with mail.store._writing() as db:
            _journal.rename(db, 121, old[:EARLIER])
            if is_spent:
                db.execute("UPDATE journal SET bag = NULL WHERE id = 121")
        with Places(str(tmp_path / "places"), str(tmp_path / "Maildir")) as places:
            maildir = Maildir(str(tmp_path / "Maildir"))
            sorter = Sorter(mail, maildir, places, Choices(is_all=True), print)
            (step,) = sorter.plan()

    assert (step.label, step.to) == ("spam", to)
