"""A review of what ``priory sort`` flagged, set aside and filed."""

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from mailfilter.sorting.maildirs import HAM, SPAM, UNSURE, make

from priory.cli.mailfilter.review.marked import Marked

FILES = {
    ("", "cur/1:2,"): SPAM % 91,
    ("", "new/2"): HAM % 92,
    ("", "cur/3:2,"): UNSURE % 93,
    (".Work", "cur/4:2,"): UNSURE % 94,
}


@pytest.fixture
def maildir(tmp_path):
    """Make a Maildir with messages of each kind, and return its path."""
    make(tmp_path / "Maildir", FILES)
    return tmp_path / "Maildir"


@pytest.fixture
def marked(home, taught):
    """Return a function that gives the paths of what is remembered."""

    def read():
        found = Marked(str(home / "state/priory/places.db"), str(taught), 1.0)
        paths = [entry.path for entry in found.read(bar=False)]
        return paths, found.n_faults

    return read


@pytest.mark.parametrize(
    ("when", "where"), [("leave", []), ("flag", ["cur/3:2,F"]), ("move", [".Unsure/cur/3:2,"])]
)
def test_marked(priory, maildir, marked, when, where):
    """What was flagged, set aside or filed is read where it is now, and nothing else."""
    assert marked() == ([], 0)
    assert priory("sort", maildir, "--when-unsure", when).code == 0

    paths, n_faults = marked()

    assert sorted(paths) == sorted(str(maildir / name) for name in [*where, ".Junk/cur/1:2,"])
    assert n_faults == 0


def test_moved_on(priory, maildir, marked):
    """What has other flags by now is found, and what is no longer there is passed over."""
    priory("sort", maildir, "--when-unsure", "flag")
    (maildir / "cur/3:2,F").rename(maildir / "cur/3:2,FS")
    (maildir / ".Junk/cur/1:2,").unlink()

    assert marked() == ([str(maildir / "cur/3:2,FS")], 0)


def test_maildir_gone(priory, maildir, tmp_path, marked, capsys):
    """A Maildir that is gone is told, and others are read."""
    make(maildir.parent / "Other", FILES)
    for folder in (maildir, maildir.parent / "Other"):
        priory("sort", folder)
    shutil.rmtree(maildir)

    paths, n_faults = marked()

    assert paths == [str(tmp_path / "Other/.Junk/cur/1:2,")]
    assert n_faults == 1
    assert "not a Maildir" in capsys.readouterr().err


def test_beside_the_store(priory, maildir, home, taught, marked):
    """What an earlier version remembers beside the store is read as well."""
    priory("sort", maildir)
    file = home / "state/priory/places.db"
    file.rename(taught.with_name("mail.db.places"))

    assert marked() == ([str(maildir / ".Junk/cur/1:2,")], 0)


def test_both_files(priory, maildir, home, taught, marked):
    """Maildirs that only the file of an earlier version knows are read beside the others."""
    priory("sort", maildir)
    (home / "state/priory/places.db").rename(taught.with_name("mail.db.places"))
    other = shutil.copytree(maildir, maildir.parent / "Other")
    for name in (*(other / ".Junk/cur").iterdir(), *(other / "cur").iterdir()):
        name.unlink()
    (other / "new/7").write_bytes((maildir / ".Junk/cur/1:2,").read_bytes() + b"again")
    priory("sort", other, "--store", shutil.copy(taught, maildir.parent / "other.db"))

    found, _ = marked()

    assert {Path(one).parents[2] for one in found} == {maildir, other}


def test_nothing_remembered_yet(home, marked):
    """A file that was just made, and is empty, remembers nothing."""
    path = home / "state/priory/places.db"
    path.parent.mkdir(parents=True)
    with closing(sqlite3.connect(path)) as db:
        db.execute("VACUUM")

    assert marked() == ([], 0)
