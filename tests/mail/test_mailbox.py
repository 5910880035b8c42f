import gzip
import os
import socket
import subprocess
import sys

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.errors import refused

from priory.errors import InputError
from priory.mail import Fault, NotMail, read_mailbox
from priory.mail.mailbox import mailbox_bytes

MAIL = b"Subject: hello\n\nHello!\n"
MBOX = b"From ann Sat Jan  3 01:05:34 1996\n" + MAIL + b"\n"


@pytest.mark.parametrize(
    ("content", "count"), [(MAIL, 1), (MBOX + MBOX, 2), (b"\n\n" + MBOX, 1), (b"", 0)]
)
def test_files(tmp_path, read, content, count):
    """A file that begins with a separator, or is empty, is an mbox, and any other a message."""
    (tmp_path / "x").write_bytes(content)

    assert read(tmp_path / "x") == [MAIL] * count


@pytest.mark.parametrize(
    ("names", "found"),
    [
        (["cur/1", "new/2", "tmp/3"], ["cur/1", "new/2"]),
        (["cur/1", "other/2"], ["cur/1", "other/2"]),
        (["1", "2", ",3"], ["1", "2"]),
        ([".mh_sequences", "2", "x"], ["2"]),
        (["1", "x", "10"], ["1", "10", "x"]),
        (["1", "below/2"], ["1", "below/2"]),
    ],
)
def test_folders(tmp_path, names, found):
    """Folders are Maildirs, MH's, or any, and where it is not certain nothing is left out."""
    for name in names:
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(MAIL)

    paths = [os.path.relpath(entry.path, tmp_path) for entry in read_mailbox(tmp_path)]

    assert paths == found


def test_named_kind(tmp_path, read):
    """A kind that is named is not looked for."""
    (tmp_path / "1").write_bytes(MBOX)
    (tmp_path / "2").write_bytes(MAIL)

    assert read(tmp_path) == [MBOX, MAIL]
    assert read(tmp_path, "folder") == [MAIL, MAIL]
    assert read(tmp_path / "1", "file") == [MBOX]
    assert read(tmp_path / "2", "mbox") == [MAIL]


def test_unknown_kind(tmp_path):
    """A kind that is none is an error, which lists those that are, before anything is read."""
    with refused("bad-parameter", InputError, parameter="kind"):
        read_mailbox(tmp_path, "x")


def test_no_maximum(tmp_path):
    """A maximum that lets nothing through is an error."""
    with refused("bad-parameter", InputError, parameter="max_bytes"):
        read_mailbox(tmp_path, max_bytes=0)


def test_missing(tmp_path):
    """A path that leads nowhere is an error that names it, before anything is read."""
    with pytest.raises(FileNotFoundError, match="nowhere"):
        read_mailbox(tmp_path / "nowhere")


@pytest.mark.parametrize("kind", ["file", "mbox"])
def test_folder_as_a_file(tmp_path, kind):
    """A folder is not read as a file."""
    with refused("wrong-kind", InputError, parameter="kind", place=str(tmp_path)):
        read_mailbox(tmp_path, kind)


@pytest.mark.parametrize("kind", ["maildir", "mh", "folder"])
def test_file_as_a_folder(tmp_path, kind):
    """A file, or standard input, is not read as a folder."""
    (tmp_path / "mail").write_bytes(MAIL)

    for path in (tmp_path / "mail", "-"):
        with refused("wrong-kind", InputError, parameter="kind"):
            read_mailbox(path, kind)


@pytest.mark.skipif(os.name != "posix", reason="there are no such files here")
def test_neither_file_nor_folder(tmp_path, monkeypatch):
    """A pipe and a socket are errors that say what to do."""
    monkeypatch.chdir(tmp_path)  # the names of sockets are short
    os.mkfifo("pipe")
    with socket.socket(socket.AF_UNIX) as one:
        one.bind("socket")

    for name in ("pipe", "socket"):
        with refused("not-a-file", InputError, place=name):
            read_mailbox(name)


def test_faults_warn(tmp_path):
    """Unless somebody takes them, faults are warnings."""
    (tmp_path / "cmds").write_bytes(b"mv 1 2\n")

    with pytest.warns(NotMail, match="cmds"):
        assert list(read_mailbox(tmp_path)) == []


def test_faults_stop(tmp_path):
    """Whoever takes faults may raise them."""

    def stop(fault):
        raise fault

    (tmp_path / "cmds").write_bytes(b"mv 1 2\n")

    with pytest.raises(Fault, match="cmds"):
        list(read_mailbox(tmp_path, on_fault=stop))


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.binary(), st.sampled_from([None, "file", "mbox"]))
def test_any_bytes(tmp_path, content, kind):
    """No bytes are an error, in a file or in a folder."""
    (tmp_path / "x").write_bytes(content)

    list(read_mailbox(tmp_path / "x", kind, on_fault=[].append))
    list(read_mailbox(tmp_path, on_fault=[].append))


def test_many_files(tmp_path):
    """The first message of a large folder does not wait for the others to be read."""
    for name in ("cur", "new"):
        (tmp_path / name).mkdir()
    for number in range(1000):
        (tmp_path / "new" / f"{number:04}").write_bytes(MAIL)
    entries = read_mailbox(tmp_path)

    assert next(entries).path.endswith("0000")
    for number in range(2, 1000):
        (tmp_path / "new" / f"{number:04}").unlink()
    assert next(entries).path.endswith("0001")


def test_light():
    """Reading mailboxes loads neither NumPy nor Python's own modules for mail."""
    code = (
        "import sys, priory.mail; print({'numpy', 'asyncio', 'email', 'mailbox'} & {*sys.modules})"
    )

    ran = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True)  # noqa: S603

    assert ran.stdout.strip() == b"set()"


@pytest.mark.parametrize("kind", [None, "folder", "maildir"])
def test_bytes_of_a_maildir(tmp_path, kind):
    """The bytes that will be read are those of cur and new, and no folders unless asked for."""
    for folder in ("", ".Sent", "Work"):
        for state in ("cur", "new", "tmp"):
            (tmp_path / folder / state).mkdir(parents=True)
            (tmp_path / folder / state / "1").write_bytes(MAIL)
    (tmp_path / "cur" / "dovecot.index").write_bytes(MAIL)
    (tmp_path / "dovecot-uidlist").write_bytes(MAIL)

    read = [len(entry.raw) for entry in read_mailbox(tmp_path, kind)]

    assert mailbox_bytes(tmp_path, kind) == sum(read) == len(MAIL) * (4 if kind == "folder" else 2)


def test_bytes_of_files(tmp_path):
    """Of a folder what is no mail is not counted, nor what cannot be read."""
    (tmp_path / "a.eml").write_bytes(MAIL)
    (tmp_path / "notes.txt").write_text("Milk, bread, salt")
    (tmp_path / "b").symlink_to("nowhere")

    assert mailbox_bytes(tmp_path) == mailbox_bytes(tmp_path / "a.eml") == len(MAIL)


def test_bytes_that_are_not_known(tmp_path):
    """What gzip packed, standard input and what is not there have no size."""
    packed = tmp_path / "box" / "a.gz"
    packed.parent.mkdir()
    packed.write_bytes(gzip.compress(MAIL))

    for path in (packed, packed.parent, tmp_path / "nowhere", "-"):
        assert mailbox_bytes(path) is None
