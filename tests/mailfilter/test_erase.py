"""What is removed with a store, and what is not."""

import errno
import os
import sqlite3
import subprocess
import sys
import tempfile
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path

import pytest

from mailfilter.written import LUNCH
from priory.mailfilter import _erase as module
from priory.mailfilter import _trust
from priory.mailfilter._entry import Entry
from priory.mailfilter._erase import companions, erase
from priory.mailfilter.store import Store

USER = 65534
as_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root can be somebody else")


@pytest.fixture
def learned(path):
    """Return a store that learned a message, with what a killed program may leave beside it."""
    with Store(path) as store:
        store.learn([(LUNCH, "ham")])
    for end in ("-wal", "-shm"):
        path.with_name(f"{path.name}{end}").touch()
    return path


def names(folder):
    """Return the names of the files of a folder."""
    return {one.name for one in folder.iterdir()}


def test_store(learned):
    """The file goes with what SQLite keeps beside it."""
    done = erase([str(learned)])

    assert names(learned.parent) == set()
    assert done.removed == [str(learned), f"{learned}-wal", f"{learned}-shm"]
    assert done.kept == {}


def test_companions(learned):
    """What sorting remembers, and what a repair left, belong to a store; other names do not."""
    for end in (".places", ".repaired", ".damaged", ".txt"):
        learned.with_name(f"{learned.name}{end}").touch()

    ends = [path.removeprefix(str(learned)) for path in companions(str(learned))]

    assert ends == ["", ".places", ".repaired", ".damaged"]


def test_companions_of_a_link(learned, tmp_path):
    """What was remembered under the name of a link belongs to the store, too."""
    link = tmp_path / "link.db"
    link.symlink_to(learned)
    places = [tmp_path / f"{name}.places" for name in (link.name, learned.name)]
    for path in places:
        path.touch()

    assert companions(str(link)) == [str(link), *map(str, places)]


def test_link(learned, tmp_path):
    """A link to a store goes with the store."""
    link = tmp_path / "link.db"
    link.symlink_to(learned)

    erase([str(link)])

    assert names(tmp_path) == set()


@pytest.mark.parametrize("kind", ["text", "database", "folder", "pipe", "empty", "nothing"])
def test_what_is_no_store(tmp_path, kind):
    """What is not Priory's stays, also at the end of a link, and the reason is told."""
    path = tmp_path / "precious"
    if kind == "text":
        path.write_text("SQLite format 3\0 is how they begin")
    elif kind == "database":
        with closing(sqlite3.connect(path)) as db:
            db.execute("CREATE TABLE one (two)")
    elif kind == "folder":
        path.mkdir()
    elif kind == "pipe":
        os.mkfifo(path)
    elif kind == "empty":
        path.touch()
    link = tmp_path / "mail.db"
    link.symlink_to(path)
    before = names(tmp_path)

    done = erase([str(path), str(link)])

    assert names(tmp_path) == before
    assert done.removed == []
    assert set(done.kept) == {str(path), str(link)}
    assert all(done.kept.values())


@pytest.fixture(scope="module")
def gone():
    """Return the number of a process that has ended."""
    with subprocess.Popen([sys.executable, "-c", ""]) as process:
        process.wait()
    return process.pid


def left_by(process, folder, end=""):
    """Leave a temporary file of a process in a folder."""
    path = folder / f".priory-{process}-0123456789abcdef.tmp{end}"
    path.write_bytes(b"words of mail")
    return path


def test_leftovers(learned, gone):
    """What killed programs left in the folder goes, too; what running ones use is told."""
    left = [left_by(gone, learned.parent, end) for end in ("", "-wal", "-journal")]
    folder = learned.parent / f".priory-{gone}-fedcba9876543210.tmp"
    folder.mkdir()
    (folder / "new.db").touch()
    link = learned.parent / f".priory-{gone}-aaaaaaaaaaaaaaaa.tmp"
    link.symlink_to(folder)
    used = left_by(os.getpid(), learned.parent)

    done = erase([str(learned)])

    assert names(learned.parent) == {used.name, link.name}
    assert {str(path) for path in (*left, folder)} < set(done.removed)
    assert set(done.kept) == {str(used)}


@as_root
def test_leftovers_of_its_owner(learned, gone):
    """Root removes what the owner of the store left, and nothing of others."""
    for path, user in (
        (learned, USER),
        (left_by(gone, learned.parent), USER),
        (left_by(gone, learned.parent, "-wal"), USER - 1),
    ):
        os.chown(path, user, user)

    erase([str(learned)])

    assert names(learned.parent) == {left_by(gone, learned.parent, "-wal").name}


