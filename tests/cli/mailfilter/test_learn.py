import json
import os
import signal
import stat
import sys

import pytest

from priory import MailFilter
from priory.cli.main import main
from priory.mailfilter import Store, _learning, _messages

RULE = "use 1 to 100 printable characters, without surrounding whitespace"
SPAM = b"Subject: pills %d\n\nBuy cheap pills now!\n"


def known(path):
    """Return how many messages of each class a store knows."""
    with Store(path, mode="ro") as store:
        return {one.name: one.messages for one in store.classes}


@pytest.fixture
def interrupted(monkeypatch):
    """Let Ctrl-C come within the second transaction of two messages, as often as is said."""

    def arrange(times):
        learn = Store._learn
        batches = []

        def learn_meanwhile(self, given):
            batches.append(given)
            if len(batches) == 2:
                for _ in range(times):
                    signal.raise_signal(signal.SIGINT)
            return learn(self, given)

        monkeypatch.setattr(_messages, "MOST", 2)
        monkeypatch.setattr(Store, "_learn", learn_meanwhile)

    return arrange


@pytest.fixture
def room_for(monkeypatch):
    """Let there be room on the disk for so many transactions of two messages."""

    def arrange(times):
        learn = Store._learn
        batches = []

        def learn_while_there_is_room(self, given):
            batches.append(given)
            if len(batches) > times:
                self._db.execute("PRAGMA max_page_count = 1")  # no less than the file has now
                large = b"".join(b"%d " % n for n in range(10_000))
                raws = [given.firsts[digest] + large for digest in given.digests]
                given = self._given(list(zip(raws, given.names, strict=True)))
            return learn(self, given)

        monkeypatch.setattr(_messages, "MOST", 2)
        monkeypatch.setattr(Store, "_learn", learn_while_there_is_room)

    return arrange


def test_learn(priory, mbox, message, store):
    """Messages are learned, known or corrected, and a line says how many."""
    inbox, another = mbox([SPAM % 1, SPAM % 2]), message(SPAM % 3)

    assert priory("learn", "spam", inbox) == (0, "spam: 2 learned\n", "")
    assert priory("learn", "spam", inbox, another) == (
        0,
        "spam: 1 learned, 2 already learned\n",
        "",
    )
    assert priory("learn", "ham", another) == (0, "ham: 0 learned, 1 corrected\n", "")
    assert known(store) == {"spam": 2, "ham": 1}


def test_only_known(priory, mbox):
    """To learn what is known already is no mistake, as mail servers need it."""
    inbox = mbox([SPAM % 1])
    priory("learn", "spam", inbox)

    assert priory("learn", "spam", inbox) == (0, "spam: 0 learned, 1 already learned\n", "")


@pytest.mark.parametrize("words", [[], ["-"]])
def test_standard_input(priory, standard_input, store, words):
    """A message comes from standard input if it is named, and if nothing is."""
    standard_input(SPAM % 1)

    assert priory("learn", "spam", *words) == (0, "spam: 1 learned\n", "")
    assert known(store) == {"spam": 1}


def test_json(priory, mbox):
    """For programs there is an object a message."""
    inbox = mbox([SPAM % 1, SPAM % 1])

    ran = priory("learn", "spam", inbox, "--json")

    first, second = map(json.loads, ran.out.splitlines())
    place = {"file": str(inbox), "number": 1, "offset": 0}
    assert first == {**place, "class": "spam", "outcome": "learned"}
    assert second["outcome"] == "known"


def test_fault(priory, tmp_path, message, store):
    """What cannot be read is told, the rest is learned, and the exit code is two."""
    ran = priory("learn", "spam", tmp_path / "nowhere", message(SPAM % 1))

    assert (ran.code, ran.out) == (2, "spam: 1 learned, 1 error\n")
    assert ran.err.startswith(f"priory: {tmp_path}/nowhere: No such file or folder")
    assert known(store) == {"spam": 1}


