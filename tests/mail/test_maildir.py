import mailbox
import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from priory.mail import read_mailbox

MAIL = b"Subject: hello\n\nHello!\n"


@pytest.fixture
def maildir(tmp_path):
    """Write an empty Maildir, and return its path."""
    for name in ("cur", "new", "tmp"):
        (tmp_path / "Maildir" / name).mkdir(parents=True)
    return tmp_path / "Maildir"


def snapshot(folder):
    """Return what is in a folder, with the times of changes."""
    return sorted((str(path), path.stat().st_mtime_ns) for path in folder.rglob("*"))


def test_new_and_cur(maildir, read):
    """Messages of cur come first, then those of new, each by name, and none of tmp."""
    for name in ("new/4.host", "cur/3.host:2,S", "cur/1.host:2,", "tmp/0.host"):
        (maildir / name).write_text(name)

    assert read(maildir) == [b"cur/1.host:2,", b"cur/3.host:2,S", b"new/4.host"]


@pytest.mark.parametrize("kind", [None, "maildir"])
def test_state(maildir, read, monkeypatch, kind):
    """Files of cur and new are the same messages when these are named, also in other words."""
    raw = b"From ann Sat Jan  3 01:05:34 2026\nSubject: hello\n\n>From here\n"
    (maildir / "cur" / "1.host:2,").write_bytes(raw)
    (maildir / "new" / "2.host").write_bytes(MAIL)
    monkeypatch.chdir(maildir / "new")

    assert [e.raw for e in read_mailbox(maildir / "cur", kind)] == [raw]
    assert [e.raw for e in read_mailbox(".", kind)] == [MAIL]
    assert read(maildir) == [raw, MAIL]


def test_cur_of_no_maildir(tmp_path):
    """A folder called cur with nothing beside it is as any other."""
    (tmp_path / "cur").mkdir()
    (tmp_path / "cur" / "a").write_bytes(b"From ann Sat Jan  3 01:05:34 2026\n" + MAIL)

    assert [e.number for e in read_mailbox(tmp_path / "cur")] == [1]


def test_place(maildir):
    """The place of a message is the path of its file."""
    (maildir / "cur" / "1.host:2,S").write_bytes(MAIL)

    assert [e.place for e in read_mailbox(maildir)] == [str(maildir / "cur" / "1.host:2,S")]


@pytest.mark.parametrize(
    "name",
    [
        "dovecot.index.cache",
        "dovecot-uidlist",
        "courierimapuiddb",
        "maildirfolder",
        "subscriptions",
        ".uidvalidity",
        "cur/dovecot.index.log",
        "cur/.hidden",
    ],
)
def test_files_of_servers(maildir, read, faults, name):
    """Files of mail servers are no messages, and nothing to report."""
    (maildir / name).write_bytes(MAIL)

    assert read(maildir) == faults == []


def test_folders_within(maildir, read):
    """A folder within a Maildir is a mailbox of its own."""
    for name in ("cur", "new", "tmp"):
        (maildir / ".Spam" / name).mkdir(parents=True)
    (maildir / ".Spam" / "new" / "1.host").write_bytes(MAIL)

    assert read(maildir) == []
    assert read(maildir / ".Spam") == [MAIL]


def test_file_that_begins_like_an_mbox(maildir, read):
    """A file is one message, even if it looks like an mbox."""
    (maildir / "new" / "1").write_bytes(b"From ann\n" + MAIL)

    assert read(maildir) == [b"From ann\n" + MAIL]


def test_faults_in_the_middle(maildir, read, faults):
    """What cannot be read is reported with its place, and the rest is read."""
    (maildir / "cur" / "1").write_bytes(MAIL)
    (maildir / "cur" / "2").mkdir()
    (maildir / "cur" / "3").symlink_to("nowhere")
    (maildir / "cur" / "4").write_bytes(MAIL)

    assert read(maildir) == [MAIL, MAIL]
    assert [(Path(fault.place).name, fault.code) for fault in faults] == [
        ("2", "unreadable"),
        ("3", "broken-link"),
    ]


def test_vanished(maildir, faults):
    """A message that somebody moves while others are read is reported."""
    for name in ("1", "2", "3"):
        (maildir / "cur" / name).write_bytes(MAIL)
    entries = read_mailbox(maildir, on_fault=faults.append)

    next(entries)
    (maildir / "cur" / "2").rename(maildir / "cur" / "2:2,S")

    assert len(list(entries)) == 1
    assert "moved or deleted" in str(faults[0])


def test_missing_half(maildir, read, faults):
    """A folder named a Maildir that lacks one of its folders is read as far as it goes."""
    (maildir / "new").rmdir()
    (maildir / "cur" / "1").write_bytes(MAIL)

    assert read(maildir, "maildir") == [MAIL]
    assert [fault.place for fault in faults] == [str(maildir / "new")]


@settings(max_examples=25)  # that module writes slowly
@given(st.lists(st.binary().map(MAIL.__add__)))
def test_python_writes(written):
    """What Python's own module writes is read as it was, and nothing is changed by it."""
    with tempfile.TemporaryDirectory() as folder:
        box = mailbox.Maildir(Path(folder, "box"))
        for message in written:
            box.add(message)
        before = snapshot(Path(folder))
        found = [entry.raw for entry in read_mailbox(Path(folder, "box"))]
        stored = [path.read_bytes() for path in Path(folder, "box", "new").iterdir()]

        assert snapshot(Path(folder)) == before
    assert sorted(found) == sorted(stored)
    assert len(found) == len(written)
