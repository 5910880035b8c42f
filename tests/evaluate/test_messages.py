import errno
import gzip
import os
import resource

import pytest
from errors import refused
from hypothesis import given
from hypothesis import strategies as st

from priory.errors import InputError
from priory.evaluate.labels import check_labels
from priory.evaluate.messages import read_index, read_mailboxes
from priory.evaluate.outcomes import LabelledMessage
from priory.evaluate.spool import Spool
from priory.mail import NotMail
from priory.mail.arrival import arrival

NEW_YEAR_2004 = 1072915200.0
MBOX = b"From a@b Thu Jan  1 00:00:00 2004\nSubject: one\n\n>From here\n\n" * 2
RELAYED = b"""Received: from a by b;
	Thu, 1 Jan 2004 00:01:00 +0000 (GMT)
Received: from x; Thu, 1 Jan 2004 00:00:30 +0000
Date: 31 Dec 2003 12:00:00 +0000

"""


@pytest.fixture
def corpus(tmp_path):
    """Make a corpus as TREC has it: an index, and messages in a folder beside that of the index."""
    for folder in ("full", "data"):
        (tmp_path / folder).mkdir()
    for number in range(3):
        (tmp_path / "data" / f"inmail.{number}").write_bytes(b"Subject: %d\n\ntext" % number)
    return tmp_path


def index_of(corpus, text):
    """Write the index of a corpus."""
    index = corpus / "full" / "index"
    index.write_bytes(text)
    return index


def test_mailboxes_have_classes(tmp_path):
    """Each message of a mailbox has the class of the mailbox and is called as commands call it."""
    (tmp_path / "junk").write_bytes(MBOX)
    (tmp_path / "note.eml").write_bytes(b"Subject: two\n\ntext")
    sources = [("spam", tmp_path / "junk"), ("ham", tmp_path / "note.eml")]

    messages = list(read_mailboxes(sources))

    assert [(message.label, message.place) for message in messages] == [
        ("spam", f"{tmp_path}/junk#1"),
        ("spam", f"{tmp_path}/junk#2"),
        ("ham", f"{tmp_path}/note.eml"),
    ]
    assert messages[1].raw == b"Subject: one\n\nFrom here\n"


def test_messages_stay_what_they_were(tmp_path):
    """A message can be read after its file was packed away or a mail program renamed it."""
    path = tmp_path / "note.eml.gz"
    path.write_bytes(gzip.compress(b"Subject: two\n\ntext"))

    [message] = read_mailboxes([("ham", path)])
    path.unlink()

    assert [message.raw, message.raw] == [b"Subject: two\n\ntext"] * 2


def test_messages_are_not_in_memory(tmp_path):
    """What is kept of a message in memory does not hold its bytes."""
    (tmp_path / "note.eml").write_bytes(b"Subject: two\n\ntext")

    [message] = read_mailboxes([("ham", tmp_path / "note.eml")])

    assert not isinstance(message.content, bytes)
    assert LabelledMessage(b"in memory", "ham").raw == b"in memory"


def test_messages_are_equal_to_themselves_alone():
    """A dict by message tells apart two messages of the same bytes and class."""
    one, other = (LabelledMessage(b"Subject: one", "ham") for _ in range(2))

    assert {one: 1, other: 2}[one] == 1


def test_no_copy_is_left(tmp_path, monkeypatch):
    """The file in which messages are kept has no name."""
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr("tempfile.tempdir", None)

    spool = Spool()
    kept = spool.add(b"text")

    assert list(tmp_path.iterdir()) == []
    assert kept.read() == b"text"


def test_full_disk_says_where(tmp_path, monkeypatch):
    """Messages that find no room on the disk are an error that names the folder."""
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr("tempfile.tempdir", None)
    spool = Spool()
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (2**16, limits[1]))
    try:
        with pytest.raises(OSError, match=str(tmp_path)) as caught:
            spool.add(bytes(2**20))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)

    assert caught.value.errno == errno.EFBIG