@pytest.mark.parametrize(
    "content", [b"\x7fELF\x02\x01\0:\n", b"SQLite format 3\0", b"Hello you: hello"]
)
def test_no_mail(priory, message, store, content):
    """A file that was named and begins with no header is passed over, unless it is said to be."""
    path = message(b"\n" + content)

    ran = priory("learn", "spam", path)

    why = "no mail headers, skipped: if it is a message, pass --kind file"
    assert ran == (2, "spam: 0 learned, 1 error\n", f"priory: {path}: {why}\n")
    assert not store.exists()
    assert priory("learn", "spam", path, "--kind", "file").out == "spam: 1 learned\n"


@pytest.mark.parametrize("start", [b"", b"\n", b"\xef\xbb\xbf", b">From ann\n", b"X-Any : x\n"])
def test_odd_start(priory, message, start):
    """What begins with a header is mail, whatever stands before it."""
    assert priory("learn", "spam", message(start + SPAM % 1)).out == "spam: 1 learned\n"


def test_no_store(priory, tmp_path, store):
    """Where nothing could be read, no store is made."""
    assert priory("learn", "spam", tmp_path / "nowhere").code == 2
    assert not store.parent.exists()


def test_nothing(priory, standard_input):
    """Where there is no message, nothing is learned, and the exit code is two."""
    standard_input(b"")

    ran = priory("learn", "spam")

    assert ran == (2, "spam: 0 learned\n", "priory: standard input: 0 messages\n")


@pytest.mark.parametrize(
    ("label", "why"),
    [
        ("", RULE),
        (" spam", RULE),
        ("\x1b[J", RULE),
        ("unsure", "choose another: it is reserved for the verdict without a class"),
        ("Unsure", "choose another: it is reserved for the verdict without a class"),
    ],
)
def test_class(priory, message, store, label, why):
    """What is no name of a class is refused before anything is read."""
    ran = priory("learn", label, message(SPAM % 1))

    complaint = f"priory: CLASS: invalid class name {label!r}: {why}\n"
    assert ran == (2, "", complaint)
    assert not store.exists()


@pytest.mark.parametrize("label", ["Maildir/.Junk", "inbox", "inbox#1", "-"])
def test_forgotten_class(priory, mbox, store, monkeypatch, label):
    """A path in the place of the class is refused."""
    monkeypatch.chdir(mbox([SPAM % 1]).parent)

    ran = priory("learn", label)

    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith(f"priory: CLASS: {label!r} is the name of a file or a folder: ")
    assert not store.exists()


def test_class_beside_folder(priory, standard_input, tmp_path, monkeypatch):
    """What goes through a pipe is learned as spam, also where there is a folder of that name."""
    (tmp_path / "spam").mkdir()
    monkeypatch.chdir(tmp_path)
    standard_input(SPAM % 1)

    assert priory("learn", "spam") == (0, "spam: 1 learned\n", "")


@pytest.mark.usefixtures("taught")
def test_new_class(priory, message):
    """A class of another name than spam and ham is said to be new, once: it may be misspelt."""
    path = message(SPAM % 1)

    ran = priory("learn", "work", path)

    assert ran.err == (
        "priory: 'work' is a new class beside spam, ham: if it is misspelt, learn the same "
        "messages again as the right one\n"
    )
    assert priory("learn", "work", path).err == ""


def test_any_class(priory, message, store):
    """Classes have any names."""
    assert priory("learn", "work mail", message(SPAM % 1)).out == "work mail: 1 learned\n"
    assert known(store) == {"work mail": 1}


def test_store_is_private(priory, message, store):
    """Nobody else may look into the folder that is made for the store."""
    priory("learn", "spam", message(SPAM % 1))

    assert stat.S_IMODE(store.parent.stat().st_mode) == 0o700


def test_another_store(priory, message, tmp_path, store):
    """A store can be named; its folder must be there."""
    path = message(SPAM % 1)
    assert priory("learn", "spam", path, "--store", tmp_path / "x.db").code == 0
    ran = priory("learn", "spam", path, "--store", tmp_path / "no" / "x.db")

    assert known(tmp_path / "x.db") == {"spam": 1}
    assert ran.err == (
        f"priory: {tmp_path}/no/x.db: the folder {tmp_path}/no does not exist: create it first\n"
    )
    assert ran.code == 2
    assert not store.exists()


