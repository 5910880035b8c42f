import tempfile
import threading
from collections import Counter
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from mailfilter.sorting.maildirs import (
    HAM,
    MAILDIRS,
    SPAM,
    UNSURE,
    inodes,
    make,
    messages,
    states,
    tree,
)

from priory import MailFilter, _core
from priory.mail.message import Message
from priory.mailfilter.sorting import rename
from priory.mailfilter.sorting.maildir import Maildir
from priory.mailfilter.sorting.places import Places
from priory.mailfilter.sorting.sorter import Sorter
from priory.mailfilter.sorting.steps import Choices
from priory.tokens import MailAnalyzer

CHOICES = {
    "leave": Choices(is_all=True),
    "move": Choices(is_all=True, unsure=".Unsure"),
    "flag": Choices(is_all=True, is_flagging=True),
    "folders": Choices(is_all=True, folders=("", ".Work"), unsure=".Work", junk=".Spam"),
    "classes": Choices(is_all=True, folder_of={"ham": ".Kept", "lists": ".Work"}),
    "default": Choices(),
}
WAYS = ["in one step", "in two steps"]


@pytest.fixture(scope="module")
def mail(tmp_path_factory):
    """Return a filter that knows spam from ham."""
    with MailFilter(tmp_path_factory.mktemp("store") / "mail.db") as mail:
        pairs = [
            (text % n, label) for text, label in ((SPAM, "spam"), (HAM, "ham")) for n in range(60)
        ]
        mail.learn_many((raw + b"learned", label) for raw, label in pairs)
        yield mail


class Box:
    """A Maildir that can be sorted again and again."""

    def __init__(self, mail, root, files):
        self.mail = mail
        self.root = Path(root, "Maildir")
        self.file = str(Path(root, "places"))
        self.faults = []
        make(self.root, files)

    def sort(self, choices=CHOICES["leave"], *, learn=False, do=True):
        """Sort it, and return what was learned, what was done, and what could not be."""
        with Places(self.file, str(self.root)) as places:
            maildir = Maildir(str(self.root))
            sorter = Sorter(self.mail, maildir, places, choices, self.faults.append)
            if do:
                sorter.recover()
            lessons = list(sorter.learn(is_trial=not do)) if learn else []
            steps = list(sorter.plan())
            outcomes = sorter.carry_out(steps) if do else ()
            failed = [(step, error) for step, error in outcomes if error is not None]
        return lessons, [step for step in steps if step.is_done], failed


@pytest.fixture
def box(mail, tmp_path):
    """Return a function that makes a Maildir."""
    return lambda files: Box(mail, tmp_path, files)


@pytest.mark.parametrize("way", WAYS)
@settings(max_examples=60)
@given(files=MAILDIRS, names=st.lists(st.sampled_from(sorted(CHOICES)), min_size=1, max_size=3))
def test_nothing_is_lost(mail, way, files, names):
    """No message is lost, doubled or changed, and only messages of sorted folders are moved."""
    with tempfile.TemporaryDirectory() as root, pytest.MonkeyPatch.context() as patch:
        if way == "in two steps":
            patch.setattr(rename, "_system", lambda: None)
        box = Box(mail, root, files)
        before, kept = messages(box.root), states(box.root)
        untouched = {name: raw for name, raw in tree(box.root).items() if name.startswith(".T")}

        for name in names:
            _, _, failed = box.sort(CHOICES[name])
            assert failed == []

        assert messages(box.root) == before
        if "flag" not in names:
            assert states(box.root) == kept
        assert untouched.items() <= tree(box.root).items()


@settings(max_examples=60)
@given(files=MAILDIRS, name=st.sampled_from(sorted(CHOICES)))
def test_trial(mail, files, name):
    """A trial changes nothing, and says what is then done."""
    with tempfile.TemporaryDirectory() as root:
        box = Box(mail, root, files)
        before = tree(root)

        box.sort(CHOICES[name], learn=True, do=False)
        assert tree(root) == before
        assert not Path(box.file).exists()


