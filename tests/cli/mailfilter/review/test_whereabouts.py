"""Whether a message is still there, whatever mail programs do meanwhile."""

import pytest

from priory.cli.mailfilter.review.whereabouts import is_there
from priory.mail import Entry


@pytest.fixture
def maildir(tmp_path):
    """Make a Maildir with one new message, and return its folder."""
    for name in ("cur", "new", "tmp", ".Junk/cur"):
        (tmp_path / "Maildir" / name).mkdir(parents=True)
    (tmp_path / "Maildir/new/1.a").write_bytes(b"Subject: x\n\n")
    return tmp_path / "Maildir"


@pytest.mark.parametrize("name", ["new/1.a", "cur/1.a:2,", "cur/1.a:2,FS"])
def test_renamed(maildir, name):
    """A message that a mail program has seen or flagged is the same message."""
    entry = Entry(b"", str(maildir / "new" / "1.a"))
    (maildir / "new/1.a").rename(maildir / name)

    assert is_there(entry)


@pytest.mark.parametrize("name", [".Junk/cur/1.a:2,S", "cur/1.ab:2,S", "tmp/1.a"])
def test_moved(maildir, name):
    """A message that was moved elsewhere is gone, and another name is another message."""
    entry = Entry(b"", str(maildir / "new" / "1.a"))
    (maildir / "new/1.a").rename(maildir / name)

    assert not is_there(entry)


def test_maildir_gone(maildir):
    """Where the whole mailbox is gone, so are its messages."""
    assert not is_there(Entry(b"", str(maildir / "no" / "new" / "1.a")))
    assert not is_there(Entry(b"", str(maildir / "inbox"), number=1))