@pytest.mark.skipif(os.name == "posix" and os.geteuid() == 0, reason="root writes everywhere")
def test_read_only(priory, taught, message):
    """A store that cannot be written is told in the words of the command line."""
    taught.chmod(stat.S_IRUSR)

    ran = priory("learn", "spam", message(SPAM % 1))

    what = "it cannot be written, or no files beside it: change the permissions"
    assert ran == (2, "", f"priory: {taught}: {what}\n")


def test_interrupt(priory, mbox, store, interrupted):
    """Ctrl-C ends the work with the transaction at hand, and it is said what was done."""
    interrupted(times=1)

    ran = priory("learn", "spam", mbox(SPAM % n for n in range(8)))

    assert ran == (130, "spam: 4 learned\n", "priory: interrupted\n")
    assert known(store) == {"spam": 4}
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_impatient_interrupt(priory, mbox, store, interrupted):
    """A second Ctrl-C breaks the transaction off, of which nothing is left."""
    interrupted(times=2)

    ran = priory("learn", "spam", mbox(SPAM % n for n in range(8)))

    assert ran == (130, "spam: 2 learned\n", "priory: interrupted\n")
    assert known(store) == {"spam": 2}


def test_ignored_interrupt(priory, mbox, store, interrupted):
    """Who runs a command that shall not hear Ctrl-C is obeyed."""
    interrupted(times=1)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        ran = priory("learn", "spam", mbox(SPAM % n for n in range(8)))
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)

    assert ran == (0, "spam: 8 learned\n", "")
    assert known(store) == {"spam": 8}


KEPT = {
    0: "nothing was changed",
    1: "the first 2 messages are done and kept, those behind them are not",
}


@pytest.mark.parametrize("room", KEPT)
def test_full_disk(priory, mbox, store, room_for, room):
    """On a full disk it is said what was learned before and stays, and what was not."""
    room_for(room)

    ran = priory("learn", "spam", mbox(SPAM % n for n in range(5)))

    what = f"the disk is full: free some space and try again; {KEPT[room]}"
    assert ran == (2, f"spam: {2 * room} learned\n", f"priory: {store}: {what}\n")
    assert known(store) == ({"spam": 2} if room else {})


@pytest.mark.parametrize("n_before", [0, 1])
def test_deleted_store(priory, mbox, store, monkeypatch, n_before):
    """Of a store that is deleted meanwhile it is not said that what went there is kept."""
    monkeypatch.setattr(_messages, "MOST", 2)
    learn, calls = _learning.learn, []

    def delete_within(*arguments):
        if len(calls) == n_before:
            store.unlink()
        calls.append(1)
        return learn(*arguments)

    monkeypatch.setattr(_learning, "learn", delete_within)

    ran = priory("learn", "spam", mbox(SPAM % n for n in range(5)))

    assert ran.code == 2
    assert "kept" not in ran.err
    assert f"priory: {store}: it was moved, deleted or replaced" in ran.err
    assert f"{2 * n_before} learned" in ran.out
    assert ("no longer there" in ran.out) == bool(n_before)


def test_bar(mbox, monkeypatch, terminal):
    """On a terminal the messages are counted while they are learned."""
    err = terminal()
    monkeypatch.setattr(sys, "stderr", err)

    main(["learn", "spam", str(mbox([SPAM % 1]))])

    assert "1 message" in err.getvalue()


def test_many_classes(priory, message, store):
    """Of many classes ten are named beside a new one, and how many others there are."""
    store.parent.mkdir(parents=True)
    with MailFilter(store) as mail:
        mail.learn_many((b"Subject: %d\n\nx" % n, f"c{n}") for n in range(30))

    ran = priory("learn", "new", message(b"Subject: x\n\ny"))

    assert "beside c0, c1, c2, c3, c4, c5, c6, c7, c8, c9 and 20 others: if it is" in ran.err
