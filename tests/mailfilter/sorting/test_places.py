import os
import sqlite3
from contextlib import closing
from unittest.mock import Mock

import pytest
from tests.errors import refused

from priory.mailfilter import StoreError
from priory.mailfilter.sorting import places as module
from priory.mailfilter.sorting import places_file
from priory.mailfilter.sorting.maildir import File
from priory.mailfilter.sorting.places import Act, Place, Places

ONE, TWO = Act(b"1", "file"), Act(b"2", "mark")


@pytest.fixture
def remember(tmp_path):
    """Return a function that opens what is remembered of a Maildir."""
    opened = []

    def open_places(maildir="Maildir"):
        opened.append(Places(str(tmp_path / "places"), str(tmp_path / maildir)))
        return opened[-1]

    yield open_places
    for places in opened:
        places.__exit__()


def test_nothing(remember, tmp_path):
    """Nothing is remembered at first, and to look does not make a file."""
    places = remember()

    assert (places.seen, places.done, places.broken_off) == ({}, set(), set())
    assert list(tmp_path.iterdir()) == []


def test_see(remember):
    """Where messages are is remembered, of each Maildir apart, whatever their names are."""
    seen = {Place("", "1"): b"1", Place(".Junk", "\udcff"): b"2"}
    remember().see(seen)
    remember("Other").see({Place("", "1"): b"3"})

    assert remember().seen == seen
    assert remember("Other").seen == {Place("", "1"): b"3"}


def test_private(remember, tmp_path):
    """Nobody else may read it."""
    remember().see({})

    assert (tmp_path / "places").stat().st_mode & 0o777 == 0o600


def test_missing(remember, monkeypatch):
    """A message that is nowhere is remembered for a while, and one that is elsewhere is there."""
    remember().see({Place("", "1"): b"1", Place("", "2"): b"2"})
    remember().see({Place(".Junk", "1"): b"1"})

    assert remember().seen == {Place(".Junk", "1"): b"1", Place("", "2"): b"2"}

    today = module.day_before
    monkeypatch.setattr(module, "day_before", lambda days=0: today(days - 40))
    remember().see({Place(".Junk", "1"): b"1"})

    assert remember().seen == {Place(".Junk", "1"): b"1"}


def test_acts(remember):
    """What was announced is broken off until it is settled."""
    remember().announce([ONE, TWO])

    assert (remember().done, remember().broken_off) == (set(), {ONE, TWO})

    remember().settle([ONE], [])

    assert (remember().done, remember().broken_off) == ({ONE}, set())


def test_moved(remember):
    """A message that was moved is in its new place, and in no other if nobody knows its old one."""
    remember().see({Place("", "1"): b"1", Place(".Work", "1"): b"1", Place("", "2"): b"2"})
    new = File(".Junk", "cur", "9:2,S")

    remember().settle([], [(File("", "cur", "1:2,S"), new, b"1")])
    assert remember().seen == {
        Place(".Junk", "9"): b"1",
        Place(".Work", "1"): b"1",
        Place("", "2"): b"2",
    }

    remember().settle([], [(None, new, b"1")])
    assert remember().seen == {Place(".Junk", "9"): b"1", Place("", "2"): b"2"}


@pytest.mark.parametrize("statement", ["PRAGMA application_id = 1", "CREATE TABLE a (b)"])
def test_other_file(remember, tmp_path, statement):
    """The file of another program is refused."""
    with closing(sqlite3.connect(tmp_path / "places")) as db:
        db.execute(statement)

    with refused("not-a-store", StoreError):
        remember()


def test_newer(remember, tmp_path):
    """The file of a newer version is refused."""
    remember().see({})
    with closing(sqlite3.connect(tmp_path / "places")) as db:
        db.execute("PRAGMA user_version = 99")

    with refused("newer-store", StoreError):
        remember()