@settings(max_examples=60)
@given(files=MAILDIRS, name=st.sampled_from(sorted({*CHOICES} - {"flag"})))
def test_twice_is_once(mail, files, name):
    """What was sorted stays as it is."""
    with tempfile.TemporaryDirectory() as root:
        box = Box(mail, root, files)
        box.sort(CHOICES[name])
        sorted_once = tree(root)

        _, done, _ = box.sort(CHOICES[name])
        assert done == []
        assert tree(root) == sorted_once


def test_verdicts(box):
    """Spam goes into Junk, with its flags, and all else stays."""
    maildir = box({("", "cur/1:2,S"): SPAM % 1, ("", "new/2"): SPAM % 2, ("", "new/3"): HAM % 1})

    maildir.sort()

    assert set(tree(maildir.root)) == {".Junk/cur/1:2,S", ".Junk/new/2", "new/3"}
    assert (maildir.root / ".Junk" / "maildirfolder").exists()


def test_junk_that_is_there(box):
    """The Junk folder that is there is used, whatever usual name it has."""
    maildir = box({("", "new/1"): SPAM % 1, (".INBOX.Spam", "new/2"): SPAM % 2})

    maildir.sort()

    assert set(tree(maildir.root)) == {".INBOX.Spam/new/1", ".INBOX.Spam/new/2"}


@pytest.mark.parametrize("flags", ["S", "RS", "P", "F", "FS"])
def test_read_mail(box, flags):
    """What a person has read, answered, forwarded or flagged stays, unless all is asked for."""
    maildir = box({("", f"cur/1:2,{flags}"): SPAM % 1, ("", "cur/2:2,"): SPAM % 2})

    maildir.sort(Choices())
    assert set(tree(maildir.root)) == {f"cur/1:2,{flags}", ".Junk/cur/2:2,"}
    maildir.sort(Choices(is_all=True))
    assert set(tree(maildir.root)) == {f".Junk/cur/1:2,{flags}", ".Junk/cur/2:2,"}


def test_flag_of_our_own(box):
    """A flag that the sorter has set, and no person, does not keep a message."""
    maildir = box({("", "cur/1:2,"): UNSURE % 1, ("", "cur/2:2,F"): UNSURE % 2})

    maildir.sort(Choices(is_flagging=True))
    maildir.sort(Choices(unsure=".Unsure"))

    assert set(tree(maildir.root)) == {".Unsure/cur/1:2,F", "cur/2:2,F"}


@pytest.mark.parametrize("name", ["cur/1:2,T", "cur/1:2,DS"])
def test_drafts_and_deleted(box, name):
    """Drafts, and messages that are deleted, are left alone."""
    maildir = box({("", name): SPAM % 1})

    assert maildir.sort() == ([], [], [])


def test_unsure(box):
    """Messages of which the verdict is unsure are left, set aside or flagged, as was chosen."""
    maildir = box({("", "cur/1:2,S"): UNSURE % 1, ("", "new/2"): UNSURE % 2})

    maildir.sort()
    assert set(tree(maildir.root)) == {"cur/1:2,S", "new/2"}
    maildir.sort(CHOICES["flag"])
    assert set(tree(maildir.root)) == {"cur/1:2,FS", "new/2"}
    maildir.sort(CHOICES["move"])
    assert set(tree(maildir.root)) == {".Unsure/cur/1:2,FS", ".Unsure/new/2"}


def test_put_back(box):
    """What a person puts back is not moved again, nor flagged again what lost its flag."""
    maildir = box({("", "cur/1:2,S"): SPAM % 1, ("", "cur/2:2,S"): UNSURE % 2})
    maildir.sort(CHOICES["flag"])
    (maildir.root / ".Junk/cur/1:2,S").rename(maildir.root / "cur/9:2,S")
    (maildir.root / "cur/2:2,FS").rename(maildir.root / "cur/2:2,S")

    maildir.sort(CHOICES["flag"])

    assert set(tree(maildir.root)) == {"cur/9:2,S", "cur/2:2,S"}


def test_copies(box):
    """Another copy of a message that is still in Junk was put back by nobody."""
    maildir = box({("", "new/1"): SPAM % 1})
    maildir.sort()
    make(maildir.root, {("", "new/2"): SPAM % 1})

    maildir.sort()

    assert set(tree(maildir.root)) == {".Junk/new/1", ".Junk/new/2"}


