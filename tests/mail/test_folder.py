import gzip
import os
import sqlite3
import sys
from pathlib import Path

import pytest

from priory.mail import NotMail, read_mailbox

MAIL = b"Received: from here\nSubject: hello\n\nHello!\n"
MBOX = b"From ann Sat Jan  3 01:05:34 1996\n" + MAIL
posix = pytest.mark.skipif(os.name != "posix", reason="there are no such files here")


def test_files_and_folders(tmp_path, read):
    """Files of folders within are read, too, in the order of names: messages, mboxes, packed."""
    (tmp_path / "b" / "c").mkdir(parents=True)
    (tmp_path / "a.eml").write_bytes(MAIL + b"1")
    (tmp_path / "b" / "0001.7c53").write_bytes(MBOX + b"2\n\n" + MBOX + b"3")
    (tmp_path / "b" / "c" / "x.gz").write_bytes(gzip.compress(MAIL + b"4"))
    (tmp_path / "z").write_bytes(MAIL + b"5")

    assert [message[-2:].strip() for message in read(tmp_path)] == [b"1", b"2", b"3", b"4", b"5"]


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"mv 1 00001.7c53336b37003a9286aba55d2945844c\n",
        b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR",
        b"Dear all,\nSubject: none\n",
        b"From my diary\n\nIt rained.\n",
        b"key: value\nother: value\n",
        bytes(10_000) + MAIL,
    ],
)
def test_no_mail(tmp_path, read, faults, content):
    """A file that does not begin with headers of mail is passed over and reported."""
    (tmp_path / "cmds").write_bytes(content)
    (tmp_path / "mail").write_bytes(MAIL)

    assert read(tmp_path) == [MAIL]
    assert [(type(fault), Path(fault.place).name) for fault in faults] == [(NotMail, "cmds")]


@pytest.mark.parametrize(
    "content",
    [MAIL, b"\xef\xbb\xbf" + MAIL, b"\r\n" + MAIL, b"Odd: 1\r\nFROM : me\r\n", b">From a\nTo: b\n"],
)
def test_mail(tmp_path, read, faults, content):
    """A file that begins with headers is mail, with odd things before and among them."""
    (tmp_path / "odd").write_bytes(content)

    assert read(tmp_path) == [content]
    assert faults == []


def test_database(tmp_path, read, faults):
    """A database is passed over and reported."""
    base = sqlite3.connect(tmp_path / "mail.sqlite")
    base.execute("create table mail (subject text)")
    base.close()

    assert read(tmp_path) == []
    assert [type(fault) for fault in faults] == [NotMail]


@pytest.mark.parametrize("name", [".hidden", "Inbox.msf", "dovecot.index", ",12", "mail~"])
def test_aside(tmp_path, read, faults, name):
    """Hidden files and those of other programs are nothing to report."""
    (tmp_path / name).write_bytes(MAIL)

    assert read(tmp_path) == faults == []


def test_maildir_within(tmp_path, read, faults):
    """A Maildir within a folder is read as one, and so are folders within it."""
    for name in ("cur", "new", "tmp", "Work/cur", "Work/new", "Work/tmp"):
        (tmp_path / "box" / name).mkdir(parents=True)
        (tmp_path / "box" / name / "1").write_bytes(MAIL + name.encode())
    (tmp_path / "box" / "notes").write_bytes(MAIL)

    found = [message.removeprefix(MAIL) for message in read(tmp_path)]

    assert found == [b"cur", b"new", b"Work/cur", b"Work/new"]
    assert faults == []


def test_links(tmp_path, read, faults):
    """Links to files are followed, and a folder is read once however many lead to it."""
    (tmp_path / "box" / "z").mkdir(parents=True)
    (tmp_path / "box" / "z" / "1").write_bytes(MAIL)
    (tmp_path / "box" / "z" / "again").symlink_to(tmp_path / "box" / "z")
    (tmp_path / "box" / "a").symlink_to("z")
    (tmp_path / "elsewhere").write_bytes(MAIL)
    (tmp_path / "box" / "linked").symlink_to("../elsewhere")

    assert read(tmp_path / "box") == [MAIL, MAIL]
    assert faults == []


@pytest.mark.parametrize("target", [".", ".."])
def test_link_back(tmp_path, read, faults, target):
    """A link to a folder that it stands in is reported, not read."""
    (tmp_path / "box").mkdir()
    (tmp_path / "box" / "up").symlink_to(target)
    (tmp_path / "mail").write_bytes(MAIL)

    assert read(tmp_path / "box") == []
    assert faults[0].code == "link-loop"


@pytest.mark.parametrize("target", ["nowhere", "circle"])
def test_link_to_nothing(tmp_path, read, faults, target):
    """A link that leads nowhere, or to itself, is reported."""
    (tmp_path / "circle").symlink_to(target)
    (tmp_path / "mail").write_bytes(MAIL)

    assert read(tmp_path) == [MAIL]
    assert [Path(fault.place).name for fault in faults] == ["circle"]


@posix
def test_pipe(tmp_path, read, faults):
    """A pipe is reported; nobody waits for what it may bring."""
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "mail").write_bytes(MAIL)

    assert read(tmp_path) == [MAIL]
    assert faults[0].code == "unreadable"


@posix
@pytest.mark.skipif(os.name == "posix" and os.geteuid() == 0, reason="root may read everything")
@pytest.mark.parametrize("mode", [0o000, 0o400])
def test_forbidden(tmp_path, read, faults, mode):
    """A file and a folder that may not be read are reported, and the rest is read."""
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "1").write_bytes(MAIL)
    (tmp_path / "b").write_bytes(MAIL)
    (tmp_path / "c").write_bytes(MAIL)
    (tmp_path / "b").chmod(0)
    (tmp_path / "a").chmod(mode)

    found = read(tmp_path)
    (tmp_path / "a").chmod(0o700)

    assert found == [MAIL]
    assert [Path(fault.place).relative_to(tmp_path).parts[0] for fault in faults] == ["a", "b"]
    assert all("Permission denied" in fault.why for fault in faults)


def test_refused(tmp_path, read, faults, monkeypatch):
    """A file that the system refuses to open is reported, and the rest is read."""

    def refuse(path, flags, really=os.open):
        if path.endswith("b"):
            raise PermissionError(13, "Permission denied", path)
        return really(path, flags)

    for name in ("a", "b", "c"):
        (tmp_path / name).write_bytes(MAIL)
    monkeypatch.setattr(os, "open", refuse)

    assert read(tmp_path) == [MAIL, MAIL]
    assert [(fault.place, fault.code) for fault in faults] == [(str(tmp_path / "b"), "unreadable")]


@pytest.mark.skipif(sys.platform != "linux", reason="names of files must be text here")
def test_name_of_bytes(tmp_path):
    """A name that is not UTF-8 is a place all the same."""
    path = os.fsencode(tmp_path) + b"/caf\xe9"
    Path(os.fsdecode(path)).write_bytes(MAIL)

    assert [os.fsencode(entry.place) for entry in read_mailbox(tmp_path)] == [path]