def test_index(corpus):
    """Lines with blanks, tabs and line ends of any system name messages in their order."""
    text = b"spam ../data/inmail.1\r\n\n\nham\t../data/inmail.0\n  work   ../data/inmail.2"

    messages = list(read_index(index_of(corpus, text)))

    assert [message.label for message in messages] == ["spam", "ham", "work"]
    assert [message.raw[9:10] for message in messages] == [b"1", b"0", b"2"]
    assert [message.place.rpartition("/")[2] for message in messages] == [
        "inmail.1",
        "inmail.0",
        "inmail.2",
    ]


def test_comments_of_an_index(corpus):
    """Lines that begin with a number sign are no messages, and count as lines."""
    text = b"# spam ../data/inmail.1\nham ../data/inmail.0\n  #\nspam ../data/inmail.9\n"

    with refused("index-path", InputError, place=f"{corpus / 'full' / 'index'}, line 4"):
        read_index(index_of(corpus, text))
    [message] = read_index(index_of(corpus, text.partition(b"  #")[0]))

    assert (message.label, message.raw[9:10]) == ("ham", b"0")


def test_index_names_names_with_blanks(corpus):
    """A path may have blanks in it."""
    (corpus / "data" / "a b").write_bytes(b"Subject: blank\n\n")

    [message] = read_index(index_of(corpus, b"ham ../data/a b\n"))

    assert message.raw == b"Subject: blank\n\n"


@pytest.mark.parametrize(
    ("text", "code", "line"),
    [
        (b"spam ../data/inmail.0\n\nham ../data/inmail.9\n", "index-path", ", line 3"),
        (b"spam ../data/inmail.0\nham\n", "index-line", ", line 2"),
        (b"", "empty-input", ""),
        (b"\n \n\t\n", "empty-input", ""),
        (b"\0\xff\n", "index-line", ", line 1"),
        (b"ham \0\xff\n", "index-path", ", line 1"),
        (b"ham " + b"x" * 5000, "index-path", ", line 1"),
    ],
)
def test_bad_index(corpus, text, code, line):
    """An index that names what is not there, or nothing, is refused before a message is read."""
    index = index_of(corpus, text)

    with refused(code, InputError, place=f"{index}{line}"):
        read_index(index)


def test_missing_index(tmp_path):
    """An index that does not exist is an error of the system."""
    with pytest.raises(FileNotFoundError):
        read_index(tmp_path / "index")


def test_empty_file_of_index(corpus):
    """A file of an index that has no message is reported and passed over."""
    (corpus / "data" / "inmail.0").write_bytes(b"")
    index = index_of(corpus, b"spam ../data/inmail.0\nham ../data/inmail.1\n")
    faults = []

    messages = list(read_index(index, on_fault=faults.append))

    assert [message.label for message in messages] == ["ham"]
    assert [type(fault) for fault in faults] == [NotMail]


def test_broken_link_of_index(corpus):
    """A link that leads nowhere is missing, as a file is that does not exist."""
    (corpus / "data" / "link").symlink_to("nowhere")
    index = index_of(corpus, b"spam ../data/link\n")

    with refused("index-path", InputError, place=f"{index}, line 1"):
        read_index(index)


def test_unreadable_file_of_index(corpus):
    """A file of an index that cannot be opened is reported and passed over."""
    index = index_of(corpus, b"spam ../data/inmail.0\nham ../data/inmail.1\n")
    faults = []

    messages = read_index(index, on_fault=faults.append)
    (corpus / "data" / "inmail.0").unlink()

    assert [message.label for message in messages] == ["ham"]
    assert [fault.code for fault in faults] == ["unreadable"]


@pytest.mark.parametrize(
    ("labels", "code"),
    [
        ([], "empty-input"),
        (["spam", "spam"], "too-few-classes"),
        (["spam", "", "ham"], "unlabelled-message"),
        (["spam", None, "ham"], "unlabelled-message"),
        (["spam", "ham", "unsure"], "class-name"),
        (["spam", "Unsure"], "class-name"),
        (["spam", "ham", " ham"], "class-name"),
        (["spam", "h\tam"], "class-name"),
    ],
)
def test_bad_labels(labels, code):
    """Messages by which no filter can be evaluated are refused."""
    messages = [LabelledMessage(b"", label, f"box#{i}") for i, label in enumerate(labels, start=1)]

    with refused(code, InputError, place="box#2" if code == "unlabelled-message" else None):
        check_labels(messages)