@as_root
def test_link_of_a_user(learned, tmp_path):
    """Root does not remove a store to which the link of a user leads."""
    home = tmp_path / "home"
    home.mkdir()
    (home / "mail.db").symlink_to(learned)
    os.chown(home, USER, USER)

    done = erase([str(home / "mail.db")])

    assert learned.exists()
    assert (done.removed, set(done.kept)) == ([], {str(home / "mail.db")})


def test_swapped_folder(learned, tmp_path, monkeypatch):
    """A folder that is swapped for a link, after the way was checked, is not entered."""
    home, other = tmp_path / "home", tmp_path / "other"
    for folder in (home, other):
        folder.mkdir()
        (folder / "mail.db").write_bytes(learned.read_bytes())

    def follow(path):
        real = _trust.follow(path)
        if not home.is_symlink():
            home.rename(tmp_path / "away")
            home.symlink_to(other)
        return real

    monkeypatch.setattr(module, "follow", follow)
    done = erase([str(home / "mail.db")])

    assert (other / "mail.db").exists()
    assert (done.removed, set(done.kept)) == ([], {str(home / "mail.db")})


def test_swapped_file(learned, tmp_path, monkeypatch):
    """A file that took the place of the store, after that was looked at, stays."""
    letter = tmp_path / "letter"
    letter.write_text("Dear Ann")
    monkeypatch.setattr(Entry, "check_removable", lambda _: letter.replace(learned))

    done = erase([str(learned)])

    assert learned.read_text() == "Dear Ann"
    assert (done.removed, set(done.kept)) == ([], {str(learned)})


@contextmanager
def unprivileged():
    """Be a user whom permissions concern."""
    os.seteuid(USER)
    try:
        yield
    finally:
        os.seteuid(0)


@as_root
@pytest.mark.parametrize(("mode", "owner"), [(0o555, USER), (0o1777, 0)])
def test_permissions(learned, mode, owner):
    """If permissions hold one of the files, none goes."""
    with tempfile.TemporaryDirectory() as name:
        Path(name).chmod(0o755)
        paths = [Path(name, "a", "mail.db"), Path(name, "b", "copy.db")]
        for path in paths:
            path.parent.mkdir()
            path.write_bytes(learned.read_bytes())
            path.chmod(0o644)
            os.chown(path.parent, USER, USER)
        paths[1].parent.chmod(mode)
        os.chown(paths[1].parent, owner, owner)
        for given in (paths, paths[::-1]):
            with unprivileged():
                done = erase(map(str, given))

            assert all(path.exists() for path in paths)
            assert (done.removed, set(done.kept)) == ([], set(map(str, paths)))


def unlink_unless(held, unlink, name, **options):
    """Remove a file, unless it is one that stays whatever permissions say."""
    if name == held:
        raise PermissionError(errno.EPERM, "Operation not permitted")
    unlink(name, **options)


@pytest.mark.parametrize("why", ["no store", "stays"])
def test_store_that_stays(learned, monkeypatch, why):
    """If the store itself is not removed, nothing of it is."""
    copy = learned.with_name("copy.db")
    copy.write_bytes(learned.read_bytes())
    before = names(learned.parent)
    if why == "stays":  # which nothing has foretold
        monkeypatch.setattr(os, "unlink", partial(unlink_unless, learned.name, os.unlink))
    else:
        learned.write_bytes(b"damaged" * 1000)

    done = erase([str(learned), str(copy)], str(learned))

    assert names(learned.parent) == before
    assert (done.removed, set(done.kept)) == ([], {str(learned), str(copy)})


def test_file_beside_that_stays(learned, monkeypatch):
    """If a file beside the store cannot be removed, it is told which, and the rest goes."""
    monkeypatch.setattr(os, "unlink", partial(unlink_unless, f"{learned.name}-wal", os.unlink))

    done = erase([str(learned)], str(learned))

    assert done.removed == [str(learned), f"{learned}-shm"]
    assert set(done.kept) == {f"{learned}-wal"}


def test_system_without_open_folders(learned, monkeypatch):
    """Where folders cannot be held open, nothing is removed, and the reason is told."""
    monkeypatch.setattr(os, "supports_dir_fd", os.supports_dir_fd - {os.open})

    done = erase([str(learned)], str(learned))

    assert learned.exists()
    assert (done.removed, set(done.kept)) == ([], {str(learned)})
    assert "hold a folder open" in done.kept[str(learned)]