def test_learned(mail, box):
    """What was learned as something else is not filed as spam."""
    maildir = box({("", "new/1"): SPAM % 1})
    mail.learn(SPAM % 1, "ham")
    try:
        assert maildir.sort()[1] == []
    finally:
        mail.forget(SPAM % 1)


def test_name_clash(box):
    """A message whose name is taken in Junk gets another one."""
    maildir = box({("", "cur/1:2,S"): SPAM % 1, (".Junk", "cur/1:2,S"): SPAM % 2})

    maildir.sort()

    assert tree(maildir.root)[".Junk/cur/1:2,S"] == SPAM % 2
    assert sorted(tree(maildir.root / ".Junk").values()) == [SPAM % 1, SPAM % 2]


def move(root, old, new):
    """Move a message as a person does, into a folder that may be new."""
    for name in ("cur", "new"):
        (root / Path(new).parent.parent / name).mkdir(parents=True, exist_ok=True)
    (root / old).rename(root / new)


@pytest.mark.parametrize(
    ("old", "new", "lessons"),
    [
        ("new/1", ".Junk/cur/1:2,S", [("spam", "learned")]),
        ("new/1", ".Junk E-mail/cur/7:2,S", [("spam", "learned")]),
        ("new/1", ".Work/cur/1:2,S", []),
        ("new/1", ".Trash/cur/1:2,S", []),
        (".Junk/new/1", "cur/1:2,S", [("ham", "learned")]),
        (".Junk/new/1", ".Work/cur/8:2,S", [("ham", "learned")]),
        (".Junk/new/1", ".Trash/cur/1:2,S", []),
        (".Junk/new/1", ".Deleted Items/cur/1:2,S", []),
        (".Junk/new/1", ".Junk/cur/1:2,T", []),
        (".Junk/new/1", ".Junk/cur/1:2,S", []),
    ],
)
def test_learn_from_moves(box, mail, old, new, lessons):
    """What a person moves into Junk is learned as spam, and out of it as ham, but for trash."""
    folder = old.rpartition("new/")[0].rstrip("/")
    maildir = box({("", "cur/0:2,"): HAM % 0, (folder, "new/1"): HAM % 77})
    maildir.sort(learn=True)
    move(maildir.root, old, new)

    first, _, _ = maildir.sort(learn=True)
    second, _, _ = maildir.sort(learn=True)
    mail.forget(HAM % 77)

    assert [(lesson.label, lesson.outcome) for lesson in first] == lessons
    assert second == []


def test_never_from_its_own_moves(box):
    """What the sorter moved itself is never learned."""
    maildir = box({("", f"new/{n}"): text % n for n in range(5) for text in (SPAM,)})
    maildir.sort(learn=True)
    make(maildir.root, {("", "new/9"): SPAM % 9})

    for learn in (False, True, False, True):
        assert maildir.sort(CHOICES["move"], learn=learn)[0] == []


def test_first_time(box):
    """Of what is in Junk from the beginning nobody knows who put it there."""
    maildir = box({(".Junk", "new/1"): HAM % 1, ("", "new/2"): HAM % 2})

    assert maildir.sort(learn=True)[0] == []


def test_killed_between(box, mail, monkeypatch):
    """What was moved when the program was killed is never taken for a person's move."""
    maildir = box({("", f"new/{n}"): SPAM % n for n in range(4)})
    with Places(maildir.file, str(maildir.root)) as places:
        sorter = Sorter(mail, Maildir(str(maildir.root)), places, Choices(), [].append)
        list(sorter.learn())
        monkeypatch.setattr(places, "settle", lambda *_: None)
        list(sorter.carry_out([step for step in sorter.plan() if step.file.base in "01"]))
    (maildir.root / "new/2").rename(maildir.root / ".Junk/new/2")  # that was a person

    lessons, done, _ = maildir.sort(learn=True)
    mail.store.forget([SPAM % 2])

    assert [(lesson.file.base, lesson.label) for lesson in lessons] == [("2", "spam")]
    assert [step.file.base for step in done] == ["3"]
    assert maildir.sort(learn=True) == ([], [], [])