@pytest.mark.parametrize(
    ("raw", "when"),
    [
        (b"Date: Thu, 1 Jan 2004 01:00:00 +0100\n\n", 0),
        (b"Date: Thu, 1 Jan 2004 00:00:00\n\n", 0),
        (b"date : 1 Jan 2004 00:00:00 GMT", 0),
        (b"\r\n\r\nDate:\r\n Thu, 1 Jan\r\n\t2004 00:00:00 -0000\r\n\r\n", 0),
        (RELAYED, 60),
        (b"Received: by b (a; b) id 7; Thu, 1 Jan 2004 00:01:00 +0000\n\n", 60),
        (b"Date: 1 Jan 2004 00:00:00 GMT\nReceived: by hand; yesterday\n\n", 0),
        (b"Received: by hand\nDate: 1 Jan 2004 00:00:00 GMT\n\n", 0),
        (b"Received: x; 1 Jan 2904 00:00:00 GMT\nDate: 1 Jan 2004 00:00:00 GMT\n\n", 0),
        (b"Date: Thu, 1 Jan 1970 00:00:00 +0000\n\n", None),
        (b"Date: Thu, 1 Jan 99999999999999999999 00:00:00 +0000\n\n", None),
        (b"Date: Thu, 99999999999999999 Jan 2004 00:00:00 +0000\n\n", None),
        (b"Date: Thu, 1 Jan 2004 00:00:00 +999999\n\n", None),
        (b"Date: \n\n", None),
        (b"Subject: none\n\nDate: 1 Jan 2004 00:00:00 GMT\n", None),
        (b"", None),
    ],
)
def test_arrival(raw, when):
    """The topmost Received header tells the time if it is credible, else Date does."""
    assert arrival(raw) == (None if when is None else NEW_YEAR_2004 + when)


@given(st.binary() | st.text(alphabet='01 JanMon,:;+-()\n\t"\\').map(str.encode))
def test_arrival_never_fails(raw):
    """Whatever a date says, it is a time or none."""
    for name in (b"Date: ", b"Received: from x; "):
        when = arrival(name + raw)

        assert when is None or when > 0


def test_long_headers_take_no_time():
    """Headers that go on and on are looked at in their beginning alone."""
    raw = b"Received: " + b"\n ;" * 10**7 + b"1 Jan 2004 00:00:00 GMT\n\n"

    assert arrival(raw) is None


def test_time_of_the_file(tmp_path):
    """A file that is one message and has no date is as old as the file; an mbox says nothing."""
    (tmp_path / "box").write_bytes(MBOX)
    (tmp_path / "note.eml").write_bytes(b"Subject: two\n\ntext")
    os.utime(tmp_path / "note.eml", (NEW_YEAR_2004, NEW_YEAR_2004))

    messages = read_mailboxes([("ham", tmp_path / name) for name in ("box", "note.eml")])

    assert [message.time for message in messages] == [None, None, NEW_YEAR_2004]


def test_missing_mailbox(tmp_path):
    """A mailbox that does not exist is an error before a message of another one is read."""
    (tmp_path / "junk").write_bytes(MBOX)

    with pytest.raises(FileNotFoundError, match="nowhere"):
        read_mailboxes([("spam", tmp_path / "junk"), ("ham", tmp_path / "nowhere")])


def test_empty_mailbox(tmp_path):
    """A mailbox that has no message is reported."""
    faults = []

    messages = list(read_mailboxes([("ham", tmp_path)], on_fault=faults.append))

    assert (messages, [type(fault) for fault in faults]) == ([], [NotMail])


def test_sizes_are_known_without_reading(tmp_path):
    """How large a message is can be told wherever its bytes are."""
    (tmp_path / "note.eml").write_bytes(b"Subject: two\n\ntext")

    [message] = read_mailboxes([("ham", tmp_path / "note.eml")])

    assert message.size == len(message.raw) == 18
    assert LabelledMessage(b"in memory", "ham").size == 9
