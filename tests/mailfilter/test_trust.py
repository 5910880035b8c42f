"""Links and other names that somebody else may put where a store is."""

import os
import sqlite3
import tempfile
from contextlib import closing, contextmanager
from pathlib import Path
from threading import Timer

import pytest
from tests.errors import refused

from mailfilter.written import LUNCH, NEWS
from priory.mailfilter import StoreError, _repair, _replace
from priory.mailfilter._replace import replace
from priory.mailfilter.store import Store

USER, OTHER = 65534, 65533
pytestmark = pytest.mark.skipif(
    os.geteuid() != 0, reason="only root can be led where others cannot, and be somebody else"
)


@contextmanager
def being(user):
    """Be a user whom permissions concern."""
    os.seteuid(user)
    try:
        yield
    finally:
        os.seteuid(0)


@pytest.fixture
def home():
    """Return a folder of a user that others may enter."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name, "home")
        folder.mkdir()
        Path(name).chmod(0o755)
        os.chown(folder, USER, USER)
        yield folder


@pytest.fixture
def own(home):
    """Return a store of the user in that folder."""
    with being(USER), Store(home / "mail.db") as store:
        store.learn([(LUNCH, "ham")])
    return home / "mail.db"


@pytest.fixture(params=["there", "new"])
def place(request, home):
    """Return where a store of the user is, or where there is none yet."""
    return request.getfixturevalue("own") if request.param == "there" else home / "mail.db"


@pytest.fixture
def secret(tmp_path):
    """Return a store of root, and check that it stays as it is, and root's."""
    path = tmp_path / "secret.db"
    with Store(path) as store:
        store.learn([(NEWS, "ham")])
    before = path.read_bytes()
    yield path
    assert (path.read_bytes(), path.stat().st_uid) == (before, 0)
    assert [file.name for file in tmp_path.iterdir()] == ["secret.db"]


def beside(path, end):
    """Return the path of a file beside a store."""
    return path.with_name(f"{path.name}{end}")


@pytest.mark.parametrize("mode", ["rw", "ro"])
def test_store_of_a_user(own, mode):
    """Root may use the store of a user, and what SQLite leaves beside it is the user's."""
    with Store(own) as store:
        store.learn([(NEWS, "ham")])
        assert {file.stat().st_uid for file in own.parent.iterdir()} == {USER}
        with Store(own, mode=mode) as other:  # beside a log that root has made
            assert len(other.classes) == 1


@pytest.mark.parametrize("mode", ["rw", "ro"])
@pytest.mark.parametrize("kind", ["link", "hard link", "folder", "chain"])
def test_led_to_another_store(home, secret, kind, mode):
    """Root does not go to another store where a user could have put a link."""
    path = home / "mail.db"
    if kind == "hard link":
        os.link(secret, path)
    elif kind == "folder":
        (home / "folder").symlink_to(secret.parent)
        path = home / "folder" / secret.name
    else:
        path.symlink_to(secret)
    if kind == "chain":
        (secret.parent.parent / "chain").symlink_to(path)
        path = secret.parent.parent / "chain"

    try:
        with refused("unsafe-place", StoreError, place=str(path)):
            Store(path, mode=mode)
    finally:
        (secret.parent.parent / "chain").unlink(missing_ok=True)


@pytest.mark.parametrize("kind", ["link", "hard link", "moved"])
@pytest.mark.parametrize("end", ["-wal", "-shm", "-journal"])
def test_led_to_another_file(place, tmp_path, end, kind):
    """Root does not open, or give away, what a user has put beside a store, or before one."""
    is_there = place.exists()
    file = tmp_path / "file"
    file.write_bytes(b"secret")
    if kind == "link":
        beside(place, end).symlink_to(file)
    else:
        os.link(file, beside(place, end))
    if kind == "moved":
        file.unlink()
        file = beside(place, end)
        os.chown(file, OTHER, OTHER)
    owner = file.stat().st_uid

    with refused("unsafe-place", StoreError):
        Store(place)

    assert (file.read_bytes(), file.stat().st_uid) == (b"secret", owner)
    assert place.exists() == is_there


def test_about_to_be_given_away(own):
    """A file that another process of root has just made, and gives away, is waited for."""
    with closing(sqlite3.connect(own)) as db:
        db.execute("BEGIN IMMEDIATE")
        os.chown(beside(own, "-shm"), 0, 0)
        giving = Timer(0.03, os.chown, [beside(own, "-shm"), USER, USER])
        giving.start()
        with Store(own, mode="ro") as store:
            assert len(store.classes) == 1
        giving.join()


def test_backup_through_a_link(own, secret):
    """Root writes no copy to where a link of a user leads."""
    (own.parent / "copy.db").symlink_to(secret)

    with Store(own) as store, refused("unsafe-place", StoreError):
        store.backup(own.parent / "copy.db", overwrite=True)


def test_own_link(own):
    """Who is not root may have links, also in a folder that everybody may write."""
    own.parent.chmod(0o777)
    (own.parent / "link.db").symlink_to("mail.db")
    os.chown(own.parent / "link.db", USER, USER, follow_symlinks=False)

    with being(USER), Store(own.parent / "link.db") as store:
        assert store.learn([(NEWS, "ham")]) == ["learned"]


@pytest.mark.parametrize(("mode", "is_refused"), [(0o777, True), (0o1777, True), (0o755, False)])
def test_link_of_another(own, mode, is_refused):
    """Nobody follows a link that a third one has put where everybody may put one."""
    own.parent.chmod(mode)
    link = own.parent / "link.db"
    link.symlink_to(own)
    os.chown(link, OTHER, OTHER, follow_symlinks=False)

    with being(USER):
        if is_refused:
            with refused("unsafe-place", StoreError):
                Store(link)
        else:
            Store(link).close()