class Mover(threading.Thread):
    """A mail server and a person, who rename messages all the time."""

    def __init__(self, root, seed):
        super().__init__()
        self.root = root
        self.random = Random(seed)  # noqa: S311
        self.is_ended = threading.Event()

    def run(self):
        """Mark messages as seen, and move them to and fro."""
        while not self.is_ended.is_set():
            names = sorted(self.root.glob("cur/*")) + sorted(self.root.glob(".*/cur/*"))
            names += sorted(self.root.glob("new/*")) + sorted(self.root.glob(".*/new/*"))
            for name in self.random.sample(names, min(5, len(names))):
                base = name.name.partition(":")[0]
                flags = self.random.choice(["", "S", "RS", "F"])
                folder = self.random.choice(["", ".Work", ".Junk", ".Kept"])
                new = self.root / folder / "cur" / f"{base}:2,{flags}"
                with suppress(OSError):
                    rename.rename(str(name), str(new), 0, 0)  # whole paths need no descriptors


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("way", WAYS)
def test_beside_a_server(box, monkeypatch, way, seed):
    """While others rename messages, none is lost or, in one step, doubled."""
    if way == "in two steps":
        monkeypatch.setattr(rename, "_system", lambda: None)
    files = {("", f"new/{n}"): (SPAM, HAM, UNSURE)[n % 3] % n for n in range(60)}
    others = {(".Work", "cur/w:2,"): HAM % 97, (".Kept", "cur/k:2,"): HAM % 98}
    maildir = box({**files, **others, (".Junk", "cur/j:2,"): SPAM % 99})
    before = messages(maildir.root)
    mover = Mover(maildir.root, seed)
    mover.start()
    try:
        for _ in range(5):
            for name in ("leave", "move", "flag", "classes"):
                _, _, failed = maildir.sort(CHOICES[name])
                assert {type(error) for _, error in failed} <= {FileNotFoundError}
    finally:
        mover.is_ended.set()
        mover.join()

    assert inodes(maildir.root) == before  # in two steps, one file may be left with two names
    assert way == "in two steps" or messages(maildir.root) == before
    assert all("moved or deleted" in fault.why for fault in maildir.faults)


def test_each_message_is_read_once(box, monkeypatch):
    """To judge, a message is read, tokenised and digested once; its subject is within limits."""
    maildir = box({("", "new/1"): SPAM % 1, ("", "new/2"): HAM % 2})
    mail, calls = maildir.mail, Counter()
    native, parse = mail.store.analyzer.native(), Message.parse

    class Analyzer:
        """Knows nothing but how to tokenise, and notes how often it did."""

        def tokenize_all(self, messages, threads):
            """Tokenise messages."""
            calls.update(["tokenise"] * len(messages))
            return native.tokenize_all(messages, threads)

    def parsed(raw, limits):
        calls.update([("parse", limits)])
        return parse(raw, limits)

    read, digests = Maildir.read, _core.mail_digests
    monkeypatch.setattr(MailAnalyzer, "native", lambda _: Analyzer())
    monkeypatch.setattr(Message, "parse", parsed)
    monkeypatch.setattr(Maildir, "read", lambda *a, **k: calls.update(["read"]) or read(*a, **k))
    monkeypatch.setattr(
        _core, "mail_digests", lambda *a: calls.update(["digest"] * len(a[0])) or digests(*a)
    )
    maildir.sort(do=False)

    limits = mail.store.analyzer.limits
    assert calls == {"read": 2, "tokenise": 2, "digest": 1, ("parse", limits): 1}


def test_number_of_files(mail, tmp_path):
    """It is known beforehand how many messages will be judged."""
    make(
        tmp_path / "Maildir",
        {("", "new/1"): SPAM % 1, ("", "cur/2:2,T"): HAM % 2, (".Work", "new/3"): HAM % 3},
    )
    maildir = Maildir(str(tmp_path / "Maildir"))
    with Places(str(tmp_path / "places"), maildir.root) as places:
        numbers = [
            Sorter(mail, maildir, places, Choices(folders=folders), print).n_files()
            for folders in (("",), ("", ".Work"))
        ]

    assert numbers == [1, 2]
