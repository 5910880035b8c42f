"""Directories of a Maildir, in which a user may put links to anything of the system."""

import os
import stat
import threading
import time
from contextlib import suppress

import pytest
from tests.errors import refused

from priory.errors import InputError
from priory.mailfilter.sorting import directories as module
from priory.mailfilter.sorting.maildir import File, Maildir

USER = 65534
MANY = 200
as_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root can hand files to others")


@pytest.fixture
def root(tmp_path):
    """Make an empty Maildir, of another user if root runs the tests."""
    path = tmp_path / "Maildir"
    for name in ("", "cur", "new", "tmp"):
        (path / name).mkdir()
    give(path, path / "cur", path / "new", path / "tmp")
    return path


@pytest.fixture
def secret(tmp_path):
    """Make a folder with a file that nobody else may read, and check that both stay as they are."""
    folder = tmp_path / "secrets"
    folder.mkdir(0o700)
    (folder / "secret").write_bytes(b"secret")
    (folder / "secret").chmod(0o600)
    before = shape(folder)
    yield folder / "secret"
    assert shape(folder) == before


def give(*paths):
    """Give files to the user."""
    if os.geteuid() == 0:
        for path in paths:
            os.chown(path, USER, USER, follow_symlinks=False)


def shape(folder):
    """Return the owner and the mode of a folder, and of all that is in it."""
    paths = [folder, *sorted(folder.rglob("*"))]
    return [(str(path), path.lstat().st_uid, stat.S_IMODE(path.lstat().st_mode)) for path in paths]


def message(root, name="cur/1:2,"):
    """Write a message, and return it as a file of the Maildir."""
    (root / name).write_bytes(b"Subject: a\n\nb")
    return File("", *name.split("/"))


@as_root
def test_owner(root):
    """What root makes in the Maildir of a user is the user's, with the mode of the Maildir."""
    root.chmod(0o750)
    Maildir(str(root)).create(".Junk")

    made = {path.relative_to(root).as_posix(): path.stat() for path in root.glob(".Junk/**/*")}
    assert sorted(made) == [".Junk/cur", ".Junk/maildirfolder", ".Junk/new", ".Junk/tmp"]
    assert {(one.st_uid, one.st_gid) for one in made.values()} == {(USER, USER)}
    assert stat.S_IMODE(made[".Junk/cur"].st_mode) == 0o750
    assert sorted(path.name for path in root.iterdir()) == [".Junk", "cur", "new", "tmp"]


def test_link_as_mark(root, secret):
    """A link that is called maildirfolder is left alone, and what it leads to."""
    (root / ".Junk").mkdir()
    (root / ".Junk" / "maildirfolder").symlink_to(secret)
    give(root / ".Junk")

    Maildir(str(root)).create(".Junk")

    assert (root / ".Junk" / "maildirfolder").is_symlink()
    assert (root / ".Junk" / "cur").is_dir()


@pytest.mark.parametrize("name", [".Junk", ".Junk/cur", ".Junk/new", ".Junk/tmp"])
@pytest.mark.parametrize("target", ["folder", "file", "nothing"])
def test_links(root, secret, name, target):
    """Where a directory of Junk is a link, none is made, and nothing is moved."""
    leads = {"folder": secret.parent, "file": secret, "nothing": secret.parent / "gone"}
    if name != ".Junk":
        (root / ".Junk").mkdir()
        give(root / ".Junk")
    (root / name).symlink_to(leads[target])
    maildir = Maildir(str(root))
    file = message(root)

    with refused("not-a-directory", InputError, place=str(root / name)):
        maildir.create(".Junk")
    with suppress(FileNotFoundError, InputError):
        maildir.move(file, ".Junk")

    assert (root / "cur" / "1:2,").exists()


@pytest.mark.parametrize("name", ["cur", "new"])
def test_linked_state(root, secret, name):
    """A Maildir whose cur or new is a link is refused; a link to a Maildir is not."""
    (root.parent / "link").symlink_to(root)
    assert Maildir(str(root.parent / "link")).files("") == []
    (root / name).rmdir()
    (root / name).symlink_to(secret.parent)

    with refused("not-a-directory", InputError, place=str(root / name)):
        Maildir(str(root))


def test_linked_folders(root, secret):
    """A folder that is a link, or has links for cur and new, is no folder."""
    (root / ".Link").symlink_to(root)
    (root / ".Half" / "cur").mkdir(parents=True)
    (root / ".Half" / "new").symlink_to(secret.parent)
    give(root / ".Half", root / ".Half" / "cur")

    assert Maildir(str(root)).folders() == [""]


