"""Copies of stores."""

import stat

import pytest
from tests.errors import refused

from mailfilter.written import LUNCH, NEWS, PILLS, contents, damage
from priory.mailfilter._backup import put
from priory.mailfilter.store import StoreError


@pytest.fixture
def learned(store):
    """Return a store that has something to lose."""
    store.learn([(LUNCH, "ham"), (PILLS, "spam")])
    return store


def test_copy(learned, tmp_path, open_store):
    """A copy is a store with the same contents, and nothing else is left in its folder."""
    folder = tmp_path / "copies"
    folder.mkdir()
    learned.backup(folder / "copy.db")

    assert [file.name for file in folder.iterdir()] == ["copy.db"]
    assert contents(folder / "copy.db") == contents(learned.path)
    assert open_store(folder / "copy.db").check() == []


def test_copy_is_private(learned, tmp_path):
    """Only its owner may read a copy."""
    learned.backup(tmp_path / "copy.db")

    assert stat.S_IMODE((tmp_path / "copy.db").stat().st_mode) == 0o600


def test_copy_while_writing(learned, open_store, tmp_path):
    """A copy is of one moment, while another program writes."""
    before = contents(learned.path)
    writer = open_store()
    with writer._writing() as db:
        db.execute("DELETE FROM blocks")
        learned.backup(tmp_path / "copy.db")

    assert contents(tmp_path / "copy.db") == before


def test_file_in_the_way(learned, tmp_path):
    """A file that stands there stays, unless it is to be replaced."""
    target = tmp_path / "copy.db"
    target.write_text("precious")

    with refused("path-taken", StoreError, parameter="overwrite"):
        learned.backup(target)
    assert target.read_text() == "precious"

    learned.backup(target, overwrite=True)
    assert contents(target) == contents(learned.path)


def test_copy_again(learned, tmp_path):
    """A copy can take the place of an older one."""
    learned.backup(tmp_path / "copy.db")
    learned.learn([(NEWS, "ham")])
    learned.backup(tmp_path / "copy.db", overwrite=True)

    assert contents(tmp_path / "copy.db") == contents(learned.path)


def test_onto_itself(learned, tmp_path):
    """A store is not copied onto itself, also not through a link."""
    (tmp_path / "link.db").symlink_to(learned.path)

    with refused("same-store", StoreError):
        learned.backup(tmp_path / "link.db", overwrite=True)


def test_nowhere(learned, tmp_path):
    """A folder that is not there is named."""
    with refused("folder-missing", StoreError):
        learned.backup(tmp_path / "nowhere" / "copy.db")


def test_folder_in_the_way(learned, tmp_path):
    """A folder is never replaced."""
    with refused("is-a-folder", StoreError):
        learned.backup(tmp_path, overwrite=True)


@pytest.mark.parametrize("end", ["-wal", "-journal"])
def test_store_in_use_in_the_way(learned, tmp_path, end):
    """A store with changes beside it is not replaced, because they would become the copy's."""
    target = tmp_path / "copy.db"
    learned.backup(target)
    target.with_name(f"copy.db{end}").write_bytes(b"changes")

    with refused("path-in-use", StoreError):
        learned.backup(target, overwrite=True)


def test_damaged_store(learned, open_store, tmp_path):
    """A damaged store is not copied over a copy that is sound."""
    learned.backup(tmp_path / "copy.db")
    learned._db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    learned.close()
    damage(learned.path)
    before = (tmp_path / "copy.db").read_bytes()

    with refused("store-damaged", StoreError, where=learned.path):
        open_store(mode="ro").backup(tmp_path / "copy.db", overwrite=True)

    assert (tmp_path / "copy.db").read_bytes() == before
    assert sorted(file.name for file in tmp_path.glob("*copy*")) == ["copy.db"]


@pytest.mark.parametrize("overwrite", [False, True])
def test_wrong_counts(learned, tmp_path, overwrite):
    """A store with anything wrong that a check would find is not copied, and the old copy stays."""
    target = tmp_path / "copy.db"
    if overwrite:
        learned.backup(target)
    before = target.read_bytes() if overwrite else None
    with learned._writing() as db:
        db.execute("UPDATE classes SET tokens = tokens + 1 WHERE name = 'ham'")

    with refused("store-disagrees", StoreError, where=learned.path):
        learned.backup(target, overwrite=overwrite)

    assert [file.read_bytes() for file in tmp_path.glob("*copy*")] == [before] * overwrite


def test_full_disk(store, small_disk):
    """Of a copy for which there is no room nothing is left."""
    words = [f"{number:x}ness" for number in range(200_000)]  # more than SQLite keeps in memory
    store.learn([(" ".join(words[i::500]).encode(), "ham") for i in range(500)])

    with refused("disk-full", StoreError):
        store.backup(small_disk.path / "copy.db")

    assert list(small_disk.path.iterdir()) == []


def test_put_where_another_is(tmp_path):
    """A file that another program put there meanwhile stays."""
    ours, theirs = tmp_path / "ours", tmp_path / "theirs"
    ours.write_text("ours")
    theirs.write_text("theirs")

    with pytest.raises(FileExistsError):
        put(ours, theirs, overwrite=False)

    assert (ours.read_text(), theirs.read_text()) == ("ours", "theirs")