def test_loop(home):
    """Links in a circle are no way to a store, nor one without an end."""
    (home / "mail.db").symlink_to("mail.db")

    with being(USER), refused("system-error", StoreError):
        Store(home / "mail.db")


@pytest.fixture
def precious(tmp_path):
    """Return a file of root that nobody else may read, and check that it stays as it is."""
    path = tmp_path / "precious"
    path.write_bytes(b"precious")
    path.chmod(0o600)
    yield path
    assert path.read_bytes() == b"precious"
    assert (path.stat().st_uid, path.stat().st_mode & 0o777) == (0, 0o600)


def swapping(path, target, names):
    """Put links to a file into the place of a temporary folder, as its parent's owner may."""
    path.rename(path.with_name("aside"))
    path.mkdir()
    for name in names:
        (path / name).symlink_to(target)


@pytest.fixture
def swapped_folder(precious, monkeypatch):
    """Let a user swap each temporary folder at once."""

    @contextmanager
    def temporary_folder(folder):
        with TEMPORARY(folder) as made:
            swapping(made, precious, ["kept.db", "damaged.db", "new.db"])
            yield made

    for module in (_repair, _replace):
        monkeypatch.setattr(module, "temporary_folder", temporary_folder)


TEMPORARY = _replace.temporary_folder


@pytest.mark.usefixtures("swapped_folder")
def test_repair_in_a_folder_of_others(own):
    """Root repairs no store where a user could swap what root writes, and changes nothing."""
    before = own.read_bytes()

    with refused("unsafe-place", StoreError):
        replace(str(own), 1.0)
    with refused("unsafe-place", StoreError):
        Store.repair(own, own.parent / "new.db")

    assert own.read_bytes() == before
    assert [file.name for file in own.parent.iterdir()] == ["mail.db"]


def test_repair_elsewhere(own, tmp_path):
    """Root may repair the store of a user into a folder of root, and the user may where it is."""
    assert Store.repair(own, tmp_path / "new.db").messages == 1
    with being(USER):
        assert replace(str(own), 1.0)[0].messages == 1


@pytest.mark.usefixtures("swapped_folder")
def test_copy_for_a_repair(own, monkeypatch):
    """A copy is made where nothing is, and never through a link, whatever a folder looks like."""
    for module in (_repair, _replace):
        monkeypatch.setattr(module, "check_folder", lambda *_: None)

    with refused("path-taken", StoreError):
        replace(str(own), 1.0)
    with refused("path-taken", StoreError):
        Store.repair(own, own.parent / "new.db")


def test_finished_through_a_link(own, precious):
    """A link gives nobody the file that it leads to, nor other permissions."""
    own.chmod(0o644)
    (own.parent / "link").symlink_to(precious)

    with pytest.raises(OSError, match="symbolic links"):
        _replace._finish(own.parent / "link", str(own))


@pytest.mark.parametrize("moment", ["opened", "copied"])
def test_swapped_backup(own, secret, monkeypatch, moment):
    """A copy that a user swaps while it is written is no backup, and is not told to be one."""

    def swap(*args):
        (path,) = own.parent.glob(".priory-*.tmp")
        path.rename(own.parent / "aside")
        path.symlink_to(secret)
        return CONNECT(*args) if moment == "opened" else None

    where = "sqlite3.connect" if moment == "opened" else "refuse_problems"
    with Store(own) as store, refused("unsafe-place", StoreError):
        monkeypatch.setattr(f"priory.mailfilter._backup.{where}", swap)
        store.backup(own.parent / "copy.db")

    assert not (own.parent / "copy.db").exists()


CONNECT = sqlite3.connect


def swapping_once(monkeypatch, path, target):
    """Put a link where a store is, just before SQLite opens it, and the store back then."""
    connect, aside = sqlite3.connect, beside(path, ".aside")
    left = iter(range(1))

    def open_swapped(name, **options):
        if next(left, None) is None:
            return connect(name, **options)
        path.rename(aside)
        path.symlink_to(target)
        try:
            return connect(name, **options)
        finally:
            path.unlink()
            aside.rename(path)

    monkeypatch.setattr(sqlite3, "connect", open_swapped)


@pytest.fixture(params=["store", "text", "empty"])
def target(request, secret, tmp_path):
    """Return a file of root, which may be a store."""
    if request.param == "store":
        yield secret
        return
    path = tmp_path / "target"
    path.write_bytes(b"text" * 999 if request.param == "text" else b"")
    before = path.read_bytes()
    yield path
    assert (path.read_bytes(), path.stat().st_uid) == (before, 0)
    path.unlink()


@pytest.mark.parametrize("mode", ["rw", "ro"])
def test_swapped_while_it_is_opened(own, target, monkeypatch, mode):
    """Root reads and writes nothing where a link is put just before SQLite opens a store."""
    swapping_once(monkeypatch, own, target)

    with refused("unsafe-place", StoreError, place=str(own)):
        Store(own, mode=mode)

    with Store(own) as store:
        assert store.learn([(LUNCH, "ham")]) == ["known"]


def test_swapped_while_it_is_attached(own, secret):
    """Neither does root merge another store than the one that was named."""
    with Store(own) as store:
        with refused("unsafe-place", StoreError), store._attached(str(secret), str(own)):
            pass
        assert len(store.classes) == 1