def test_garbage(remember, tmp_path):
    """Of a file that is no database it is said that it can be deleted."""
    (tmp_path / "places").write_bytes(b"places" * 1000)

    with refused("store-damaged", StoreError):
        remember()


def test_missing_table(remember, tmp_path):
    """Of a file without one of its tables it is said that it can be deleted."""
    remember().see({})
    with closing(sqlite3.connect(tmp_path / "places")) as db:
        db.execute("DROP TABLE places")

    with refused("store-damaged", StoreError):
        _ = remember().seen


def test_no_folder(tmp_path):
    """Where no file can be made, that is said."""
    places = Places(str(tmp_path / "no" / "places"), str(tmp_path))

    with refused("system-error", StoreError):
        places.see({})


def test_earlier_version(tmp_path):
    """What an earlier version remembered is read where it is, and taken over at a change."""
    earlier, now, maildir = (str(tmp_path / name) for name in ("earlier", "now", "Maildir"))
    seen = {Place("", "1"): b"1"}
    with Places(earlier, maildir) as places:
        places.see(seen)
        places.announce([ONE])

    with Places(now, maildir, earlier=earlier) as places:
        assert (places.seen, places.broken_off) == (seen, {ONE})
        assert not (tmp_path / "now").exists()
        places.settle([ONE], [])
        assert (places.seen, places.done) == (seen, {ONE})

    assert [path.name for path in tmp_path.iterdir()] == ["now"]


def test_earlier_version_is_not_read_twice(tmp_path):
    """Where there is a file, that of an earlier version does not count."""
    earlier, now, maildir = (str(tmp_path / name) for name in ("earlier", "now", "Maildir"))
    for path, digest in ((earlier, b"1"), (now, b"2")):
        with Places(path, maildir) as places:
            places.see({Place("", "1"): digest})

    with Places(now, maildir, earlier=earlier) as places:
        places.see(places.seen)
        assert places.seen == {Place("", "1"): b"2"}


def test_earlier_version_of_a_second_store(tmp_path):
    """What stood beside a second store is taken over, too, of Maildirs that are not known yet."""
    now, known, other = (str(tmp_path / name) for name in ("now", "Maildir", "Other"))
    second = str(tmp_path / "second")
    with Places(now, known) as places:
        places.see({Place("", "1"): b"1"})
    for maildir, digest in ((known, b"2"), (other, b"3")):
        with Places(second, maildir) as places:
            places.see({Place("", "1"): digest})
            places.announce([ONE])
    before = (tmp_path / "now").read_bytes()

    with Places(now, other, earlier=second) as places:
        assert (places.seen, places.broken_off) == ({Place("", "1"): b"3"}, {ONE})
        assert (tmp_path / "now").read_bytes() == before  # until there is something to remember
        places.announce([TWO])
        assert (places.seen, places.broken_off) == ({Place("", "1"): b"3"}, {ONE, TWO})

    assert [path.name for path in tmp_path.iterdir()] == ["now"]
    with Places(now, known) as places:
        assert (places.seen, places.broken_off) == ({Place("", "1"): b"1"}, set())


def test_earlier_version_that_stays(tmp_path, monkeypatch):
    """Where the earlier file cannot be removed, what it knew does not come back."""
    earlier, now, maildir = (str(tmp_path / name) for name in ("earlier", "now", "Maildir"))
    with Places(earlier, maildir) as places:
        places.see({Place("", "1"): b"1"})
    monkeypatch.setattr(places_file.os, "unlink", Mock(side_effect=PermissionError))

    for digest in (b"2", b"3"):
        with Places(now, maildir, earlier=earlier) as places:
            places.settle([], [(File("", "cur", "1"), File("", "cur", "2"), digest)])

    with Places(now, maildir, earlier=earlier) as places:
        assert places.seen == {Place("", "2"): b"3"}