@as_root
@pytest.mark.parametrize("name", [".Junk", ".Junk/new"])
def test_directory_of_another(root, name):
    """Root does not enter a directory that does not belong to the owner of the Maildir."""
    for path in (".Junk", ".Junk/cur", ".Junk/new"):
        (root / path).mkdir()
        give(root / path)
    os.chown(root / name, 0, 0)

    with refused("wrong-owner", InputError, place=str(root / name)):
        Maildir(str(root)).create(".Junk")


def test_replaced_while_it_is_made(root, secret, monkeypatch):
    """A new directory that is swapped for something else is not given away."""
    mkdir = os.mkdir

    def swap(name, *args, **options):
        mkdir(name, *args, **options)
        (root / name).rmdir()
        (root / name).symlink_to(secret.parent)

    monkeypatch.setattr(module.os, "mkdir", swap)
    with refused("not-a-directory", InputError):
        Maildir(str(root)).create(".Junk")


def test_replaced_by_a_directory(root, monkeypatch):
    """A new directory that is swapped for a directory of ours with files is not given away."""
    mkdir = os.mkdir
    (root / "ours").mkdir(mode=0o700)
    (root / "ours" / "file").write_bytes(b"")
    before = shape(root / "ours")

    def swap(name, *args, **options):
        mkdir(name, *args, **options)
        (root / name).rmdir()
        (root / "ours").rename(root / name)

    monkeypatch.setattr(module.os, "mkdir", swap)
    with refused("folder-replaced", InputError):
        Maildir(str(root)).create(".Junk")

    (left,) = root.glob("priory-folder-*")
    left.rename(root / "ours")
    assert shape(root / "ours") == before


@pytest.mark.parametrize("way", ["in one step", "in two steps"])
def test_swapped_before_a_move(root, secret, monkeypatch, way):
    """A folder that is swapped for a link between the check and the move gets nothing."""
    if way == "in two steps":
        monkeypatch.setattr("priory.mailfilter.sorting.rename._system", lambda: None)
    maildir = Maildir(str(root))
    maildir.create(".Junk")
    file = message(root)
    rename = module.rename

    def swap(*names):
        (root / ".Junk" / "cur").rename(root / ".Junk" / "away")
        (root / ".Junk" / "cur").symlink_to(secret.parent)
        rename(*names)

    monkeypatch.setattr(module, "rename", swap)
    maildir.move(file, ".Junk")

    assert (root / ".Junk" / "away" / "1:2,").exists()


class Swapper(threading.Thread):
    """A user who swaps directories of Junk for links, and back, as fast as can be."""

    def __init__(self, root, target):
        super().__init__()
        self.root, self.target = root, target
        self.is_ended = threading.Event()
        self.n_swaps = 0

    def run(self):
        """Swap one after the other."""
        while not self.is_ended.is_set():
            for name in (".Junk", ".Junk/cur", ".Junk/tmp", "cur"):
                with suppress(OSError):  # Junk may be there again
                    self.swap(self.root / name, self.root / f"aside-{self.n_swaps}")

    def swap(self, path, aside):
        """Put a directory aside, and a link in its place, for a moment."""
        path.rename(aside)
        try:
            path.symlink_to(self.target)
            self.n_swaps += 1
            time.sleep(0)
            path.unlink()
        finally:
            aside.rename(path)


def test_swapping_thread(root, secret):
    """However often a user swaps directories for links meanwhile, nothing outside is touched."""
    for name in ("cur", "new", "tmp"):
        (secret.parent / name).mkdir(mode=0o700)
    before = shape(secret.parent)
    swapper = Swapper(root, secret.parent)
    swapper.start()
    n_moved, end = 0, time.monotonic() + 30  # on a busy machine both sides may rarely get through
    try:
        while (swapper.n_swaps < MANY or n_moved < MANY) and time.monotonic() < end:
            with suppress(OSError, InputError):
                maildir = Maildir(str(root))
                maildir.create(".Junk")
                file = message(root, f"new/{n_moved}")
                maildir.move(file, ".Junk")
                n_moved += 1
    finally:
        swapper.is_ended.set()
        swapper.join()

    assert swapper.n_swaps > 0
    assert shape(secret.parent) == before
    for name in ("cur", "new", "tmp"):
        (secret.parent / name).rmdir()


def test_stale(root):
    """What a killed program left while it made a folder is removed when the next one makes one."""
    for name, age in (("old", 3600), ("young", 0)):
        (root / f"priory-folder-{name}").mkdir()
        then = time.time() - age
        os.utime(root / f"priory-folder-{name}", (then, then))

    Maildir(str(root)).create(".Junk")

    assert [path.name for path in root.glob("priory-*")] == ["priory-folder-young"]
