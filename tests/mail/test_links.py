import os

import pytest

from priory.mail import read_mailbox

MESSAGE = b"Subject: hello\n\nHello!\n"
is_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root is led where others may not go")


@pytest.fixture
def maildir(tmp_path):
    """Return a Maildir with one message, and a file beside it that others may not read."""
    for name in ("cur", "new", "tmp"):
        (tmp_path / "Maildir" / name).mkdir(parents=True)
    (tmp_path / "Maildir/cur/1").write_bytes(MESSAGE)
    (tmp_path / "secret").write_bytes(b"Subject: secret\n\nhunter2\n")
    return tmp_path / "Maildir"


def _read(path):
    faults = []
    found = [entry.raw for entry in read_mailbox(path, on_fault=faults.append)]
    return found, [fault.code for fault in faults]


@is_root
def test_root_follows_no_links_of_others(maildir, tmp_path):
    """A link to a message that belongs to somebody else is reported, and all else is read."""
    (maildir / "cur/2").symlink_to(tmp_path / "secret")
    os.lchown(maildir / "cur/2", 65534, 65534)

    assert _read(maildir) == ([MESSAGE], ["unreadable"])


@is_root
def test_root_lists_no_folders_behind_links_of_others(maildir, tmp_path):
    """A folder that somebody else put there as a link is reported, too."""
    (maildir / "new").rmdir()
    (tmp_path / "private").mkdir()
    (tmp_path / "private/3").write_bytes(MESSAGE)
    (maildir / "new").symlink_to(tmp_path / "private")
    os.lchown(maildir / "new", 65534, 65534)

    assert _read(maildir) == ([MESSAGE], ["unreadable"])


def test_own_links_are_followed(maildir, tmp_path):
    """A link of one's own leads to a message."""
    (maildir / "cur/2").symlink_to(tmp_path / "secret")

    assert _read(maildir)[1] == []
    assert len(_read(maildir)[0]) == 2