@pytest.mark.parametrize("kind", ["text", "database", "empty", "folder"])
def test_another_file_by_that_name(tmp_path, kind):
    """What is no file of places is neither read nor removed."""
    path = tmp_path / "mail.db.places"
    if kind == "folder":
        path.mkdir()
    elif kind == "database":
        with closing(sqlite3.connect(path)) as db:
            db.execute("CREATE TABLE places (a)")
    else:
        path.write_bytes(b"text" if kind == "text" else b"")

    with Places(str(tmp_path / "now"), str(tmp_path), earlier=str(path)) as places:
        places.see({Place("", "1"): b"1"})
        assert places.seen == {Place("", "1"): b"1"}

    assert path.exists()


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can be led where others cannot")
@pytest.mark.parametrize("kind", ["of a user", "link", "shared", "link of a user"])
def test_unsafe_place(tmp_path, kind):
    """Root makes no file where a user could put a link to another one."""
    folder, target = tmp_path / "folder", tmp_path / "target"
    folder.mkdir()
    if kind == "link":
        target.mkdir()
        (folder / "places").symlink_to(target / "file")
    elif kind == "link of a user":
        (folder / "places").symlink_to(tmp_path / "file")
    user = target if kind == "link" else folder
    if kind == "shared":
        user.chmod(0o1777)
    else:
        os.chown(user, 65534, 65534)

    with refused("unsafe-place", StoreError, parameter="places"):
        Places(str(folder / "places"), str(tmp_path)).see({})
    assert [path for path in user.iterdir() if not path.is_symlink()] == []
    assert not (tmp_path / "file").exists()


@pytest.mark.skipif(os.geteuid() != 0, reason="only root has files of others")
def test_earlier_version_of_another(tmp_path):
    """A file of an earlier version that is another user's, or a link, is left to them."""
    earlier, now, maildir = (str(tmp_path / name) for name in ("earlier", "now", "Maildir"))
    with Places(earlier, maildir) as places:
        places.see({Place("", "1"): b"1"})
    os.chown(earlier, 65534, 65534)
    (tmp_path / "link").symlink_to(earlier)

    for path in (earlier, str(tmp_path / "link")):
        with Places(now, maildir, earlier=path) as places:
            assert places.seen == {}


@pytest.mark.skipif(os.geteuid() != 0, reason="only root is led to files")
def test_earlier_version_in_a_folder_of_another(tmp_path):
    """Root takes no file over where a user could have put it, though it is root's."""
    earlier, now, maildir = (str(tmp_path / name) for name in ("user/earlier", "now", "Maildir"))
    (tmp_path / "user").mkdir()
    with Places(earlier, maildir) as places:
        places.see({Place("", "1"): b"1"})
    os.chown(tmp_path / "user", 65534, 65534)

    with Places(now, maildir, earlier=earlier) as places:
        assert places.seen == {}
        places.see({Place("", "2"): b"2"})

    assert os.path.exists(earlier)  # noqa: PTH110


def test_earlier_file_is_the_one_in_use(tmp_path):
    """A file of an earlier version that is named as the one to use is used, and stays."""
    path = str(tmp_path / "mail.db.places")
    with Places(path, str(tmp_path / "Maildir"), timeout=1.0) as places:
        places.see({Place("", "1"): b"1"})

    with Places(path, str(tmp_path / "Other"), timeout=1.0, earlier=path) as places:
        places.see({Place("", "2"): b"2"})

    with Places(path, str(tmp_path / "Maildir"), earlier=path) as places:
        assert places.seen == {Place("", "1"): b"1"}


def test_waits_in_steps(tmp_path):
    """To wait for another program takes short steps, in which Ctrl-C is heard."""
    path = str(tmp_path / "places")
    with Places(path, str(tmp_path / "Maildir"), timeout=9.0) as places:
        places.see({})
        assert places._db.patience == 9.0
        (milliseconds,) = places._db.execute("PRAGMA busy_timeout").fetchone()
        assert milliseconds <= 100
